#include "tools/loom/command/run_text.hpp"

#include <algorithm>
#include <cstdio>
#include <map>
#include <sstream>

#include "core/cuda/count/lines.hpp"
#include "core/cuda/count/traffic.hpp"
#include "core/cuda/run/values.hpp"

namespace loom::command {
namespace {

std::vector<std::string> lines_of(const std::string& source) {
  std::vector<std::string> out;
  std::istringstream in(source);
  for (std::string line; std::getline(in, line);) {
    std::string plain;
    for (const char c : line) {
      if (c == '\t')
        plain += "    ";
      else if (c != '\r')
        plain += c;
    }
    out.push_back(plain);
  }
  return out;
}

std::string padded(const std::string& text, std::size_t width) {
  return text.size() >= width ? text : std::string(width - text.size(), ' ') + text;
}

// "64", or "128/32" where there is more than needed.
std::string against(std::int64_t count, std::int64_t ideal) {
  if (count == 0) return "";
  return count == ideal ? std::to_string(count)
                        : std::to_string(count) + "/" + std::to_string(ideal);
}
std::string rounded(double value) {
  char text[32];
  std::snprintf(text, sizeof text,
                value == static_cast<double>(static_cast<long long>(value)) ? "%.0f" : "%.1f",
                value);
  return text;
}

constexpr std::size_t column_widths[] = {9, 6, 7, 15, 13};

std::string margin(const cuda::LineCounts* counts) {
  std::string cells[5];
  if (counts) {
    cells[0] = std::to_string(counts->executed);
    cells[1] = rounded(counts->lanes);
    cells[2] = counts->divergent == 0 ? "" : std::to_string(counts->divergent);
    cells[3] = against(counts->traffic.sectors, counts->traffic.sectors_ideal);
    cells[4] = against(counts->traffic.wavefronts, counts->traffic.wavefronts_ideal);
  }
  std::string out;
  for (std::size_t i = 0; i < std::size(column_widths); ++i)
    out += padded(cells[i], column_widths[i]);
  return out;
}

std::string heading() {
  const char* names[] = {"executed", "lanes", "parted", "sectors/ideal", "waves/ideal"};
  std::string out;
  for (std::size_t i = 0; i < std::size(column_widths); ++i)
    out += padded(names[i], column_widths[i]);
  return out;
}

std::map<int, const cuda::LineCounts*> by_number(const cuda::Outcome& outcome) {
  std::map<int, const cuda::LineCounts*> out;
  for (const cuda::LineCounts& each : outcome.lines) out[each.line] = &each;
  return out;
}

// The lines from the first that was executed to the last, and some around them.
std::pair<std::size_t, std::size_t> shown(const KernelRun& run, std::size_t lines) {
  if (run.outcome.lines.empty()) return {0, lines};
  const auto first = static_cast<std::size_t>(std::max(1, run.outcome.lines.front().line - 3));
  const auto last = std::min(lines, static_cast<std::size_t>(run.outcome.lines.back().line) + 2);
  return {std::min(first - 1, last), last};
}

std::vector<std::string> annotated(const KernelRun& run) {
  const std::vector<std::string> source = lines_of(run.source);
  const auto counts = by_number(run.outcome);
  std::vector<std::string> out{heading() + "  line"};
  const auto [first, last] = shown(run, source.size());
  for (std::size_t i = first; i < last; ++i) {
    const auto found = counts.find(static_cast<int>(i + 1));
    out.push_back(margin(found == counts.end() ? nullptr : found->second) +
                  padded(std::to_string(i + 1), 6) + "  " + source[i]);
  }
  out.push_back(margin(&run.outcome.total) + "   all");
  return out;
}

std::string findings(const KernelRun& run) {
  std::string out;
  for (const cuda::Finding& each : run.outcome.findings) {
    out += run.file + ":" + std::to_string(each.place.line) + ":" +
           std::to_string(each.place.column) + ": " + std::string(cuda::name(each.kind)) + ": ";
    if (each.who && each.kind != cuda::Fault::race)
      out += "thread " + cuda::text(each.who->thread) + " of block " + cuda::text(each.who->block) +
             ": ";
    out +=
        each.message + (each.count > 1 ? " (" + std::to_string(each.count) + " times)" : "") + "\n";
  }
  return out.empty() ? "No findings.\n" : out;
}

std::string number(const std::uint8_t* at, cuda::Type type) {
  const std::uint64_t bits = cuda::read_scalar(at, type);
  if (!cuda::is_float(type))
    return cuda::is_signed(type) ? std::to_string(static_cast<std::int64_t>(bits))
                                 : std::to_string(bits);
  char text[40];
  std::snprintf(text, sizeof text, "%.7g", cuda::float_value(bits, type));
  return text;
}

std::string element(const std::vector<std::uint8_t>& bytes, std::size_t at,
                    const cuda::Shape& shape) {
  if (shape.scalars.size() == 1) return number(bytes.data() + at, shape.scalars[0].type);
  std::string out = "{";
  for (const cuda::Scalar& each : shape.scalars)
    out += (out.size() > 1 ? ", " : "") + number(bytes.data() + at + each.offset, each.type);
  return out + "}";
}

// "out: 4096 of 4096 elements changed: 0, 1, 2 …"
std::string changes(const KernelRun& run) {
  constexpr std::size_t most = 8;
  std::string out;
  for (std::size_t i = 0; i < run.code.parameters.size(); ++i) {
    const cuda::Parameter& parameter = run.code.parameters[i];
    if (!parameter.pointer || parameter.shape.scalars.empty()) continue;
    const auto &before = run.launch.arguments[i].bytes, &after = run.outcome.arguments[i];
    const auto size = static_cast<std::size_t>(std::max(1, parameter.shape.size));
    std::size_t changed = 0;
    std::string values;
    for (std::size_t at = 0; at + size <= after.size(); at += size) {
      if (std::equal(after.begin() + static_cast<std::ptrdiff_t>(at),
                     after.begin() + static_cast<std::ptrdiff_t>(at + size),
                     before.begin() + static_cast<std::ptrdiff_t>(at)))
        continue;
      if (changed++ < most)
        values += (values.empty() ? "" : ", ") + ("[" + std::to_string(at / size) + "] ") +
                  element(after, at, parameter.shape);
    }
    if (changed == 0) continue;
    out += parameter.name + ": " + std::to_string(changed) + " of " +
           std::to_string(after.size() / size) + " elements changed: " + values +
           (changed > most ? " …" : "") + "\n";
  }
  return out.empty() ? "Nothing changed in memory.\n" : out;
}

// What two kernels with the same parameters leave differently in an array; "" if nothing.
std::string difference(const KernelRun& a, const KernelRun& b, std::size_t parameter) {
  constexpr std::size_t most = 4;
  const cuda::Shape& shape = a.code.parameters[parameter].shape;
  const auto &one = a.outcome.arguments[parameter], &other = b.outcome.arguments[parameter];
  const auto size = static_cast<std::size_t>(std::max(1, shape.size));
  std::size_t differ = 0;
  std::string values;
  for (std::size_t at = 0; at + size <= one.size(); at += size) {
    const std::string left = element(one, at, shape), right = element(other, at, shape);
    if (std::equal(one.begin() + static_cast<std::ptrdiff_t>(at),
                   one.begin() + static_cast<std::ptrdiff_t>(at + size),
                   other.begin() + static_cast<std::ptrdiff_t>(at)))
      continue;
    if (differ++ < most)
      values += (values.empty() ? "" : ", ") + ("[" + std::to_string(at / size) + "] ") + left +
                " and " + right;
  }
  if (differ == 0) return "";
  return a.code.parameters[parameter].name + " differs in " + std::to_string(differ) + " of " +
         std::to_string(one.size() / size) + " elements: " + values + (differ > most ? " …" : "") +
         "\n";
}

std::string differences(const KernelRun& a, const KernelRun& b) {
  if (a.code.parameters.size() != b.code.parameters.size()) return "";
  std::string out;
  for (std::size_t i = 0; i < a.code.parameters.size(); ++i) {
    const cuda::Parameter &one = a.code.parameters[i], &other = b.code.parameters[i];
    if (one.pointer != other.pointer || one.shape.name != other.shape.name ||
        a.outcome.arguments[i].size() != b.outcome.arguments[i].size())
      return "";
    if (one.pointer && !one.shape.scalars.empty()) out += difference(a, b, i);
  }
  return out.empty() ? "Both leave the same in memory.\n" : out;
}

std::string chip(const KernelRun& run) {
  return "Limits of compute capability " + run.launch.capability + "; at most " +
         std::to_string(run.outcome.resident_blocks) + " blocks at a time.\n";
}

}  // namespace

std::string as_text(const KernelRun& run) {
  std::string out;
  for (const std::string& line : annotated(run)) out += line + "\n";
  out += "\n" + chip(run) + "\n" + findings(run) + "\n" + changes(run);
  if (!run.outcome.printed.empty()) out += "\nprintf:\n" + run.outcome.printed;
  return out;
}

std::string side_by_side(const KernelRun& a, const KernelRun& b) {
  const std::vector<std::string> left = annotated(a), right = annotated(b);
  std::size_t width = a.file.size();
  for (const std::string& line : left) width = std::max(width, line.size());
  width = std::min<std::size_t>(width, 110);
  const auto row = [&](std::string one, const std::string& other) {
    one.resize(width, ' ');
    return one + " | " + other + "\n";
  };
  std::string out = row(a.file, b.file);
  for (std::size_t i = 0; i < std::max(left.size(), right.size()); ++i) {
    // The totals stand in one row.
    const bool end = i + 1 == std::max(left.size(), right.size());
    const std::string one = end                   ? left.back()
                            : i + 1 < left.size() ? left[i]
                                                  : "",
                      other = end                    ? right.back()
                              : i + 1 < right.size() ? right[i]
                                                     : "";
    out += row(one, other);
  }
  return out + "\n" + findings(a) + "\n" + findings(b) + "\n" + a.file + ":\n" + changes(a) +
         b.file + ":\n" + changes(b) + "\n" + differences(a, b);
}

}  // namespace loom::command
