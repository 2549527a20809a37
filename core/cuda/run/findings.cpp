#include "core/cuda/run/findings.hpp"

namespace loom::cuda {

std::string_view name(Fault fault) {
  constexpr std::string_view names[] = {
      "out_of_bounds",      "misaligned",       "uninitialized", "race",
      "barrier_divergence", "inactive_shuffle", "deadlock",      "null",
      "division_by_zero",   "overflow",         "step_limit",    "order_dependent",
      "read_only",          "assertion",        "trap"};
  return names[static_cast<std::size_t>(fault)];
}

std::string text(const Index3& index) {
  return "(" + std::to_string(index[0]) + "," + std::to_string(index[1]) + "," +
         std::to_string(index[2]) + ")";
}

}  // namespace loom::cuda
