// The scene `expert-all-to-all`: counts against the probability that a token needs a GPU, and what
// the limit and the way between nodes must do.
#include <cmath>
#include <string>

#include "core/scaling/measured_collectives.hpp"
#include "tests/web/scenes/subject.hpp"
#include "web/scenes/scenes.hpp"

TESTS_OF(web::scenes::scaling::expert_all_to_all) {

using namespace loom;
using namespace loom::scene;
using namespace loom::scenes;

namespace {

const Subject subject(expert_all_to_all());

std::vector<std::string> grid() {
  std::vector<std::string> queries;
  for (const char* nodes : {"1", "2", "4"})
    for (const char* experts : {"64&top=1", "256&top=8"})
      for (const char* skew : {"0", "2&seed=7"})
        for (const char* rest : {"", "&way=node&limit=1", "&limit=2"})
          queries.push_back("nodes=" + std::string(nodes) + "&experts=" + experts +
                            "&skew=" + skew + rest);
  return queries;
}

double sum(const std::string& query, size_t column) {
  double found = 0;
  for (const auto& row : subject.load(query).scene().table().rows) found += row[column].value;
  return found;
}

// That a token needs none of `own` experts, if it takes `top` of `experts`, all alike.
double none(int experts, int own, int top) {
  double share = 1;
  for (int i = 0; i < top; ++i) share *= double(experts - own - i) / (experts - i);
  return share;
}

constexpr double tokens = 32 * 4096;  // of all GPUs of four nodes

}  // namespace

TEST_CASE("expert-all-to-all: copies over the network are as many as the odds say") {
  const double gpu = 1 - none(256, 8, 8), node = 1 - none(256, 64, 8);
  CHECK(sum("", 3) == doctest::Approx(tokens * 24 * gpu).epsilon(0.03));
  CHECK(sum("way=node", 3) == doctest::Approx(tokens * 3 * node).epsilon(0.03));
  CHECK(subject.metric("", "nodes") == doctest::Approx(4 * node).epsilon(0.02));
}

TEST_CASE("expert-all-to-all: what leaves arrives, and every choice is computed") {
  for (const std::string& query : grid()) {
    CAPTURE(query);
    CHECK(sum(query, 1) == sum(query, 2));
    CHECK(sum(query, 3) == sum(query, 4));
    const State state = subject.load(query);
    CHECK(sum(query, 5) ==
          4096. * (1 << state.values().choice("nodes")) * 8 * (1 << state.values().choice("top")));
    if (state.values().text("nodes") == "1") CHECK(sum(query, 3) == 0);
  }
}

TEST_CASE("expert-all-to-all: a limit of nodes, and favorites") {
  CHECK(subject.metric("limit=1", "nodes") == 1);
  CHECK(subject.metric("limit=2", "nodes") <= 2);
  CHECK(subject.metric("limit=2&way=node", "time") < subject.metric("way=node", "time"));
  CHECK(subject.metric("way=node", "time") < subject.metric("", "time"));
  CHECK(subject.metric("", "saved") ==
        doctest::Approx(subject.metric("", "time") / subject.metric("way=node", "time")));
  CHECK(subject.metric("skew=1", "imbalance") > 2 * subject.metric("", "imbalance"));
}

TEST_CASE("expert-all-to-all: the sentence") {
  const std::string text = subject.status("");
  CHECK(
      text.starts_with("Each of 32 GPUs sends 4,096 tokens to 8 experts each. The experts of a "
                       "token are in 3."));
  CHECK(text.find("The slowest wire is the network of GPU ") != std::string::npos);
  CHECK(subject.status("nodes=1").find("nodes on average") == std::string::npos);
}

TEST_CASE("expert-all-to-all: one node stands beside what NCCL took between two H200s") {
  const auto circles = [](const char* query) {
    return record(subject.load(query).scene(), {}).of(Mark::Kind::circle).size();
  };
  size_t runs = 0;
  for (const scaling::h200::CollectiveRun& run : scaling::h200::collective_runs)
    runs += run.operation == scaling::Collective::all_to_all && run.bytes / 2 >= 1e3;
  CHECK(runs == 39);  // of 41, two send less than the scale begins with
  CHECK(circles("nodes=1") == runs);
  CHECK(circles("") == 0);
}

TEST_CASE("expert-all-to-all: a click on a way chooses it") {
  State state = subject.load("");
  for (const Mark& mark : record(state.scene(), {}).of(Mark::Kind::hotspot))
    if (mark.text.starts_with("once a node: "))
      REQUIRE(!state.set(mark.action.key, mark.action.value));
  CHECK(state.query() == "way=node");
}

TEST_CASE("expert-all-to-all: the picture fits, for the whole grid, at both widths") {
  subject.check_pictures(grid(), 1);
}

}  // TESTS_OF(web::scenes::scaling::expert_all_to_all)
