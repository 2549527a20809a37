// All that a run shares: the code made ready, memory, time, findings and counts; and a resident
// block.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "core/cuda/count/lines.hpp"
#include "core/cuda/run/arithmetic.hpp"
#include "core/cuda/run/findings.hpp"
#include "core/cuda/run/functions.hpp"
#include "core/cuda/run/memory.hpp"
#include "core/cuda/run/recorder.hpp"
#include "core/cuda/run/run.hpp"
#include "core/cuda/run/shadow.hpp"
#include "core/cuda/run/warp.hpp"
#include "core/random.hpp"

namespace loom::cuda {

// What is known of an instruction before it runs.
struct Ready {
  LaneFunction function = nullptr;  // arithmetic
  MathFunction math;                // Op::function
  std::int32_t cost = 1;            // steps
  std::int32_t patterns = -1;       // of memory instructions: index into Machine::patterns
  unsigned stamp = 0;               // which memory instruction, for races: 1 … 255
  std::uint64_t stamp_who = 0;      // its upper half, as in Cell::who of four bytes
  bool defines = false;             // its result may be a variable without a value (undefined.hpp)
  bool depends = false;             // an operand may be one
  bool only_computes = false;       // arithmetic, and neither of the two
  std::int32_t result = 0, a = 0, b = 0, c = 0;  // registers; none: 0
};

class Watch;

// A byte of a frame.
enum class FrameByte : std::uint8_t { hole, unwritten, written };

struct Block {
  std::uint32_t number = 0;
  Index3 index{};
  std::vector<Warp> warps;
  std::vector<Clock*> clocks;  // of the warps
  std::vector<std::uint8_t> shared;
  Shadow shadow;                     // of shared memory
  std::vector<std::uint8_t> frames;  // of all threads, one after another
  std::vector<FrameByte> frame_bytes;
  bool waits = false;  // its last turn ended in vain
  // In this turn: when it last told others something (ticks of the order; 0: it did not), and
  // whether the turn ends because it is about to tell them more.
  std::uint32_t told = 0;
  bool gives_way = false;
  int returned = 0;  // threads that have left before the kernel's end: no barrier waits for them

  Region shared_region() {
    return {window::shared_base, shared.size(), shared.data(), shadow.cells(), false, 2, -1};
  }
};

inline constexpr int report_cost = 16;  // steps: finding and counting a fault takes time, too

struct Machine {
  Machine(const Code& its_code, const Launch& its_launch, bool its_careful = false);

  const Code& code;
  const Launch& launch;
  std::vector<Ready> ready;
  Memory memory;
  std::vector<int> slots;           // of each argument: of its array, or −1
  std::vector<int> variable_slots;  // of each variable, likewise
  Order order;
  bool foreign = false;  // a shuffle may read lanes that its mask does not name
  // What memory has no value is told where it is used, not where it is copied (undefined.hpp).
  bool careful = false;
  bool suspect = false;  // something was copied that may have no value
  Findings findings;
  std::vector<Tally> tallies;
  std::vector<Patterns> patterns;
  std::vector<std::int32_t> stamped;  // by stamp: the instruction
  std::vector<FrameByte> frame;       // of a thread, as it begins
  std::string printed;
  Recorder recorder;
  Watch* watch = nullptr;        // of a second run (watch.hpp)
  std::set<Address> unnamed;     // words with a race whose other side the shadow does not name
  int threads = 0;               // of a block
  std::size_t shared_bytes = 0;  // static and dynamic
  std::vector<std::size_t> shared_padding;  // bytes between members
  long long steps = 0, next_question = 0;
  std::int64_t changes = 0;  // of memory
  int waiting = 0;           // blocks that wait for another one
  bool stopped = false;      // a trap, or the steps are used up
  Mask kept = 0;
  Lanes keep;  // all bits of the lanes in `kept`
  Lanes out;   // what an instruction gives all lanes, of which some are kept

  const Instruction& at(std::int32_t pc) const {
    return code.instructions[static_cast<std::size_t>(pc)];
  }
  Place place(std::int32_t pc) const { return code.places[static_cast<std::size_t>(at(pc).place)]; }
  void place_strings();
  Index3 thread_index(int thread) const;
  Party party(const Block& block, int thread) const { return {block.index, thread_index(thread)}; }
  Index3 block_index(std::uint32_t number) const;
  void out_of_steps(const char* why, std::int32_t pc);  // the finding, and stops

  // A finding of some lanes of a warp; `make` completes the first: message, object. `who` is set.
  template <class F>
  void report(Fault fault, std::int32_t pc, std::int64_t subject, const Block& block,
              const Warp& warp, Mask lanes, F make) {
    report_at(fault, at(pc).place, pc, subject, block, warp, lanes, make);
  }
  template <class F>
  void report_at(Fault fault, std::int32_t key, std::int32_t pc, std::int64_t subject,
                 const Block& block, const Warp& warp, Mask lanes, F make) {
    steps += report_cost;
    Finding* const finding = findings.add(fault, key, subject, std::popcount(lanes));
    if (!finding) return;
    finding->place = place(pc);
    finding->who = party(block, warp.number * warp_lanes + first_lane(lanes));
    make(*finding);
  }
};

// The lanes of one instruction, with all that it acts on.
struct Step {
  Machine& machine;
  Block& block;
  Warp& warp;
  std::int32_t pc;
  Mask lanes;
  const Instruction& instruction() const { return machine.at(pc); }
  const Ready& ready() const { return machine.ready[static_cast<std::size_t>(pc)]; }
  Tally& tally() const { return machine.tallies[static_cast<std::size_t>(pc)]; }
  int thread(int lane) const { return warp.number * warp_lanes + lane; }
  // An atomic or a volatile store has changed memory: after a fence, that tells others something.
  void told() const {
    if (warp.clock.fenced != 0) block.told = machine.order.tick();
  }
};

// Why a warp stopped.
enum class Pause { turn_over, waits, spins, done };

// Runs a warp for a number of instructions.
Pause run_warp(Machine& machine, Block& block, Warp& warp, int turn);

// simple.cpp: constants, special registers, functions; undefine and use; assertion and trap
void simple(const Step& step);
void declare(const Step& step);
void assertion(const Step& step);

// transfer.cpp, atomic.cpp, async_copy.cpp
void load_or_store(const Step& step);
void atomic(const Step& step);
void copy_async(const Step& step);
void commit_copies(const Step& step);
void wait_for_copies(const Step& step);

// exchange.cpp: shuffles, votes, matches, reductions, sync_warp. False: lanes of the mask are
// missing, and `forced` is not set: the group has to wait.
bool exchange(const Step& step, bool forced);
// Of a shuffle: the lanes that get the value of a lane in `before`.
Mask undefined_after_shuffle(const Step& step, Mask before);

// barrier.cpp: every thread of the block that lives waits at a barrier: on they go.
void release_barrier(Machine& machine, Block& block);

// print.cpp
void print(const Step& step);

// block.cpp: a block as it begins; and its turn.
void begin_block(Machine& machine, Block& block, std::uint32_t number);
enum class Turn {
  done,
  stuck,
  over
};  // stuck: nothing changes unless another block changes memory
Turn run_block(Machine& machine, Block& block, Random* order);

}  // namespace loom::cuda
