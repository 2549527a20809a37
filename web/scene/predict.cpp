#include "web/scene/predict.hpp"

#include <cmath>

#include "web/scene/format.hpp"

namespace loom::scene {
namespace {

std::string number(const Metric& metric, double value) {
  std::string text =
      metric.decimals == 0 ? integer(std::llround(value)) : fixed(value, metric.decimals);
  if (metric.unit == "%") return text + "%";
  return metric.unit.empty() ? text : fill("{} {}", {text, metric.unit});
}

}  // namespace

std::string reveal(const Metric& metric) {
  return fill("{}: {}.", {metric.label, number(metric, metric.value)});
}

std::string answer(const Metric& metric, double guess) {
  if (!std::isfinite(guess)) return "Type a number first.";
  const bool exact = fixed(guess, metric.decimals) == fixed(metric.value, metric.decimals);
  const double off = std::fabs(guess - metric.value);
  const bool near = off <= 0.1 * std::fabs(metric.value);
  const std::string verdict = exact                  ? "Exactly right."
                              : near                 ? "Close: within 10%."
                              : guess > metric.value ? "Too high."
                                                     : "Too low.";
  return verdict + " " + reveal(metric);
}

}  // namespace loom::scene
