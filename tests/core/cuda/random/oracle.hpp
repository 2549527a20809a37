// Random programs run by a C++ compiler, and by the simulator, and what differs.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tests/core/cuda/random/program.hpp"

namespace loom::random_kernels {

using Memory = std::vector<std::vector<std::uint8_t>>;  // of each argument

// Programs in one library, compiled by a command such as "g++ -O0".
class Compiled {
 public:
  // Empty if the compiler refuses a program: its words are printed, unless that is expected.
  static std::unique_ptr<Compiled> make(const std::vector<Program>& programs,
                                        const std::string& compiler, bool quiet = false);
  ~Compiled();
  Compiled(const Compiled&) = delete;
  Compiled& operator=(const Compiled&) = delete;

  Memory run(std::size_t which, const Program& program) const;

 private:
  using Run = void (*)(int program, const unsigned* grid, const unsigned* block, bool meets,
                       void* const* arguments);
  Compiled(void* library, Run entry) : library_(library), run_(entry) {}
  void* library_;
  Run run_;
};

// What the simulator leaves in memory. `wrong`: "" or its error or its findings.
struct Simulated {
  Memory memory;
  std::string wrong;
};
Simulated simulate(const Program& program);

// Where memory differs; NaNs are equal, whatever their bits. "" if it does not.
std::string difference(const Program& program, const Memory& expected, const Memory& found);

// The kind of what is wrong with a program, and the whole of it: "" if all is right.
struct Verdict {
  std::string kind, text;
};
Verdict judge(const Program& program, const Simulated& simulated, const Memory& expected);

// A smaller program with which the same is wrong.
Program reduced(Program program, const std::string& compiler, const std::string& kind);

}  // namespace loom::random_kernels
