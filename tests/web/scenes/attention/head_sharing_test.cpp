// The scene `head-sharing`: sentences, bytes and times by hand, and a picture that fits.
#include "core/attention/measured_decode.hpp"
#include "tests/web/scenes/subject.hpp"
#include "web/scenes/scenes.hpp"

TESTS_OF(web::scenes::attention::head_sharing) {

using namespace loom;
using namespace loom::scene;
using namespace loom::scenes;

namespace {

const Subject subject(head_sharing());

std::vector<std::string> grid() {
  std::vector<std::string> queries;
  for (const char* share : {"1", "2", "4", "8", "16", "all"})
    for (const char* heads : {"8", "16", "32", "64"})
      for (const char* more : {"&context=1024", "&context=131072&batch=several", "&context=8192"})
        queries.push_back("share=" + std::string(share) + "&heads=" + heads + more);
  return queries;
}

}  // namespace

TEST_CASE("head-sharing: the numbers of its sentences") {
  CHECK(subject.metric("", "token") == 4096);
  CHECK(subject.metric_text("", "time") == "111.8");
  CHECK(subject.metric("", "measured") == 124.72);
  subject.check_says("", {8, 4.8});
  CHECK(subject.metric("share=all&heads=8&context=1024&batch=several", "token") == 512);
  CHECK(subject.metric("share=all&heads=8&context=1024&batch=several", "read") == 32);
  subject.check_says("share=all&heads=8&context=1024&batch=several", {1, 64, 6.99, 4.8});
}

TEST_CASE("head-sharing: bytes by hand, and the recorded times of every run") {
  // Keys and values of 8 heads, 128 numbers of two bytes.
  CHECK(subject.metric("", "token") == 2 * 8 * 128 * 2);
  CHECK(subject.metric("", "read") == 512);
  CHECK(subject.metric("", "time") == doctest::Approx(131072. * 4096 / 4.8e12 * 1e6));
  for (const attention::h200::DecodeRun& run : attention::h200::decode_runs) {
    const std::string share = run.kv_heads == 1 ? "all" : std::to_string(32 / run.kv_heads);
    const std::string query = "share=" + share + "&context=" + std::to_string(run.context) +
                              (run.batch == 1 ? "" : "&batch=several");
    CAPTURE(query);
    CHECK(subject.metric(query, "measured") == run.fastest_us());
    // A chip cannot read faster than its memory gives.
    CHECK(subject.metric(query, "measured") > subject.metric(query, "time"));
  }
}

TEST_CASE("head-sharing: more to a group than there are heads is all of them") {
  CHECK(subject.status("share=16&heads=8") == subject.status("share=all&heads=8"));
}

TEST_CASE("head-sharing: the picture fits, for the whole grid, at both widths") {
  subject.check_pictures(grid(), 1);
}

TEST_CASE("head-sharing: a bar for each number of KV heads, as long as its time") {
  const RecordingPainter painter = record(subject.load("").scene(), {});
  std::vector<float> bars;
  for (const Mark& mark : painter.marks())
    if (mark.part == "time" && mark.kind == Mark::Kind::rect && mark.style.fill == Role::data)
      bars.push_back(mark.box.width);
  bars.erase(bars.begin());  // the legend's
  REQUIRE(bars.size() == 6);
  for (size_t i = 1; i < bars.size(); ++i)
    CHECK(bars[i - 1] / bars[i] == doctest::Approx(2).epsilon(0.01));
  for (const Mark& spot : painter.of(Mark::Kind::hotspot)) {
    CHECK(spot.box.height >= 24);
    if (spot.action.kind == Action::Kind::set)
      CHECK(!State(subject.description()).set("share", spot.action.value));
  }
}

}  // TESTS_OF(web::scenes::attention::head_sharing)
