#include <set>

#include "core/layout/recast.hpp"
#include "core/layout/swizzle.hpp"
#include "tests/core/layout/laws.hpp"

namespace loom::laws {
namespace {

using namespace layout;

Values parts_of(const Layout& layout, std::int64_t n) {
  Values out;
  for (std::int64_t offset : values(layout))
    for (std::int64_t j = 0; j < n; ++j) out.push_back(n * offset + j);
  return sorted(std::move(out));
}

constexpr std::int64_t factors[] = {1, 2, 2, 2, 3, 4, 4, 8};

bool powers_of_two(const Layout& layout) {
  const auto power = [](std::int64_t n) { return n > 0 && (n & (n - 1)) == 0; };
  for (const Leaf& leaf : leaves(layout))
    if (leaf.shape > 1 && (!power(leaf.shape) || !power(leaf.stride))) return false;
  return true;
}

Verdict up(Random& random, std::string& about) {
  const Layout a = random_layout(random, {.negative = below(random, 4) == 0, .tractable = true});
  const std::int64_t n = factors[below(random, std::ssize(factors))];
  about = "upcast " + to_text(a) + " by " + std::to_string(n);
  const Result<Layout> r = upcast(a, n);
  if (r) return judge(parts_of(*r, n) == sorted(values(a)));
  // Powers of two fit or are not all there.
  const Values all = values(a);
  const std::set<std::int64_t> set(all.begin(), all.end());
  bool whole = distinct(all) && powers_of_two(a) && n != 3;
  for (std::int64_t each : all)
    for (std::int64_t j = 0; j < n; ++j) whole &= each >= 0 && set.contains(each / n * n + j);
  return whole ? Verdict::broken : Verdict::refused;
}

Verdict down(Random& random, std::string& about) {
  const Layout a = random_layout(random, {.negative = below(random, 4) == 0});
  const std::int64_t n = factors[below(random, std::ssize(factors))];
  about = "downcast " + to_text(a) + " by " + std::to_string(n);
  const Result<Layout> r = downcast(a, n);
  if (r) return judge(sorted(values(*r)) == parts_of(a, n));
  for (const Leaf& leaf : leaves(a))
    if (leaf.stride == 1) return Verdict::broken;
  return Verdict::refused;
}

Verdict there_and_back(Random& random, std::string& about) {
  const Layout a = random_layout(random, {.tractable = true});
  const std::int64_t n = factors[below(random, std::ssize(factors))];
  about = "downcast and upcast " + to_text(a) + " by " + std::to_string(n);
  const Result<Layout> finer = downcast(a, n);
  if (!finer) return Verdict::refused;
  const Result<Layout> back = upcast(*finer, n);
  return judge(back && values(*back) == values(a));
}

// Bit by bit, from the definition.
Verdict swizzling(Random& random, std::string& about) {
  const auto bits = static_cast<int>(below(random, 5)), base = static_cast<int>(below(random, 5));
  const auto far = bits + static_cast<int>(below(random, 4));
  const int shift = below(random, 2) == 0 ? far : -far;
  const Result<Swizzle> swizzle = make_swizzle(bits, base, shift);
  about =
      "Sw<" + std::to_string(bits) + "," + std::to_string(base) + "," + std::to_string(shift) + ">";
  if (!swizzle || to_text(*swizzle) != about) return Verdict::broken;
  bool held = true;
  std::set<std::int64_t> seen;
  const std::int64_t block = std::int64_t{1} << (bits + base + far);
  for (std::int64_t x = 0; x < block; ++x) {
    std::int64_t expected = x;
    for (int i = 0; i < bits; ++i) {
      const int low = base + i, high = base + i + far;
      const int read = shift > 0 ? high : low, changed = shift > 0 ? low : high;
      if ((x >> read & 1) != 0) expected ^= std::int64_t{1} << changed;
    }
    const std::int64_t y = (*swizzle)(x);
    held &= y == expected && (*swizzle)(y) == x && y < block && seen.insert(y).second;
    held &= (*swizzle)(x + 3 * block) == y + 3 * block;
  }
  return judge(held);
}

Verdict swizzle_units(Random& random, std::string& about) {
  const auto bits = static_cast<int>(below(random, 4)), base = static_cast<int>(below(random, 5));
  const Swizzle bytes{bits, base, bits + static_cast<int>(below(random, 3))};
  const std::int64_t element = std::int64_t{1} << below(random, 5);
  about = to_text(bytes) + " in elements of " + std::to_string(element);
  const Result<Swizzle> elements = recast(bytes, 1, element);
  if (!elements) return (1 << base) < element ? Verdict::refused : Verdict::broken;
  bool held = true;
  for (std::int64_t x = 0; x < 1024; ++x) held &= (*elements)(x)*element == bytes(x * element);
  return judge(held);
}

}  // namespace

std::vector<Law> laws_of_recast() {
  return {{"upcast", up},
          {"downcast", down},
          {"downcast, then upcast", there_and_back},
          {"swizzle", swizzling},
          {"swizzle in elements", swizzle_units}};
}

}  // namespace loom::laws
