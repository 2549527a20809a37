#include <algorithm>
#include <set>

#include "core/layout/coalesce.hpp"
#include "core/layout/complement.hpp"
#include "core/layout/inverse.hpp"
#include "core/layout/parse.hpp"
#include "tests/core/layout/laws.hpp"

namespace loom::laws {
namespace {

using namespace layout;

// offsets(), L(x), coordinates and indices agree with the definition; so does what is read again.
Verdict function(Random& random, std::string& about) {
  const Layout a = random_layout(random, {.negative = true});
  about = to_text(a);
  const Values expected = values(a);
  bool held = offsets(a) == expected && size(a) == count(a);
  const std::vector<Leaf> all = leaves(a);
  for (std::int64_t x = 0; x < 2 * size(a); ++x) held &= a(x) == value(all, x);
  for (std::int64_t x = 0; x < size(a); ++x) held &= *offset_of(a, coordinate_of(a, x)) == a(x);
  const auto [least, most] = std::minmax_element(expected.begin(), expected.end());
  held &= cosize(a) == 1 + *most - *least;
  const Result<Layout> again = parse_layout(about);
  return judge(held && again && *again == a && *make(shape_of(a), stride_of(a)) == a);
}

Verdict spellings(Random& random, std::string& about) {
  const Layout a = random_layout(random, {.negative = true});
  std::string python, cpp;
  for (char c : to_text(a)) python += c == ',' ? ", " : std::string(1, c);
  const auto spelled = [](auto& self, const IntTuple& tuple, const char* name) -> std::string {
    if (tuple.leaf()) return "cute::Int<" + std::to_string(tuple.value) + ">";
    std::string out = std::string(name) + "<";
    for (const IntTuple& item : tuple.items)
      out += (out.ends_with('<') ? "" : ", ") + self(self, item, name);
    return out + ">";
  };
  cpp = "Layout<" + spelled(spelled, shape_of(a), "Shape") + "," +
        spelled(spelled, stride_of(a), "Stride") + ">{}";
  about = python + " or " + cpp;
  const Result<Layout> one = parse_layout(python), other = parse_layout(cpp);
  return judge(one && other && *one == a && *other == a);
}

bool shortest(const Layout& flat) {
  const std::vector<Leaf> all = leaves(flat);
  if (depth(flat) > 1) return false;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].shape == 1 && all.size() > 1) return false;
    if (i > 0 && all[i].stride == all[i - 1].shape * all[i - 1].stride) return false;
  }
  return true;
}

Verdict coalescing(Random& random, std::string& about) {
  const Layout a = random_layout(random, {.negative = true});
  about = to_text(a);
  const Layout c = coalesce(a);
  // The same function in another shape: one more, with every mode cut in two.
  std::vector<Layout> cut;
  for (const Leaf& leaf : leaves(a)) {
    const std::int64_t half = leaf.shape % 2 == 0 ? 2 : leaf.shape;
    cut.push_back(mode(half, leaf.stride));
    cut.push_back(mode(leaf.shape / half, leaf.stride * half));
  }
  bool held = values(c) == values(a) && shortest(c) && coalesce(tuple(cut)) == c;
  const std::vector<Leaf> tail = coalesced_with_tail(a);
  const std::vector<Leaf> all = leaves(a), cut_off = leaves(flat(tail));
  for (std::int64_t x = 0; x < 3 * size(a); ++x) held &= value(cut_off, x) == value(all, x);
  return judge(held);
}

Verdict coalescing_by_mode(Random& random, std::string& about) {
  const Layout a = random_layout(random, {.negative = true});
  std::vector<IntTuple> ones(static_cast<std::size_t>(1 + below(random, rank(a) + 1)), number(1));
  const IntTuple profile = tuple(ones);
  about = to_text(a) + " by " + to_text(profile);
  const Result<Layout> c = coalesce(a, profile);
  if (!c)
    return ones.size() > static_cast<std::size_t>(rank(a)) ? Verdict::refused : Verdict::broken;
  bool held = values(*c) == values(a) && rank(*c) == rank(a);
  for (int k = 0; k < rank(a); ++k) {
    const bool alone = static_cast<std::size_t>(k) < ones.size();
    held &= mode_of(*c, k) == (alone ? coalesce(mode_of(a, k)) : mode_of(a, k));
  }
  return judge(held);
}

