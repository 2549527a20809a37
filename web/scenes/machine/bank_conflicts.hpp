// The picture of `bank-conflicts`: a warp's lanes above the banks of shared memory, a line from
// each lane to the banks of what it reads, and the words one turn after another.
#pragma once

#include "web/scenes/machine/bank_work.hpp"

namespace loom::scenes {

struct BankConflictsPicture {
  const BankWork& work;
  int padding;  // words after every row
  using Drawing = struct BankConflictsDrawing;
  float picture(const Sheet& sheet) const;
};

}  // namespace loom::scenes
