#include "web/live/session.hpp"

#include <algorithm>
#include <utility>

#include "web/live/actions.hpp"
#include "web/scene/query.hpp"

namespace loom::live {

std::optional<Error> Session::load(std::string_view query) {
  if (auto error = state_.load(query)) return error;
  player_.pause();
  cut();
  dirty_ = true;
  return std::nullopt;
}

std::optional<Error> Session::set(std::string_view key, std::string_view text) {
  const int before = state_.step();
  if (auto error = state_.set(key, text)) return error;
  if (key == "step")
    player_.go(state_.step());
  else
    go_on(before);
  dirty_ = true;
  return std::nullopt;
}

std::optional<Error> Session::merge(std::string_view query) {
  const int before = state_.step();
  if (auto error = state_.merge(query)) return error;
  go_on(before);
  dirty_ = true;
  return std::nullopt;
}

// A playing timeline goes on from where it is.
void Session::go_on(int step) {
  if (playing()) (void)state_.seek(std::min(step, state_.scene().steps()));
  cut();
}

void Session::seek(int step) {
  (void)state_.seek(std::clamp(step, 0, state_.scene().steps()));
  player_.go(state_.step());
  dirty_ = true;
}

void Session::play(double speed) {
  player_.play(speed);
  if (player_.step() == state_.step()) return;
  (void)state_.seek(player_.step());  // from the end back to the start
  dirty_ = true;
}

void Session::set_still(bool still) {
  player_.set_still(still);
  dirty_ = true;
}

bool Session::click(const scene::Action& action) {
  const std::optional<Change> change = live::click(action, state_);
  if (!change) return false;
  return change->also.empty() ? !set(change->key, change->text) : apply(*change);
}

bool Session::drag(const scene::Action& action, scene::Point at) {
  const std::optional<Change> change = live::drag(action, state_, at);
  return change && !set(change->key, change->text);
}

bool Session::drop(const scene::Action& action, int number) {
  const std::optional<Change> change = live::drop(action, state_, number);
  return change && apply(*change);
}

bool Session::apply(const Change& change) {
  const scene::Field field{change.key, change.text};
  return !merge(scene::query_of({&field, 1}) + "&" + std::string(change.also));
}

void Session::highlight(std::string_view part) {
  if (lit_ == part) return;
  lit_ = part;
  dirty_ = true;
}

bool Session::tick(double now_ms) {
  const Player::Tick tick = player_.tick(now_ms);
  dirty_ |= tick.moved;
  if (!tick.stepped) return false;
  (void)state_.seek(player_.step());
  // Readers watch long timelines and do not read every step.
  constexpr int most_steps = 24;
  constexpr double ms_a_letter = 16, longest_ms = 2400;
  if (state_.scene().steps() <= most_steps) {
    const auto letters = static_cast<double>(state_.scene().status(state_.step()).size());
    player_.linger(std::min(letters * ms_a_letter, longest_ms));
  }
  return true;
}

bool Session::take_dirty() { return std::exchange(dirty_, false); }

scene::View Session::view(float width) const {
  const Position position = player_.position();
  return {.width = width, .step = position.step, .fraction = position.fraction};
}

}  // namespace loom::live
