#include <algorithm>
#include <charconv>

#include "web/scene/format.hpp"
#include "web/scene/scene.hpp"

namespace loom::scene {
namespace {

Error step_error(std::string_view given, int steps) {
  if (steps == 0)
    return {"'step': got '" + clipped(given, 40) + "', but this scene has no timeline"};
  return {"'step': got '" + clipped(given, 40) + "', expected a whole number from 0 to " +
          std::to_string(steps)};
}

}  // namespace

State::State(const Description& description)
    : description_(&description), scene_(description.make()), values_(description.parameters) {
  (void)scene_->set(values_);  // defaults are good: every scene's test says so
  step_ = opening();
}

std::optional<Error> State::load(std::string_view query) {
  Values values(description_->parameters);
  Result<std::vector<Field>> fields = parse_query(query);
  if (!fields) return fields.error();
  std::optional<std::string_view> step;
  for (const Field& field : *fields) {
    if (field.key == "step")
      step = field.text;
    else if (auto error = values.set(field.key, field.text))
      return error;
  }
  return accept(std::move(values), step, true);
}

std::optional<Error> State::set(std::string_view key, std::string_view text) {
  if (key == "step") return accept(values_, text, false);
  Values values = values_;
  if (auto error = values.set(key, text)) return error;
  return accept(std::move(values), std::nullopt, false);
}

std::optional<Error> State::seek(int step) { return accept(values_, std::to_string(step), false); }

std::optional<Error> State::merge(std::string_view query) {
  Values values = values_;
  if (auto error = values.set_query(query)) return error;
  return accept(std::move(values), std::nullopt, false);
}

std::string State::query() const {
  std::string query = values_.query();
  if (step_ != opening()) query += (query.empty() ? "step=" : "&step=") + std::to_string(step_);
  return query;
}

// All or nothing: a refused step must not leave new values behind. Without a step, a reopened scene
// goes to its opening; otherwise the position is kept.
std::optional<Error> State::accept(Values values, std::optional<std::string_view> step,
                                   bool reopen) {
  const bool at_end = description_->opens_at_end && step_ == scene_->steps();
  const bool changed = !(values == values_);
  if (changed)
    if (auto error = scene_->set(values)) return error;
  int next = reopen || at_end ? opening() : std::min(step_, scene_->steps());
  if (step) {
    const auto [end, status] = std::from_chars(step->data(), step->data() + step->size(), next);
    if (status != std::errc() || end != step->data() + step->size() || next < 0 ||
        next > scene_->steps()) {
      const Error error = step_error(*step, scene_->steps());
      if (changed) (void)scene_->set(values_);
      return error;
    }
  }
  values_ = std::move(values);
  step_ = next;
  return std::nullopt;
}

}  // namespace loom::scene
