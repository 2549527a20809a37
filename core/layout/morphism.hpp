// What makes a function a layout, seen from its offsets and from its shape.
#pragma once

#include <optional>
#include <span>

#include "core/layout/layout.hpp"

namespace loom::layout {

// The first index at which no layout whose innermost modes refine those of `like` can have these
// offsets; nothing if such a layout exists. `offsets` has as many entries as `like` has indices, at
// most 4,096, each with an absolute value below 2^50.
std::optional<std::int64_t> misfit(std::span<const std::int64_t> offsets, const Layout& like);

// A tractable layout as a morphism of tuples: entry i of its shape stands for entry to[i] of the
// codomain, or for none (stride 0), no two for the same; its stride is the product of the entries
// before that. Entries of 1 are left out. Tractable: sorted by stride, each mode's stride is a
// multiple of where the mode before ends.
// After: Carlisle, Shah, VanKoughnett, Stern, "Categorical Foundations for CuTe Layouts", 2026.
struct Morphism {
  std::vector<std::int64_t> domain, codomain;
  std::vector<int> to;  // −1: none
};
std::optional<Morphism> morphism(const Layout& layout);

}  // namespace loom::layout
