#include <algorithm>
#include <charconv>

#include "core/text/clipped.hpp"
#include "web/scene/query.hpp"
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
  step_ = opening();  // a scene is made in its default state: setting it would compute it twice
}

std::optional<Error> State::load(std::string_view query) {
  Result<Named> asked = named(description_->parameters, query);
  if (!asked) return asked.error();
  if (auto error = accept(std::move(asked->values), asked->step)) return error;
  if (!asked->step) step_ = opening();
  stepped_ = false;
  return std::nullopt;
}

std::optional<Error> State::set(std::string_view key, std::string_view text) {
  if (key == "step") return go(text);
  Values values = values_;
  if (auto error = values.set(key, text)) return error;
  return accept(std::move(values), std::nullopt);
}

std::optional<Error> State::seek(int step) { return go(std::to_string(step)); }

std::optional<Error> State::merge(std::string_view query) {
  Values values = values_;
  if (auto error = values.set_query(query)) return error;
  return accept(std::move(values), std::nullopt);
}

std::string State::query() const {
  std::string query = values_.query();
  if (step_ != opening()) query += (query.empty() ? "step=" : "&step=") + std::to_string(step_);
  return query;
}

std::optional<Error> State::go(std::string_view step) {
  if (auto error = accept(values_, step)) return error;
  stepped_ = true;
  return std::nullopt;
}

// All or nothing: a refused step must not leave new values behind. If there is no step, see State.
std::optional<Error> State::accept(Values values, std::optional<std::string_view> step) {
  const bool keeps = stepped_ && step_ > 0 && step_ < scene_->steps();
  const bool changed = !(values == values_);
  if (changed)
    if (auto error = scene_->set(values)) return error;
  int next = !changed || keeps ? std::min(step_, scene_->steps()) : scene_->steps();
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
