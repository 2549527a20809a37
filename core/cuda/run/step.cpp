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

constexpr Lanes make_bits() {
  Lanes out;
  for (int lane = 0; lane < warp_lanes; ++lane) out[lane] = std::uint64_t{1} << lane;
  return out;
}
constexpr Lanes bit_of = make_bits();

// Bit l: the value of lane l is not zero.
Mask where_true(const Lanes& values) {
  std::uint64_t any = 0, bits = 0;
  for (int lane = 0; lane < warp_lanes; ++lane) any |= values[lane];
  if (any > 1) {
    for (int lane = 0; lane < warp_lanes; ++lane) bits |= std::uint64_t{values[lane] != 0} << lane;
  } else {
    for (int lane = 0; lane < warp_lanes; ++lane) bits |= (0 - values[lane]) & bit_of[lane];
  }
  return static_cast<Mask>(bits);
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
    keep(lanes);
    while (pc < stop && left_ > 0) {
      if (!traced && warp_.unfair == 0) {
        pc = compute(pc, stop, active);
        if (pc >= stop || left_ <= 0) break;
      }
      const Instruction& i = m_.at(pc);
      const Ready& ready = account(pc, active);
      const bool fair_again = warp_.unfair > 0 && --warp_.unfair == 0;
      const Step step{m_, block_, warp_, pc, lanes};
      if (ready.depends) check_defined(step);
      if (ready.function) {
        arithmetic(ready, pc);
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

  // Arithmetic one after another. Returns the first instruction that is something else.
  std::int32_t compute(std::int32_t pc, std::int32_t stop, int active) {
    for (; pc < stop && left_ > 0 && m_.ready[static_cast<std::size_t>(pc)].only_computes; ++pc)
      arithmetic(account(pc, active), pc);
    return pc;
  }

  const Ready& account(std::int32_t pc, int active) {
    const Ready& ready = m_.ready[static_cast<std::size_t>(pc)];
    Tally& tally = m_.tallies[static_cast<std::size_t>(pc)];
    ++tally.executed;
    tally.lanes += active;
    m_.steps += ready.cost;
    --left_;
    last_ = pc;
    return ready;
  }

  // The lanes that run from now on.
  void keep(Mask lanes) {
    lanes_ = lanes;
    if (lanes == all_lanes || lanes == m_.kept) return;
    m_.kept = lanes;
    for (int lane = 0; lane < warp_lanes; ++lane)
      m_.keep[lane] = 0 - static_cast<std::uint64_t>(lanes >> lane & 1);
  }

  void arithmetic(const Ready& ready, std::int32_t pc) {
    Lanes* const registers = warp_.registers.data();
    Lanes& result = registers[ready.result];
    const Lanes &a = registers[ready.a], &b = registers[ready.b], &c = registers[ready.c];
    Mask faults;
    if (lanes_ == all_lanes) {
      faults = ready.function(result, a, b, c);
    } else {
      Lanes& out = m_.out;
      const Lanes& kept = m_.keep;
      faults = ready.function(out, a, b, c) & lanes_;
      for (int lane = 0; lane < warp_lanes; ++lane)
        result[lane] = (out[lane] & kept[lane]) | (result[lane] & ~kept[lane]);
    }
    if (faults != 0) arithmetic_faults({m_, block_, warp_, pc, lanes_}, faults);
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
      const Mask yes = where_true(warp_[i.a]) & step.lanes;
      taken = i.op == Op::branch_true ? yes : step.lanes & ~yes;
    }
    const bool parts = taken != 0 && taken != step.lanes;
    if (parts) ++step.tally().divergent;
    const bool back = taken != 0 && target <= step.pc;
    warp_.part(taken, target, step.pc + 1);
    if (back && m_.steps >= m_.next_question) ask();
    if (back && warp_.spins(step.pc)) spin();
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

  // The instruction has not run: it will later.
  static bool take_back(const Step& step) {
    --step.tally().executed;
    step.tally().lanes -= std::popcount(step.lanes);
    return false;
  }

  // Whether the block has told waiting blocks something in this turn, and is about to tell more:
  // else these would hear both at once, and what they do then would seem to come after both.
  bool others_look_first(const Step& step) {
    const Instruction& i = step.instruction();
    const bool tells = i.op == Op::atomic || (i.op == Op::store && i.strong);
    if (!tells || m_.waiting == 0 || block_.told == 0 || warp_.clock.fenced <= block_.told)
      return false;
    block_.gives_way = true;
    left_ = 0;
    return true;
  }

  // False: the group waits, or the machine stops.
  bool execute(const Step& step) {
    const bool forced = forced_;
    if (others_look_first(step)) return take_back(step);
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
        m_.order.fence(warp_.clock, step.instruction().imm != 0);
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
          warp_.group().wait = Wait::warp;
          return take_back(step);
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
  Mask lanes_ = all_lanes;  // that run
  std::int32_t last_ = 0;   // the instruction that ran last
  std::optional<Pause> pause_;
  bool forced_ = false, gave_way_ = false;
};

}  // namespace

Pause run_warp(Machine& machine, Block& block, Warp& warp, int turn) {
  return Runner(machine, block, warp, turn).run();
}

}  // namespace loom::cuda
