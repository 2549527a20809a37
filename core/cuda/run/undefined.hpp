// Variables that were declared without a value. Copying one is no fault (a warp's leader gives its
// value to all by a shuffle, and the others' variables have none); computing with it, storing it,
// or deciding by it is. And what a shuffle takes from a lane that its mask does not name: it may
// be computed with (a tree over half a warp does so in lanes whose results nobody uses), but not
// stored or decided by.
#pragma once

#include "core/cuda/run/machine.hpp"

namespace loom::cuda {

// Which instructions deal with registers that may be undefined: sets Ready::defines and depends.
// Whether a shuffle may read lanes that its mask does not name.
bool find_undefined(const Code& code, std::vector<Ready>& ready);

// A finding where an operand has no value.
void check_defined(const Step& step);

// After the instruction: the result has no value where the operand had none; else it has one.
void spread_undefined(const Step& step);

// The name of the variable that a register holds at an instruction; empty: none that is known.
std::string variable_name(const Code& code, Register at, std::int32_t pc);

}  // namespace loom::cuda
