// What lanes of a warp tell each other. All lanes of a mask take part together: who comes first
// waits for the others. If they do not come, because they have returned or wait elsewhere, those
// who are there go on, and that is a finding.
#include <algorithm>

#include "core/cuda/run/machine.hpp"

namespace loom::cuda {
namespace {

bool is_shuffle(Op op) { return op >= Op::shuffle_index && op <= Op::shuffle_xor; }

// The lane that a shuffle reads, as PTX defines shfl.sync.
int source_lane(Op op, int lane, std::uint64_t operand, int width) {
  const int b = static_cast<int>(operand & 31), least = lane & ~(width - 1),
            most = least + width - 1;
  switch (op) {
    case Op::shuffle_index:
      return least | (b & (width - 1));
    case Op::shuffle_up:
      return lane - b >= least ? lane - b : lane;
    case Op::shuffle_down:
      return lane + b <= most ? lane + b : lane;
    default:
      return (lane ^ b) <= most ? lane ^ b : lane;
  }
}

// The lanes of each mask are one party; f(mask, its lanes that are here).
template <class F>
void for_parties(const Lanes& masks, Mask lanes, F f) {
  while (lanes != 0) {
    const auto mask = static_cast<Mask>(masks[first_lane(lanes)]);
    Mask party = 0;
    for_lanes(lanes,
              [&](int lane) { party |= Mask{static_cast<Mask>(masks[lane]) == mask} << lane; });
    f(mask, party);
    lanes &= ~party;
  }
}

struct Exchange {
  const Step& step;
  Lanes masks;
  const Instruction& i = step.instruction();
  Warp& warp = step.warp;
  Mask told = 0;  // lanes with a finding: one is enough

  Lanes& result(int k = 0) const { return warp[i.result + k]; }
  std::uint64_t value(int lane) const { return warp[i.b][lane]; }

  void missing(Mask lanes, const char* message) {
    report(i.op == Op::sync_warp ? Fault::barrier_divergence : Fault::inactive_shuffle, lanes,
           message);
  }
  void report(Fault fault, Mask lanes, const char* message) {
    lanes &= ~told;
    if (lanes == 0) return;
    told |= lanes;
    step.machine.report(fault, step.pc, 0, step.block, warp, lanes,
                        [&](Finding& finding) { finding.message = message; });
  }

  void shuffle() {
    const Lanes values = warp[i.b];
    Mask faulty = 0;
    warp.took_foreign = 0;
    for_lanes(step.lanes, [&](int lane) {
      const int from = source_lane(i.op, lane, warp[i.c][lane], static_cast<int>(i.imm));
      const bool named = has(static_cast<Mask>(masks[lane]), from),
                 there = named && has(step.lanes, from);
      if (!there && !has(told, lane)) (named ? faulty : warp.took_foreign) |= 1u << lane;
      result()[lane] = there ? values[from] : 0;
    });
    if (warp.took_foreign != 0) warp.foreign_at = step.pc;
    if (faulty != 0)
      missing(faulty,
              "a lane reads the value of a lane that does not take part in the shuffle; the result "
              "here is 0");
  }

  void vote() const {
    for_parties(masks, step.lanes, [&](Mask, Mask party) {
      Mask yes = 0;
      for_lanes(party, [&](int lane) { yes |= Mask{value(lane) != 0} << lane; });
      std::uint64_t answer = yes;
      if (i.op == Op::vote_any) answer = yes != 0;
      if (i.op == Op::vote_all) answer = yes == party;
      if (i.op == Op::vote_uniform) answer = yes == 0 || yes == party;
      for_lanes(party, [&](int lane) { result()[lane] = answer; });
    });
  }

  void match() const {
    const Lanes values = warp[i.b];
    for_parties(masks, step.lanes, [&](Mask, Mask party) {
      for_lanes(party, [&](int lane) {
        Mask equal = 0;
        for_lanes(party, [&](int other) { equal |= Mask{values[other] == values[lane]} << other; });
        if (i.op == Op::match_any) {
          result()[lane] = equal;
          return;
        }
        result()[lane] = equal == party ? party : 0;
        result(1)[lane] = equal == party;
      });
    });
  }

