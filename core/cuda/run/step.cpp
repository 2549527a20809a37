// Executes instructions of one warp.
#include <algorithm>

#include "core/cuda/run/machine.hpp"
#include "core/cuda/run/undefined.hpp"

namespace loom::cuda {
namespace {

// Which faults arithmetic gives.
void arithmetic_faults(const Step& step, Mask faults) {
  const Instruction& instruction = step.instruction();
  const bool division = instruction.op == Op::div || instruction.op == Op::rem;
  step.machine.report(
      division ? Fault::division_by_zero : Fault::overflow, step.pc, 0, step.block, step.warp,
      faults, [&](Finding& finding) {
        finding.message = division
                              ? "an integer is divided by zero; the result here is 0"
                              : "a signed integer overflows on its way to an index; compute it in "
                                "long long or size_t";
      });
}

void arithmetic(const Step& step, const Ready& ready) {
  const Instruction& i = step.instruction();
  Warp& warp = step.warp;
  const Lanes& a = warp[std::max(i.a, 0)];
  const Lanes& b = warp[std::max(i.b, 0)];
  const Lanes& c = warp[std::max(i.c, 0)];
  Mask faults;
  if (step.lanes == all_lanes) {
    faults = ready.function(warp[i.result], a, b, c);
  } else {
    Lanes out;
    faults = ready.function(out, a, b, c) & step.lanes;
    Lanes& result = warp[i.result];
    for (int lane = 0; lane < warp_lanes; ++lane) {
      const std::uint64_t mine = 0 - static_cast<std::uint64_t>(step.lanes >> lane & 1);
      result[lane] = (out[lane] & mine) | (result[lane] & ~mine);
    }
  }
  if (faults != 0) arithmetic_faults(step, faults);
}

std::uint64_t special(const Step& step, Special which, int lane) {
  const Machine& m = step.machine;
  const auto number = static_cast<std::size_t>(which);
  switch (which) {
    case Special::thread_x:
    case Special::thread_y:
    case Special::thread_z:
      return step.warp.thread[number][lane];
    case Special::block_x:
    case Special::block_y:
    case Special::block_z:
      return step.block.index[number - static_cast<std::size_t>(Special::block_x)];
    case Special::block_size_x:
    case Special::block_size_y:
    case Special::block_size_z:
      return m.launch.block[number - static_cast<std::size_t>(Special::block_size_x)];
    case Special::grid_size_x:
    case Special::grid_size_y:
    case Special::grid_size_z:
      return m.launch.grid[number - static_cast<std::size_t>(Special::grid_size_x)];
    case Special::lane:
      return static_cast<std::uint64_t>(lane);
    case Special::warp:
      return static_cast<std::uint64_t>(step.warp.number);
    case Special::dynamic_shared:
      return window::shared_base + static_cast<std::uint64_t>((m.code.shared_bytes + 15) / 16 * 16);
    case Special::frame:
      return window::local_base;
  }
  return 0;
}

// Instructions that only write a register of each lane.
void simple(const Step& step) {
  const Instruction& i = step.instruction();
  Warp& warp = step.warp;
  switch (i.op) {
    case Op::constant:
      for_lanes(step.lanes,
                [&](int lane) { warp[i.result][lane] = static_cast<std::uint64_t>(i.imm); });
      break;
    case Op::special:
      for_lanes(step.lanes, [&](int lane) {
        warp[i.result][lane] = special(step, static_cast<Special>(i.imm), lane);
      });
      break;
    case Op::function:
      for_lanes(step.lanes, [&](int lane) {
        warp[i.result][lane] =
            step.ready().math(warp[std::max(i.a, 0)][lane], warp[std::max(i.b, 0)][lane],
                              warp[std::max(i.c, 0)][lane]);
      });
      break;
    case Op::active_mask:
      for_lanes(step.lanes, [&](int lane) { warp[i.result][lane] = step.lanes; });
      break;
    default:
      break;
  }
}

void declare(const Step& step) {
  const Instruction& i = step.instruction();
  const Register at = i.a != none ? i.a : i.result;
  Mask& undefined = step.warp.undefined[static_cast<std::size_t>(at)];
  if (i.op == Op::use) {  // perhaps only to be copied: see undefined.hpp
    if ((undefined & step.lanes) != 0)
      step.warp.last_used = variable_name(step.machine.code, at, step.pc);
    return;
  }
  undefined |= step.lanes;
  for_lanes(step.lanes, [&](int lane) { step.warp[at][lane] = 0; });
}

void assertion(const Step& step) {
  const Instruction& i = step.instruction();
  Mask failed = step.lanes;
  if (i.op == Op::assertion) {
    failed = 0;
    for_lanes(step.lanes, [&](int lane) { failed |= Mask{step.warp[i.a][lane] == 0} << lane; });
  }
  if (failed == 0) return;
  const bool named = i.op == Op::assertion && i.imm >= 0 &&
                     static_cast<std::size_t>(i.imm) < step.machine.code.texts.size();
  step.machine.report(
      i.op == Op::trap ? Fault::trap : Fault::assertion, step.pc, 0, step.block, step.warp, failed,
      [&](Finding& finding) {
        finding.message = i.op == Op::trap ? "__trap() ends the kernel" : "the assertion fails";
        if (named)
          finding.message = "the assertion '" +
                            step.machine.code.texts[static_cast<std::size_t>(i.imm)].text +
                            "' fails";
      });
  if (i.op == Op::trap) step.machine.stopped = true;
}

Mask where_true(const Step& step, Register at) {
  Mask out = 0;
  const Lanes& value = step.warp[at];
  for (int lane = 0; lane < warp_lanes; ++lane) out |= Mask{value[lane] != 0} << lane;
  return out & step.lanes;
}

// What a warp's registers and places look like.
std::uint64_t looks(const Warp& warp) {
  std::uint64_t hash = 0x9e3779b97f4a7c15;
  const auto mix = [&](std::uint64_t value) {
    hash = (hash ^ value) * 0xff51afd7ed558ccd, hash ^= hash >> 29;
  };
  for (const Lanes& lanes : warp.registers)
    for (const std::uint64_t value : lanes.at) mix(value);
  for (int i = 0; i < warp.group_count; ++i) {
    const Group& group = warp.groups[static_cast<std::size_t>(i)];
    mix(static_cast<std::uint64_t>(group.pc) << 32 | group.lanes);
  }
  return hash;
}

// At a jump backward: whether the warp stands where it stood before. It is looked at in short spans
// that become rarer.
bool spins(Warp& warp, std::int32_t pc) {
  if (warp.stored) {
    warp.stored = false;
    warp.read = false;
    warp.quiet = warp.spins_in_a_row = 0;
    return false;
  }
  constexpr int span = 8;
  ++warp.quiet;
  if (warp.quiet < warp.next_look) return false;
  if (warp.quiet == warp.next_look || warp.jumped_from < 0) {
    warp.jumped_from = pc;
    warp.looked = looks(warp);
    warp.read = warp.wrote = false;
    return false;
  }
  const bool same = pc == warp.jumped_from && looks(warp) == warp.looked;
  if (same || warp.quiet >= warp.next_look + span) {
    warp.next_look = same ? Warp::first_look : std::min(warp.next_look * 16, 1 << 28);
    warp.jumped_from = -1;
    if (same) warp.quiet = Warp::first_look - 1;
  }
  return same;
}

class Runner {
 public:
  Runner(Machine& machine, Block& block, Warp& warp, int turn)
      : m_(machine), block_(block), warp_(warp), left_(turn) {}

