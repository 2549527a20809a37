#include "core/device/profile_report.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <vector>

#include "core/numerics/decimal.hpp"
#include "core/text/clipped.hpp"

namespace loom::device {
namespace {

// A counter's name on the details page, and as a metric.
struct Named {
  std::string_view label, metric;
};
constexpr Named duration = {"Duration", "gpu__time_duration.sum"},
                waves = {"Waves Per SM", "launch__waves_per_multiprocessor"},
                memory = {"Memory Throughput",
                          "gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed"},
                sm = {"Compute (SM) Throughput",
                      "sm__throughput.avg.pct_of_peak_sustained_elapsed"};
constexpr Named units[counted_units] = {
    {"DRAM Throughput", "gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed"},
    {"L2 Cache Throughput", "lts__throughput.avg.pct_of_peak_sustained_elapsed"},
    {"L1/TEX Cache Throughput", "l1tex__throughput.avg.pct_of_peak_sustained_active"},
    {"Issue Slots Busy", "sm__inst_issued.avg.pct_of_peak_sustained_elapsed"},
    {"SM: Pipe Tensor Cycles Active",
     "sm__pipe_tensor_cycles_active.avg.pct_of_peak_sustained_elapsed"}};
// In the order of Stall, from long_scoreboard on.
constexpr std::string_view stalls[] = {"Long Scoreboard",
                                       "Short Scoreboard",
                                       "MIO Throttle",
                                       "LG Throttle",
                                       "Math Pipe Throttle",
                                       "Barrier",
                                       "Wait",
                                       "Drain",
                                       "Not Selected",
                                       "No Instruction",
                                       "Branch Resolving",
                                       "Dispatch Stall",
                                       "IMC Miss",
                                       "Tex Throttle",
                                       "Membar",
                                       "Sleeping",
                                       "GMMA",
                                       "Misc"};
static_assert(std::size(stalls) + 1 == stall_count);

constexpr std::string_view stall_metric[] = {"smsp__average_warps_issue_stalled_",
                                             "_per_issue_active.ratio"};

std::string_view trimmed(std::string_view text) {
  const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  return text;
}

// "1,019,712" or "249.38"; −1: no such number. Commas stand between groups of three digits.
double number_in(std::string_view text) {
  std::string digits;
  long long exponent = 0;
  size_t group = 0, commas = 0;
  bool point = false;
  for (const char c : text) {
    const bool grouped = commas == 0 ? group > 0 && group <= 3 : group == 3;
    if (c == ',' && !point && grouped) {
      ++commas;
      group = 0;
    } else if (c == '.' && !point && (commas == 0 || group == 3)) {
      point = true;
    } else if (c >= '0' && c <= '9') {
      digits += c;
      exponent -= point;
      group += !point;
    } else {
      return -1;
    }
  }
  const bool whole = commas == 0 || group == 3;
  return digits.empty() || !whole ? -1 : numerics::nearest_double(digits, exponent);
}

// Of a unit of time, in seconds; 0: it is none. "usecond" is that of older versions.
double seconds_of(std::string_view unit) {
  static constexpr struct {
    std::string_view brief, word;
    double seconds;
  } all[] = {{"ns", "nsecond", 1e-9},
             {"us", "usecond", 1e-6},
             {"ms", "msecond", 1e-3},
             {"s", "second", 1}};
  for (const auto& each : all)
    if (unit == each.brief || unit == each.word) return each.seconds;
  return 0;
}

// A name with its unit, which may be missing, and its number.
struct Reading {
  std::string_view name, unit, written;
  double value = -1;
};

bool not_counted(std::string_view written) {
  return written == "n/a" || written == "nan" || written == "(!)" || written == "inf";
}

bool is(const Reading& reading, const Named& named) {
  return reading.name == named.label || reading.name == named.metric;
}

Stall stall_of(std::string_view name) {
  if (name.starts_with("Stall ")) {
    const auto* const found = std::find(std::begin(stalls), std::end(stalls), name.substr(6));
    return found == std::end(stalls) ? Stall::not_known
                                     : static_cast<Stall>(found - std::begin(stalls) + 1);
  }
  if (!name.starts_with(stall_metric[0]) || !name.ends_with(stall_metric[1]))
    return Stall::not_known;
  name.remove_prefix(stall_metric[0].size());
  name.remove_suffix(stall_metric[1].size());
  for (int i = 1; i < stall_count; ++i)
    if (name == device::name(static_cast<Stall>(i))) return static_cast<Stall>(i);
  return Stall::not_known;
}

// Whether a counter is called so.
bool is_name(std::string_view text) {
  const auto named = [&](const Named& each) { return text == each.label || text == each.metric; };
  return named(duration) || named(waves) || named(memory) || named(sm) ||
         std::any_of(std::begin(units), std::end(units), named) ||
         stall_of(text) != Stall::not_known;
}

constexpr double most_percent = 110,  // ncu may print 100.02
    least_percent = 0.001;

// One kernel of the report.
class Kernel {
 public:
  explicit Kernel(std::string_view name) : name_(name) {}

