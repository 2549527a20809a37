// Finds uses of values that nobody gave: of variables that were declared without a value, and of
// what a shuffle takes from a lane that its mask does not name.
//
// A variable without a value may be copied: if the leader of a warp gives its value to all lanes by
// a shuffle, the variables of the other lanes have none. It is a fault to compute with such a
// variable, to store it, or to decide by it. What a shuffle took from a lane that its mask does
// not name may even be computed with, because a tree over half a warp does so in lanes whose
// results nobody uses. It is a fault to store it or to decide by it.
//
// Elements of local arrays and members of structures may be copied without a value, too. Kernels do
// so with a window that slides over an array, and with a structure in which one member says whether
// the others count. If a copy reads memory without a value, the launch runs a second time and
// follows values through memory: a load of a place without a value gives registers without one, and
// a store of such registers leaves a place without one. In shared memory only structures may have
// such places. In global memory only structures that this launch stored may have them.
#pragma once

#include "core/cuda/run/machine.hpp"

namespace loom::cuda {

// Which instructions deal with registers that may be undefined: sets Ready::defines and depends.
// Whether a shuffle may read lanes that its mask does not name.
bool find_undefined(const Code& code, std::vector<Ready>& ready, bool careful);

// A finding where an operand has no value.
void check_defined(const Step& step);

// Whether a load or a store of such a kind of memory (window::kind) may move what has no value.
bool may_lack(const Instruction& i, int kind);

// A load found no value for lanes of a register at an address.
void lack(const Step& step, Register at, Mask lanes, Address address);

// After the instruction: the result has no value where the operand had none; else it has one.
void spread_undefined(const Step& step);

// The name of the variable that a register holds at an instruction; empty: none that is known.
std::string variable_name(const Code& code, Register at, std::int32_t pc);

}  // namespace loom::cuda
