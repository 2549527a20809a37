// What a Lowerer knows while it walks a kernel. Part of lowerer.hpp.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/cuda/check/ctype.hpp"
#include "core/cuda/code.hpp"
#include "core/cuda/lower/compile.hpp"
#include "core/cuda/lower/value.hpp"

namespace loom::cuda {

struct LowererState {
  LowererState(Unit& unit, const CompileOptions& options) : unit_(unit), options_(options) {}

  Unit& unit_;
  const CompileOptions& options_;
  CTypes types_;
  Code code_;
  std::optional<Error> error_;
  std::vector<Activation*> active_;
  std::map<std::pair<Structure*, std::string>, const CType*> structures_;
  std::map<Enumeration*, const CType*> enumerations_;
  std::map<std::pair<const Node*, std::string>, Value> statics_;  // shared and global variables
  std::set<std::pair<const Node*, std::string>> being_read_;  // constants that are being computed
  std::map<std::pair<std::uint64_t, int>, Register> constants_;
  std::vector<Instruction> prologue_;  // of pool + i
  std::map<Special, Register> specials_;
  Register strings_ = none;             // the address of all strings' characters
  std::vector<std::int64_t> pointing_;  // bytes of a variable that are the address of a string
  std::set<Register> known_;            // addresses of variables whose bytes never change
  std::map<std::pair<int, int>, std::int32_t> places_;
  std::int32_t place_ = 0;
  Place here_;
  Register next_ = 0, most_ = 0;
  std::size_t barrier_ = 0;  // a jump may land here: instructions before it stay as they are
  std::int32_t copies_ = 0;
  int depth_ = 0;
  std::map<Known, Value> known_calls_;
  int constant_steps_ = 0;
  int evaluations_ = 0, evaluating_ = 0;  // calls of constants in all, and those within each other
  bool noted_ = false, again_ = false;    // Callable::indexing has grown; Callable::addressed
  int unevaluated_ = 0;                   // within decltype and sizeof, where nothing is run
  bool indexing_ = false;                 // what is computed becomes an index
  bool partly_ = false;  // a structure in registers was declared without all its values
};

}  // namespace loom::cuda
