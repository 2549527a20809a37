// `bank-conflicts`: sentences, table, the picture's words where their banks are, dragging.
#include <algorithm>
#include <array>
#include <set>

#include "core/memory/shared_layout.hpp"
#include "core/memory/wavefronts.hpp"
#include "tests/tries.hpp"
#include "tests/web/scenes/subject.hpp"
#include "web/live/actions.hpp"
#include "web/scenes/scenes.hpp"

TESTS_OF(web::scenes::machine::bank_conflicts) {

using namespace loom;
using namespace loom::scene;
using namespace loom::scenes;

namespace {

const Subject subject(bank_conflicts());

// Every access with every width, padding that it may have, and swizzle.
std::vector<std::string> grid() {
  std::vector<int> far(32, 4095), spread, ends(32, 0), scattered;
  for (int lane = 0; lane < 32; ++lane) {
    spread.push_back(lane * 132);
    scattered.push_back(lane * 37 % 64 * 16 + lane % 3);
  }
  ends[31] = 4095;
  std::vector<std::string> queries;
  for (int bytes : {4, 8, 16})
    for (int padding = 0; padding <= 4; padding += bytes / 4)
      for (const char* swizzle : {"off", "xor"}) {
        const std::string common = "bytes=" + std::to_string(bytes) +
                                   "&padding=" + std::to_string(padding) + "&swizzle=" + swizzle;
        for (const char* access : {"column", "broadcast", "random", "random&seed=7"})
          queries.push_back(common + "&access=" + access);
        for (int stride : {0, 1, 2, 3, 7, 8, 16, 17, 31, 32, 33})
          queries.push_back(common + "&stride=" + std::to_string(stride));
        for (const auto& words : {far, spread, ends, scattered})
          queries.push_back(common + "&access=custom&words=" + list(words));
      }
  return queries;
}

std::vector<Mark> grips(const RecordingPainter& painter) {
  std::vector<Mark> found;
  for (const Mark& mark : painter.of(Mark::Kind::hotspot))
    if (mark.action.kind == Action::Kind::drag_onto) found.push_back(mark);
  return found;
}

std::vector<Hotspot> rows_of(const RecordingPainter& painter) {
  std::vector<Hotspot> found;
  for (const Mark& mark : painter.of(Mark::Kind::hotspot))
    if (!mark.places.key.empty()) found.push_back({mark.box, mark.text, mark.action, mark.places});
  return found;
}

void apply(State& state, const live::Change& change) {
  REQUIRE(!state.merge(change.key + "=" + change.text + "&" + std::string(change.also)));
}

bool says(const RecordingPainter& painter, const std::string& text) {
  for (const Mark& mark : painter.of(Mark::Kind::text))
    if (mark.text == text) return true;
  return false;
}

}  // namespace

TEST_CASE("bank-conflicts: sentences at rest") {
  CHECK(subject.metric("", "words") == 32);
  CHECK(subject.metric("stride=32", "words") == 32);
  CHECK(subject.metric("stride=32", "turns") == 32);
  CHECK(subject.metric("stride=0", "busiest") == 1);
  CHECK(subject.metric("stride=0", "turns") == 1);
  subject.check_says("stride=0", {32});
  CHECK(subject.metric("access=column&padding=1", "words") == 32);
  CHECK(subject.metric("access=column&padding=1", "turns") == 1);
  CHECK(subject.metric("bytes=8", "words") == 64);
  CHECK(subject.metric("bytes=8", "turns") == 2);
  subject.check_says("bytes=8", {32});
  CHECK(subject.metric("bytes=16&stride=3", "words") == 128);
  CHECK(subject.metric("bytes=16&stride=3", "turns") == 4);
  subject.check_says("bytes=16&stride=3", {32});
  CHECK(subject.metric("bytes=16&access=broadcast", "words") == 4);
  CHECK(subject.metric("bytes=16&access=broadcast", "turns") == 2);
  subject.check_says("bytes=16&access=broadcast", {32});
  CHECK(subject.metric("bytes=8&access=broadcast", "words") == 2);
  CHECK(subject.metric("bytes=8&access=broadcast", "turns") == 1);
  subject.check_says("bytes=8&access=broadcast", {32});
  CHECK_FALSE(contains(subject.status("access=random"), "H200"));  // not among the measured
}

TEST_CASE("bank-conflicts: sentences on the way") {
  subject.check_says("step=0", {32, 32});
  subject.check_says("stride=32&step=3", {3, 0, 64, 2, 29});
  subject.check_says("stride=32&step=31", {31, 0, 960, 30, 1});
  subject.check_says("stride=2&step=1", {1, 2, 16, 0, 15, 16});
}

TEST_CASE("bank-conflicts: the table") {
  CHECK(subject.columns() == std::vector<std::string>{"Bank", "Word wanted", "Lanes", "Turn"});
  const Rows unit = subject.table("");
  REQUIRE(unit.size() == 32);
  CHECK(unit[5] == std::vector<std::string>{"5", "5", "5", "1"});
  CHECK(subject.table("access=broadcast") == Rows{{"0", "0", "0–31", "1"}});
  const Rows column = subject.table("access=column");
  CHECK(column[31] == std::vector<std::string>{"0", "992", "31", "32"});
  const Rows padded = subject.table("access=column&padding=1");
  CHECK(padded[31] == std::vector<std::string>{"31", "1,023", "31", "1"});
  CHECK(subject.table("bytes=16").size() == 128);
}

TEST_CASE("bank-conflicts: metrics") {
  CHECK(subject.metric("", "turns") == 1);
  CHECK(subject.metric("stride=2", "turns") == 2);
  CHECK(subject.metric("stride=2", "conflicts") == 1);
  CHECK(subject.metric("stride=32", "busiest") == 32);
  CHECK(subject.metric("bytes=16", "turns") == 4);
  CHECK(subject.metric("bytes=16", "conflicts") == 0);
  CHECK(subject.metric("access=broadcast&bytes=8", "words") == 2);
}

TEST_CASE("bank-conflicts: what is refused") {
  State state(subject.description());
  CHECK(contains(state.set("stride", "34")->message, "0 to 33"));
  CHECK(contains(state.set("bytes", "2")->message, "4, 8, 16"));
  CHECK(contains(state.set("swizzle", "xro")->message, "did you mean 'xor'?"));
  CHECK(contains(state.set("words", "0,1,2")->message, "got 3 numbers"));
  CHECK(contains(state.set("words", list(std::vector<int>(32, 58112)))->message, "entry 1"));
  CHECK(state.query() == "");
  REQUIRE(!state.set("padding", "1"));
  CHECK(contains(state.set("bytes", "8")->message,
                 "'padding': got 1, expected a multiple of 2 words for elements of 8 bytes"));
  CHECK(state.query() == "padding=1");
  REQUIRE(!state.set("access", "custom"));
  CHECK(state.set("words", "0.5" + list(std::vector<int>(32, 0)).substr(1))->message ==
        "'Custom elements': entry 1 is 0.5, expected a whole number");
}

TEST_CASE("bank-conflicts: the picture fits, for the whole grid, at both widths") {
  subject.check_pictures(grid(), 16);
}

TEST_CASE("bank-conflicts: the picture keeps its height whatever it shows") {
  subject.check_one_height(grid());
}

TEST_CASE(
    "bank-conflicts: a word stands in the column of its bank, and dropping a lane where it is "
    "changes nothing") {
  for (const std::string& query : tried(grid())) {
    CAPTURE(query);
    const State state = subject.load(query);
    const Rows rows = shown(state.scene().table());
    for (float width : {narrow_width, wide_width}) {
      const RecordingPainter painter =
          record(state.scene(), {.width = width, .step = state.step()});
      const std::vector<Hotspot> places = rows_of(painter);
      const Rect& first = places.front().rect;
      // Rows from the top down, addresses too.
      bool in_order = true;
      for (size_t i = 1; i < places.size(); ++i)
        in_order = in_order && places[i - 1].rect.y < places[i].rect.y &&
                   places[i - 1].places.first < places[i].places.first;
      CHECK(in_order);
      size_t words = 0, lanes = 0;
      for (const Mark& grip : grips(painter)) {
        if (grip.part == "lanes") {
          ++lanes;
          continue;
        }
        const int bank = static_cast<int>(32 * (grip.box.center().x - first.x) / first.width);
        CHECK(rows[words][0] == std::to_string(bank));
        ++words;
        const auto place = live::place_at(places, "words", grip.box.center());
        REQUIRE(place);
        const auto change = live::drop(grip.action, state, *place);
        if (change) CHECK(change->text == grip.action.value);
      }
      CHECK(words == rows.size());
      CHECK(lanes == 32);
    }
  }
}

TEST_CASE("bank-conflicts: a lane dragged onto another word makes the access custom") {
  State state = subject.load("stride=32");
  const std::vector<Mark> all = grips(record(state.scene(), {.step = state.step()}));
  const auto lane5 = std::find_if(all.begin(), all.end(), [](const Mark& mark) {
    return mark.part == "lanes" && mark.action.index == 5;
  });
  REQUIRE(lane5 != all.end());
  CHECK(lane5->text == "Lane 5 reads word 160 in bank 0");
  const auto change = live::drop(lane5->action, state, 161);
  REQUIRE(change);
  apply(state, *change);
  CHECK(state.scene().steps() == 31);
  CHECK(contains(state.query(), "access=custom"));
  CHECK(contains(state.query(), "words=0,32,64,96,128,161,192"));
  CHECK(shown(state.scene().table())[1] == std::vector<std::string>{"1", "161", "5", "1"});
}

TEST_CASE("bank-conflicts: dragging keeps the other lanes where padding or a swizzle put them") {
  for (const char* query : {"access=column&padding=1", "access=column&swizzle=xor&bytes=16",
                            "access=random&padding=2&bytes=8&swizzle=xor"}) {
    CAPTURE(query);
    State state = subject.load(query);
    const Rows before = shown(state.scene().table());
    const std::vector<Mark> all = grips(record(state.scene(), {.step = state.step()}));
    const auto change = live::drop(all.back().action, state, 1000);  // lane 31
    REQUIRE(change);
    apply(state, *change);
    CHECK(state.values().integer("padding") == 0);
    CHECK(state.values().text("swizzle") == "off");
    CHECK(state.values().text("bytes") == subject.load(query).values().text("bytes"));
    std::set<std::pair<std::string, std::string>> old_words, new_words;
    for (const auto& row : before)
      if (!contains(row[2], "31")) old_words.insert({row[1], row[2]});
    for (const auto& row : shown(state.scene().table()))
      if (!contains(row[2], "31")) new_words.insert({row[1], row[2]});
    CHECK(old_words == new_words);
  }
}

TEST_CASE("bank-conflicts: rows within reach stay where they are while a lane moves there") {
  for (const char* query : {"", "stride=32", "bytes=8&stride=4", "access=random"}) {
    State state = subject.load(query);
    const auto firsts = [&] {
      std::vector<int> found;
      for (const Hotspot& row : rows_of(record(state.scene(), {.step = state.step()})))
        found.push_back(row.places.first);
      return found;
    };
    const auto at_rest = firsts();
    const Action action = grips(record(state.scene(), {.step = state.step()})).back().action;
    for (int first : at_rest) {
      if (const auto change = live::drop(action, state, first)) apply(state, *change);
      CHECK(firsts() == at_rest);
    }
  }
}

TEST_CASE("bank-conflicts: turns, and simulated beside measured, in the picture") {
  const State state = subject.load("stride=4");
  const auto at = [&](int step) { return record(state.scene(), {.step = step}); };
  CHECK(says(at(0), "No turn yet"));
  CHECK(says(at(3), "Turn 3 of 4"));
  CHECK_FALSE(says(at(3), "4 turns simulated, 4 measured on an H200"));
  CHECK(says(at(4), "4 turns simulated, 4 measured on an H200"));
  const State random = subject.load("access=random");
  const int turns = random.scene().steps();
  CHECK(says(record(random.scene(), {.step = turns}),
             std::to_string(turns) + " turns simulated, not measured"));
}

TEST_CASE("bank-conflicts: at the last turn every word is delivered, and looks so") {
  for (const std::string& query : tried(grid())) {
    const State state = subject.load(query);
    for (float width : {narrow_width, wide_width}) {
      size_t delivered = 0;
      const RecordingPainter painter =
          record(state.scene(), {.width = width, .step = state.step()});
      for (const Mark& mark : painter.of(Mark::Kind::rect))
        if (mark.part == "words" || mark.part == "conflicts")
          // Solid, or pale where it had to wait.
          delivered += mark.style.fill == Role::data && mark.style.fill_opacity >= 0.35f;
      // And two samples in the key.
      CHECK_MESSAGE(delivered == state.scene().table().rows.size() + 2, query);
    }
  }
}

TEST_CASE("bank-conflicts: a word with room for it has the number of the lane that wants it") {
  const auto numbers = [](const char* query) {
    std::string text;
    for (const Mark& mark : record(subject.load(query).scene(), {.step = 0}).of(Mark::Kind::text))
      if (mark.part == "words" || mark.part == "conflicts")
        if (mark.text.find_first_not_of("0123456789") == std::string::npos) text += mark.text + " ";
    return text;
  };
  CHECK(numbers("") ==
        "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 ");
  CHECK(numbers("access=broadcast") == "");  // everybody
  CHECK(numbers("stride=32") == "");         // rows too low
}

TEST_CASE("bank-conflicts: lanes have their numbers at their words, at both widths") {
  for (const char* query : {"stride=3", "stride=4", "stride=6", "stride=7"})
    for (float width : {narrow_width, wide_width}) {
      const State state = subject.load(query);
      std::set<std::string> numbers;
      for (const Mark& mark :
           record(state.scene(), {.width = width, .step = state.step()}).of(Mark::Kind::text))
        if ((mark.part == "words" || mark.part == "conflicts") && mark.text.size() <= 2)
          numbers.insert(mark.text);
      CHECK_MESSAGE(numbers.size() == 32, query);
    }
}

TEST_CASE("bank-conflicts: a word that had to wait is marked, and only that") {
  for (const std::string& query : tried(grid())) {
    const State state = subject.load(query);
    size_t marked = 0, late = 0;
    const RecordingPainter painter = record(state.scene(), {.step = state.step()});
    float lowest = 0;
    for (const Hotspot& row : rows_of(painter)) lowest = std::max(lowest, row.rect.bottom());
    for (const Mark& mark : painter.of(Mark::Kind::rect))
      marked += mark.style.stroke == Role::bad && mark.box.y < lowest - 1;
    memory::WarpAccess load{.width = state.values().integer("bytes")};
    for (const Mark& grip : grips(painter))
      if (grip.part == "lanes") {
        std::string list_text = grip.action.value;
        for (int lane = 0; lane < grip.action.index; ++lane)
          list_text = list_text.substr(list_text.find(',') + 1);
        load.offsets[static_cast<size_t>(grip.action.index)] = std::stoi(list_text) * load.width;
      }
    const auto found = memory::wavefronts(load);
    REQUIRE(found);
    std::array<int, 4> first;
    first.fill(99);
    for (const auto& d : found->deliveries())
      first[d.group] = std::min<int>(first[d.group], d.wavefront);
    for (const auto& d : found->deliveries()) late += d.wavefront > first[d.group];
    CHECK_MESSAGE(marked == late, query);
  }
}

TEST_CASE("bank-conflicts: an expression is an access, with the padding and swizzle that are set") {
  CHECK(subject.table("expression=lane*6") == subject.table("stride=6"));
  CHECK(subject.table("expression=tid*8&bytes=16&padding=4") ==
        subject.table("access=column&bytes=16&padding=4"));
  CHECK(subject.table("expression=lane*32&swizzle=xor") ==
        subject.table("access=column&swizzle=xor"));
  // A tile that is turned on its side as it is written; the page's XOR sends each lane to its door.
  CHECK(subject.metric("expression=lane%258*4*128%2Blane/8", "busiest") == 8);
  CHECK(subject.metric("expression=lane%258*4*128%2B%28lane/8^lane%258*4%29", "turns") == 1);
  State state(subject.description());
  CHECK(state.load("expression=1-lane")->message ==
        "'Your index': lane 2 has element -1, expected 0 to 58111");
  CHECK(state.load("expression=lane*1873&padding=1")->message ==
        "lane 31 reads byte 239,511, expected one of the 232,448 bytes of shared memory");
  CHECK(contains(state.load("expression=lane%2B&bytes=8")->message, "column 6: expected a number"));
  CHECK(contains(state.load("expression=lane&bytes=8&padding=1")->message, "multiple of 2 words"));
}

// The kernels that the page names, in banks counted by hand. The store is a[a_col][a_row] of the
// rung `vectorized` in tools/probes/gemm_fp32.cuh, for rows of 32 floats of A, without its padding.
TEST_CASE(
    "bank-conflicts: a transposed store and the rows of ldmatrix, before and after a swizzle") {
  const auto turns = [](const std::string& expression) {
    return subject.metric("access=expression&expression=" + expression, "turns");
  };
  CHECK(turns("lane%258*4*128%2Blane/8") == 8);  // 8 columns of a[][128] begin in one bank
  CHECK(turns("lane%258*4*128%2B(lane/8^lane%258*4)") == 1);
  CHECK(turns("lane%258*8%2Blane/8&bytes=16") == 32);  // 8 rows of 128 bytes in each quarter
  CHECK(turns("lane%258*8%2B(lane/8^lane%258)&bytes=16") == 4);
  CHECK(turns("out[i]=tile[threadIdx.x][threadIdx.y];&nth=2") == 32);
  CHECK(turns("float tile[32][33];tile[x][y]") == 1);
  const auto same = [](const std::string& layout, const std::string& expression) {
    CHECK(subject.table("bytes=16&expression=" + layout) ==
          subject.table("bytes=16&expression=" + expression));
  };
  same("(8,4):(8,1)", "lane%258*8%2Blane/8");
  same("Sw<3,0,3> o 0 o (8,8):(8,1)", "lane%258*8%2B(lane/8^lane%258)");
}

}  // TESTS_OF(web::scenes::machine::bank_conflicts)
