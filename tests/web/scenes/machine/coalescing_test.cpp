// The scene `coalescing`: golden tables and sentences, a picture that fits for every state, and the
// hand on an arrow.
#include <set>
#include <string>

#include "core/memory/access_pattern.hpp"
#include "tests/doctest.hpp"
#include "tests/tries.hpp"
#include "tests/web/scenes/subject.hpp"
#include "web/live/actions.hpp"
#include "web/scenes/machine/bytes.hpp"
#include "web/scenes/scenes.hpp"

TESTS_OF(web::scenes::machine::coalescing) {

using namespace loom;
using namespace loom::scene;
using scenes::contains;
using scenes::list;
using scenes::Rows;

namespace {

const scenes::Subject subject(scenes::coalescing());

constexpr const char* width_names[] = {"1", "2", "4", "8", "16"};

// Every pattern and width, with the edges and some of the middle of what else matters to it.
std::vector<std::string> grid() {
  std::vector<std::string> queries;
  for (const std::string width : width_names)
    for (const std::string offset : {"0", "1", "7", "31"}) {
      const std::string common = "bytes=" + width + "&offset=" + offset;
      queries.push_back(common);
      queries.push_back(common + "&pattern=broadcast");
      for (const char* seed : {"0", "1", "99"}) {
        queries.push_back(common + "&pattern=shuffled&seed=" + seed);
        queries.push_back(common + "&pattern=random&seed=" + seed);
      }
      for (const char* step : {"1", "2", "3", "5", "8", "9", "17", "31", "32"}) {
        queries.push_back(common + "&pattern=strided&stride=" + step);
        queries.push_back(common + "&pattern=field&struct=" + step);
      }
    }
  std::vector<int> far(32, 1023), ends(32, 0), two(32, 0);
  ends[31] = 1023;
  two[5] = 300;
  for (const std::string width : width_names)
    for (const auto& indices : {far, ends, two})
      queries.push_back("bytes=" + width + "&pattern=custom&indices=" + list(indices));
  return queries;
}

// The hotspot with an action for that lane, the last drawn first: the end of its arrow, then the
// lane itself.
std::vector<Mark> grips(const RecordingPainter& painter, int lane) {
  std::vector<Mark> found;
  for (const Mark& mark : painter.of(Mark::Kind::hotspot))
    if (mark.action.kind == Action::Kind::drag_onto && mark.action.index == lane)
      found.insert(found.begin(), mark);
  return found;
}

}  // namespace

TEST_CASE("coalescing: the default, in table and sentence") {
  CHECK(subject.columns() ==
        std::vector<std::string>{"Sector address", "Lanes served", "Bytes used", "Bytes wasted"});
  CHECK(subject.table("") == Rows{{"0", "0–7", "32", "0"},
                                  {"32", "8–15", "32", "0"},
                                  {"64", "16–23", "32", "0"},
                                  {"96", "24–31", "32", "0"}});
  CHECK(subject.metric("", "bytes") == 128);
  CHECK(subject.metric("", "sectors") == 4);
  CHECK(subject.metric("", "efficiency") == 100);
  subject.check_says("", {32});
  CHECK(subject.load("").query() == "");
  CHECK(subject.load("").step() == 4);
}

TEST_CASE("coalescing: other tables") {
  CHECK(subject.table("offset=1") == Rows{{"0", "0–6", "28", "4"},
                                          {"32", "7–14", "32", "0"},
                                          {"64", "15–22", "32", "0"},
                                          {"96", "23–30", "32", "0"},
                                          {"128", "31", "4", "28"}});
  const Rows column = subject.table("pattern=strided&stride=32&offset=5");
  REQUIRE(column.size() == 32);
  CHECK(column[0] == std::vector<std::string>{"0", "0", "4", "28"});
  CHECK(column[31] == std::vector<std::string>{"3,968", "31", "4", "28"});
  CHECK(subject.table("pattern=broadcast&offset=9") == Rows{{"32", "0–31", "4", "28"}});
  CHECK(subject.table("pattern=custom&bytes=16&indices=" +
                      list({0, 2, 4, 1, 3, 5, 6, 7, 0, 0, 0, 0, 0, 0, 0, 0,
                            0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0})) ==
        Rows{{"0", "0, 3, 8–31", "32", "0"},
             {"32", "1, 4", "32", "0"},
             {"64", "2, 5", "32", "0"},
             {"96", "6, 7", "32", "0"}});
}

TEST_CASE("coalescing: the numbers of its sentences") {
  CHECK(subject.cell("offset=1", "32", "Bytes used") == "32");
  CHECK(subject.metric("offset=1", "efficiency") == 80);
  subject.check_says("offset=1", {128});
  CHECK(subject.metric("pattern=strided&stride=2", "sectors") == 8);
  CHECK(subject.metric("pattern=strided&stride=2", "bytes") == 256);
  CHECK(subject.metric("pattern=strided&stride=2", "efficiency") == 50);
  subject.check_says("pattern=strided&stride=2", {32, 128});
  CHECK(subject.metric("pattern=strided&stride=32", "lines") == 32);
  CHECK(subject.metric("pattern=strided&stride=32", "sectors") == 32);
  CHECK(subject.metric("pattern=strided&stride=32", "bytes") == 1024);
  CHECK(subject.metric("pattern=strided&stride=32", "efficiency") == 12.5);
  subject.check_says("pattern=strided&stride=32", {128});
  CHECK(subject.metric("pattern=strided&stride=32&bytes=1", "sectors") == 32);
  CHECK(subject.metric("pattern=strided&stride=32&bytes=1", "bytes") == 1024);
  CHECK(subject.metric("pattern=strided&stride=32&bytes=1", "efficiency") == 3.125);
  CHECK(subject.metric("pattern=shuffled&seed=7", "bytes") == 128);
  CHECK(subject.metric("pattern=shuffled&seed=7", "sectors") == 4);
  CHECK(subject.metric("pattern=shuffled&seed=7", "efficiency") == 100);
  subject.check_says("pattern=shuffled&seed=7", {32});
  CHECK(subject.metric("pattern=field&struct=3", "sectors") == 12);
  CHECK(subject.metric("pattern=field&struct=3", "bytes") == 384);
  CHECK(subject.metric_text("pattern=field&struct=3", "efficiency") == "33.3");
  subject.check_says("pattern=field&struct=3", {32, 128});
  CHECK(subject.cell("bytes=16&offset=1", "32", "Bytes used") == "32");
  CHECK(subject.metric("bytes=16&offset=1", "sectors") == 17);
  CHECK(subject.metric("bytes=16&offset=1", "bytes") == 544);
  CHECK(subject.metric_text("bytes=16&offset=1", "efficiency") == "94.1");
  subject.check_says("bytes=16&offset=1", {512});
  CHECK(subject.metric("pattern=broadcast", "sectors") == 1);
  CHECK(subject.metric("pattern=broadcast", "bytes") == 32);
  CHECK(subject.metric("pattern=broadcast", "efficiency") == 12.5);
  subject.check_says("pattern=broadcast", {32});
  CHECK(subject.metric("pattern=broadcast&bytes=1", "lines") == 1);
  CHECK(subject.metric("pattern=broadcast&bytes=1", "sectors") == 1);
  CHECK(subject.metric("pattern=broadcast&bytes=1", "bytes") == 32);
  CHECK(subject.metric("pattern=broadcast&bytes=1", "efficiency") == 3.125);
  subject.check_says("pattern=broadcast&bytes=1", {32});
  subject.check_says("step=0", {32, 128});
  subject.check_says("pattern=broadcast&step=0", {32, 4});
  subject.check_says("offset=1&step=2", {2, 5, 32, 63, 7, 14, 32, 32, 60, 64});
  subject.check_says("pattern=strided&stride=32&step=31", {31, 3840, 3871, 30, 4, 124, 992});
  std::vector<int> pairs;
  for (int lane = 0; lane < 32; ++lane) pairs.push_back(lane / 2);
  CHECK(
      subject.status("pattern=custom&indices=" + list(pairs)) ==
      "32 lanes request 64 different bytes. Memory fetches 2 sectors, 64 bytes: 100% are useful.");
}

TEST_CASE("coalescing: metrics") {
  CHECK(subject.metric("offset=1", "sectors") == 5);
  CHECK(subject.metric("offset=1", "lines") == 2);
  CHECK(subject.metric("offset=1", "efficiency") == doctest::Approx(80));
  CHECK(subject.metric("offset=1", "bytes") == 160);
  CHECK(subject.metric("pattern=strided&stride=8", "efficiency") == 12.5);
  for (const char* far : {"8", "32"})  // a sector for each lane, however far apart
    CHECK(subject.metric(std::string("pattern=strided&stride=") + far, "sectors") == 32);
}

TEST_CASE("coalescing: what is refused") {
  State state(subject.description());
  CHECK(contains(state.set("stride", "33")->message, "1 to 32"));
  CHECK(contains(state.set("offset", "32")->message, "0 to 31"));
  CHECK(contains(state.set("bytes", "3")->message, "1, 2, 4, 8, 16"));
  CHECK(contains(state.set("pattern", "stridded")->message, "did you mean 'strided'?"));
  CHECK(contains(state.set("indices", "0,1,2")->message, "got 3 numbers"));
  std::vector<int> indices(32, 0);
  CHECK(contains(state.set("indices", "1" + list(indices) + "1e16")->message,
                 "'Elements or addresses': entry 32 is '01e16'"));
  indices[31] = -1;
  CHECK(contains(state.set("indices", list(indices))->message, "entry 32 is '-1'"));
  CHECK(state.query() == "");
  REQUIRE(!state.set("pattern", "custom"));
  indices[31] = 0;
  CHECK(state.set("indices", "0.5" + list(indices).substr(1))->message ==
        "'Elements or addresses': entry 1 is 0.5, expected a whole number");
  CHECK(state.query() == "pattern=custom");
}

TEST_CASE("coalescing: the picture fits, for the whole grid, at both widths") {
  subject.check_pictures(grid(), 16);
}

TEST_CASE("coalescing: the picture keeps its height whatever it shows") {
  subject.check_one_height(grid());
}

TEST_CASE(
    "coalescing: every lane and every fetched sector is in the picture once, where its address "
    "is") {
  for (const std::string& query : tried(grid())) {
    CAPTURE(query);
    const State state = subject.load(query);
    for (float width : {narrow_width, wide_width}) {
      const RecordingPainter painter =
          record(state.scene(), {.width = width, .step = state.step()});
      std::vector<Mark> cells;
      int fetched = 0;
      for (const Mark& mark : painter.of(Mark::Kind::hotspot)) {
        if (mark.places.key.empty()) continue;
        cells.push_back(mark);
        fetched += contains(mark.text, "of 32 bytes used");
      }
      CHECK(fetched == state.scene().steps());
      bool in_order = true;
      for (size_t i = 1; i < cells.size(); ++i)
        in_order = in_order && cells[i - 1].box.right() <= cells[i].box.x + 0.01f &&
                   cells[i - 1].places.first < cells[i].places.first;
      CHECK(in_order);
      // An arrow ends at the element that its lane reads: dropping it there changes nothing.
      if (state.values().text("pattern") == "strided") continue;  // see below
      for (int lane = 0; lane < 32; ++lane) {
        const std::vector<Mark> found = grips(painter, lane);
        REQUIRE(found.size() == 2);
        const Point end = {found[0].box.center().x, found[0].box.bottom() - 0.5f};
        std::vector<Hotspot> spots;
        for (const Mark& mark : cells)
          spots.push_back({mark.box, mark.text, mark.action, mark.places});
        const auto place = live::place_at(spots, "indices", end);
        REQUIRE(place);
        CHECK_FALSE(live::drop(found[0].action, state, *place));
      }
    }
  }
}

TEST_CASE("coalescing: in the strided pattern a lane dragged along changes the stride") {
  State state = subject.load("pattern=strided&stride=4&offset=2");
  const RecordingPainter painter = record(state.scene(), {.step = state.step()});
  std::vector<Mark> first, last;  // lanes' boxes and arrows
  for (const Mark& mark : painter.of(Mark::Kind::hotspot))
    if (mark.action.kind == Action::Kind::drag_x)
      (mark.action.key == "offset" ? first : last).push_back(mark);
  REQUIRE(first.size() == 2);
  REQUIRE(last.size() == 2 * 31);
  for (const Mark& mark : last) {
    CHECK(mark.action.key == "stride");
    const float of_one = mark.action.to_px - mark.action.from_px;
    for (int stride : {1, 3, 7, 40}) {
      const float px = mark.action.from_px + of_one * static_cast<float>(stride);
      const auto change = live::drag(mark.action, state, {px, 0});
      REQUIRE(change);
      CHECK(change->text == std::to_string(std::min(stride, 32)));
    }
    // Where the arrow points now is the stride that it has.
    if (mark.box.y > 40) CHECK_FALSE(live::drag(mark.action, state, mark.box.center()));
  }
}

TEST_CASE("coalescing: an arrow dragged to another address makes the pattern custom") {
  State state = subject.load("offset=0");
  const RecordingPainter painter = record(state.scene(), {.step = 4});
  const std::vector<Mark> grip = grips(painter, 5);
  REQUIRE(grip.size() == 2);
  CHECK(grip[0].text == "Lane 5 reads bytes 20–23");
  const auto change = live::drop(grip[0].action, state, 40);
  REQUIRE(change);
  REQUIRE(!state.merge(change->key + "=" + change->text + "&" + std::string(change->also)));
  CHECK(state.query() ==
        "pattern=custom&indices=0,1,2,3,4,40,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,"
        "25,26,27,28,29,30,31");
  CHECK(state.scene().status(5) ==
        "32 lanes request 128 bytes. Memory fetches 5 sectors, 160 bytes: 80% are useful.");
  CHECK(state.step() == 5);  // at the end it stays at the end

  // From any other pattern: the other lanes keep what they read.
  State random = subject.load("pattern=random&seed=3&bytes=8");
  const auto before = memory::element_indices({.pattern = memory::Pattern::random, .seed = 3});
  const std::vector<Mark> lane = grips(record(random.scene(), {.step = random.step()}), 31);
  const auto moved = live::drop(lane[1].action, random, (*before)[0]);
  REQUIRE(moved);
  REQUIRE(!random.merge(moved->key + "=" + moved->text + "&" + std::string(moved->also)));
  const std::vector<double> after = random.values().numbers("indices");
  for (size_t l = 0; l < 31; ++l) CHECK(after[l] == (*before)[l]);
  CHECK(after[31] == (*before)[0]);
  CHECK(random.values().text("bytes") == "8");
}

TEST_CASE("coalescing: what is within reach of a hand stays where it is while a lane moves there") {
  for (const char* query : {"", "offset=3", "pattern=shuffled", "bytes=8&offset=5"}) {
    State state = subject.load(query);
    const auto cells = [&] {
      std::vector<std::pair<float, int>> found;
      for (const Mark& mark : record(state.scene(), {.step = state.step()}).of(Mark::Kind::hotspot))
        if (!mark.places.key.empty()) found.emplace_back(mark.box.x, mark.places.first);
      return found;
    };
    const auto at_rest = cells();
    const Action action = grips(record(state.scene(), {.step = state.step()}), 0)[0].action;
    for (const auto& [x, first] : at_rest) {
      if (const auto change = live::drop(action, state, first))
        REQUIRE(!state.merge(change->key + "=" + change->text + "&" + std::string(change->also)));
      CHECK(cells() == at_rest);
    }
  }
}

TEST_CASE("coalescing: the picture says what the simulator says, at every step") {
  const State state = subject.load("offset=1");
  const memory::Request request =
      *memory::request(memory::element_access(*memory::element_indices({.offset = 1}), 4));
  int used = 0, wasted = 0;
  for (int step = 0; step <= 5; ++step) {
    if (step > 0) used += request.sectors()[static_cast<size_t>(step - 1)].bytes_used();
    if (step > 0) wasted += request.sectors()[static_cast<size_t>(step - 1)].bytes_wasted();
    const RecordingPainter painter = record(state.scene(), {.step = step});
    bool total = false;
    int found = 0;
    for (const Mark& mark : painter.of(Mark::Kind::text)) {
      total |= mark.text == "Fetched: " + std::to_string(used + wasted) + " bytes";
      found += mark.text == std::to_string(used) + " used";
      found += mark.text == std::to_string(wasted) + " wasted";
    }
    CHECK(total);
    CHECK(found == 2);
  }
}

TEST_CASE("coalescing: what was measured stands beside what was simulated, once all is fetched") {
  const auto line = [](const std::string& query, float width) {
    const State state = subject.load(query);
    std::string text;
    for (const Mark& mark :
         record(state.scene(), {.width = width, .step = state.step()}).of(Mark::Kind::text))
      if (mark.part == "measured") text += mark.text;
    return text;
  };
  for (float width : {narrow_width, wide_width}) {
    CHECK(line("offset=1", width) == "5 sectors simulated, 5 measured on an H200");
    CHECK(line("offset=1&step=4", width) == "");
    CHECK(line("pattern=broadcast&offset=9", width) == "1 sector simulated, 1 measured on an H200");
    CHECK(line("pattern=strided&stride=32&offset=5", width) ==
          "32 sectors simulated, not measured");
    // What is recorded is a load, whatever pattern it comes from.
    std::vector<int> even;
    for (int lane = 0; lane < 32; ++lane) even.push_back(2 * lane);
    CHECK(line("pattern=custom&indices=" + list(even), width) ==
          "8 sectors simulated, 8 measured on an H200");
    std::swap(even[3], even[4]);
    CHECK(line("pattern=custom&indices=" + list(even), width) ==
          "8 sectors simulated, not measured");
  }
}

TEST_CASE("coalescing: lists of lanes") {
  using scenes::lane_list;
  CHECK(lane_list(0) == "");
  CHECK(lane_list(1) == "0");
  CHECK(lane_list(3) == "0, 1");
  CHECK(lane_list(7) == "0–2");
  CHECK(lane_list(~0u) == "0–31");
  CHECK(lane_list(0x80000005) == "0, 2, 31");
  CHECK(lane_list(0xc000f0f0) == "4–7, 12–15, 30, 31");
}

TEST_CASE("coalescing: what lanes read is as high as its sector, and wide enough to be seen") {
  for (const char* query : {"pattern=strided&stride=8", "pattern=strided&stride=32", "bytes=1"})
    for (const float width : {narrow_width, wide_width}) {
      const State state = subject.load(query);
      int marks = 0;
      for (const Mark& mark :
           record(state.scene(), {.width = width, .step = state.step()}).of(Mark::Kind::rect)) {
        if (mark.part != "sectors" || mark.style.fill != Role::data) continue;
        ++marks;
        CHECK(mark.box.height >= 37);
        CHECK(mark.box.width >= 0.4f);
      }
      CHECK(marks == 32);
    }
}

TEST_CASE("coalescing: a single sector is the least that a load can cost") {
  const auto says = [](const std::string& query) {
    return contains(subject.status(query), "the least that a load can cost");
  };
  CHECK(says("pattern=broadcast"));
  CHECK(says("bytes=1"));
  CHECK_FALSE(says("pattern=strided&stride=8"));
  CHECK_FALSE(says(""));
}

TEST_CASE("coalescing: one access of a line of code") {
  const std::string line = "expression=out%5Bi%5D%20%3D%20in%5Bi%20*%20stride%5D%3B";
  CHECK(subject.metric(line, "sectors") == 4);
  CHECK(subject.metric(line + "&nth=2", "sectors") == 8);
  CHECK(subject.metric(line + "&nth=2&names=i%3Dlane%2Cstride%3D8", "sectors") == 32);
  CHECK(contains(subject.status(line + "&nth=2"), "in[i * stride], access 2 of 2: "));
  State state(subject.description());
  CHECK(contains(state.load("expression=in%5Bj%5D")->message,
                 "column 4: 'j' has no value; add one to the list of names, such as j = 1"));
}

}  // TESTS_OF(web::scenes::machine::coalescing)
