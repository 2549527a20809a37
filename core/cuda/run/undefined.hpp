// Variables that were declared without a value. Copying one is no fault (a warp's leader gives its
// value to all by a shuffle, and the others' variables have none); computing with it, storing it,
// or deciding by it is. And what a shuffle takes from a lane that its mask does not name: it may
// be computed with (a tree over half a warp does so in lanes whose results nobody uses), but not
// stored or decided by.
//
// Elements of local arrays and members of structures may lack a value, too, and be copied (a window
// that slides over an array, a structure of which one member says whether the others count). Where
// a copy finds none, the launch runs again, carefully: the registers that a load fills have no
// value then where memory has none, and neither has memory where such a register is stored. In
// shared memory only structures may lack values; in global memory only structures that are stored,
// for what a launch leaves there may have members that do not count.
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
