// From the text of a kernel in CUDA C++ to code for the machine.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/cuda/code.hpp"
#include "core/result.hpp"

namespace loom::cuda {

// What is known of an argument before the kernel is.
struct ArgumentType {
  std::string name;  // of its parameter; "": it counts by its place
  std::string type;  // of the value, or of what the pointer points to; "": not known
  bool pointer = false;
};

struct CompileOptions {
  std::string kernel;  // "": the only one; "name", or "name<int, 16>" for templates
  bool fmad = false;   // a product and a sum of one expression are rounded once
  std::vector<ArgumentType> arguments = {};  // what a template kernel's parameters are deduced from
};

// An error's message begins with "LINE:COLUMN: ".
Result<Code> compile(std::string_view source, const CompileOptions& options);

// The code as text, one instruction a line: for tests and for looking at it.
std::string listing(const Code& code);

}  // namespace loom::cuda
