// What was wrong with a run: faults of the kernel, merged and counted. They never change a result.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "core/cuda/code.hpp"

namespace loom::cuda {

enum class Fault : std::uint8_t {
  out_of_bounds,
  misaligned,
  uninitialized,
  race,
  barrier_divergence,
  inactive_shuffle,
  deadlock,
  null,
  division_by_zero,
  overflow,
  step_limit,
  order_dependent,
  read_only,  // a store to __constant__ memory
  assertion,
  trap,
};
std::string_view name(Fault fault);

using Index3 = std::array<std::uint32_t, 3>;  // x, y, z

struct Party {
  Index3 block{}, thread{};
};

struct Finding {
  Fault kind{};
  Place place;
  std::string message;         // one sentence without a final period
  std::string object;          // "s[3][4]"; empty: nothing in memory
  std::optional<Party> who;    // the first that did it
  std::optional<Party> other;  // of a race: the other side
  std::optional<Place> other_place;
  long long count = 1;  // lanes; of barriers: barriers
};

class Findings {
 public:
  // Findings of one kind, place and subject are one: counted. The first, for the caller to fill, or
  // nullptr. `subject`: what else tells them apart, such as the array.
  Finding* add(Fault kind, std::int32_t place, std::int64_t subject, long long count);
  std::vector<Finding>& all() { return all_; }

 private:
  std::map<std::tuple<Fault, std::int32_t, std::int64_t>, std::size_t> known_;
  std::vector<Finding> all_;  // in order of their first
};

std::string text(const Index3& index);  // "(3,0,0)"

}  // namespace loom::cuda
