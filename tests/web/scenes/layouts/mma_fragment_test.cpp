// `mma-fragment`: what the picture and the table say, against the closed forms written by hand for
// a few threads; who is lit where.
#include <set>

#include "core/find.hpp"
#include "core/layout/fragment.hpp"
#include "core/layout/parse.hpp"
#include "tests/web/scenes/subject.hpp"
#include "web/scenes/scenes.hpp"

TESTS_OF(web::scenes::layouts::mma_fragment) {

using namespace loom;
using namespace loom::scene;
using namespace loom::scenes;

namespace {

const Subject subject(mma_fragment());

std::vector<std::string> grid() {
  std::vector<std::string> queries;
  for (const layout::Atom& atom : layout::atoms())
    for (const char* operand : {"a", "b", "c"})
      for (const char* load : {"none", "plain", "trans"})
        for (const char* stored : {"k", "mn"})
          for (const char* slot : {"0,0", "17,3", "127,127"})
            queries.push_back("atom=" + std::string(atom.id) + "&operand=" + operand +
                              "&load=" + load + "&stored=" + stored + "&slot=" + slot);
  for (const char* n : {"8", "256"})
    queries.push_back("atom=sm90_64xNx16&slot=90,100&n=" + std::string(n));
  return queries;
}

// Hotspots of one name, and the marks that are there only while one of them is pointed at.
struct Lit {
  int hotspots = 0, marks = 0;
};
Lit lit(const State& state, float width, int names) {
  Lit found;
  Painter plain;
  state.scene().draw(plain, {.width = width});
  for (const Hotspot& hotspot : plain.hotspots()) found.hotspots += hotspot.names == names;
  const auto count = [&](int pointed) {
    return static_cast<int>(
        record(state.scene(), {.width = width, .pointed = pointed}).marks().size());
  };
  found.marks = count(names) - count(-1);
  return found;
}

}  // namespace

TEST_CASE("mma-fragment: the numbers of its sentences") {
  CHECK(subject.metric("", "values") == 4);
  subject.check_says("", {5, 128, 2, 9, 2});
  CHECK(subject.metric("operand=a&slot=5,6", "values") == 8);
  CHECK(subject.metric("operand=a&slot=5,6", "registers") == 4);
  subject.check_says("operand=a&slot=5,6", {5, 256, 6, 9, 10});
  CHECK(subject.metric("operand=b&load=plain", "registers") == 2);
  subject.check_says("operand=b&load=plain", {5, 1, 10});
  CHECK(subject.metric("operand=a&load=plain&stored=mn", "in_place") == 32);
  subject.check_says("operand=a&load=plain&stored=mn", {256, 5, 2, 10, 1, 9, 2});
  subject.check_says("operand=a&load=trans&stored=mn", {5, 2, 9, 2});
  CHECK(subject.metric("atom=sm90_64xNx16&operand=a&load=plain&slot=37,2", "in_place") == 1024);
  subject.check_says("atom=sm90_64xNx16&operand=a&load=plain&slot=37,2", {37, 2, 25, 2});
  subject.check_says("atom=sm90_64xNx16&operand=b", {1024});
  CHECK(subject.metric("atom=sm70_8x8x4&operand=a&load=plain&slot=17,2", "values") == 4);
  CHECK(subject.metric("atom=sm70_8x8x4&operand=a&load=plain&slot=17,2", "registers") == 2);
  subject.check_says("atom=sm70_8x8x4&operand=a&load=plain&slot=17,2", {17, 32, 5, 2, 7.5});
  CHECK(subject.metric("atom=sm80_16x8x8_tf32&operand=b&load=trans&slot=127,127", "values") == 2);
  subject.check_says("atom=sm80_16x8x8_tf32&operand=b&load=trans&slot=127,127",
                     {31, 1, 7, 7, 2, 4});
}

TEST_CASE("mma-fragment: the table has every element that is shown once") {
  for (const std::string& query : grid()) {
    CAPTURE(query);
    const Rows rows = subject.table(query);
    std::set<std::vector<std::string>> elements, slots;
    for (const auto& row : rows) {
      CHECK(slots.insert({row[0], row[1]}).second);
      CHECK(elements.insert({row[3], row[4]}).second);
    }
    const bool empty = contains(query, "sm90_64xNx16&operand=b");
    CHECK(rows.empty() == empty);
    CHECK((rows.size() & (rows.size() - 1)) == 0);
  }
  CHECK(subject.table("operand=a").size() == 256);
  CHECK(subject.table("atom=sm90_64xNx16&n=256&slot=127,127").back() ==
        std::vector<std::string>{"127", "127", "127", "63", "255"});
}

TEST_CASE("mma-fragment: numbers to guess") {
  CHECK(subject.metric("", "registers") == 4);
  CHECK(subject.metric("atom=sm90_64xNx16&n=256", "registers") == 128);
  CHECK(subject.metric("operand=a", "values") == 8);
  CHECK(subject.metric("operand=a&load=trans", "in_place") == 32);
  CHECK(subject.metric("operand=a&load=trans&stored=mn", "in_place") == 256);
  CHECK(subject.metric("operand=b&load=plain", "in_place") == 128);
}

TEST_CASE("mma-fragment: from thread and value to element is a layout") {
  const auto elements = layout::parse_layout("((4,8),(2,2,2)):((32,1),(16,8,128))");
  REQUIRE(elements);
  for (const auto& row : subject.table("operand=a"))
    CHECK((*elements)(std::stoi(row[0]) + 32 * std::stoi(row[1])) ==
          std::stoi(row[3]) + 16 * std::stoi(row[4]));
}

TEST_CASE("mma-fragment: what is refused") {
  State state(subject.description());
  CHECK(contains(state.set("n", "12")->message, "multiple of 8"));
  CHECK(contains(state.set("atom", "sm80_16x8x16")->message, "did you mean"));
  CHECK(contains(state.set("slot", "5,128")->message, "127"));
  CHECK(state.query() == "");
}

TEST_CASE("mma-fragment: pictures fit, and keep their height") {
  subject.check_pictures(grid(), 1);
  subject.check_one_height(grid());
}

TEST_CASE("mma-fragment: pointing at an element lights up its thread and value, and the reverse") {
  constexpr int per_thread = 256;
  for (const char* query : {"", "operand=a", "operand=a&load=plain&stored=mn"})
    for (float width : {narrow_width, wide_width}) {
      CAPTURE(query);
      const State state = subject.load(query);
      const int values = static_cast<int>(subject.metric(query, "values"));
      for (int thread : {0, 9, 31})
        for (int value = 0; value < values; ++value) {
          const Lit found = lit(state, width, thread * per_thread + value);
          CHECK(found.hotspots == 2);        // a cell and a place in the thread
          CHECK(found.marks == values + 2);  // the thread's cells, and both of these
        }
      CHECK(lit(state, width, 9 * per_thread + per_thread - 1).marks == values);
    }
  // What another state shows is not lit in this one.
  const State state = subject.load("");
  for (int names : {40 * per_thread, 5 * per_thread + 4, 1 << 20})
    CHECK(lit(state, wide_width, names).marks == 0);
}

TEST_CASE("mma-fragment: every element, thread and block can be clicked") {
  for (const char* query : {"", "atom=sm90_64xNx16", "atom=sm70_8x8x4&operand=b"}) {
    State state = subject.load(query);
    const RecordingPainter painter = record(state.scene(), {});
    int clicked = 0;
    for (const Mark& mark : painter.of(Mark::Kind::hotspot)) {
      REQUIRE(mark.action.kind == Action::Kind::set);
      CHECK(!state.set(mark.action.key, mark.action.value));
      ++clicked;
    }
    CHECK(clicked > 32);
  }
}

}  // TESTS_OF(web::scenes::layouts::mma_fragment)
