// The laws of the layout algebra, each checked for random layouts at every index. The expected
// values are computed from the definitions again, in the plainest way.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/layout/layout.hpp"
#include "core/random.hpp"

namespace loom::laws {

using layout::IntTuple;
using layout::Layout;
using layout::Leaf;
using Values = std::vector<std::int64_t>;

enum class Verdict { held, refused, broken };

struct Law {
  const char* name;
  // One random case. A description of the case goes to `about`, for the message of a broken law.
  Verdict (*check)(Random& random, std::string& about);
};
std::vector<Law> laws_of_one();      // laws_one.cpp
std::vector<Law> laws_of_recast();   // laws_recast.cpp
std::vector<Law> laws_of_compose();  // laws_compose.cpp
std::vector<Law> laws_of_divide();   // laws_divide.cpp

struct Kind {
  int leaves = 4;            // at most
  std::int64_t size = 2048;  // at most
  bool negative = false;     // strides too
  bool tractable = false;    // sorted by stride, each is a multiple of where the one before ends
};
Layout random_layout(Random& random, const Kind& kind = {});

inline std::int64_t below(Random& random, std::int64_t bound) {
  return static_cast<std::int64_t>(random.below(static_cast<std::uint32_t>(bound)));
}

// L(x) for any x ≥ 0, of L's leaves: coordinates from left to right, the last one keeps what is
// left.
std::int64_t value(const std::vector<Leaf>& leaves, std::int64_t x);
Values values(const Layout& layout);  // for 0 ≤ x < size
std::int64_t count(const Layout& layout);
Values sorted(Values values);
bool distinct(const Values& values);

// Whether a nested shape is a refinement of the other: each number of the coarser one is the size
// of what stands there.
bool refines(const Layout& fine, const Layout& coarse);

// The same function on 0 … size − 1, or nothing, found by trying every shape with that product.
std::optional<Layout> any_layout(const Values& function);

inline Verdict judge(bool held) { return held ? Verdict::held : Verdict::broken; }

}  // namespace loom::laws
