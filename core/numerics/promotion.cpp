#include "core/numerics/promotion.hpp"

#include <utility>

#include "core/numerics/format.hpp"
#include "core/numerics/measured_dots.hpp"

namespace loom::numerics {
namespace {

std::string_view format_of(const TensorCore& unit) {
  return unit.operand == "e5m2" ? "e5m2" : "e4m3";
}

}  // namespace

PromotedDots promoted_dots(const TensorCore& unit, DotData data, int length,
                           std::span<const int> intervals, int step, PromotedDots before) {
  PromotedDots found{.unit = unit,
                     .data = data,
                     .intervals = {intervals.begin(), intervals.end()},
                     .step = step,
                     .a = std::move(before.a),
                     .b = std::move(before.b)};
  const auto count = static_cast<std::size_t>(length);
  if (data != before.data || format_of(unit) != format_of(before.unit) || found.a.size() < count) {
    const Format& format = *find_format(format_of(unit));
    found.a = dot_data(data, format, 1000, length);
    found.b = dot_data(data, format, 2000, length);
  }
  found.a.resize(count);
  found.b.resize(count);
  found.sums = partial_sums(unit, found.a, found.b, intervals);
  found.exact = exact_dots(found.a, found.b, static_cast<std::size_t>(step));
  return found;
}

const PartialSum& PromotedDots::state(std::size_t n, int steps) const {
  return sums[n][static_cast<std::size_t>(instructions(steps)) - 1];
}

double PromotedDots::error(std::size_t n, int steps) const {
  const double right = exact[static_cast<std::size_t>(steps) - 1], off = sum(n, steps) - right;
  return off == 0 ? 0 : off / right;
}

const float* PromotedDots::measured(std::size_t n, int steps) const {
  return measured_sum(unit.operand, data, intervals[n], steps * step);
}

Instruction PromotedDots::last_instruction(std::size_t n, int steps) const {
  return instruction_of(unit, a, b, intervals[n], sums[n],
                        static_cast<std::size_t>(instructions(steps)) - 1);
}

}  // namespace loom::numerics
