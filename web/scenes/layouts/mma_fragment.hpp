// The picture of `mma-fragment`: an operand's elements, the threads with the values they hold, and
// one thread's registers.
#pragma once

#include "core/layout/fragment.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {

struct MmaFragmentState {
  const layout::Atom* atom = nullptr;
  layout::Operand operand = layout::Operand::c;
  layout::Extent extent;                     // of the operand
  std::optional<layout::Fragment> fragment;  // none: the operand stays in shared memory
  bool loads = false, transposed = false, across = false;
  std::optional<layout::Load> load;  // none: not asked for, or there is no such load
  int in_place = 0;                  // elements that the load brings where they are wanted
  int thread = 0, value = 0;         // the chosen ones

  bool warpgroup() const { return atom->threads > 32; }
  bool quadpairs() const { return atom->k == 4; }
  int values() const { return fragment->values(); }
  int elements() const { return extent.rows * extent.columns; }
  int in_register() const { return operand == layout::Operand::c ? 1 : 4 / atom->bytes; }
  std::string name() const;         // "A"
  std::string instruction() const;  // "ldmatrix.x4.trans"

  // What the picture has room for: one warp of a warpgroup, and 8 columns of its sums.
  int first_thread() const { return thread / 32 * 32; }
  int first_value() const { return blocks() ? value / 4 * 4 : 0; }
  int shown_values() const { return blocks() ? 4 : values(); }
  layout::Element corner() const;
  layout::Extent shown() const;
  bool blocks() const { return warpgroup() && operand == layout::Operand::c; }
  // Whether its elements belong to the matrix that is shown: for Volta, that of its quadpair.
  bool takes_part(int other) const;

  // The element that the thread has in this value after the load, or else the one that it needs.
  const layout::Element& has(int other, int its_value) const;
  bool right(int other, int its_value) const;
  using Drawing = struct MmaFragmentDrawing;
  float picture(const Sheet& sheet) const;
};

}  // namespace loom::scenes
