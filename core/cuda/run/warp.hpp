// A warp: its registers, and where its lanes stand.
//
// Lanes that stand at the same instruction are one group. One group runs at a time: that with the
// lowest instruction number of those that do not wait; so lanes that parted meet again at the first
// instruction that is common to both.
#pragma once

#include <array>
#include <climits>
#include <string>
#include <vector>

#include "core/cuda/run/lanes.hpp"
#include "core/cuda/run/order.hpp"

namespace loom::cuda {

enum class Wait : std::uint8_t {
  no,
  warp,
  barrier
};  // for lanes of a warp operation's mask; for the block

struct Group {
  std::int32_t pc = 0;
  Mask lanes = 0;
  Wait wait = Wait::no;
};

struct AsyncCopy {  // of one lane: shared memory that is being filled
  std::uint32_t offset = 0, bytes = 0;
  int lane = 0, group = 0;  // group: of the lane, counted from 0
};

struct Warp {
  std::vector<Lanes> registers;
  std::vector<Mask> undefined;  // of each register: lanes that were declared without a value
  // The same for what a shuffle took from a lane that its mask does not name; empty: no shuffle
  // can. And of the last one: for which lanes, where.
  std::vector<Mask> foreign;
  Mask took_foreign = 0;
  std::int32_t foreign_at = 0;
  // Of a careful run: which load found no value for a register, and where.
  struct Origin {
    std::int32_t pc = -1;
    std::uint64_t address = 0;
  };
  std::vector<Origin> origins;
  std::string last_used;  // the variable without a value that was used last
  int number = 0;         // in the block
  Mask live = 0;          // lanes that have not returned
  std::array<Group, warp_lanes> groups;
  int group_count = 0;
  int running = -1;  // index into groups; -1: none can
  Clock clock;
  Lanes thread[3];  // threadIdx
  std::vector<AsyncCopy> copies;
  std::array<int, warp_lanes>
      open_group{};  // of each lane: number of the group of copies that is not committed

  // Looking for a warp that spins, at its jumps backward (spins).
  static constexpr int first_look = 64;
  std::int32_t jumped_from = -1;          // where it stood at the look before
  std::uint64_t looked = 0;               // how it looked there
  int quiet = 0, next_look = first_look;  // jumps since it changed memory
  int spins_in_a_row = 0;                 // groups that spun one after another
  int jumps = 0;                          // backward, since other lanes had their turn
  int unfair = 0;                    // instructions for which another group than the lowest runs
  bool stored = false;               // changed memory
  bool read = false, wrote = false;  // since the look: read memory; wrote what was there already
  bool spinning = false;             // when it last ran
  Mask ran_on = 0;  // lanes that stored something while others waited at a warp operation

  Lanes& operator[](Register at) { return registers[static_cast<std::size_t>(at)]; }
  Group& group() { return groups[static_cast<std::size_t>(running)]; }

  void begin(Mask lanes);
  // Joins groups at one instruction and picks the one that runs. False: none can.
  bool settle();
  // The lowest instruction number at which another group stands: where the running one must stop;
  // or INT_MAX.
  std::int32_t next_stop() const;
  // The running group's lanes `taken` go to pc, the others to their next instruction.
  void part(Mask taken, std::int32_t pc, std::int32_t next);
  void retire(Mask lanes);       // of the running group
  void note_store(Mask lanes) {  // before what others can see
    for (int i = 0; i < group_count; ++i)
      if (groups[static_cast<std::size_t>(i)].wait == Wait::warp) ran_on |= lanes;
  }
  // The group that runs is passed over for some instructions.
  void give_way();
  // At a jump backward: whether the warp stands where it stood before. It is looked at in short
  // spans that become rarer.
  bool spins(std::int32_t pc);
  bool done() const { return live == 0; }
};

}  // namespace loom::cuda
