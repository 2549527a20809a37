// Variables that were declared without a value. Copying one is no fault (a warp's leader gives its
// value to all by a shuffle, and the others' variables have none); computing with it, storing it,
// or deciding by it is. And what a shuffle takes from a lane that its mask does not name: it may
// be computed with (a tree over half a warp does so in lanes whose results nobody uses), but not
// stored or decided by.
//
// Elements of local arrays and members of structures may lack a value, too, and be copied: in a
// window that slides over an array, or where one member says whether the others count. If a copy
// reads memory without a value, the launch runs again, carefully. Then a load from such memory
// leaves its registers without a value, and a store of such a register leaves its memory without
// one. In shared memory only structures may lack values. In global memory only structures that the
// launch stores may: members that do not count may be left there.
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
