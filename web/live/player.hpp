// Moves along a scene's timeline: whole steps, and eased motion between neighbors. Times are
// milliseconds of any clock that does not run backwards.
#pragma once

namespace loom::live {

// How a timeline is played: one step every `period_ms`, of which the picture moves for `motion_ms`.
struct Pace {
  double period_ms, motion_ms;
};

// Short timelines play calmly. Long ones play faster, so that the whole lasts at most twelve
// seconds.
Pace pace(int steps);

// Slow, fast, slow: 0…1 → 0…1.
float ease(float share);

// Where the picture is: at `step`, or (fraction < 1) on the way from step − 1. See scene::View.
struct Position {
  int step = 0;
  float fraction = 1;
};

class Player {
 public:
  // The timeline has another length, or another state is shown: stop the motion, and do not play
  // past the end.
  void cut(int step, int steps);

  // Moves to a neighboring step in one motion, and jumps to any other. The caller keeps the step
  // inside the timeline.
  void go(int step);

  // From the start again when it is at the end. Speed 2: in half the time.
  void play(double speed = 1);
  void pause();                // a motion that has begun is completed
  void linger(double ms);      // playing stays at this step for at least this long, at speed 1
  void set_still(bool still);  // the reader prefers reduced motion: cut, don't move

  // Lets time pass. `moved`: the picture differs from before; `stepped`: playing went on to another
  // step().
  struct Tick {
    bool moved, stepped;
  };
  Tick tick(double now_ms);

  int step() const { return step_; }  // the step that is shown or moved to
  bool playing() const { return playing_; }
  bool busy() const { return playing_ || moving_; }  // wants to be ticked
  Position position() const;

 private:
  void start_motion(int step, double duration_ms);

  int step_ = 0, steps_ = 0;
  bool playing_ = false, still_ = false;
  double now_ms_ = -1;        // of the last tick; below 0: the clock has stood still since then
  double since_step_ms_ = 0;  // while playing
  double linger_ms_ = 0;
  double speed_ = 1;

  bool moving_ = false;
  int from_ = 0;  // the motion leads from here to step_
  double elapsed_ms_ = 0, duration_ms_ = 0;
  bool even_ = false;  // motions that follow one another without a pause are not eased
};

}  // namespace loom::live
