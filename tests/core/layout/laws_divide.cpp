#include "core/layout/complement.hpp"
#include "core/layout/compose.hpp"
#include "core/layout/divide.hpp"
#include "core/layout/product.hpp"
#include "tests/core/layout/laws.hpp"

namespace loom::laws {
namespace {

using namespace layout;

// A(B(i) + C(j)), i fastest.
Values tiled_values(const Layout& a, const Layout& b, const Layout& c) {
  Values out;
  const Values inner = values(b);
  const std::vector<Leaf> all = leaves(a);
  for (std::int64_t j : values(c))
    for (std::int64_t i : inner) out.push_back(value(all, i + j));
  return out;
}

Verdict dividing(Random& random, std::string& about) {
  const Layout a = random_layout(random, {.leaves = 3, .size = 512, .negative = true}),
               b = random_layout(random, {.leaves = 2, .size = 64, .tractable = true});
  about = to_text(a) + " / " + to_text(b);
  const Result<Layout> c = complement(b, size(a)), r = logical_divide(a, b);
  if (!c) return r ? Verdict::broken : Verdict::refused;
  if (!r) return compose(a, tuple(std::vector{b, *c})) ? Verdict::broken : Verdict::refused;
  about += " = " + to_text(*r);
  const Values expected = tiled_values(a, b, *c);
  bool held = rank(*r) == 2 && values(*r) == expected && refines(r->modes[0], b) &&
              values(r->modes[0]) == values(*compose(a, b));
  // Each offset as often as A has it, where the tile repeats nothing and divides.
  if (distinct(values(b)) && std::ssize(expected) == size(a))
    held &= sorted(expected) == sorted(values(a));
  for (auto* divide : {zipped_divide, tiled_divide, flat_divide}) {
    const Result<Layout> other = divide(a, b);
    held &= other && values(*other) == expected;
  }
  return judge(held && *zipped_divide(a, b) == *r);
}

struct Parts {
  std::vector<Values> tiles, rests;
  bool possible = true;
};

Parts parts_by_mode(const Layout& a, const std::vector<Tiler>& tilers) {
  Parts out;
  for (int k = 0; k < rank(a); ++k) {
    const Layout& part = mode_of(a, k);
    if (static_cast<std::size_t>(k) >= tilers.size()) {
      out.rests.push_back(values(part));
      continue;
    }
    const Layout& tile = tilers[static_cast<std::size_t>(k)].layout;
    const Result<Layout> split = logical_divide(part, tile);
    out.possible &= bool(split);
    if (!split) return out;
    out.tiles.push_back(values(split->modes[0]));
    out.rests.push_back(values(split->modes[1]));
  }
  return out;
}

// The sums of one from each, the first fastest.
Values sums(const std::vector<Values>& all) {
  Values out = {0};
  for (const Values& each : all) {
    Values next;
    for (std::int64_t b : each)
      for (std::int64_t a : out) next.push_back(a + b);
    out = std::move(next);
  }
  return out;
}

Verdict dividing_by_mode(Random& random, std::string& about) {
  const Layout a = random_layout(random, {.size = 512, .negative = true});
  std::vector<Tiler> tilers;
  about = to_text(a) + " / by mode";
  for (std::int64_t k = 1 + below(random, rank(a)); k > 0; --k) {
    tilers.emplace_back(random_layout(random, {.leaves = 1, .size = 8, .tractable = true}));
    about += " " + to_text(tilers.back().layout);
  }
  const Parts parts = parts_by_mode(a, tilers);
  const Tiler tiler(tilers);
  const Result<Layout> logical = logical_divide(a, tiler), zipped = zipped_divide(a, tiler),
                       tiled = tiled_divide(a, tiler), flat = flat_divide(a, tiler);
  if (!parts.possible)
    return judge(!logical && !zipped && !tiled && !flat) == Verdict::held ? Verdict::refused
                                                                          : Verdict::broken;
  if (!logical || !zipped || !tiled || !flat) return Verdict::broken;
  bool held = rank(*logical) == rank(a);
  std::vector<Values> mixed;
  for (std::size_t k = 0; k < parts.rests.size(); ++k) {
    if (k < parts.tiles.size()) mixed.push_back(parts.tiles[k]);
    mixed.push_back(parts.rests[k]);
  }
  held &= values(*logical) == sums(mixed);
  const Values tiles = sums(parts.tiles), rests = sums(parts.rests);
  held &=
      rank(*zipped) == 2 && values(zipped->modes[0]) == tiles && values(zipped->modes[1]) == rests;
  held &= rank(*tiled) == 1 + rank(a) && values(tiled->modes[0]) == tiles;
  held &= static_cast<std::size_t>(rank(*flat)) == parts.tiles.size() + parts.rests.size();
  for (std::size_t k = 0; held && k < parts.rests.size(); ++k)
    held = values(tiled->modes[1 + k]) == parts.rests[k] &&
           values(flat->modes[parts.tiles.size() + k]) == parts.rests[k];
  for (std::size_t k = 0; held && k < parts.tiles.size(); ++k)
    held = values(flat->modes[k]) == parts.tiles[k];
  return judge(held);
}

Verdict multiplying(Random& random, std::string& about) {
  const Layout a = random_layout(random, {.leaves = 3, .size = 64, .tractable = true}),
               b = random_layout(random, {.leaves = 2, .size = 32});
  about = to_text(a) + " x " + to_text(b);
  const Result<Layout> c = complement(a, size(a) * cosize(b)), r = logical_product(a, b);
  if (!c) return r ? Verdict::broken : Verdict::refused;
  if (!r) return compose(*c, b) ? Verdict::broken : Verdict::refused;
  Values expected;
  const Values inner = values(a);
  const std::vector<Leaf> outer = leaves(*c);
  for (std::int64_t j : values(b))
    for (std::int64_t i : inner) expected.push_back(i + value(outer, j));
  bool held = r->modes[0] == a && refines(r->modes[1], b) && values(*r) == expected;
  if (distinct(values(a)) && distinct(values(b))) held &= distinct(expected);
  return judge(held);
}

// Blocked and raked: where the product has them, in each mode.
Verdict interleaving(Random& random, std::string& about) {
  const Layout a = random_layout(random, {.leaves = 3, .size = 64, .tractable = true}),
               b = random_layout(random, {.leaves = 3, .size = 32, .tractable = true});
  about = to_text(a) + " blocked and raked " + to_text(b);
  const Result<Layout> blocked = blocked_product(a, b), raked = raked_product(a, b),
                       whole = logical_product(a, b);
  if (!whole) return blocked || raked ? Verdict::broken : Verdict::refused;
  if (!blocked || !raked) return Verdict::broken;
  const int modes = std::max(rank(a), rank(b));
  bool held = rank(*blocked) == modes && rank(*raked) == modes;
  const Layout none = mode(1, 0);
  for (int k = 0; held && k < modes; ++k) {
    const Layout& block = k < rank(a) ? mode_of(a, k) : none;
    const Layout& repeats = whole->modes[1];
    const Layout& repeat = k >= rank(b) ? none : b.leaf() ? repeats : repeats.modes[std::size_t(k)];
    held = values(mode_of(*blocked, k)) == sums({values(block), values(repeat)}) &&
           values(mode_of(*raked, k)) == sums({values(repeat), values(block)});
  }
  return judge(held);
}

}  // namespace

std::vector<Law> laws_of_divide() {
  return {{"divide", dividing},
          {"divide by mode", dividing_by_mode},
          {"product", multiplying},
          {"blocked and raked product", interleaving}};
}

}  // namespace loom::laws
