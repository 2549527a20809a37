// The same memory in elements of another size.
#pragma once

#include "core/layout/layout.hpp"

namespace loom::layout {

// Elements n times as large. Law, R = upcast(L, n): the offsets n·R(i) + j, 0 ≤ j < n, are L's
// offsets, each as often as L has it.
// Refused: a stride that neither divides n nor is a multiple of it; elements whose n parts are not
// all there.
Result<Layout> upcast(const Layout& layout, std::int64_t n);

// Elements split into n parts. Law, R = downcast(L, n): R's offsets are n·L(i) + j, 0 ≤ j < n,
// each as often as L has L(i). The parts are counted first in the first mode of stride 1.
// Refused: no mode of stride 1.
Result<Layout> downcast(const Layout& layout, std::int64_t n);

// From elements of so many bits to others: upcast or downcast. Refused: neither divides the other.
Result<Layout> recast(const Layout& layout, std::int64_t from_bits, std::int64_t to_bits);

}  // namespace loom::layout
