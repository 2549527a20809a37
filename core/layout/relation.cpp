#include "core/layout/relation.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/layout/coalesce.hpp"
#include "core/layout/complement.hpp"
#include "core/layout/compose.hpp"
#include "core/layout/divide.hpp"
#include "core/layout/inverse.hpp"
#include "core/layout/morphism.hpp"
#include "core/layout/product.hpp"

namespace loom::layout {
namespace {

int whole(std::int64_t value) { return static_cast<int>(value); }

template <class All>
decltype(auto) nth(All&& all, std::int64_t index) {
  return all[static_cast<std::size_t>(index)];
}

// Takes the answer of an operation.
void take(Relation& relation, const Result<Layout>& result, const Limits& limits) {
  if (!result) {
    relation.refusal = result.error().message;
  } else if (layout::size(*result) > limits.size || layout::cosize(*result) > limits.cosize) {
    relation.too_large = *result;
  } else {
    relation.result = *result;
    relation.shown = *result;
  }
}

// Compares the result with the function, or says where the function stops being a layout.
void compare(Relation& relation, const Layout& like) {
  if (!relation.result) {
    relation.shown = like;
    relation.misfit = layout::misfit(relation.offsets, like);
    return;
  }
  relation.asked = whole(layout::size(*relation.result));
  const std::vector<std::int64_t> found = layout::offsets(*relation.result);
  for (std::size_t x = 0; x < found.size(); ++x) relation.held += found[x] == relation.offsets[x];
}

// There is no such function.
void forget(Relation& relation) {
  relation.offsets.clear();
  relation.in_a.clear();
  relation.in_b.clear();
  relation.group.clear();
}

// One mode's share of a division or composition: a(tile(t) + rest(u)).
struct Part {
  Layout a, tile, rest = layout::mode(1, 0);
};

// The modes that a tiler takes, with their rests if it divides; nothing if those do not exist.
std::optional<std::vector<Part>> parts_of(const Layout& a, const Tiler& tiler, bool divides) {
  std::vector<Part> parts;
  const std::size_t modes = tiler.by_mode() ? static_cast<std::size_t>(layout::rank(a)) : 1;
  if (tiler.by_mode() && (tiler.modes.size() > modes || (!divides && tiler.modes.size() < modes)))
    return std::nullopt;
  for (std::size_t k = 0; k < modes; ++k) {
    Part part;
    part.a = tiler.by_mode() ? layout::mode_of(a, whole(static_cast<std::int64_t>(k))) : a;
    part.tile = !tiler.by_mode()         ? tiler.layout
                : k < tiler.modes.size() ? tiler.modes[k].layout
                                         : layout::mode(1, 0);
    if (divides) {
      const auto rest = layout::complement(part.tile, layout::size(part.a));
      if (!rest) return std::nullopt;
      part.rest = *rest;
    }
    parts.push_back(std::move(part));
  }
  return parts;
}

// The places of the parts' tiles and rests in an index of the result, fastest first.
struct Digit {
  std::size_t part = 0;
  bool rest = false;
};
std::vector<Digit> digits_of(std::size_t parts, bool divides, bool zipped) {
  std::vector<Digit> digits;
  for (std::size_t k = 0; k < parts; ++k) {
    digits.push_back({k, false});
    if (divides && !zipped) digits.push_back({k, true});
  }
  for (std::size_t k = 0; zipped && k < parts; ++k) digits.push_back({k, true});
  return digits;
}

// R(x) = A(B(x)), and with rests A(B(t) + C(u)), mode by mode.
void choose_from(Relation& relation, const Layout& a, const Tiler& b, bool divides, bool zipped,
                 const Limits& limits) {
  const auto parts = parts_of(a, b, divides);
  if (!parts) return;
  std::int64_t size = 1;
  std::vector<Layout> like;
  std::vector<std::vector<std::int64_t>> steps, held;  // offsets of `like`, of A's modes
  const std::vector<Digit> digits = digits_of(parts->size(), divides, zipped);
  for (const Digit& digit : digits) {
    const Part& part = (*parts)[digit.part];
    like.push_back(digit.rest ? part.rest : part.tile);
    size *= layout::size(like.back());
  }
  if (size > limits.size) return;
  for (const Layout& each : like) steps.push_back(layout::offsets(each));
  for (const Part& part : *parts) held.push_back(layout::offsets(part.a));
  std::vector<std::int64_t> inside(parts->size());
  for (std::int64_t x = 0; x < size; ++x) {
    std::fill(inside.begin(), inside.end(), 0);
    std::int64_t left = x, tile = 0, group = 0, tile_step = 1, group_step = 1;
    for (std::size_t k = 0; k < digits.size(); ++k) {
      const auto shape = static_cast<std::int64_t>(steps[k].size()), c = left % shape;
      left /= shape;
      inside[digits[k].part] += nth(steps[k], c);
      (digits[k].rest ? group : tile) += c * (digits[k].rest ? group_step : tile_step);
      (digits[k].rest ? group_step : tile_step) *= shape;
    }
    std::int64_t offset = 0, index = 0, step = 1;
    bool there = true;
    for (std::size_t k = 0; k < parts->size(); ++k) {
      const auto length = static_cast<std::int64_t>(held[k].size());
      if (inside[k] < 0 && !relation.result) return forget(relation);
      const bool within = inside[k] >= 0 && inside[k] < length;
      offset += within ? nth(held[k], inside[k]) : (*parts)[k].a(inside[k]);
      there &= within;
      index += inside[k] * step;
      step *= length;
    }
    relation.offsets.push_back(offset);
    relation.in_a.push_back(there ? whole(index) : -1);
    relation.in_b.push_back(whole(tile));
    if (divides) relation.group.push_back(whole(group));
  }
  compare(relation, like.size() == 1 ? like[0] : layout::tuple(like));
}

void divide(Relation& relation, const Layout& a, const Tiler& b, bool zipped,
            const Limits& limits) {
  take(relation, zipped ? layout::zipped_divide(a, b) : layout::logical_divide(a, b), limits);
  choose_from(relation, a, b, true, zipped, limits);
}

void compose(Relation& relation, const Layout& a, const Tiler& b, const Limits& limits) {
  take(relation, layout::compose(a, b), limits);
  choose_from(relation, a, b, false, false, limits);
}

// An index of the product as those of the block and of the copy.
struct Pair {
  std::int64_t block = 0, copy = 0;
};
Pair parted(Operation operation, const Layout& a, const Layout& b, std::int64_t x) {
  if (operation == Operation::logical_product) return {x % layout::size(a), x / layout::size(a)};
  const auto length = [](const Layout& layout, int k) {
    return k < layout::rank(layout) ? layout::size(layout::mode_of(layout, k)) : 1;
  };
  Pair pair;
  std::int64_t block_step = 1, copy_step = 1;
  for (int k = 0; k < std::max(layout::rank(a), layout::rank(b)); ++k) {
    const std::int64_t blocks = length(a, k), copies = length(b, k);
    std::int64_t i = 0, j = 0;
    if (operation == Operation::blocked_product) {
      i = x % blocks;
      j = x / blocks % copies;
    } else {
      j = x % copies;
      i = x / copies % blocks;
    }
    x /= blocks * copies;
    pair.block += i * block_step;
    pair.copy += j * copy_step;
    block_step *= blocks;
    copy_step *= copies;
  }
  return pair;
}

void multiply(Relation& relation, Operation operation, const Layout& a, const Layout& b,
              const Limits& limits) {
  take(relation,
       operation == Operation::logical_product   ? layout::logical_product(a, b)
       : operation == Operation::blocked_product ? layout::blocked_product(a, b)
                                                 : layout::raked_product(a, b),
       limits);
  const std::int64_t size = layout::size(a) * layout::size(b);
  const auto rest = layout::complement(a, layout::size(a) * layout::cosize(b));
  if (!rest || size > limits.size) return;
  for (std::int64_t x = 0; x < size; ++x) {
    const Pair pair = parted(operation, a, b, x);
    relation.offsets.push_back(a(pair.block) + (*rest)(b(pair.copy)));
    relation.in_a.push_back(whole(pair.block));
    relation.in_b.push_back(whole(pair.copy));
    relation.group.push_back(whole(pair.copy));
  }
  compare(relation, layout::tuple({a, b}));
}

void coalesce(Relation& relation, const Layout& a, const Limits& limits) {
  take(relation, layout::coalesce(a), limits);
  relation.offsets = layout::offsets(a);
  relation.in_a.resize(relation.offsets.size());
  std::iota(relation.in_a.begin(), relation.in_a.end(), 0);
  compare(relation, a);
}

// What is shown is A and its complement together.
void complete(Relation& relation, const Layout& a, std::int64_t cotarget, const Limits& limits) {
  const Layout once = layout::filter(a);
  take(relation, layout::complement(a, cotarget), limits);
  if (!relation.result) return;
  const std::int64_t copies = layout::size(*relation.result), size = layout::size(once) * copies;
  if (size > limits.size) {
    relation.too_many = size;
    relation.result.reset();
    return;
  }
  relation.shown = layout::tuple({once, *relation.result});
  relation.asked = whole(size);
  std::vector<int> first(static_cast<std::size_t>(layout::cosize(once)), -1);
  for (std::int64_t i = layout::size(a); i-- > 0;) nth(first, a(i)) = whole(i);
  std::vector<bool> met(static_cast<std::size_t>(size));
  for (std::int64_t x = 0; x < size; ++x) {
    const std::int64_t i = x % layout::size(once), j = x / layout::size(once);
    const std::int64_t offset = once(i) + (*relation.result)(j);
    relation.offsets.push_back(offset);
    relation.in_a.push_back(nth(first, once(i)));
    relation.in_b.push_back(whole(j));
    relation.group.push_back(whole(j));
    if (offset >= size || nth(met, offset)) continue;
    nth(met, offset) = true;
    ++relation.held;
  }
}

void invert(Relation& relation, const Layout& a, bool left, const Limits& limits) {
  take(relation, left ? layout::left_inverse(a) : layout::right_inverse(a), limits);
  if (!relation.result) return;
  const Layout& result = *relation.result;
  relation.offsets = layout::offsets(result);
  relation.in_a.assign(relation.offsets.size(), -1);
  relation.asked = whole(layout::size(left ? a : result));
  for (int x = 0; x < relation.asked; ++x) {
    const std::int64_t over = left ? a(x) : result(x);
    relation.held += (left ? result(over) : a(over)) == x;
    if (!left)
      nth(relation.in_a, x) = whole(over);
    else if (over < layout::size(result))
      nth(relation.in_a, over) = x;
  }
}

}  // namespace

Relation relate(Operation operation, const Layout& a, const Tiler& b, std::int64_t cotarget,
                const Limits& limits) {
  Relation relation;
  switch (operation) {
    case Operation::coalesce:
      coalesce(relation, a, limits);
      break;
    case Operation::composition:
      compose(relation, a, b, limits);
      break;
    case Operation::complement:
      complete(relation, a, cotarget, limits);
      break;
    case Operation::logical_divide:
    case Operation::zipped_divide:
      divide(relation, a, b, operation == Operation::zipped_divide, limits);
      break;
    case Operation::logical_product:
    case Operation::blocked_product:
    case Operation::raked_product:
      multiply(relation, operation, a, b.layout, limits);
      break;
    case Operation::left_inverse:
    case Operation::right_inverse:
      invert(relation, a, operation == Operation::left_inverse, limits);
      break;
  }
  return relation;
}

std::string_view law_of(Operation operation) {
  switch (operation) {
    case Operation::coalesce:
      return "A(x) = R(x)";
    case Operation::composition:
      return "A(B(x)) = R(x)";
    case Operation::complement:
      return "A(i) + R(j) is each offset once";
    case Operation::logical_divide:
    case Operation::zipped_divide:
      return "A(B(t) + C(u)) = R(t, u)";
    case Operation::left_inverse:
      return "R(A(x)) = x";
    case Operation::right_inverse:
      return "A(R(x)) = x";
    default:
      return "A(i) + C(B(j)) = R(i, j)";
  }
}

}  // namespace loom::layout
