#include "core/attention/sink.hpp"

#include <cmath>
#include <numeric>

#include "tests/doctest.hpp"

TESTS_OF(core::attention::sink) {

using namespace loom;
using namespace loom::attention;

namespace {

using Kind = SinkOptions::Kind;

SinkRun run(const SinkOptions& options) {
  Result<SinkRun> found = sink_run(options);
  REQUIRE(found);
  return *found;
}

double sum(const std::vector<double>& numbers) {
  return std::accumulate(numbers.begin(), numbers.end(), 0.);
}

}  // namespace

TEST_CASE("sinks: the cache's weights are the full ones of what is kept, over their sum") {
  for (Kind kind : {Kind::none, Kind::first_tokens, Kind::learned})
    for (int window : {1, 3, 8, 100})
      for (const std::uint64_t seed : {1u, 2u, 3u}) {
        const SinkOptions options{
            .kind = kind, .tokens = 40, .window = window, .sinks = 2, .seed = seed};
        const SinkRun found = run(options);
        REQUIRE(found.rows.size() == 40);
        for (int i = 0; i < 40; ++i) {
          const SinkRow& row = found.rows[static_cast<size_t>(i)];
          const auto kept = [&](int j) {
            return i - j < window || (kind == Kind::first_tokens && j < 2);
          };
          CHECK(sum(row.full.weights) + row.full.sink == doctest::Approx(1).epsilon(1e-12));
          CHECK(sum(row.kept.weights) + row.kept.sink == doctest::Approx(1).epsilon(1e-12));
          double left = row.full.sink, out = 0;
          for (int j = 0; j <= i; ++j) {
            const auto at = static_cast<size_t>(j);
            if (kept(j)) left += row.full.weights[at];
          }
          for (int j = 0; j <= i; ++j) {
            const auto at = static_cast<size_t>(j);
            const double wanted = kept(j) ? row.full.weights[at] / left : 0;
            CHECK(row.kept.weights[at] == doctest::Approx(wanted).epsilon(1e-10));
            out += wanted * found.values[at];
          }
          CHECK(row.out == doctest::Approx(out).epsilon(1e-9));
          if (kind == Kind::learned)
            CHECK(row.kept.sink > 0);
          else
            CHECK(row.kept.sink == 0);
        }
      }
}

TEST_CASE("sinks: evicting the first token makes a head loud; keeping it, or a logit, does not") {
  const auto last = [](Kind kind) {
    double most = 0;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      const SinkRun found =
          run({.kind = kind, .tokens = 64, .window = 16, .sinks = 1, .pull = 5, .seed = seed});
      most = std::max(most, found.rows.back().loudness);
    }
    return most;
  };
  CHECK(last(Kind::none) > 2);
  CHECK(last(Kind::first_tokens) < 1.5);
  CHECK(last(Kind::learned) < 1.5);
}

TEST_CASE("sinks: within the window nothing changes") {
  for (Kind kind : {Kind::none, Kind::first_tokens, Kind::learned}) {
    const SinkRun found = run({.kind = kind, .tokens = 30, .window = 10});
    for (size_t i = 0; i < 10; ++i) {
      CHECK(found.rows[i].kept.weights == found.rows[i].full.weights);
      CHECK(found.rows[i].loudness == 1);
    }
  }
}

TEST_CASE("sinks: what is refused") {
  CHECK(sink_run({.tokens = 0}).error().message == "tokens: expected 1 to 1024, got 0");
  CHECK(sink_run({.pull = 51}).error().message == "pull: expected -50 to 50, got 51");
  CHECK(sink_run({.pull = NAN}).error().message == "pull: expected -50 to 50");
}

}  // TESTS_OF(core::attention::sink)