  Pause run() {
    while (true) {
      if (!warp_.settle() && !force()) return warp_.done() ? Pause::done : Pause::waits;
      stretch();
      if (m_.steps >= m_.next_question) ask();
      if (pause_) return *pause_;
      if (m_.stopped || left_ <= 0) return warp_.done() ? Pause::done : Pause::turn_over;
    }
  }

 private:
  // Nobody can run, but some wait for lanes that will not come: the lowest of them go on without.
  bool force() {
    int lowest = -1;
    for (int i = 0; i < warp_.group_count; ++i) {
      const Group& each = warp_.groups[static_cast<std::size_t>(i)];
      if (each.wait == Wait::warp &&
          (lowest < 0 || each.pc < warp_.groups[static_cast<std::size_t>(lowest)].pc))
        lowest = i;
    }
    if (lowest < 0) return false;
    warp_.groups[static_cast<std::size_t>(lowest)].wait = Wait::no;
    warp_.running = lowest;
    forced_ = true;
    return true;
  }

  // Runs the group until it parts, meets others, waits, or its turn is over.
  void stretch() {
    gave_way_ = false;
    Group& group = warp_.group();
    std::int32_t pc = group.pc;
    const std::int32_t stop = warp_.next_stop();
    const Mask lanes = group.lanes;
    const int active = std::popcount(lanes);
    const bool traced = m_.recorder.watches(block_.index, warp_.number);
    while (pc < stop && left_ > 0) {
      const Instruction& i = m_.at(pc);
      const Ready& ready = m_.ready[static_cast<std::size_t>(pc)];
      Tally& tally = m_.tallies[static_cast<std::size_t>(pc)];
      ++tally.executed;
      tally.lanes += active;
      m_.steps += ready.cost;
      --left_;
      last_ = pc;
      const bool fair_again = warp_.unfair > 0 && --warp_.unfair == 0;
      const Step step{m_, block_, warp_, pc, lanes};
      if (ready.depends) check_defined(step);
      if (ready.function) {
        arithmetic(step, ready);
        ++pc;
      } else if (i.op >= Op::jump && i.op <= Op::exit) {
        group.pc = pc;
        if (!jump(step)) return;
        pc = group.pc;
      } else {
        group.pc = pc;
        if (!execute(step)) return;
        ++pc;
      }
      if (ready.defines) spread_undefined(step);
      if (traced) m_.recorder.record(step);
      if (fair_again) break;
    }
    group.pc = pc;
  }

