#include "core/layout/compose.hpp"
#include "tests/core/layout/laws.hpp"

namespace loom::laws {
namespace {

using namespace layout;

Values through(const Layout& a, const Layout& b) {
  Values out = values(b);
  const std::vector<Leaf> all = leaves(a);
  for (std::int64_t& index : out) index = value(all, index);
  return out;
}

// Whether A o B has a layout with the nesting of B: each mode of B on its own has one, and they
// add up. Tries every shape of every mode.
bool exists(const Layout& a, const Layout& b) {
  std::vector<Layout> modes;
  for (const Leaf& leaf : leaves(b)) {
    const auto one = any_layout(through(a, mode(leaf.shape, leaf.stride)));
    if (!one) return false;
    modes.push_back(*one);
  }
  return values(tuple(modes)) == through(a, b);
}

bool composed(const Layout& a, const Layout& b, const Layout& r) {
  return refines(r, b) && values(r) == through(a, b);
}

// An error means that there is none.
Verdict composing(Random& random, std::string& about) {
  const Layout a = random_layout(random, {.size = 512, .negative = true}),
               b = random_layout(random, {.leaves = 3, .size = 128});
  about = to_text(a) + " o " + to_text(b);
  const Result<Layout> r = compose(a, b);
  if (r) about += " = " + to_text(*r);
  if (r) return judge(composed(a, b, *r));
  about += ": " + r.error().message;
  return exists(a, b) ? Verdict::broken : Verdict::refused;
}

// Pairs as kernels have them: mostly powers of two.
Verdict composing_powers(Random& random, std::string& about) {
  const auto powers = [&](std::int64_t most) {
    std::vector<Layout> modes;
    for (std::int64_t k = 1 + below(random, most); k > 0; --k)
      modes.push_back(
          mode(std::int64_t{1} << below(random, 4), std::int64_t{1} << below(random, 7)));
    return tuple(std::move(modes));
  };
  const Layout a = powers(3), b = powers(2);
  about = to_text(a) + " o " + to_text(b);
  const Result<Layout> r = compose(a, b);
  if (r) return judge(composed(a, b, *r));
  return exists(a, b) ? Verdict::broken : Verdict::refused;
}

Verdict associating(Random& random, std::string& about) {
  const Kind kind{.leaves = 3, .size = 256, .tractable = true};
  const Layout a = random_layout(random, kind), b = random_layout(random, kind),
               c = random_layout(random, {.leaves = 2, .size = 32, .tractable = true});
  about = to_text(a) + " o " + to_text(b) + " o " + to_text(c);
  const Result<Layout> ab = compose(a, b), bc = compose(b, c);
  if (!ab || !bc) return Verdict::refused;
  const Result<Layout> left = compose(*ab, c), right = compose(a, *bc);
  if (!left || !right) return Verdict::refused;
  // Beyond the size of B, A o B goes on along its own last mode.
  for (std::int64_t index : values(c))
    if (index >= size(b)) return Verdict::refused;
  return judge(values(*left) == values(*right));
}

Verdict identity(Random& random, std::string& about) {
  const Layout a = random_layout(random, {.negative = true});
  about = to_text(a) + " and the identity";
  const Result<Layout> after = compose(a, mode(size(a), 1));
  const Layout b = random_layout(random);
  const Result<Layout> before = compose(mode(cosize(b), 1), b);
  return judge(after && values(*after) == values(a) && before && values(*before) == values(b));
}

Verdict by_mode(Random& random, std::string& about) {
  const Layout a = random_layout(random, {.size = 256, .negative = true});
  std::vector<Tiler> tilers;
  std::vector<Values> expected;
  about = to_text(a) + " by mode";
  bool possible = true;
  for (int k = 0; k < rank(a); ++k) {
    const Layout tile = random_layout(random, {.leaves = 2, .size = 16, .tractable = true});
    about += " " + to_text(tile);
    tilers.emplace_back(tile);
    expected.push_back(through(mode_of(a, k), tile));
    possible &= exists(mode_of(a, k), tile);
  }
  const Result<Layout> r = compose(a, Tiler(tilers));
  if (!r) return possible ? Verdict::broken : Verdict::refused;
  bool held = rank(*r) == rank(a);
  for (int k = 0; held && k < rank(a); ++k)
    held = values(mode_of(*r, k)) == expected[static_cast<std::size_t>(k)] &&
           refines(mode_of(*r, k), tilers[static_cast<std::size_t>(k)].layout);
  tilers.emplace_back(mode(1, 0));
  return judge(held && !compose(a, Tiler(tilers)));
}

Verdict behind_a_swizzle(Random& random, std::string& about) {
  const Swizzle swizzle{2, static_cast<int>(below(random, 3)),
                        2 + static_cast<int>(below(random, 3))};
  const Layout a = random_layout(random, {.size = 512}),
               b = random_layout(random, {.leaves = 2, .size = 128, .tractable = true});
  const Result<SwizzledLayout> behind = make(swizzle, below(random, 100), a);
  if (!behind) return Verdict::broken;
  about = to_text(*behind) + " o " + to_text(b);
  const Result<SwizzledLayout> r = compose(*behind, b);
  if (!r) return exists(a, b) ? Verdict::broken : Verdict::refused;
  Values expected = through(a, b);
  for (std::int64_t& each : expected) each = swizzle(behind->offset + each);
  return judge(offsets(*r) == expected);
}

}  // namespace

std::vector<Law> laws_of_compose() {
  return {{"compose", composing},
          {"compose, powers of two", composing_powers},
          {"compose, associative", associating},
          {"compose, identity", identity},
          {"compose by mode", by_mode},
          {"compose behind a swizzle", behind_a_swizzle}};
}

}  // namespace loom::laws
