#pragma once
/// For sources only: the kinds of feature files behind `load_features`, and what they share.
#include <string>
#include <string_view>

#include "features.hpp"

namespace edgewise::io {

/// One finite float.  Errors name `where` ("f.csv:3"), the column from 1 and its name, if it has one.
float feature_value(std::string_view text, const std::string& where, std::size_t column, const std::string& name);
/// "column:number", the last colon counting.
bool is_pair(std::string_view field);

Features load_sparse_features(const TextFile& file, const TableFormat& format);
Features load_market_features(const TextFile& file);
Features load_linqs_features(const TextFile& file, const TableFormat& format);

}  // namespace edgewise::io
