#include <algorithm>
#include <sstream>

#include "tests/core/cuda/random/oracle.hpp"

namespace loom::random_kernels {
namespace {

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& each : lines) text += each + "\n";
  return text;
}

std::size_t indent(const std::string& line) { return line.find_first_not_of(' '); }

// One behind the last line that belongs to a line: of one that opens a bracket, that which closes
// it.
std::size_t end_of(const std::vector<std::string>& lines, std::size_t from) {
  if (lines[from].empty() || lines[from].back() != '{') return from + 1;
  for (std::size_t i = from + 1; i < lines.size(); ++i)
    if (indent(lines[i]) <= indent(lines[from])) return i + 1;
  return lines.size();
}

using Lines = std::vector<std::string>;

Lines without(const Lines& lines, std::size_t from, std::size_t end) {
  Lines some(lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(from));
  some.insert(some.end(), lines.begin() + static_cast<std::ptrdiff_t>(end), lines.end());
  return some;
}

// The lines at one depth, from the last: each with all that belongs to it is left out where the
// same is wrong without; else its brackets alone. Whether any was.
template <class F>
bool left_out(Lines& lines, std::size_t depth, F still) {
  bool smaller = false;
  for (std::size_t at = lines.size(); at-- > 0;) {
    if (at >= lines.size() || indent(lines[at]) != depth || lines[at][depth] == '}' ||
        lines[at].find("__global__") != std::string::npos ||
        lines[at].compare(depth, 6, "return") == 0)
      continue;
    const std::size_t end = end_of(lines, at);
    Lines some = without(lines, at, end);
    if (!still(some)) {
      if (end <= at + 2) continue;
      some = without(without(lines, end - 1, end), at, at + 1);
      if (!still(some)) continue;
    }
    lines = some;
    smaller = true;
  }
  return smaller;
}

}  // namespace

Program reduced(Program program, const std::string& compiler, const std::string& kind) {
  Lines lines;
  std::istringstream text(program.text);
  for (std::string line; std::getline(text, line);)
    if (indent(line) != std::string::npos) lines.push_back(line);
  const auto still = [&](const Lines& some) {
    program.text = joined(some);
    const Simulated simulated = simulate(program);
    if (simulated.wrong.empty() != (kind == "differs")) return false;
    const auto compiled = Compiled::make({program}, compiler, true);
    return compiled && judge(program, simulated, compiled->run(0, program)).kind == kind;
  };
  for (bool smaller = true; smaller;) {
    smaller = false;
    for (std::size_t depth = 0; depth < 20; depth += 2)
      smaller = left_out(lines, depth, still) || smaller;
  }
  program.text = joined(lines);
  return program;
}

}  // namespace loom::random_kernels