  // The error of a unit or a value that is not known.
  std::optional<Error> take(const Reading& reading) {
    if (!is_name(reading.name) || not_counted(reading.written)) return {};
    const bool percentage = reading.unit == "%";
    if (reading.value < 0 || (percentage && reading.value > most_percent))
      return Error{std::string(reading.name) + ": got '" + clipped(reading.written, 20) +
                   "', expected a number as ncu prints it" + (percentage ? ", from 0 to 100" : "") +
                   ", such as 1,234.56"};
    if (is(reading, duration)) {
      const double unit = seconds_of(reading.unit);
      if (unit == 0)
        return Error{"Duration: the unit is '" + clipped(reading.unit, 20) +
                     "', expected ns, us, ms or s"};
      counters_.seconds = reading.value * unit;
    } else if (is(reading, waves)) {
      constexpr double least_waves = 0.001;  // a block on an H200; ncu prints it as 0.00
      counters_.waves = std::max(reading.value, least_waves);
    } else if (const Stall stall = stall_of(reading.name); stall != Stall::not_known) {
      if (reading.value > most_stalled_) most_stalled_ = reading.value, counters_.stall = stall;
    } else if (percentage) {
      take_percent(reading);
    }
    return {};
  }

  const std::string& name() const { return name_; }
  const KernelCounters& counters() const { return counters_; }

  bool has_memory() const { return has_memory_; }
  bool has_sm() const { return has_sm_; }

 private:
  void take_percent(const Reading& reading) {
    const double percent = std::min(100., reading.value);
    // 0.00 stands for less than what is printed.
    if (is(reading, memory))
      counters_.memory = std::max(percent, least_percent), has_memory_ = true;
    if (is(reading, sm)) counters_.sm = std::max(percent, least_percent), has_sm_ = true;
    for (size_t i = 0; i < std::size(units); ++i)
      if (is(reading, units[i])) counters_.percent[i] = std::max(percent, least_percent);
  }

  std::string name_;
  KernelCounters counters_;
  double most_stalled_ = 0;
  bool has_memory_ = false, has_sm_ = false;
};

// The last word of a text, which loses it.
std::string_view last_word(std::string_view& text) {
  text = trimmed(text);
  const size_t blank = text.find_last_of(" \t");
  const std::string_view word = text.substr(blank + 1);
  text = trimmed(text.substr(0, blank + 1));
  return word;
}

// "Duration   us   249.38", "Waves Per SM   124.12".
Reading reading_of(std::string_view line) {
  const std::string_view written = last_word(line);
  const double value = number_in(written);
  if (is_name(line)) return {line, "", written, value};
  const std::string_view unit = last_word(line);
  return {line, unit, written, value};
}

// The kernel's name in the line before its tables: "copy(float *) (32, 1, 1)x(256, 1, 1), Context
// 1, …".
std::string_view header_in(std::string_view line) {
  const size_t context = line.find(", Context ");
  if (context == line.npos) return {};
  const size_t launch = line.substr(0, context).find(")x(");
  const size_t grid = line.rfind(" (", launch);
  return launch == line.npos || grid == line.npos ? std::string_view() : line.substr(0, grid);
}
// The kernel's name in a short report, and how many there were: "Kernel: copy(float *), the longest
// of 11".
constexpr std::string_view short_header = "Kernel: ", of_others = ", the longest of ";

// The fields of a line of CSV, all of which are quoted.
std::vector<std::string> fields_of(std::string_view line) {
  std::vector<std::string> fields;
  bool quoted = false;
  for (size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"') {
      const bool twice = quoted && i + 1 < line.size() && line[i + 1] == '"';
      if (twice)
        fields.back() += line[++i];
      else if (quoted = !quoted; quoted)
        fields.emplace_back();
    } else if (quoted) {
      fields.back() += line[i];
    }
  }
  return fields;
}

// Reads line by line.
class Lines {
 public:
  std::optional<Error> take(std::string_view line) {
    line = trimmed(line);
    if (line.starts_with("\"ID\"")) return columns(fields_of(line));
    if (has_columns() && line.starts_with('"')) return row(fields_of(line));
    std::string_view header = header_in(line);
    if (header.empty() && line.starts_with(short_header))
      header = without_others(line.substr(short_header.size()));
    if (!header.empty()) {
      kernels_.emplace_back(header);
      return {};
    }
    const Reading reading = reading_of(line);
    if (!is_name(reading.name)) return {};
    if (kernels_.empty()) kernels_.emplace_back("");
    return kernels_.back().take(reading);
  }

  const std::vector<Kernel>& kernels() const { return kernels_; }
  int count() const { return static_cast<int>(kernels_.size()) + others_; }