  std::uint64_t reduced(std::uint64_t x, std::uint64_t y) const {
    const bool less =
        is_signed(i.type) ? static_cast<std::int64_t>(y) < static_cast<std::int64_t>(x) : y < x;
    switch (i.op) {
      case Op::reduce_add:
        return extended(x + y, i.type);
      case Op::reduce_min:
        return less ? y : x;
      case Op::reduce_max:
        return less ? x : y;
      case Op::reduce_and:
        return x & y;
      case Op::reduce_or:
        return x | y;
      default:
        return x ^ y;
    }
  }
  void reduce() const {
    for_parties(masks, step.lanes, [&](Mask, Mask party) {
      std::uint64_t sum = value(first_lane(party));
      for_lanes(party & (party - 1), [&](int lane) { sum = reduced(sum, value(lane)); });
      for_lanes(party, [&](int lane) { result()[lane] = sum; });
    });
  }

  void run() {
    if (is_shuffle(i.op)) return shuffle();
    if (i.op >= Op::vote_any && i.op <= Op::vote_uniform) return vote();
    if (i.op == Op::match_any || i.op == Op::match_all) return match();
    if (i.op >= Op::reduce_add && i.op <= Op::reduce_xor) return reduce();
  }
};

}  // namespace

Mask undefined_after_shuffle(const Step& step, Mask before) {
  const Instruction& i = step.instruction();
  Mask out = 0;
  for_lanes(step.lanes, [&](int lane) {
    const int from = source_lane(i.op, lane, step.warp[i.c][lane], static_cast<int>(i.imm));
    out |= Mask{has(before, from)} << lane;
  });
  return out;
}

bool exchange(const Step& step, bool forced) {
  const Instruction& i = step.instruction();
  Lanes masks;
  if (i.a == none)
    masks.at.fill(all_lanes);
  else
    masks = step.warp[i.a];
  Mask named = 0, outside = 0, waiting = 0;  // outside: lanes that their own mask does not name
  for_lanes(step.lanes, [&](int lane) {
    const auto mask = static_cast<Mask>(masks[lane]);
    named |= mask;
    if (!has(mask, lane)) outside |= 1u << lane;
    if ((mask & ~step.lanes & (forced ? all_lanes : step.warp.live)) != 0) waiting |= 1u << lane;
  });
  const Mask exist = step.machine.threads - step.warp.number * warp_lanes >= warp_lanes
                         ? all_lanes
                         : (1u << (step.machine.threads - step.warp.number * warp_lanes)) - 1;
  const Mask absent = named & exist & ~step.lanes;
  if (!forced && (absent & step.warp.live) != 0) return false;
  Exchange exchange{step, masks};
  if (outside != 0)
    exchange.report(Fault::inactive_shuffle, outside,
                    "a lane's mask does not name the lane itself");
  const bool alone = i.op == Op::sync_warp && (waiting & ~outside) == 0;  // told already
  if (forced && !alone && (absent & step.warp.live) != 0)
    exchange.missing(
        waiting != 0 ? waiting : step.lanes,
        "the mask names lanes that wait at another instruction, so this one runs without them");
  // Who had returned before need not come; who went by, and did something after it, should have.
  const Mask passed = absent & ~step.warp.live & step.warp.ran_on;
  if (passed != 0 && outside == 0)
    exchange.missing(waiting != 0 ? waiting : step.lanes,
                     "lanes that the mask names went on without taking part");
  step.warp.ran_on = 0;
  exchange.run();
  for_parties(masks, step.lanes,
              [&](Mask, Mask party) { Order::sync(step.warp.clock, party, step.warp.live); });
  return true;
}

}  // namespace loom::cuda
