#pragma once
/// What an arc carries into a layer.
#include <cstdint>
#include <initializer_list>
#include <span>
#include <utility>
#include <vector>

#include "../graph/api.hpp"
#include "autograd.hpp"

namespace edgewise {
EDGEWISE_API_BEGIN

/// A number per arc: its type.  Owned, or borrowed from a caller who keeps the memory alive and unchanged (`view`).
class ArcTypes {
 public:
  ArcTypes() = default;
  ArcTypes(std::vector<std::uint32_t> types) : own_(std::move(types)) {}
  ArcTypes(std::initializer_list<std::uint32_t> types) : own_(types) {}
  /// Borrows.
  static ArcTypes view(std::span<const std::uint32_t> types) {
    ArcTypes borrowed;
    borrowed.borrowed_ = types;
    return borrowed;
  }

  /// The types, as of a vector:
  std::span<const std::uint32_t> values() const { return borrowed_.empty() ? std::span<const std::uint32_t>(own_) : borrowed_; }
  operator std::span<const std::uint32_t>() const { return values(); }
  std::size_t size() const { return values().size(); }
  bool empty() const { return values().empty(); }
  std::uint32_t operator[](std::size_t arc) const { return values()[arc]; }
  auto begin() const { return values().begin(); }
  auto end() const { return values().end(); }

  /// Of owned types:
  void push_back(std::uint32_t type) { own_.push_back(type); }
  void clear() { *this = {}; }

 private:
  std::vector<std::uint32_t> own_;
  std::span<const std::uint32_t> borrowed_;
};

/// In arc order, m arcs.
template <class Real>
struct BasicArcs {
  BasicVariable<Real> features;  ///< m x edge features, or nothing
  ArcTypes type;                 ///< m arc types, or empty

  /// Borrows the caller's tables, which stay alive and unchanged as long as any copy; rows of features lie one behind the other, else
  /// ShapeError.
  static BasicArcs view(BasicView<const Real> features, std::span<const std::uint32_t> types = {}) {
    return {features.cols == 0 ? BasicVariable<Real>() : BasicVariable<Real>::view(features), ArcTypes::view(types)};
  }
};
using Arcs = BasicArcs<float>;

EDGEWISE_API_END
}  // namespace edgewise
