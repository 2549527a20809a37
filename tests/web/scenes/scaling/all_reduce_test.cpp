// The scene `all-reduce`: sentences, published formulas of steps and bytes, and cells that are as
// full as their sums.
#include <algorithm>
#include <cmath>
#include <string>

#include "core/device/links.hpp"
#include "core/scaling/measured_collectives.hpp"
#include "tests/web/scenes/subject.hpp"
#include "web/scene/format.hpp"
#include "web/scene/kit/quantity.hpp"
#include "web/scenes/scenes.hpp"

TESTS_OF(web::scenes::scaling::all_reduce) {

using namespace loom;
using namespace loom::scene;
using namespace loom::scenes;

namespace {

const Subject subject(all_reduce());

std::vector<std::string> grid() {
  std::vector<std::string> queries;
  for (const char* kind : {"ring", "tree", "one-shot", "in-switch"})
    for (const char* gpus : {"2", "3", "8", "9", "16"})
      for (const char* size : {"0.001", "16", "100000"})
        for (const char* latency : {"0", "50&link=network"})
          queries.push_back(std::string("algorithm=") + kind + "&gpus=" + gpus + "&size=" + size +
                            "&latency=" + latency);
  return queries;
}

}  // namespace

TEST_CASE("all-reduce: links are offered with their rates") {
  const device::Link* links[] = {&device::nvlink5, &device::nvlink4, &device::pcie5,
                                 &device::network400};
  for (const Parameter& parameter : subject.description().parameters)
    for (size_t i = 0; parameter.key == "link" && i < parameter.choices.size(); ++i)
      CHECK(parameter.choices[i].label ==
            fill("{}, {} GB/s", links[i]->name, brief(links[i]->rate.value)));
}

TEST_CASE("all-reduce: the numbers of its sentences") {
  CHECK(subject.metric("", "steps") == 14);
  CHECK(subject.metric_text("", "time") == "3958.9");
  CHECK(subject.metric("", "sent") == 1750);
  subject.check_says("", {1, 2.23});
  // As fast as the others is not slower.
  CHECK(subject.status("algorithm=tree&gpus=2&size=0.001&latency=0&link=network")
            .ends_with("No other algorithm here is faster."));
  subject.check_says("step=0", {8, 1});
  subject.check_says("gpus=4&step=3", {3, 6, 4, 4, 16, 4});
  subject.check_says("gpus=4&step=4", {4, 6, 4, 8, 16, 4});
  CHECK(subject.status("algorithm=one-shot&size=0.016")
            .ends_with("No other algorithm here is faster."));
}

TEST_CASE("all-reduce: two GPUs over NVLink 4 stand beside what NCCL took on two H200s") {
  const auto circles = [](const std::string& query) {
    return record(subject.load(query).scene(), {}).of(Mark::Kind::circle).size();
  };
  int runs = 0;
  for (const scaling::h200::CollectiveRun& run : scaling::h200::collective_runs) {
    if (run.operation != scaling::Collective::all_reduce) continue;
    ++runs;
    const std::string size = fill("{}", fixed(run.bytes / 1e6, 6));
    CAPTURE(size);
    CHECK(subject.status("gpus=2&size=" + size)
              .ends_with(fill(
                  "Measured with NCCL on two H200s: {} for {} ({}), {} times what the rule says.",
                  prefixed(run.us * 1e-6, "s"), prefixed(run.bytes, "B"), run.way,
                  fixed(run.us / (2 * 5 + run.bytes / 450e3), 2))));
  }
  CHECK(circles("gpus=2") == circles("gpus=3") + static_cast<size_t>(runs));
  CHECK(circles("gpus=2&link=pcie5") == circles("gpus=3"));
  CHECK_FALSE(contains(subject.status("gpus=2&link=nvlink5"), "NCCL"));
}

TEST_CASE("all-reduce: the data of two GPUs are all that was measured, and its fits") {
  const Table table = subject.load("gpus=2&latency=3").scene().table();
  REQUIRE(table.rows.size() == std::size(scaling::h200::collective_runs));
  size_t place = 0;
  for (const scaling::h200::CollectiveRun& run : scaling::h200::collective_runs) {
    const std::vector<Cell>& row = table.rows[place++];
    CHECK(row[1].value == run.bytes);
    CHECK(row[3].value == run.us);
    if (!run.way.empty()) CHECK(row[2].shown == run.way);
    CHECK(std::abs(row[4].value / run.us - 1) < 0.15);
    const double sent = run.operation == scaling::Collective::all_reduce ? 1 : 0.5;
    CHECK(row[6].value == doctest::Approx(run.bytes * sent / 450e3));
  }
}

TEST_CASE("all-reduce: dots are as far from the rule as their times") {
  for (const int latency : {0, 3, 50}) {
    const auto painter =
        record(subject.load("gpus=2&latency=" + std::to_string(latency)).scene(), {.width = 944});
    std::vector<double> at, ratios;
    for (const Mark& mark : painter.of(Mark::Kind::circle))
      if (mark.style.fill == Role::ink) at.push_back(mark.box.center().y);
    for (const scaling::h200::CollectiveRun& run : scaling::h200::collective_runs)
      if (run.operation == scaling::Collective::all_reduce)
        ratios.push_back(std::log2(run.us / (2 * latency + run.bytes / 450e3)));
    REQUIRE(at.size() == ratios.size());
    const auto lowest = std::min_element(ratios.begin(), ratios.end()) - ratios.begin(),
               highest = std::max_element(ratios.begin(), ratios.end()) - ratios.begin();
    const auto i = static_cast<size_t>(lowest), j = static_cast<size_t>(highest);
    const double octave = (at[i] - at[j]) / (ratios[j] - ratios[i]);
    CHECK(octave > 5);
    for (size_t k = 0; k < at.size(); ++k)
      CHECK(at[i] - at[k] ==
            doctest::Approx(octave * (ratios[k] - ratios[i])).epsilon(0.01).scale(1));
    if (latency == 3) CHECK(octave * std::log2(1.37) > 20);  // it can be seen
  }
}

TEST_CASE("all-reduce: the formulas of steps, bytes and time") {
  for (int gpus = 2; gpus <= 16; ++gpus) {
    const std::string query = "gpus=" + std::to_string(gpus) + "&size=64&latency=7&algorithm=";
    CAPTURE(gpus);
    CHECK(subject.metric(query + "ring", "steps") == 2 * (gpus - 1));
    CHECK(subject.metric(query + "ring", "times") == doctest::Approx(2. * (gpus - 1) / gpus));
    CHECK(subject.metric(query + "tree", "steps") == 2 * std::ceil(std::log2(gpus)));
    CHECK(subject.metric(query + "tree", "times") <= 2);
    CHECK(subject.metric(query + "one-shot", "times") == gpus - 1);
    CHECK(subject.metric(query + "in-switch", "times") == 1);
    for (const std::string kind : {"ring", "tree", "one-shot", "in-switch"})
      CHECK(subject.metric(query + kind, "time") ==
            doctest::Approx(7 * subject.metric(query + kind, "steps") +
                            64e6 * subject.metric(query + kind, "times") / 450e9 * 1e6));
  }
  // 14 GB of gradients over a network, n = 8 (see the ring's formula): 490 ms and 14 steps of 5 µs.
  CHECK(subject.metric("size=14000&link=network", "time") == doctest::Approx(490e3 + 70));
}

TEST_CASE("all-reduce: every GPU ends with every chunk whole") {
  for (const std::string& query : grid()) {
    CAPTURE(query);
    const Rows rows = subject.table(query);
    if (rows[0][0] == "0")  // not what was measured
      for (const auto& row : rows) CHECK(row[3] == row[4]);
  }
}

TEST_CASE("all-reduce: at the end all cells are whole, before that none") {
  for (const std::string kind : {"ring", "tree", "one-shot", "in-switch"}) {
    const State state = subject.load("gpus=6&algorithm=" + kind);
    const int chunks = kind == "ring" ? 6 : kind == "tree" ? 2 : 1;
    const int boxes = kind == "in-switch" ? 7 : 6;
    const auto count = [&](int step, Role role) {
      return filled(record(state.scene(), {.step = step}), "circle", role);
    };
    CHECK(count(0, Role::good) == 1);  // in the legend
    CHECK(count(0, Role::data) == 1 + 6 * chunks);
    CHECK(count(state.scene().steps(), Role::good) == 1 + boxes * chunks);
    CHECK(count(state.scene().steps(), Role::data) == 1);
  }
}

TEST_CASE("all-reduce: a click on a row chooses it, and a drag the size") {
  State state = subject.load("");
  bool dragged = false;
  for (const Mark& mark : record(state.scene(), {.step = state.step()}).of(Mark::Kind::hotspot)) {
    dragged = dragged || (mark.action.key == "size" && mark.action.logarithmic);
    if (!mark.text.starts_with("Two trees: ")) continue;
    REQUIRE(!state.set(mark.action.key, mark.action.value));
  }
  CHECK(state.query() == "algorithm=tree");
  CHECK(dragged);
}

TEST_CASE("all-reduce: the picture fits, for the whole grid, at both widths") {
  subject.check_pictures(grid(), 7);
}

}  // TESTS_OF(web::scenes::scaling::all_reduce)
