#include "web/live/player.hpp"

#include <algorithm>
#include <cstdlib>

namespace loom::live {
namespace {

constexpr double whole_ms = 12000, calm_period_ms = 900;
constexpr double shortest_motion_ms = 150, longest_motion_ms = 400;
constexpr double single_step_ms = 320;   // a step by hand
constexpr double longest_tick_ms = 100;  // after a tab has slept, playing must not jump to the end

}  // namespace

Pace pace(int steps) {
  const double period = std::min(calm_period_ms, whole_ms / std::max(steps, 1));
  return {period,
          std::min(period, std::clamp(0.6 * period, shortest_motion_ms, longest_motion_ms))};
}

float ease(float share) {
  const float t = std::clamp(share, 0.f, 1.f);
  return t * t * (3 - 2 * t);
}

void Player::cut(int step, int steps) {
  step_ = step;
  steps_ = steps;
  moving_ = false;
  since_step_ms_ = 0;
  if (step_ >= steps_) playing_ = false;
}

void Player::go(int step) {
  if (step == step_) return;
  if (std::abs(step - step_) == 1) {
    start_motion(step, single_step_ms);
    even_ = false;
  } else {
    step_ = step;
    moving_ = false;
  }
  since_step_ms_ = 0;
  if (step_ >= steps_) playing_ = false;
}

void Player::play(double speed) {
  speed_ = speed;
  if (steps_ == 0 || playing_) return;
  if (step_ >= steps_) cut(0, steps_);
  playing_ = true;
  since_step_ms_ = pace(steps_).period_ms;  // the first step is due at once
  linger_ms_ = 0;
  if (!moving_) now_ms_ = -1;
}

void Player::pause() { playing_ = false; }

void Player::linger(double ms) { linger_ms_ = ms; }

void Player::set_still(bool still) {
  still_ = still;
  if (still) moving_ = false;
}

void Player::start_motion(int step, double duration_ms) {
  if (!busy()) now_ms_ = -1;
  from_ = step_;
  step_ = step;
  moving_ = !still_;
  elapsed_ms_ = 0;
  duration_ms_ = duration_ms;
}

Player::Tick Player::tick(double now_ms) {
  Tick tick = {false, false};
  if (!busy()) return tick;
  const double passed = now_ms_ < 0 ? 0 : std::clamp(now_ms - now_ms_, 0.0, longest_tick_ms);
  now_ms_ = now_ms;
  if (moving_) {
    elapsed_ms_ += passed;
    tick.moved = true;
    if (elapsed_ms_ >= duration_ms_) moving_ = false;
  }
  if (!playing_) return tick;
  const Pace pace = live::pace(steps_);
  const auto period = [&] { return std::max(pace.period_ms, linger_ms_); };
  since_step_ms_ += passed * speed_;
  while (since_step_ms_ >= period() && step_ < steps_) {
    since_step_ms_ -= period();
    linger_ms_ = 0;
    start_motion(step_ + 1, pace.motion_ms);
    elapsed_ms_ = std::min(since_step_ms_, pace.motion_ms);
    even_ = pace.motion_ms == pace.period_ms;
    tick.moved = tick.stepped = true;
  }
  if (step_ >= steps_) playing_ = false;
  return tick;
}

Position Player::position() const {
  if (!moving_) return {step_, 1};
  const auto share = static_cast<float>(std::min(1.0, elapsed_ms_ / duration_ms_));
  const float eased = even_ ? share : ease(share);
  return from_ < step_ ? Position{step_, eased} : Position{from_, 1 - eased};
}

}  // namespace loom::live
