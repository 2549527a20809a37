// A report of Nsight Compute becomes counters; the tests of data/ read recorded ones.
#include "core/device/profile_report.hpp"

#include "core/device/measured_profile.hpp"
#include "tests/doctest.hpp"

TESTS_OF(core::device::profile_report) {

using namespace loom;
using namespace loom::device;

namespace {

const std::string least =
    "Duration us 12.5\nWaves Per SM 3\nMemory Throughput % 70\nCompute (SM) Throughput % 0.00\n";

KernelCounters read(const std::string& text) {
  const Result<ProfileReport> report = read_profile_report(text);
  REQUIRE(report);
  return report->counters;
}
std::string error(const std::string& text) {
  const Result<ProfileReport> report = read_profile_report(text);
  return report ? "no error" : report.error().message;
}

}  // namespace

TEST_CASE("profile report: a line is a name, a unit and a value; others are passed over") {
  const KernelCounters counters = read(
      "  copy(float *) (32, 1, 1)x(256, 1, 1), Context 1, Stream 7, Device 0, CC 9.0\n"
      "    Section: GPU Speed Of Light Throughput\r\n"
      "    Metric Name               Metric Unit Metric Value\n"
      "    Duration                           ns    1,019,712\n"
      "    Memory Throughput                   %        83.15\n"
      "    Memory Throughput             Tbyte/s         4.21\n"
      "    DRAM Throughput                     %          n/a\n"
      "    L1/TEX Cache Throughput\t%\t100.02\n"
      "    OPT   Memory Throughput is low: 5\n"
      "    Compute (SM) Throughput             %         7.85\n"
      "    Waves Per SM                                248.24\n");
  CHECK(counters.seconds == doctest::Approx(1.019712e-3));
  CHECK(counters.memory == 83.15);
  CHECK(counters.of(CountedUnit::dram) == 0);
  CHECK(counters.of(CountedUnit::l1) == 100);
  CHECK(counters.waves == 248.24);
  CHECK(counters.stall == Stall::not_known);
}

TEST_CASE("profile report: units of time of all versions") {
  for (const auto& [unit, seconds] :
       std::initializer_list<std::pair<const char*, double>>{{"ns", 7e-9},
                                                             {"nsecond", 7e-9},
                                                             {"us", 7e-6},
                                                             {"usecond", 7e-6},
                                                             {"ms", 7e-3},
                                                             {"msecond", 7e-3},
                                                             {"s", 7.},
                                                             {"second", 7.}})
    CHECK(read(least + "Duration " + unit + " 7").seconds == doctest::Approx(seconds));
  CHECK(error(least + "Duration fortnights 7") ==
        "Duration: the unit is 'fortnights', expected ns, us, ms or s");
  CHECK(error("Duration 7\n") == "Duration: the unit is '', expected ns, us, ms or s");
}

TEST_CASE("profile report: the largest stall leads, and what was issued is none") {
  CHECK(read(least + "Stall Wait inst 3.2\nStall Long Scoreboard inst 219\nStall Drain inst 4\n")
            .stall == Stall::long_scoreboard);
  CHECK(read(least + "Stall Selected inst 9\nStall GMMA inst 2\n").stall == Stall::gmma);
  CHECK(read(least + "smsp__average_warps_issue_stalled_imc_miss_per_issue_active.ratio inst 1\n")
            .stall == Stall::imc_miss);
}

TEST_CASE("profile report: less than a hundredth of a wave is printed as 0.00") {
  const KernelCounters counters = read(least + "Waves Per SM 0.00\n");
  CHECK(counters.waves > 0);
  CHECK(counters.sm > 0);
}

TEST_CASE("profile report: what is missing is named") {
  CHECK(error("").find("no counter in it") == 0);
  CHECK(error("my kernel takes 5 ms").find("no counter in it") == 0);
  CHECK(error("Duration us 5") ==
        "the report lacks Waves Per SM, Memory Throughput, Compute (SM) Throughput, which ncu "
        "prints without any option");
  for (const char* name : {"Duration", "Waves Per SM", "Memory Throughput", "Compute (SM)"}) {
    std::string text = least;
    const size_t at = text.find(name);
    text.erase(at, text.find('\n', at) - at);
    CHECK(error(text).find("the report lacks " + std::string(name)) == 0);
  }
  CHECK(error("\"ID\",\"Kernel Name\",\"gpu__time_duration.sum\"\n") ==
        "this CSV has no column 'Metric Name': print it with --csv --page details");
}

TEST_CASE("profile report: a number that ncu does not write is refused") {
  for (const char* number : {"87,70", "8,77", "1,2345", "12,", "1.2.3", "+-+", "8770"})
    CHECK(error(least + "DRAM Throughput % " + number) ==
          "DRAM Throughput: got '" + std::string(number) +
              "', expected a number as ncu prints it, from 0 to 100, such as 1,234.56");
  CHECK(read(least + "Duration us 1,019,712.25").seconds == doctest::Approx(1.01971225));
  CHECK(error(least + "Waves Per SM many").find("Waves Per SM: got 'many'") == 0);
}

TEST_CASE("profile report: what ncu says instead of counters") {
  CHECK(error("==ERROR== ERR_NVGPUCTRPERM - The user does not have permission")
            .find("ncu was not allowed") == 0);
  CHECK(error("==WARNING== No kernels were profiled.").find("ncu says that no kernel") == 0);
}

TEST_CASE("profile report: the short form is read as the same, and is its own short form") {
  for (const std::string& text :
       {least, least + "Stall Math Pipe Throttle inst 4\nIssue Slots Busy % 0.01\n",
        std::string(h200::profiled_report),
        "Kernel: a(int)\n" + least + "Kernel: b(int)\n" + least + "Duration us 13\n"}) {
    const ProfileReport report = *read_profile_report(text);
    const std::string brief = short_profile_report(report);
    const ProfileReport again = *read_profile_report(brief);
    CHECK(short_profile_report(again) == brief);
    CHECK(again.kernel == report.kernel);
    CHECK(again.kernels == report.kernels);
    CHECK(again.counters.seconds == doctest::Approx(report.counters.seconds));
    CHECK(again.counters.percent == report.counters.percent);
    CHECK(again.counters.stall == report.counters.stall);
  }
  CHECK(short_profile_report(*read_profile_report(h200::profiled_report)) == h200::profiled_report);
}

}  // TESTS_OF(core::device::profile_report)