 private:
  static constexpr std::string_view wanted[] = {"ID", "Kernel Name", "Metric Name", "Metric Unit",
                                                "Metric Value"};

  // A short header has the number of those that are left out.
  std::string_view without_others(std::string_view header) {
    const size_t of = header.rfind(of_others);
    if (of == header.npos) return header;
    const double count = number_in(header.substr(of + of_others.size()));
    if (count > 1 && count < 1e6) others_ = static_cast<int>(count) - 1;
    return header.substr(0, of);
  }

  bool has_columns() const { return !columns_.empty(); }

  std::optional<Error> columns(const std::vector<std::string>& head) {
    columns_.clear();
    for (const std::string_view each : wanted) {
      const auto found = std::find(head.begin(), head.end(), each);
      if (found == head.end())
        return Error{"this CSV has no column '" + std::string(each) +
                     "': print it with --csv --page details"};
      columns_.push_back(static_cast<size_t>(found - head.begin()));
    }
    return {};
  }

  std::optional<Error> row(const std::vector<std::string>& fields) {
    if (fields.size() <= *std::max_element(columns_.begin(), columns_.end())) return {};
    const auto field = [&](int at) -> const std::string& {
      return fields[columns_[static_cast<size_t>(at)]];
    };
    if (kernels_.empty() || field(0) != id_) {
      id_ = field(0);
      kernels_.emplace_back(field(1));
    }
    return kernels_.back().take({field(2), field(3), field(4), number_in(field(4))});
  }

  std::vector<size_t> columns_;  // of the fields `wanted`
  std::string id_;
  std::vector<Kernel> kernels_;
  int others_ = 0;  // that a short report leaves out
};

std::optional<Error> missing(const Kernel& kernel) {
  std::string names;
  const auto need = [&](bool there, std::string_view name) {
    if (!there) names += (names.empty() ? "" : ", ") + std::string(name);
  };
  need(kernel.counters().seconds > 0, duration.label);
  need(kernel.counters().waves > 0, waves.label);
  need(kernel.has_memory(), memory.label);
  need(kernel.has_sm(), sm.label);
  if (names.empty()) return {};
  return Error{"the report lacks " + names + ", which ncu prints without any option"};
}

// What ncu says where it has nothing to say about a kernel.
std::optional<Error> of_ncu_itself(std::string_view text) {
  if (text.find("ERR_NVGPUCTRPERM") != text.npos)
    return Error{
        "ncu was not allowed to read the counters (ERR_NVGPUCTRPERM): its message says how to "
        "allow it"};
  if (text.find("No kernels were profiled") != text.npos)
    return Error{"ncu says that no kernel was profiled: see whether -k and -c leave one"};
  return {};
}

// As few digits as ncu prints.
std::string brief_number(double value) { return numerics::general_text(value, 9); }

}  // namespace

Result<ProfileReport> read_profile_report(std::string_view text) {
  Lines lines;
  for (std::string_view rest = text; !rest.empty();) {
    const size_t end = std::min(rest.find('\n'), rest.size());
    if (auto error = lines.take(rest.substr(0, end))) return *std::move(error);
    rest.remove_prefix(std::min(rest.size(), end + 1));
  }
  const std::vector<Kernel>& kernels = lines.kernels();
  const auto longest = std::max_element(
      kernels.begin(), kernels.end(),
      [](const Kernel& a, const Kernel& b) { return a.counters().seconds < b.counters().seconds; });
  if (longest == kernels.end()) {
    if (auto error = of_ncu_itself(text)) return *std::move(error);
    return Error{"no counter in it: expected what ncu prints, such as 'Duration us 249.38'"};
  }
  if (auto error = missing(*longest)) return *std::move(error);
  return ProfileReport{longest->name(), longest->counters(), lines.count()};
}

std::string short_profile_report(const ProfileReport& report) {
  const KernelCounters& counters = report.counters;
  std::string out;
  if (!report.kernel.empty() || report.kernels > 1)
    out += std::string(short_header) + report.kernel +
           (report.kernels > 1 ? std::string(of_others) + std::to_string(report.kernels) : "") +
           "\n";
  const auto line = [&](std::string_view name, std::string_view unit, double value) {
    if (value > 0) out += std::string(name) + " " + std::string(unit) + brief_number(value) + "\n";
  };
  line(duration.label, "us ", counters.seconds * 1e6);
  line(waves.label, "", counters.waves);
  line(memory.label, "% ", counters.memory);
  line(sm.label, "% ", counters.sm);
  for (size_t i = 0; i < std::size(units); ++i) line(units[i].label, "% ", counters.percent[i]);
  if (counters.stall != Stall::not_known)
    out += "Stall " + std::string(stalls[static_cast<size_t>(counters.stall) - 1]) + " 1\n";
  out.pop_back();
  return out;
}

}  // namespace loom::device
