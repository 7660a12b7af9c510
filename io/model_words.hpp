#pragma once
/// For sources only: the options of models as words of a description.
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "../core/models/graph_model.hpp"
#include "../core/train/dataset.hpp"
#include "../graph/error.hpp"
#include "json_reader.hpp"
#include "number.hpp"
#include "parse.hpp"

namespace edgewise::io {

using models::Activation;
using models::HeadMix;
using models::InputScale;
using models::Norm;
using models::Readout;
using train::Task;

template <class Value>
using Words = std::vector<std::pair<const char*, Value>>;
inline const Words<HeadMix> kHeadMixes = {{"concat", HeadMix::concat}, {"mean", HeadMix::mean}, {"linear", HeadMix::linear}};
inline const Words<Norm> kNorms = {{"none", Norm::none}, {"layer", Norm::layer}};
inline const Words<Activation> kActivations = {{"elu", Activation::elu}, {"relu", Activation::relu}, {"gelu", Activation::gelu}};
inline const Words<InputScale> kInputScales = {
    {"none", InputScale::none}, {"rows", InputScale::rows}, {"columns", InputScale::columns}, {"length", InputScale::length}};
inline const Words<Readout> kReadouts = {
    {"sum", Readout::sum}, {"mean", Readout::mean}, {"max", Readout::max}, {"attention", Readout::attention}, {"recurrent", Readout::recurrent}};
inline const Words<Task> kTasks = {{"classification", Task::classification}, {"multilabel", Task::multilabel}, {"regression", Task::regression}};

template <class Value>
const char* word_of(const Words<Value>& words, Value value) {
  for (const auto& [word, meant] : words)
    if (meant == value) return word;
  return "";
}

/// 0.6F as 0.6 instead of 0.60000002384185791; reads back to the same float.
inline double tidy(float value) { return parse<double>(number_text(value)).value_or(value); }

inline nlohmann::ordered_json names_to_json(const std::vector<std::string>& names) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const std::string& name : names) list.push_back(bytes_to_json(name));
  return list;
}

inline void check_names(const std::string& file, const char* what, std::size_t names, std::size_t columns, const char* option) {
  if (names != columns)
    fail<DataError>(file, ": the description names ", names, " ", what, ", but '", option, "' is ", columns, "; the file is damaged");
}

}  // namespace edgewise::io
