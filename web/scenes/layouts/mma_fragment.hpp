// The picture of `mma-fragment`: an operand's elements, and the threads with the values they hold.
#pragma once

#include <optional>

#include "core/layout/fragment.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {

struct MmaFragmentState {
  const layout::Atom* atom = nullptr;
  layout::Operand operand = layout::Operand::c;
  int rows = 0, columns = 0;                 // of the operand
  std::optional<layout::Fragment> fragment;  // none: the operand stays in shared memory
  bool loads = false, transposed = false, across = false;
  std::optional<layout::Load> load;  // none: not asked for, or there is no such load
  int thread = 0, value = 0;         // the chosen ones

  bool warpgroup() const { return atom->threads > 32; }
  bool quadpairs() const { return atom->k == 4; }
};

float mma_fragment_height(float width);
void draw_mma_fragment(const MmaFragmentState& state, scene::Painter& painter,
                       const scene::View& view);

}  // namespace loom::scenes