Verdict filtering(Random& random, std::string& about) {
  const Layout a = random_layout(random, {.negative = true});
  about = to_text(a);
  const Layout f = filter(a);
  const Values all = values(a), kept = values(f);
  bool held = std::set(all.begin(), all.end()) == std::set(kept.begin(), kept.end()) && shortest(f);
  for (const Leaf& leaf : leaves(f)) held &= leaf.stride != 0 || f == mode(1, 0);
  return judge(held);
}

// Copies of a set, each at the lowest offset that is still free: whether they tile everything below
// `end`.
bool tiles(const Values& set, std::int64_t end) {
  std::set<std::int64_t> taken;
  for (std::int64_t at = 0; at < end; ++at) {
    if (taken.contains(at)) continue;
    for (std::int64_t each : set)
      if (!taken.insert(at + each).second) return false;
  }
  return true;
}

Verdict complementing(Random& random, std::string& about) {
  const Layout a =
      random_layout(random, {.leaves = 3, .size = 256, .negative = below(random, 9) == 0});
  const std::int64_t target = 1 + below(random, 600);
  about = "complement of " + to_text(a) + " to " + std::to_string(target);
  const Layout f = filter(a);
  const Result<Layout> c = complement(a, target);
  const Values kept = values(f);
  if (!c) {
    const bool negative = *std::min_element(kept.begin(), kept.end()) < 0;
    return negative || !tiles(kept, 4 * cosize(a)) ? Verdict::refused : Verdict::broken;
  }
  const Values steps = values(*c);
  Values together;
  for (std::int64_t j : steps)
    for (std::int64_t i : kept) together.push_back(i + j);
  together = sorted(std::move(together));
  bool held = std::is_sorted(steps.begin(), steps.end());
  for (std::size_t i = 0; i < together.size(); ++i)
    held &= together[i] == static_cast<std::int64_t>(i);
  // One step less would not reach the target, or would not make F fill what it reaches.
  const std::int64_t n = std::ssize(together);
  const Result<Layout> least = complement(a, 1);
  const std::int64_t unit = size(*least) * size(f);
  held &= n >= target && (n - unit < target);
  return judge(held && *complement(a) == *complement(a, cosize(a)));
}

Verdict right(Random& random, std::string& about) {
  const Layout a = random_layout(random, {.negative = below(random, 4) == 0, .tractable = true});
  about = "right inverse of " + to_text(a);
  const Layout r = right_inverse(a);
  bool held = size(r) <= size(a);
  const Values indices = values(r);
  const std::vector<Leaf> of_a = leaves(a);
  for (std::int64_t x = 0; x < size(r); ++x)
    held &= value(of_a, indices[static_cast<std::size_t>(x)]) == x;
  // A permutation is inverted in whole.
  const Values all = sorted(values(a));
  if (distinct(all) && all[0] == 0 && all.back() == size(a) - 1) held &= size(r) == size(a);
  return judge(held);
}

Verdict left(Random& random, std::string& about) {
  const Layout a = random_layout(
      random, {.negative = below(random, 9) == 0, .tractable = below(random, 3) != 0});
  about = "left inverse of " + to_text(a);
  const Result<Layout> r = left_inverse(a);
  const Values all = values(a);
  if (!r) {
    const bool tractable = complement(a, 1) && distinct(all);
    return tractable ? Verdict::broken : Verdict::refused;
  }
  bool held = distinct(all);
  const std::vector<Leaf> of_r = leaves(*r);
  for (std::int64_t x = 0; x < size(a); ++x)
    held &= value(of_r, all[static_cast<std::size_t>(x)]) == x;
  return judge(held);
}

}  // namespace

std::vector<Law> laws_of_one() {
  return {{"function, coordinates, text", function},
          {"spellings", spellings},
          {"coalesce", coalescing},
          {"coalesce by mode", coalescing_by_mode},
          {"filter", filtering},
          {"complement", complementing},
          {"right inverse", right},
          {"left inverse", left}};
}

}  // namespace loom::laws
