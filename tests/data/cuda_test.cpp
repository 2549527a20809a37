// The interpreter of CUDA kernels against an H200: 127 kernels of ours, their memory bit
// for bit, the profiler's counters by line, and what compute-sanitizer finds in faulty ones.
#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "core/cuda/run/values.hpp"
#include "tests/data/cuda_launches.hpp"
#include "tests/doctest.hpp"

TESTS_OF(data::cuda) {

using namespace loom;
using loom::test::Json;

namespace {

// Calls `visit(name, kernel, launch, recorded launch)` for every launch; returns how many.
template <class F>
int each_launch(F visit) {
  const Json launches = test::answered("cuda/launches.json"),
             measured = test::recorded("h200/own_kernels.json");
  int count = 0;
  for (const auto& [name, kernel] : launches["kernels"].items()) {
    const Json& rows = measured["kernels"][name]["launches"];
    REQUIRE(rows.size() == kernel["launches"].size());
    for (std::size_t i = 0; i < rows.size(); ++i, ++count) {
      REQUIRE(rows[i]["status"] == "ok");
      visit(name, kernel, kernel["launches"][i], rows[i]);
    }
  }
  return count;
}

// The distance of two values in units of the last place of the first.
double distance(std::uint64_t a, std::uint64_t b, loom::cuda::Type type) {
  const double x = loom::cuda::float_value(a, type), y = loom::cuda::float_value(b, type);
  if (x == y) return 0;
  const int digits = type == loom::cuda::Type::f64 ? 53 : 24,
            least = type == loom::cuda::Type::f64 ? -1074 : -149;
  return std::fabs(x - y) / std::ldexp(1.0, std::max(least, std::ilogb(x) + 1 - digits));
}

// Both may be off by what CUDA documents: hardware by that, the interpreter by its rounding.
bool near(const Json& bound, std::uint64_t theirs, std::uint64_t mine, loom::cuda::Type type) {
  const double x = loom::cuda::float_value(theirs, type), y = loom::cuda::float_value(mine, type);
  if (bound.is_string() && bound.get<std::string>().starts_with("abs:"))
    return std::fabs(x - y) <= std::stod(bound.get<std::string>().substr(4)) * 1.5;
  const double ulps = bound.is_string() ? 2 + 1.173 * 3 : bound.get<double>();
  return distance(theirs, mine, type) <= ulps + 1;
}

bool both_nan(std::uint64_t a, std::uint64_t b, loom::cuda::Type type) {
  return loom::cuda::is_float(type) && std::isnan(loom::cuda::float_value(a, type)) &&
         std::isnan(loom::cuda::float_value(b, type));
}

struct Counters {
  std::int64_t sectors = 0, sectors_ideal = 0, wavefronts = 0, wavefronts_ideal = 0;
  bool operator==(const Counters&) const = default;
  Counters& operator+=(const Counters& o) {
    sectors += o.sectors;
    sectors_ideal += o.sectors_ideal;
    wavefronts += o.wavefronts;
    wavefronts_ideal += o.wavefronts_ideal;
    return *this;
  }
};

std::map<int, Counters> of_hardware(const Json& accesses) {
  std::map<int, Counters> out;
  for (const Json& row : accesses) out[row[0]] += {row[5], row[6], row[7], row[8]};
  return out;
}

std::map<int, Counters> of_interpreter(const loom::cuda::Outcome& outcome) {
  std::map<int, Counters> out;
  for (const auto& line : outcome.lines)
    out[line.line] += {line.traffic.sectors, line.traffic.sectors_ideal, line.traffic.wavefronts,
                       line.traffic.wavefronts_ideal};
  return out;
}

std::string text(const Counters& c) {
  return std::to_string(c.sectors) + " " + std::to_string(c.sectors_ideal) + " " +
         std::to_string(c.wavefronts) + " " + std::to_string(c.wavefronts_ideal);
}

// The lines that a report of the sanitizer names.
std::set<int> lines_of(const Json& rows) {
  std::set<int> out;
  for (const Json& row : rows)
    for (const Json& line : row[1].is_array() ? row[1] : Json::array({row[1]}))
      out.insert(line.get<int>());
  return out;
}

}  // namespace

TEST_CASE("cuda: what an H200 leaves in memory, bit for bit") {
  std::size_t values = 0, within = 0;
  const int count = each_launch(
      [&](const std::string& name, const Json& kernel, const Json& launch, const Json& row) {
        const test::Ran ran =
            test::run_launch("kernels/" + kernel["file"].get<std::string>(), name, launch);
        for (std::size_t i = 0; i < ran.before.size(); ++i) {
          if (!ran.before[i].pointer) continue;
          const auto& element = ran.code.parameters[i].shape;
          const Json& memory = row["memory"][i];  // null: as it was
          const auto theirs = memory.is_null()
                                  ? test::scalars_of(ran.before[i].bytes, element)
                                  : test::packed_scalars(test::from_base64(memory), element);
          const auto mine = test::scalars_of(ran.outcome.arguments[i], element);
          REQUIRE(mine.size() == theirs.size());
          for (std::size_t k = 0; k < mine.size(); ++k, ++values) {
            const auto type = element.scalars[k % element.scalars.size()].type;
            if (mine[k] == theirs[k] || both_nan(theirs[k], mine[k], type)) continue;
            if (kernel.contains("bounds") &&
                near(kernel["bounds"][k / (mine.size() / kernel["bounds"].size())], theirs[k],
                     mine[k], type))
              ++within;
            else
              FAIL_CHECK(name << " " << launch.dump() << ": argument " << i << "[" << k << "] is "
                              << mine[k] << ", on hardware " << theirs[k]);
          }
        }
      });
  CHECK(count >= 267);
  CHECK(values >= 110'000);
  CHECK(within <= 2'500);
}

TEST_CASE("cuda: right kernels have no findings") {
  each_launch([&](const std::string& name, const Json& kernel, const Json& launch, const Json&) {
    const test::Ran ran =
        test::run_launch("kernels/" + kernel["file"].get<std::string>(), name, launch);
    for (const auto& each : ran.outcome.findings)
      FAIL_CHECK(name << ":" << each.place.line << ": " << each.message);
  });
  const Json measured = test::recorded("h200/own_kernels.json");
  for (const auto& tool : measured["sanitizer"].items())
    for (const auto& file : tool.value().items())
      CHECK_MESSAGE(file.value()["rows"].empty(), tool.key() << " " << file.key());
}

TEST_CASE("cuda: an H200's counters of every line, but for what the compiler did") {
  const Json all = test::answered("cuda/differences.json");
  const Json& differences = all["kernels"];
  int agree = 0, sums = 0;
  std::set<std::pair<std::string, int>> listed, differ;
  const std::set<std::string> fewer = all["global_ideal"]["lines"];
  std::set<std::string> ideals;
  each_launch(
      [&](const std::string& name, const Json& kernel, const Json& launch, const Json& row) {
        const test::Ran ran =
            test::run_launch("kernels/" + kernel["file"].get<std::string>(), name, launch);
        auto hardware = of_hardware(row["accesses"]), mine = of_interpreter(ran.outcome);
        Counters theirs_listed = hardware[0], mine_listed;
        hardware.erase(0);
        if (differences.contains(name))
          for (const Json& line : differences[name]["lines"]) {
            listed.emplace(name, line);
            if (hardware[line] != mine[line]) differ.emplace(name, line);
            theirs_listed += hardware[line];
            mine_listed += mine[line];
            hardware.erase(line.get<int>());
            mine.erase(line.get<int>());
          }
        for (const auto& [line, counters] : hardware) mine.try_emplace(line);
        for (const auto& [line, counters] : mine) {
          const Counters theirs = hardware[line];
          if (theirs == Counters{} && counters == Counters{}) continue;
          Counters same = counters;
          const std::string place = name + ":" + std::to_string(line);
          if (fewer.contains(place) && counters.sectors_ideal < theirs.sectors_ideal) {
            same.sectors_ideal = theirs.sectors_ideal;
            ideals.insert(place);
          }
          if (theirs == same)
            ++agree;
          else
            FAIL_CHECK(name << ":" << line << " " << launch.dump() << ": counts " << text(counters)
                            << ", on hardware " << text(theirs));
        }
        if (!differences.contains(name)) return;
        for (const Json& field : differences[name]["sums"]) {
          ++sums;
          if (field == "shared_wavefronts")
            CHECK_MESSAGE(mine_listed.wavefronts == theirs_listed.wavefronts, name);
          else if (field == "global_ideal")
            CHECK_MESSAGE(mine_listed.sectors_ideal == theirs_listed.sectors_ideal, name);
          else
            CHECK_MESSAGE(mine_listed.sectors == theirs_listed.sectors, name);
        }
      });
  for (const auto& place : listed)
    CHECK_MESSAGE(differ.count(place) > 0,
                  place.first << ":" << place.second << " agrees, and needs no excuse");
  CHECK(ideals == fewer);
  CHECK(listed.size() <= 79);
  CHECK(agree >= 900);
  CHECK(sums >= 50);
}

// Of lines with one memory instruction: what a line does besides, the profiler counts elsewhere.
TEST_CASE(
    "cuda: how often an H200's warps and lanes execute a line, but for what the compiler did") {
  const Json differences = test::answered("cuda/differences.json");
  std::set<std::string> listed, differ;
  for (const Json& each : differences["executed"])
    for (const Json& line : each["lines"]) listed.insert(line.get<std::string>());
  int agree = 0;
  each_launch([&](const std::string& name, const Json& kernel, const Json& launch,
                  const Json& row) {
    std::map<int, std::vector<Json>> accesses;
    for (const Json& each : row["accesses"]) accesses[each[0]].push_back(each);
    const test::Ran ran =
        test::run_launch("kernels/" + kernel["file"].get<std::string>(), name, launch);
    for (const auto& line : ran.outcome.lines) {
      const std::vector<Json>& theirs = accesses[line.line];
      if (theirs.size() != 1) continue;
      const std::int64_t warps = theirs[0][2], lanes = theirs[0][3];
      const std::string place = name + ":" + std::to_string(line.line);
      if (line.executed == warps && std::llround(line.lanes * static_cast<double>(warps)) == lanes)
        ++agree;
      else if (listed.contains(place))
        differ.insert(place);
      else
        FAIL_CHECK(place << " " << launch.dump() << ": " << line.executed << " warps, "
                         << line.lanes << " lanes each, on hardware " << warps << " and " << lanes
                         << " in all");
    }
  });
  CHECK(differ == listed);  // no excuse that none needs
  CHECK(agree >= 765);
}

TEST_CASE("cuda: what compute-sanitizer finds is found, at its line") {
  const Json faults = test::answered("cuda/faults.json")["faults"],
             measured = test::recorded("h200/own_kernels.json")["faults"];
  int found = 0, marked = 0;
  for (const auto& each_fault : faults.items()) {
    const std::string& name = each_fault.key();
    const Json& fault = each_fault.value();
    const Json& rows = measured[name]["rows"];
    // Where the sanitizer did not end, the line that is marked in the source must be named.
    ++(rows.empty() ? marked : found);
    const std::set<int> lines =
        rows.empty() ? std::set<int>{fault["line"].get<int>()} : lines_of(rows);
    CHECK_MESSAGE(lines.contains(fault["line"].get<int>()),
                  name << ": the sanitizer names another line");
    const test::Ran ran = test::run_launch("faults/" + name + ".cu", name, fault["launch"]);
    std::string seen;
    bool same = false;
    std::int64_t count = 0;
    for (const auto& each : ran.outcome.findings) {
      const std::string kind(loom::cuda::name(each.kind));
      seen += " " + kind + " at " + std::to_string(each.place.line);
      const bool here = lines.contains(each.place.line) ||
                        (each.other_place && lines.contains(each.other_place->line));
      if (kind != fault["kind"]) continue;
      same = same || here;
      if (here) count += each.count;
    }
    CHECK_MESSAGE(
        same, name << ": expected " << fault["kind"] << " at " << fault["line"] << ", got" << seen);
    if (!rows.empty() && (fault["tool"] == "memcheck" || fault["tool"] == "initcheck"))
      CHECK_MESSAGE(count == rows[0][2].get<std::int64_t>(), name);
  }
  CHECK(found >= 57);
  CHECK(marked >= 2);
}

}  // TESTS_OF(data::cuda)