  // Whether the run may go on; if not, it ends at the last instruction.
  void ask() {
    constexpr long long every = 200'000;
    const long long most = m_.launch.limits.steps;
    m_.next_question = std::min(m_.steps + every, most);
    if (m_.steps >= most)
      m_.out_of_steps("the kernel has used up its steps", last_);
    else if (m_.launch.go_on && !m_.launch.go_on(m_.steps))
      m_.out_of_steps("the run was stopped", last_);
  }

  // True: the group goes on as it is, at its pc.
  bool jump(const Step& step) {
    const Instruction& i = step.instruction();
    const auto target = static_cast<std::int32_t>(i.imm);
    if (i.op == Op::exit) {
      if (m_.recorder.watches(block_.index, warp_.number)) m_.recorder.record(step);
      const bool early = static_cast<std::size_t>(step.pc) + 1 < m_.code.instructions.size();
      if (early) block_.returned += std::popcount(step.lanes);
      warp_.retire(step.lanes);
      return false;
    }
    Mask taken = step.lanes;
    if (i.op != Op::jump) {
      const Mask yes = where_true(step, i.a);
      taken = i.op == Op::branch_true ? yes : step.lanes & ~yes;
    }
    const bool parts = taken != 0 && taken != step.lanes;
    if (parts) ++step.tally().divergent;
    const bool back = taken != 0 && target <= step.pc;
    warp_.part(taken, target, step.pc + 1);
    if (back && m_.steps >= m_.next_question) ask();
    if (back && spins(warp_, step.pc)) spin();
    if (back && ++warp_.jumps >= most_jumps) {
      warp_.jumps = 0;
      if (warp_.group_count > 1) return warp_.give_way(), false;
    }
    return !parts && !pause_ && !gave_way_ && !m_.stopped;
  }

  // Others of the warp have their turn; if they all spin, the warp does.
  void spin() {
    const bool others = ++warp_.spins_in_a_row <= warp_.group_count && warp_.group_count > 1;
    if (others) {
      const int before = warp_.running;
      warp_.give_way();
      gave_way_ = warp_.running != before;
      if (gave_way_) return;
    }
    warp_.spins_in_a_row = 0;
    pause_ = Pause::spins;
  }

  // False: the group waits, or the machine stops.
  bool execute(const Step& step) {
    const bool forced = forced_;
    switch (step.instruction().op) {
      case Op::load:
      case Op::store:
        load_or_store(step);
        break;
      case Op::atomic:
        atomic(step);
        break;
      case Op::copy_async:
        copy_async(step);
        break;
      case Op::copy_async_commit:
        commit_copies(step);
        break;
      case Op::copy_async_wait:
        wait_for_copies(step);
        break;
      case Op::fence:
        m_.order.fence(warp_.clock);
        break;
      case Op::barrier:
        warp_.group().wait = Wait::barrier;
        return false;
      case Op::undefine:
      case Op::use:
        declare(step);
        break;
      case Op::print:
        print(step);
        break;
      case Op::assertion:
      case Op::trap:
        assertion(step);
        break;
      case Op::constant:
      case Op::special:
      case Op::function:
      case Op::active_mask:
        simple(step);
        break;
      default:
        if (!exchange(step, forced)) {
          --step.tally().executed;
          step.tally().lanes -= std::popcount(step.lanes);
          warp_.group().wait = Wait::warp;
          return false;
        }
        forced_ = false;
    }
    return !m_.stopped;
  }

  static constexpr int most_jumps = 10'000;  // backward, while other lanes of the warp could run

  Machine& m_;
  Block& block_;
  Warp& warp_;
  int left_;
  std::int32_t last_ = 0;  // the instruction that ran last
  std::optional<Pause> pause_;
  bool forced_ = false, gave_way_ = false;
};

}  // namespace

Pause run_warp(Machine& machine, Block& block, Warp& warp, int turn) {
  return Runner(machine, block, warp, turn).run();
}

}  // namespace loom::cuda
