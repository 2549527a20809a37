// Runs a kernel warp by warp, and counts what hardware counts.
//
// The order, the same in every run: the blocks of the grid start in the order of their numbers, as
// many at a time as the chip holds. A block runs until it ends, waits in vain for others, or is
// about to tell blocks that wait more than one thing (by an atomic or a volatile store after a
// fence): then the next one has its turn, and those that wait have theirs again. Within a block its
// warps have turns in the order of their numbers, each until it waits at a barrier, ends, spins, or
// has executed 4,096 instructions. Within a warp the lanes with the lowest instruction number run,
// as many as stand there; if they spin, others have a turn. A seed gives another order of blocks
// and warps, and other lengths of turns.
//
// A race names the other thread. Where the shadow does not know it (it keeps one reader of each
// byte), the launch runs a second time, with all accesses to these places in view (watch.hpp).
//
// A warp spins if it comes to the same jump backward again, its registers are the same, and it
// stored nothing.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/cuda/code.hpp"
#include "core/cuda/count/lines.hpp"
#include "core/cuda/run/findings.hpp"
#include "core/cuda/run/trace.hpp"
#include "core/result.hpp"

namespace loom::cuda {

// What a parameter of the kernel gets.
struct Argument {
  bool pointer = false;
  std::string name;                    // of the array, for findings; empty: the parameter's
  std::vector<std::uint8_t> bytes;     // of an array, as it lies in memory; null: see below
  std::vector<std::uint8_t> written;   // 1 for each byte that has a value; empty: all of them
  bool null = false;                   // a null pointer
  std::vector<std::uint64_t> scalars;  // of a value, as registers hold them (core/cuda/code.hpp)
};

struct Limits {
  long long steps =
      50'000'000;  // of one warp: an instruction of arithmetic is 1, an access to memory 8
  long long memory = 1ll << 30;   // bytes for arrays, shadows and live blocks
  std::size_t printed = 1 << 20;  // bytes of printf
};

struct Launch {
  Index3 grid{1, 1, 1}, block{1, 1, 1};
  long long dynamic_shared = 0;
  std::vector<Argument> arguments;
  std::optional<std::uint64_t> order;  // a seed: runs it in the usual order, too, and compares
  std::string capability = "9.0";  // the chip: its compute capability (core/device/capability.hpp)
  int sms = 132;                   // its multiprocessors
  Limits limits;
  std::optional<TraceRequest> trace;
  bool one_by_one = false;  // no access of a warp at once, but lane after lane: slower, for tests
  // Asked now and then with the steps so far; false: stop, as if the steps were used up.
  std::function<bool(long long)> go_on;
};

struct Outcome {
  std::vector<std::vector<std::uint8_t>>
      arguments;                  // what the kernel left in memory; of a value: empty
  std::vector<LineCounts> lines;  // ascending; every line that was executed
  LineCounts total;               // line 0
  std::vector<Finding> findings;
  std::string printed;
  long long steps = 0;
  long long lane_operations = 0;  // instructions of the machine, for each active lane
  int resident_blocks = 0;        // at most at a time, on the whole chip
  std::optional<Trace> trace;
};

// "LINE:COLUMN: " of the kernel, which stands before what a launch is refused for.
std::string place_of(const Code& code);

// Refused, with "LINE:COLUMN: " of the kernel before the reason: code that is not sound, and
// launches that hardware refuses or that are larger than the limits.
Result<Outcome> run(const Code& code, const Launch& launch);

// How far a run is. All blocks count again where they run again: in the usual order if a seed is
// given; and once more, as soon as that is known, to find the other side of a race.
struct Progress {
  long long steps = 0, most_steps = 0;
  long long blocks_done = 0, blocks = 0;
};

// The same run in slices, for a program that has something else to do in between.
class Run {
 public:
  // Refused as by run(). Code and launch must outlive it.
  static Result<Run> begin(const Code& code, const Launch& launch);
  Run(Run&&) noexcept;
  Run& operator=(Run&&) noexcept;
  ~Run();

  // Goes on for about so many steps, up to a million more. False: it has ended.
  bool go(long long steps);
  Progress progress() const;
  Outcome outcome() &&;  // once it has ended

 private:
  struct State;
  explicit Run(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace loom::cuda
