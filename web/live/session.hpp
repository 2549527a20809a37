// A live scene: its state, its timeline in motion, and what a pointer does to it. It does not
// depend on windows, graphics or the page.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "web/live/player.hpp"
#include "web/scene/scene.hpp"

namespace loom::live {

struct Change;

class Session {
 public:
  explicit Session(const scene::Description& description) : state_(description) { cut(); }

  const scene::State& state() const { return state_; }

  // As in scene::State; refused changes leave everything as it was.
  std::optional<Error> load(std::string_view query);
  std::optional<Error> set(std::string_view key, std::string_view text);
  std::optional<Error> merge(std::string_view query);

  void seek(int step);          // clamped to the timeline
  void play(double speed = 1);  // playing pauses on steps with long sentences
  void pause() { player_.pause(); }
  bool playing() const { return player_.playing(); }
  void set_still(bool still);

  // A pressed and released hotspot, or one dragged to a point or onto a place. True when the state
  // changed.
  bool click(const scene::Action& action);
  bool drag(const scene::Action& action, scene::Point at);
  bool drop(const scene::Action& action, int number);

  // A part to light up, or "".
  void highlight(std::string_view part);
  std::string_view lit() const { return lit_; }

  // Lets time pass; true when playing went on to another step.
  bool tick(double now_ms);
  bool busy() const { return player_.busy(); }

  // Whether the picture differs from the one at the last call.
  bool take_dirty();
  bool dirty() const { return dirty_; }
  void touch() { dirty_ = true; }

  scene::View view(float width) const;

 private:
  bool apply(const Change& change);  // including the query of the action
  void go_on(int step);
  void cut() { player_.cut(state_.step(), state_.scene().steps()); }

  scene::State state_;
  Player player_;
  std::string lit_;
  bool dirty_ = true;
};

}  // namespace loom::live
