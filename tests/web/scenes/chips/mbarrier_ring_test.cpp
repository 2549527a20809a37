// The scene `mbarrier-ring`: sentences of every kind of event and of every broken rule, and
// pictures that fit.
#include "web/scenes/chips/mbarrier_ring.hpp"

#include <algorithm>
#include <set>

#include "tests/web/scenes/subject.hpp"
#include "web/scenes/scenes.hpp"

TESTS_OF(web::scenes::chips::mbarrier_ring) {

using namespace loom;
using namespace loom::scene;
using namespace loom::scenes;

namespace {

const Subject subject(mbarrier_ring());

std::vector<std::string> grid() {
  std::vector<std::string> queries;
  for (const char* rule : {"none", "parity", "release", "bytes", "arrivals", "waiting"})
    for (const char* rest :
         {"", "&stages=1", "&stages=5&tiles=16", "&tiles=1", "&produce=500&copy=10&consume=10",
          "&produce=10&copy=1000&consume=500&tiles=16", "&consume=250",
          "&stages=2&produce=10&copy=10&consume=500&tiles=16"})
      queries.push_back(std::string("broken=") + rule + rest);
  return queries;
}

std::string at(int step) { return subject.status("step=" + std::to_string(step)); }

}  // namespace

TEST_CASE("mbarrier-ring: sentences of a ring that keeps the rules") {
  CHECK(subject.metric_text("", "pace") == "183");
  CHECK(subject.metric("", "producer") == 550);
  CHECK(subject.metric("", "consumer") == 600);
  CHECK(subject.metric("stages=5&produce=300", "pace") == 300);
  CHECK(subject.metric("stages=1", "pace") == 550);
}

TEST_CASE("mbarrier-ring: a sentence for each event") {
  CHECK(at(0).find("Every barrier is in phase 0.") == 0);
  CHECK(at(1) ==
        "Cycle 0: empty[0] has ended its phase of parity 1: buffer 0 is empty. The producer "
        "begins tile 0.");
  CHECK(at(2) ==
        "Cycle 100: the producer requests the copy of tile 0 and arrives at full[0], which now "
        "waits for 16,384 bytes and no arrival.");
  std::set<std::string> said;
  for (int step = 0; step <= 40; ++step) said.insert(at(step));
  CHECK(said.size() == 41);
  for (const char* sentence :
       {"Cycle 400: the last byte of tile 0 arrives. full[0] waits for nothing more: its phase of "
        "parity 0 ends.",
        "Cycle 400: full[0] has ended its phase of parity 0: buffer 0 is full. The consumer "
        "reads tile 0.",
        "Cycle 550: the consumer is done with tile 0 and arrives at empty[0], whose phase of "
        "parity 0 ends.",
        "Cycle 550: empty[0] has ended its phase of parity 0: buffer 0 is empty. The producer "
        "begins tile 3."})
    CHECK_MESSAGE(said.contains(sentence), sentence);
}

TEST_CASE("mbarrier-ring: who waits for whom, and why, if a rule is broken") {
  CHECK(subject.metric("broken=parity", "total") == 0);
  subject.check_says("broken=parity", {0});
  CHECK(subject.metric("broken=release", "total") == 850);
  CHECK(subject.metric("broken=bytes", "total") == 600);
  subject.check_says("broken=bytes", {16384, 32768});
  CHECK(subject.metric("broken=arrivals&stages=2", "total") == 700);
  CHECK(subject.metric("broken=waiting", "read") == 8);
  CHECK(subject.metric("broken=waiting", "total") == 1600);
  CHECK(subject.metric("broken=waiting", "spoiled") == 5);
  CHECK(subject.metric("broken=waiting&produce=200", "read") == 8);
  CHECK(subject.metric("broken=waiting&produce=200", "total") == 2050);
  CHECK(subject.metric("broken=release&tiles=3", "read") == 3);
  CHECK(subject.metric("broken=release&tiles=3", "total") == 850);
  CHECK(subject.metric("broken=release", "read") == 3);
  CHECK(subject.metric("broken=arrivals&stages=5", "read") == 5);
  CHECK(subject.metric("broken=bytes", "read") == 0);
  CHECK(subject.table("broken=release")[3] ==
        std::vector<std::string>{"3", "0", "1", "–", "–", "–", "–"});
}

TEST_CASE("mbarrier-ring: a producer that never waits overwrites, aliases, or arrives twice") {
  CHECK(subject.metric("broken=waiting&consume=250", "spoiled") > 0);
  CHECK(contains(subject.status("broken=waiting&consume=250"), "two phases ahead"));
  CHECK(contains(subject.status("broken=waiting&stages=1"), "twice in one phase"));
}

TEST_CASE("mbarrier-ring: metrics") {
  CHECK(subject.metric("", "pace") == doctest::Approx(550. / 3));
  CHECK(subject.metric("stages=4", "pace") == 150);
  CHECK(subject.metric("", "total") == 1800);
  CHECK(subject.metric("", "read") == 8);
}

TEST_CASE("mbarrier-ring: work in the picture is as long as in the simulator") {
  for (const char* query : {"", "stages=1", "consume=300", "stages=5"}) {
    const State state = subject.load(query);
    float reading = 0, plot = 0, high = 0;
    const RecordingPainter painter = record(state.scene(), {.step = state.step()});
    for (const Mark& mark : painter.marks()) {
      if (mark.kind == Mark::Kind::hotspot && mark.text == "Drag to move through the events")
        plot = mark.box.width, high = mark.box.height;
      if (mark.part == "consumer" && mark.kind == Mark::Kind::rect &&
          mark.style.fill == Role::compute && mark.box.height == 18)
        reading += mark.box.width;
    }
    CAPTURE(query);
    CHECK(high == 18);
    CHECK(static_cast<double>(reading / plot) ==
          doctest::Approx(8 * state.values().integer("consume") / subject.metric(query, "total"))
              .epsilon(0.01));
  }
}

TEST_CASE("mbarrier-ring: pictures fit, and are as high in every state") {
  subject.check_pictures(grid(), 7);
  subject.check_one_height(grid());
}

}  // TESTS_OF(web::scenes::chips::mbarrier_ring)
