// The decision table against kernels whose limit is known by how they were made, with the counters
// that recordings have; those that they lack are 0.
#include "core/device/kernel_limit.hpp"

#include "core/device/gpu.hpp"
#include "core/device/measured_profile.hpp"
#include "core/device/profile_report.hpp"
#include "core/sm/block_size.hpp"
#include "core/sm/measured_block_sizes.hpp"
#include "tests/data/recorded.hpp"
#include "tests/doctest.hpp"

TESTS_OF(data::kernel_limit) {

using namespace loom;
using namespace loom::device;
using loom::test::Json;

namespace {

const Json& row_of(const Json& rows, const char* key, const std::string& value) {
  for (const Json& row : rows)
    if (row[key] == value) return row;
  FAIL("no row with " << key << " " << value);
  return rows;
}

KernelLimit limit(const KernelCounters& counters) { return kernel_limit(counters)->limit; }

// Percent of the data sheet's bandwidth.
double of_hbm(double bytes, double seconds) {
  return 100 * bytes / seconds / (find_gpu("h200")->at(Level::dram).bandwidth.value * 1e9);
}

// A program of snippets.json, with the blocks of its launch and how many all SMs hold.
KernelCounters snippet(const char* name, double blocks, double held) {
  const Json recorded = test::recorded("h200/snippets.json");
  const Json& row = row_of(recorded["snippets"], "name", name);
  const double seconds = row["ms"].get<double>() / 1e3;
  return {
      .seconds = seconds,
      .waves = blocks / held,
      .percent = {of_hbm(row["hbm_read"].get<double>() + row["hbm_write"].get<double>(), seconds)}};
}

}  // namespace

TEST_CASE("kernel limit: copies of more bytes a thread go from latency to memory") {
  // A 4-byte load in each thread; a 16-byte one; and 256 blocks of four warps on the whole chip.
  const KernelCounters single = snippet("coalesced copy", 1 << 18, 132 * 8),
                       vectors = snippet("vector copy", 1 << 16, 132 * 8),
                       few = snippet("one load in flight", 256, 132 * 16);
  CHECK(limit(single) == KernelLimit::latency);
  CHECK(limit(vectors) == KernelLimit::dram);
  CHECK(limit(few) == KernelLimit::launch);
  CHECK(kernel_limit(few)->rule == LimitRule::small_grid);
}

TEST_CASE("kernel limit: loops that use one unit are limited by it") {
  const Json bandwidth = test::recorded("h200/bandwidth.json");
  // A read of 8 GiB; reads of shared memory, which gives 128 bytes a cycle to each SM.
  const double read = bandwidth["dram"]["gb_per_s"].get<double>() * 1e9;
  CHECK(limit({.seconds = 8.0 * (1 << 30) / read, .waves = 1, .percent = {of_hbm(read, 1)}}) ==
        KernelLimit::dram);
  KernelCounters shared = {.seconds = 5e-3, .waves = 0.5, .stall = Stall::short_scoreboard};
  shared.percent[2] = 100 * bandwidth["shared"]["bytes_per_clock_per_sm"].get<double>() / 128;
  CHECK(limit(shared) == KernelLimit::shared);
  KernelCounters cached = {.seconds = 5e-3, .waves = 0.5, .stall = Stall::long_scoreboard};
  cached.percent[2] = 100 * bandwidth["l1"]["bytes_per_clock_per_sm"].get<double>() / 128;
  CHECK(limit(cached) == KernelLimit::l1);
  // Multiply-adds: the share of the issue slots that they alone take. And the schedulers' own loop.
  const sm::h200::SizedKernel& sums = sm::h200::sized_kernels[2];
  KernelCounters math = {.seconds = sums.run(128)->us / 1e6, .waves = 12};
  math.percent[3] = 100 * sums.work.instructions * (sums.work.threads / 32.0) /
                    (132 * 4 * math.seconds * sm::h200::block_clock_mhz * 1e6);
  CHECK(limit(math) == KernelLimit::issue);
  const Json warps = test::recorded("h200/warps.json");
  math.percent[3] = 100 * warps["issue"]["four_sub_partitions"].get<double>() / 4;
  CHECK(limit(math) == KernelLimit::issue);
}

TEST_CASE("kernel limit: products on tensor cores are limited by them") {
  const Json recorded = test::recorded("h200/gemm_climb_hopper.json");
  int products = 0;
  for (const Json& rung : recorded["rungs"]) {
    if (!rung.contains("tensor_percent")) continue;
    CAPTURE(rung["rung"].dump());
    const double seconds = rung["ms"][2].get<double>() / 1e3;
    KernelCounters counters = {.seconds = seconds,
                               .waves = 1,
                               .percent = {of_hbm(rung["hbm_bytes"].get<double>(), seconds)}};
    counters.percent[4] = rung["tensor_percent"].get<double>();
    CHECK(limit(counters) == KernelLimit::tensor);
    // Warps that copy and multiply in turn leave the cores idle.
    const bool waits = rung["rung"] == "tensor cores" || rung["rung"] == "fine-grained scales";
    CHECK((kernel_limit(counters)->rule == LimitRule::busiest) == waits);
    ++products;
  }
  CHECK(products == 13);
}

TEST_CASE("kernel limit: copies of few bytes end before the next launch could begin") {
  const Json recorded = test::recorded("h200/copies.json");
  int shorter = 0;
  for (const Json& row : recorded["copies"]) {
    const double seconds = row["us"].get<double>() / 1e6;
    const KernelCounters counters = {
        .seconds = seconds,
        .waves = 1,
        .percent = {std::min(100., of_hbm(row["bytes"].get<double>(), seconds))}};
    if (limit(counters) != KernelLimit::launch) continue;
    CHECK(row["bytes"].get<double>() <= (1 << 21));
    ++shorter;
  }
  CHECK(shorter >= 5);
}

TEST_CASE("kernel limit: the profiled kernel gets the verdict that Nsight Compute gave it") {
  const ProfileReport report = *read_profile_report(h200::profiled_report);
  const LimitVerdict verdict = *kernel_limit(report.counters);
  // In h200/details.csv, from which these counters are generated, its rule SOLBottleneck says: over
  // 80%, "Start by analyzing L2".
  CHECK(verdict.rule == LimitRule::saturated);
  CHECK(verdict.limit == KernelLimit::l2);
}

namespace {

// The kernels of a report, each with what its first rule says, as one line of words.
struct Judged {
  std::string report, said;
};
std::vector<Judged> judged(const char* file) {
  const std::string text = test::recorded_text(file);
  std::vector<Judged> all;
  for (size_t at = text.find("\n  "); at != text.npos;) {
    // A kernel's line has two blanks before it, all others four or more.
    size_t end = at + 1;
    do end = text.find("\n  ", end + 1);
    while (end != text.npos && text[end + 3] == ' ');
    Judged each{text.substr(at + 1, end - at), ""};
    size_t rule = std::min(each.report.find("    INF   "), each.report.find("    OPT   "));
    REQUIRE(rule != each.report.npos);
    for (const char c : each.report.substr(rule + 10, each.report.find("\n\n", rule) - rule - 10))
      if (c != '\n' && (c != ' ' || each.said.back() != ' ')) each.said += c == '\n' ? ' ' : c;
    all.push_back(std::move(each));
    at = end;
  }
  return all;
}

bool says(const Judged& kernel, const std::string& words) {
  return kernel.said.find(words) != kernel.said.npos;
}

// What the rule SOLBottleneck said, and where it sends the reader: "DRAM", "L2", "L1", or, of the
// SM, "workloads".
void check_against_its_rule(const Judged& kernel, const LimitVerdict& verdict) {
  const std::string_view of_memory = name(verdict.memory.unit.value_or(CountedUnit::issue));
  const auto names = [&](const char* before) {
    return (of_memory == "dram" && says(kernel, std::string(before) + "DRAM")) ||
           (of_memory == "l2" && says(kernel, std::string(before) + "L2")) ||
           (of_memory == "l1" && says(kernel, std::string(before) + "L1"));
  };
  switch (verdict.rule) {
    case LimitRule::saturated:
      CHECK(says(kernel, "greater than 80.0%"));
      CHECK((verdict.of_memory ? names("analyzing ") : says(kernel, "analyzing workloads")));
      break;
    case LimitRule::busiest:
      CHECK(says(kernel, verdict.of_memory ? "Memory is more heavily utilized than Compute"
                                           : "Compute is more heavily utilized than Memory"));
      if (verdict.of_memory) CHECK(names("identify the "));
      break;
    case LimitRule::small_grid:
    case LimitRule::short_kernel:
      CHECK(says(kernel, "grid is too small"));
      break;
    default:
      CHECK(says(kernel, "typically indicate latency issues"));
  }
}

}  // namespace

// limited.cu has eleven kernels. Nsight Compute says of each what limits it; its details also have
// the stalls and the pipes.
TEST_CASE("kernel limit: eleven kernels get the verdicts that Nsight Compute gave them") {
  constexpr KernelLimit by_details[] = {
      KernelLimit::dram,   KernelLimit::latency, KernelLimit::l2,     KernelLimit::shared,
      KernelLimit::issue,  KernelLimit::pipe,    KernelLimit::tensor, KernelLimit::l2,
      KernelLimit::launch, KernelLimit::issue,   KernelLimit::launch};
  constexpr Stall stalls[] = {Stall::long_scoreboard,    Stall::long_scoreboard,
                              Stall::lg_throttle,        Stall::mio_throttle,
                              Stall::not_selected,       Stall::mio_throttle,
                              Stall::math_pipe_throttle, Stall::long_scoreboard,
                              Stall::long_scoreboard,    Stall::barrier,
                              Stall::long_scoreboard};
  const std::vector<Judged> brief = judged("h200/limited.txt"),
                            detailed = judged("h200/limited_details.txt");
  REQUIRE(brief.size() == std::size(by_details));
  REQUIRE(detailed.size() == std::size(by_details));
  for (size_t i = 0; i < detailed.size(); ++i) {
    const ProfileReport report = *read_profile_report(detailed[i].report);
    CAPTURE(report.kernel);
    const LimitVerdict verdict = *kernel_limit(report.counters);
    check_against_its_rule(detailed[i], verdict);
    CHECK(verdict.limit == by_details[i]);
    CHECK(report.counters.stall == stalls[i]);
    // Without options ncu counts no stalls, no issue and no pipes: what it can say is the same.
    const LimitVerdict less = *kernel_limit(read_profile_report(brief[i].report)->counters);
    check_against_its_rule(brief[i], less);
    CHECK(less.rule == verdict.rule);
    const bool shared = verdict.limit == KernelLimit::shared;
    if (less.of_memory) CHECK(less.limit == (shared ? KernelLimit::pool : verdict.limit));
    if (less.rule <= LimitRule::busiest && !less.of_memory) CHECK(less.limit == KernelLimit::sm);
  }
}

TEST_CASE("profile report: both kinds of names and the CSV have the counters of the text") {
  const std::vector<Judged> detailed = judged("h200/limited_details.txt");
  const ProfileReport text = *read_profile_report(detailed[3].report),
                      names = *read_profile_report(test::recorded_text("h200/limited_names.txt")),
                      csv = *read_profile_report(test::recorded_text("h200/limited.csv"));
  for (const ProfileReport* other : {&names, &csv}) {
    // Of two kernels, the reads of shared memory take 17 ms, the products 0.9.
    CHECK(other->kernels == 2);
    CHECK(other->kernel == text.kernel);
    // Each was a run of its own.
    const auto near = [](double a, double b) { return doctest::Approx(a).epsilon(0.02) == b; };
    CHECK(near(other->counters.seconds, text.counters.seconds));
    CHECK(other->counters.waves == text.counters.waves);
    CHECK(near(other->counters.memory, text.counters.memory));
    CHECK(near(other->counters.sm, text.counters.sm));
    CHECK(near(other->counters.of(CountedUnit::l1), text.counters.of(CountedUnit::l1)));
    CHECK(near(other->counters.of(CountedUnit::issue), text.counters.of(CountedUnit::issue)));
    CHECK(other->counters.stall == text.counters.stall);
  }
  CHECK(text.kernel == "bank_conflicts(float *)");
}

TEST_CASE("profile report: of all kernels in a text, the longest counts") {
  const ProfileReport report = *read_profile_report(test::recorded_text("h200/limited.txt"));
  CHECK(report.kernels == 11);
  CHECK(report.kernel == "bank_conflicts(float *)");
  CHECK(report.counters.seconds == doctest::Approx(16.96e-3).epsilon(0.01));
}

}  // TESTS_OF(data::kernel_limit)
