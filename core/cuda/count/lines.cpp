#include "core/cuda/count/lines.hpp"

#include <map>

namespace loom::cuda {
namespace {

struct Most {
  std::int64_t executed = 0, lanes = 0;
};

double average(std::int64_t lanes, std::int64_t executed) {
  return executed == 0 ? 0 : static_cast<double>(lanes) / static_cast<double>(executed);
}

}  // namespace

std::vector<LineCounts> by_line(const Code& code, const std::vector<Tally>& tallies) {
  std::map<int, LineCounts> lines;
  std::map<int, std::map<std::int32_t, Most>> calls;  // of a line, by call
  for (std::size_t i = 0; i < tallies.size(); ++i) {
    const Tally& tally = tallies[i];
    const Op op = code.instructions[i].op;
    if (tally.executed == 0 || op == Op::constant || op == Op::special)
      continue;  // set before the kernel's first line
    const int line = code.places[static_cast<std::size_t>(code.instructions[i].place)].line;
    if (line < 1) continue;
    LineCounts& counts = lines[line];
    counts.line = line;
    counts.divergent += tally.divergent;
    counts.traffic += tally.traffic;
    Most& most = calls[line][code.instructions[i].copy];
    if (tally.executed > most.executed) most = {tally.executed, tally.lanes};
  }
  std::vector<LineCounts> out;
  for (auto& entry : lines) {
    Most sum;
    for (const auto& call : calls[entry.first]) {
      sum.executed += call.second.executed;
      sum.lanes += call.second.lanes;
    }
    entry.second.executed = sum.executed;
    entry.second.lanes = average(sum.lanes, sum.executed);
    out.push_back(entry.second);
  }
  return out;
}

LineCounts total(const std::vector<LineCounts>& lines) {
  LineCounts out;
  double lanes = 0;
  for (const LineCounts& line : lines) {
    out.executed += line.executed;
    lanes += line.lanes * static_cast<double>(line.executed);
    out.divergent += line.divergent;
    out.traffic += line.traffic;
  }
  if (out.executed > 0) out.lanes = lanes / static_cast<double>(out.executed);
  return out;
}

}  // namespace loom::cuda
