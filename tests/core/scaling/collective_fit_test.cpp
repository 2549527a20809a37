// Two numbers for a collective operation: the fit against exact lines and against a search, and how
// well it predicts what NCCL took on two H200s for sizes that it has not seen.
#include "core/scaling/collective_fit.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <string>

#include "core/scaling/other_collectives.hpp"
#include "tests/doctest.hpp"
#include "tests/tries.hpp"

TESTS_OF(core::scaling::collective_fit) {

using namespace loom;
using namespace loom::scaling;

namespace {

constexpr Collective operations[] = {Collective::all_reduce, Collective::reduce_scatter,
                                     Collective::all_gather, Collective::all_to_all};

double squares(const LinkFit& fit, std::span<const Timed> runs) {
  double sum = 0;
  for (const Timed& run : runs) sum += std::pow(fit.seconds(run.sent) / run.seconds - 1, 2);
  return sum;
}

double one_of(std::mt19937& random, unsigned most) {
  return 1 + static_cast<double>(random() % most);
}

}  // namespace

TEST_CASE("a line is found again, whatever its latency and rate") {
  std::mt19937 random(1);
  for (int i = 0; i < tries(200); ++i) {
    const LinkFit line = {.latency = 1e-7 * one_of(random, 1000),
                          .rate = 1e9 * one_of(random, 1000)};
    std::vector<Timed> runs;
    for (double sent = 1024; sent < 1e9; sent *= 1.5) runs.push_back({sent, line.seconds(sent)});
    const LinkFit found = fit_link(runs);
    CHECK(found.latency == doctest::Approx(line.latency).epsilon(1e-6).scale(0));
    CHECK(found.rate == doctest::Approx(line.rate).epsilon(1e-6).scale(0));
  }
}

TEST_CASE("no latency and rate nearby have smaller relative errors") {
  std::mt19937 random(2);
  for (int i = 0; i < tries(100); ++i) {
    std::vector<Timed> runs;
    for (double sent = 1024; sent < 1e9; sent *= 2)
      runs.push_back({sent, (5e-6 + sent / 200e9) * (0.8 + 0.004 * one_of(random, 100))});
    const LinkFit found = fit_link(runs);
    for (const double latency : {0.99, 1., 1.01})
      for (const double rate : {0.99, 1., 1.01})
        CHECK(squares(found, runs) <=
              squares({found.latency * latency, found.rate * rate}, runs) * (1 + 1e-12));
  }
}

TEST_CASE("what a fit has not seen is predicted within 15%, for every operation and protocol") {
  int fits = 0;
  for (const std::span<const h200::CollectiveRun> runs :
       {std::span<const h200::CollectiveRun>(h200::collective_runs),
        std::span<const h200::CollectiveRun>(h200::in_place_runs)})
    for (const Collective operation : operations)
      for (const CollectiveFit& fit : collective_fits(operation, runs)) {
        CAPTURE(std::string(fit.way));
        CAPTURE(fit.least);
        CHECK(fit.runs >= 11);
        CHECK(std::abs(fit.worst) < 0.15);
        CHECK(fit.worst != 0);
        double worst = 0;  // of all
        for (const h200::CollectiveRun& run : runs)
          if (run.operation == operation && run.bytes >= fit.least && run.bytes <= fit.most)
            worst = std::max(worst, std::abs(fit.fit.seconds(run.bytes * sent_share(operation, 2)) /
                                                 (run.us * 1e-6) -
                                             1));
        CHECK(std::abs(fit.worst_of_all) == doctest::Approx(worst).epsilon(1e-9).scale(0));
        CHECK(worst < 0.15);
        CHECK(worst >= std::abs(fit.worst));
        CHECK(fit.fit.rate < 450e9);  // what the wires carry
        ++fits;
      }
  CHECK(fits == 2 * 6 + 3);
}

TEST_CASE("LL128, which NCCL did not choose, is predicted as well where it is forced") {
  int found = 0;
  for (const CollectiveFit& fit : collective_fits(Collective::all_reduce, h200::forced_runs))
    if (fit.way == "ring LL128") {
      ++found;
      CHECK(std::abs(fit.worst) < 0.15);
      CHECK(fit.least == 1 << 10);
      CHECK(fit.most == 1 << 30);
    }
  CHECK(found == 1);
}

TEST_CASE("each way of an operation has its own sizes, and together they are all of them") {
  for (const Collective operation : operations) {
    int runs = 0;
    double most = 0;
    for (const CollectiveFit& fit : collective_fits(operation, h200::collective_runs)) {
      CHECK(fit.least > most);
      most = fit.most;
      runs += fit.runs;
    }
    CHECK(runs == 41);
    CHECK(most == 1 << 30);
  }
}

TEST_CASE("what a GPU sends") {
  CHECK(sent_share(Collective::all_reduce, 2) == 1);
  CHECK(sent_share(Collective::reduce_scatter, 2) == 0.5);
  CHECK(sent_share(Collective::all_gather, 4) == 0.75);
  CHECK(sent_share(Collective::all_to_all, 8) == 0.875);
}

TEST_CASE("how NCCL sends an all-to-all") {
  CHECK(all_to_all_way(32768, 2) == "sends LL");
  CHECK(all_to_all_way(32770, 2) == "sends Simple");
  CHECK(all_to_all_way(4 << 20, 2) == "sends Simple");
  CHECK(all_to_all_way((4 << 20) + 2, 2) == "sends Simple, all channels");
  CHECK(all_to_all_way(65536, 4) == "sends LL");
}

}  // TESTS_OF(core::scaling::collective_fit)
