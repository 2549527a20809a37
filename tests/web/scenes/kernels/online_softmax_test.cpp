// The scene `online-softmax`: documented table and sentences, and a picture that fits for every
// state.
#include <algorithm>
#include <random>
#include <string>

#include "tests/doctest.hpp"
#include "tests/web/scenes/subject.hpp"
#include "web/scene/format.hpp"
#include "web/scenes/scenes.hpp"

TESTS_OF(web::scenes::kernels::online_softmax) {

using namespace loom;
using namespace loom::scene;
using scenes::contains;
using scenes::Rows;

namespace {

const scenes::Subject subject(scenes::online_softmax());

int count(const std::vector<Mark>& marks, const std::string& part, Role fill) {
  return static_cast<int>(std::count_if(marks.begin(), marks.end(), [&](const Mark& mark) {
    return mark.kind == Mark::Kind::rect && mark.part == part && mark.style.fill == fill;
  }));
}

std::string numbers(std::mt19937& random, int count, double from, double to, int decimals) {
  std::uniform_real_distribution<double> uniform(from, to);
  std::string list;
  for (int i = 0; i < count; ++i) {
    std::string number = fixed(uniform(random), decimals);
    if (number.starts_with("−")) number.replace(0, std::string("−").size(), "-");
    list += (i > 0 ? "," : "") + number;
  }
  return list;
}

}  // namespace

TEST_CASE("online-softmax: the documented table") {
  CHECK(subject.columns() ==
        std::vector<std::string>{"Tile", "tile max", "m", "rescale", "l", "output"});
  CHECK(subject.table("") == Rows{{"0", "3.0", "3.0", "0.000", "1.59", "11.390"},
                                  {"1", "5.0", "5.0", "0.135", "1.32", "13.175"},
                                  {"2", "4.0", "5.0", "1.000", "1.89", "12.880"},
                                  {"3", "6.0", "6.0", "0.368", "1.72", "14.054"}});
  CHECK(subject.load("").scene().steps() == 4);
  CHECK(subject.load("").step() == 0);
}

TEST_CASE("online-softmax: the sentences of the documented data") {
  subject.check_says("", {16});
  subject.check_says("step=1", {0, 3, 1.59, 4, 11.39});
  subject.check_says("step=2", {1, 3, 5, 0.135, 1.32, 8, 13.175});
  subject.check_says("step=3", {2, 5, 1.89, 12, 12.88});
  CHECK(subject.cell("step=4", "3", "m") == "6.0");
  CHECK(subject.cell("step=4", "3", "rescale") == "0.368");
  CHECK(subject.cell("step=4", "3", "l") == "1.72");
  CHECK(subject.metric_text("step=4", "output") == "14.054");
  CHECK(subject.metric("step=4", "rescales") == 2);
  subject.check_says("step=4", {3, 5, 16});
}

TEST_CASE("online-softmax: conditional rescaling lets the maximum lag") {
  CHECK(subject.metric("", "rescales") == 2);
  CHECK(subject.metric("conditional=on", "rescales") == 0);
  CHECK(subject.metric("conditional=on&threshold=2", "rescales") == 1);
  CHECK(subject.metric("conditional=on&threshold=0", "rescales") == 2);
  for (const char* query :
       {"", "conditional=on", "conditional=on&threshold=2", "keys=1", "keys=16"})
    CHECK(fixed(subject.metric(query, "output"), 3) == "14.054");
  CHECK(subject.table("conditional=on")[3] ==
        std::vector<std::string>{"3", "6.0", "6.0", "3.0", "1.000", "34.63", "14.054"});
  subject.check_says("conditional=on&step=2", {1, 5, 2.89, 3, 8, 9.77, 8, 13.175});
  subject.check_says("conditional=on&step=3", {5, 3});
  const std::string jump = "conditional=on&scores=1,3,0.5,2,2.5,0,15,1,3,1,4,2,0,2,6,1&step=";
  CHECK(contains(subject.status(jump + "2"),
                 "17.31 doublings above the stored m of 3.0. Beyond the threshold of 8, m follows: "
                 "everything summed before is multiplied by less than 0.001."));
  CHECK(contains(subject.status(jump + "4"), "the tiles took 1 rescale."));
}

TEST_CASE("online-softmax: sentences for few keys, uneven tiles and great scores") {
  subject.check_says("scores=5&values=-7", {1});
  CHECK(subject.metric("scores=5&values=-7&step=1", "output") == -7);
  subject.check_says("keys=5", {16, 4});
  subject.check_says("keys=1&step=1", {10});
  const std::string times_20 = "scores=20,60,10,40,50,0,100,20,60,20,80,40,0,40,120,20&step=4";
  CHECK(contains(subject.status(times_20), "the sum would overflow FP16 and FP32."));
  CHECK_FALSE(contains(subject.status("step=4"), "FP16"));
  CHECK(subject.table("scores=0.25,-1.5&values=1,2")[0][1] == "0.25");
}

TEST_CASE("online-softmax: as many values as scores, and both within their ranges") {
  State state(subject.description());
  const auto error = state.load("scores=1,2,3&values=1,2");
  REQUIRE(error);
  CHECK(error->message == "got 3 scores and 2 values, expected as many values as scores");
  CHECK(state.set("scores", "1")->message ==
        "got 1 score and 16 values, expected as many values as scores");
  CHECK(state.query().empty());  // the last good state stays
  CHECK(state.scene().table().rows.size() == 4);
  CHECK(state.set("scores", "1,201"));
  CHECK(state.set("values", "-1001"));
  CHECK(state.set("keys", "0"));
  CHECK(state.set("keys", "17"));
  CHECK(state.set("threshold", "16.5"));
  CHECK(state.load("step=5"));
}

TEST_CASE("online-softmax: what is drawn is what has been folded in") {
  for (int step = 0; step <= 4; ++step) {
    const State state = subject.load("step=" + std::to_string(step));
    for (float width : {narrow_width, wide_width}) {
      const RecordingPainter picture = record(state.scene(), {width, step});
      CHECK(count(picture.marks(), "scores", Role::data) == 4 * step);
      CHECK(count(picture.marks(), "scores", Role::wait) == 16 - 4 * step);
      CHECK(count(picture.marks(), "denominator", Role::compute) == 4 * step);
      CHECK(count(picture.marks(), "output", Role::data) == 4 * step);
      const auto hotspots = picture.of(Mark::Kind::hotspot);
      const auto drags = [&](std::string_view key) {
        return std::count_if(hotspots.begin(), hotspots.end(), [&](const Mark& mark) {
          return mark.action.kind == Action::Kind::drag_y && mark.action.key == key;
        });
      };
      CHECK(drags("scores") == 16);
      CHECK(drags("values") == 16);
    }
  }
}

TEST_CASE(
    "online-softmax: weights shrink on a rescale, and what they were stays as a dashed outline") {
  const State state = subject.load("step=2");
  const auto heights = [&](float fraction) {
    const RecordingPainter picture = record(state.scene(), {wide_width, 2, fraction});
    std::vector<float> found;
    for (const Mark& mark : picture.marks())
      if (mark.part == "denominator" && mark.style.fill == Role::compute)
        found.push_back(mark.box.height);
    return found;
  };
  const std::vector<float> start = heights(0), half = heights(0.3f), end = heights(1);
  REQUIRE(start.size() == 8);
  CHECK(start[1] > half[1]);  // the first tile's heaviest key
  CHECK(half[1] > end[1]);
  CHECK(start[6] < end[6]);  // the new tile's grows
  const auto ghosts = [&](int step) {
    const RecordingPainter picture = record(state.scene(), {wide_width, step});
    return std::count_if(picture.marks().begin(), picture.marks().end(), [](const Mark& mark) {
      return mark.kind == Mark::Kind::rect && mark.part == "rescale" && mark.style.dashed;
    });
  };
  CHECK(ghosts(2) > 0);
  CHECK(ghosts(3) == 0);
  CHECK(ghosts(4) > 0);
}

TEST_CASE("online-softmax: hotspots act: tiles seek, columns drag their own number") {
  State state = subject.load("step=1");
  for (float width : {narrow_width, wide_width}) {
    for (const Mark& mark : record(state.scene(), {width, 1}).of(Mark::Kind::hotspot)) {
      if (mark.action.kind == Action::Kind::none) continue;
      CHECK_MESSAGE((mark.box.width >= 24 && mark.box.height >= 24), mark.text);
      if (mark.action.kind == Action::Kind::set) {
        State copy = subject.load("");
        CHECK_FALSE(copy.set(mark.action.key, mark.action.value));
        CHECK(copy.step() > 0);
        continue;
      }
      CHECK(mark.action.from_px > mark.action.to_px);  // up is more
      CHECK(mark.action.from_value < mark.action.to_value);
      const double number = subject.load("").values().numbers(
          mark.action.key)[static_cast<size_t>(mark.action.index)];
      CHECK(number >= mark.action.from_value);
      CHECK(number <= mark.action.to_value);
    }
  }
}

TEST_CASE("online-softmax: every picture fits") {
  std::vector<std::string> queries;
  for (const char* keys : {"1", "2", "3", "4", "5", "7", "8", "9", "13", "16"})
    for (const char* mode :
         {"", "&conditional=on", "&conditional=on&threshold=1.5", "&conditional=on&threshold=16"})
      queries.push_back(std::string("keys=") + keys + mode);
  std::mt19937 random(11);
  for (int count : {1, 2, 3, 8, 9, 16, 17, 31, 32}) {
    for (double reach : {0.4, 6.0, 50.0, 200.0}) {
      const std::string data =
          "scores=" + numbers(random, count, -reach, reach, static_cast<int>(random() % 4)) +
          "&values=" +
          numbers(random, count, -5 * reach, 5 * reach, static_cast<int>(random() % 4));
      queries.push_back(data + "&keys=" + std::to_string(1 + random() % 16));
      queries.push_back(data + "&conditional=on&threshold=" + std::to_string(random() % 17) +
                        "&keys=" + std::to_string(1 + random() % 16));
    }
  }
  for (const char* extreme :
       {"scores=0&values=0", "scores=-200&values=-1000", "scores=200,-200&values=1000,-1000&keys=1",
        "scores=0,0,0,0&values=0,0,0,0&keys=2",
        "scores=11,0,0&values=-1000,1000,1000&keys=1&conditional=on&threshold=16"})
    subject.check_pictures(extreme, 1);
  subject.check_pictures(queries, 1);
}

}  // TESTS_OF(web::scenes::kernels::online_softmax)
