#include "web/live/actions.hpp"

#include <algorithm>
#include <cmath>

#include "core/logarithm.hpp"
#include "core/numerics/decimal.hpp"
#include "web/scene/format.hpp"

namespace loom::live {
namespace {

using scene::Action;
using scene::Kind;
using scene::Parameter;
using scene::State;

constexpr std::string_view step_key = "step";  // the timeline; not a parameter

const Parameter* find_parameter(const State& state, std::string_view key) {
  for (const Parameter& parameter : state.values().parameters())
    if (parameter.key == key) return &parameter;
  return nullptr;
}

// Uses as many decimals as the step has, so that 0.1 + 0.2 is written 0.3.
std::string rounded(double value, double minimum, double maximum, double step) {
  int decimals = 0;
  if (step > 0) {
    value = minimum + std::round((value - minimum) / step) * step;
    const std::string digits = scene::shortest(step);
    if (const size_t point = digits.find('.'); point != digits.npos)
      decimals = static_cast<int>(digits.size() - point) - 1;
  }
  return numerics::fixed_text(std::clamp(value, minimum, maximum), decimals);
}

// The list with one entry replaced, or nothing when it has no such entry.
std::optional<std::string> with_entry(std::string_view list, int index, std::string_view entry) {
  size_t from = 0;
  for (int i = 0; i < index; ++i) {
    from = list.find(',', from);
    if (from == list.npos) return std::nullopt;
    ++from;
  }
  const size_t to = std::min(list.find(',', from), list.size());
  return std::string(list.substr(0, from)) + std::string(entry) + std::string(list.substr(to));
}

// `text` is the whole value that the action names, or an entry that goes back into its list.
// Nothing if the state already has that value, or would refuse it.
std::optional<Change> change(const Action& action, const State& state, std::string text) {
  const Parameter* parameter = find_parameter(state, action.key);
  if (!parameter) {
    if (action.key != step_key || text == std::to_string(state.step())) return std::nullopt;
    return Change{std::string(action.key), std::move(text)};
  }
  if (parameter->kind == Kind::numbers && action.index >= 0) {
    std::optional<std::string> list =
        with_entry(state.values().text(action.key), action.index, text);
    if (!list) return std::nullopt;
    text = std::move(*list);
  }
  Result<std::string> accepted = scene::canonical(*parameter, text);
  if (!accepted || *accepted == state.values().text(action.key)) return std::nullopt;
  return Change{std::string(action.key), std::move(*accepted)};
}

float beyond(float at, float from, float to) { return std::max({from - at, at - to, 0.f}); }

// Clamped to the cells before it becomes a whole number: a pointer may be anywhere, or nowhere
// (NaN).
int cell(float at, float from, float size, int count) {
  const float place = (at - from) / size * static_cast<float>(count);
  if (!(place > 0)) return 0;
  return place < static_cast<float>(count) ? static_cast<int>(place) : count - 1;
}

}  // namespace

bool is_drag(const Action& action) { return action.kind >= Action::Kind::drag_x; }

std::optional<int> place_at(std::span<const scene::Hotspot> hotspots, std::string_view key,
                            scene::Point at) {
  std::optional<int> number;
  float least = 0;
  for (const scene::Hotspot& hotspot : hotspots) {
    const scene::Rect& rect = hotspot.rect;
    const scene::Places& places = hotspot.places;
    if (key.empty() || places.key != key) continue;
    const float distance =
        std::hypot(beyond(at.x, rect.x, rect.right()), beyond(at.y, rect.y, rect.bottom()));
    if (number && !(distance < least)) continue;
    least = distance;
    number = places.first + cell(at.x, rect.x, rect.width, places.columns) +
             cell(at.y, rect.y, rect.height, places.rows) * places.columns;
  }
  return number;
}

std::optional<Change> drop(const Action& action, const State& state, int number) {
  const std::string_view before =
      action.value.empty() ? state.values().text(action.key) : action.value;
  std::optional<std::string> list = with_entry(before, action.index, std::to_string(number));
  if (!list) return std::nullopt;
  scene::Values also = state.values();
  if (also.set_query(action.also)) return std::nullopt;
  // The place where the drag began. That alone is no reason to apply the query of the action.
  if (*list == before && !(also == state.values())) return std::nullopt;
  if (also.set(action.key, *list) || also == state.values()) return std::nullopt;
  return Change{std::string(action.key), std::move(*list), action.also};
}

std::optional<Change> click(const Action& action, const State& state) {
  if (action.kind != Action::Kind::set) return std::nullopt;
  if (action.also.empty()) return change(action, state, action.value);
  scene::Values next = state.values();
  if (next.set_query(action.also) || next.set(action.key, action.value)) return std::nullopt;
  if (next == state.values()) return std::nullopt;
  return Change{std::string(action.key), action.value, action.also};
}

std::optional<Change> drag(const Action& action, const State& state, scene::Point at) {
  if (!is_drag(action) || action.from_px == action.to_px) return std::nullopt;
  const float px = action.kind == Action::Kind::drag_x ? at.x : at.y;
  const double share = static_cast<double>((px - action.from_px) / (action.to_px - action.from_px));
  const double value =
      action.logarithmic
          ? action.from_value *
                std::exp(share * natural_logarithm(action.to_value / action.from_value))
          : action.from_value + share * (action.to_value - action.from_value);
  if (!std::isfinite(share)) return std::nullopt;
  if (action.key == step_key)
    return change(action, state, rounded(value, 0, state.scene().steps(), 1));
  const Parameter* parameter = find_parameter(state, action.key);
  // A text has no range of its own, so the number stays in the action's range.
  const size_t hole = action.value.find(scene::hole);
  if (parameter && parameter->kind == Kind::text &&
      (action.digits > 0 || hole != std::string::npos)) {
    const auto [least, most] = std::minmax(action.from_value, action.to_value);
    const std::string number =
        action.digits > 0 ? numerics::general_text(std::clamp(value, least, most), action.digits)
                          : rounded(value, least, most, 1);
    std::string text = action.value;
    return change(
        action, state,
        hole == std::string::npos ? number : text.replace(hole, scene::hole.size(), number));
  }
  if (!parameter || (parameter->kind != Kind::integer && parameter->kind != Kind::real &&
                     parameter->kind != Kind::numbers))
    return std::nullopt;
  if (parameter->kind == Kind::numbers && action.index < 0) return std::nullopt;
  if (action.step > 0) {
    const double least = std::ceil(parameter->minimum / action.step) * action.step,
                 most = std::floor(parameter->maximum / action.step) * action.step;
    return change(action, state, rounded(value, least, most, action.step));
  }
  if (action.digits > 0)
    return change(action, state,
                  numerics::general_text(std::clamp(value, parameter->minimum, parameter->maximum),
                                         action.digits));
  return change(action, state,
                rounded(value, parameter->minimum, parameter->maximum,
                        parameter->kind == Kind::integer ? 1 : parameter->step));
}

}  // namespace loom::live
