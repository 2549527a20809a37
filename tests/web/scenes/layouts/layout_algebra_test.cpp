// `layout-algebra`: what the figure says; its laws against offsets that are counted here again;
// who is lit where.
#include <algorithm>
#include <set>

#include "core/layout/parse.hpp"
#include "core/layout/tiler.hpp"
#include "tests/tries.hpp"
#include "tests/web/scenes/any_state.hpp"
#include "tests/web/scenes/subject.hpp"
#include "web/scenes/scenes.hpp"

TESTS_OF(web::scenes::layouts::layout_algebra) {

using namespace loom;
using namespace loom::scene;
using namespace loom::scenes;

namespace {

const Subject subject(layout_algebra());

constexpr const char* operations[] = {
    "coalesce",        "composition",     "complement",    "logical_divide", "zipped_divide",
    "logical_product", "blocked_product", "raked_product", "left_inverse",   "right_inverse"};

std::vector<std::string> grid() {
  std::vector<std::string> queries;
  for (const char* operation : operations)
    for (const char* a : {"(4,8):(8,1)", "10:1", "(4,4):(1,8)", "(4,6):(1,6)", "(4,8):(0,1)",
                          "(4,2):(2,-1)", "((2,2),(3,4)):((1,12),(4,24))", "(32,32):(32,1)", "1:0"})
      for (const char* b : {"(8,4):(4,1)", "4:1", "(2,3):(1,2)", "<2:1, 4:1>", "<4:1>", "2:-1",
                            "((2,2),(2,4)):((1,4),(2,8))", "(3,0,5)", "(2,2):(0,0)"})
        for (const char* at : {"0", "4095"})
          queries.push_back("operation=" + std::string(operation) + "&a=" + percent_encode(a) +
                            "&b=" + percent_encode(b) + "&at=" + at);
  queries.push_back("a=(64,64):(64,1)&b=(64,64):(64,1)&at=77");
  queries.push_back("operation=zipped_divide&a=(64,64):(64,1)&b=<8:1, 8:1>&at=77");
  queries.push_back("operation=complement&a=4:1024&cotarget=4096");
  return queries;
}

std::int64_t number(const std::string& cell) { return std::stoll(cell == "–" ? "-1" : cell); }

layout::Layout read(const char* text) { return *layout::parse_layout(text); }

// Indices whose hotspots name x, and the marks that are there only while it is pointed at.
struct Lit {
  int hotspots = 0, marks = 0;
};
Lit lit(const State& state, int x) {
  Painter plain;
  state.scene().draw(plain, {});
  Lit found;
  for (const Hotspot& hotspot : plain.hotspots()) found.hotspots += hotspot.names == x;
  found.marks = static_cast<int>(record(state.scene(), {.pointed = x}).marks().size()) -
                static_cast<int>(record(state.scene(), {}).marks().size());
  return found;
}

}  // namespace

TEST_CASE("layout-algebra: the numbers of its sentences") {
  subject.check_says("", {8, 4, 1, 8, 32, 20, 20});
  subject.check_says("b=(2,3):(1,2)", {1, 3, 2, 3, 2, 4, 0, 4, 8, 8, 1, 4, 1});
  subject.check_says("a=(4,4):(1,8)&b=(3,2):(1,2)", {4, 4, 0, 4, 4, 1, 8, 8});
  CHECK(subject.cell("operation=logical_divide&a=10:1&b=4:1&at=11", "10", "Offset") == "10");
  subject.check_says("operation=logical_divide&a=10:1&b=4:1&at=11", {4, 3, 1, 4, 12, 2, 12});
  CHECK(subject.cell("operation=complement&a=(2,2):(1,6)", "12", "Offset") == "12");
  CHECK(subject.cell("operation=complement&a=(2,2):(1,6)", "23", "Offset") == "23");
  subject.check_says("operation=complement&a=(2,2):(1,6)", {3, 2, 2, 0, 1, 1, 3});
  subject.check_says("operation=right_inverse&a=(8,4):(4,1)", {4, 8, 8, 1, 32, 9, 9});
  CHECK(subject.cell("operation=left_inverse&a=(4,2):(1,16)", "28", "Offset") == "16");
  subject.check_says("operation=left_inverse&a=(4,2):(1,16)", {2, 1, 4, 8});
  CHECK(subject.cell("operation=coalesce&a=(2,1,6):(4,7,8)", "3", "Offset") == "12");
  CHECK(subject.cell("operation=coalesce&a=(2,1,6):(4,7,8)", "5", "Offset") == "20");
  subject.check_says("operation=coalesce&a=(2,1,6):(4,7,8)", {4});
  CHECK(subject.cell("operation=raked_product&a=(2,2):(1,2)&b=(2,4):(4,1)", "1", "Offset") == "16");
  CHECK(subject.cell("operation=raked_product&a=(2,2):(1,2)&b=(2,4):(4,1)", "5", "Offset") == "20");
  subject.check_says("operation=raked_product&a=(2,2):(1,2)&b=(2,4):(4,1)",
                     {2, 2, 4, 2, 1, 4, 2, 32, 0, 3});
}

TEST_CASE("layout-algebra: every answer says that its law holds at every index") {
  int answered = 0, refused = 0;
  for (const std::string& query : grid()) {
    const State* loaded = nullptr;
    State state(subject.description());
    if (!state.load(query)) loaded = &state;
    if (!loaded) continue;
    const std::string sentence = state.scene().status(0);
    const bool result = subject.metric(query, "size") > 0;
    ++(result ? answered : refused);
    CHECK_MESSAGE(contains(sentence, !result                         ? "No layout is"
                                     : contains(query, "complement") ? "once"
                                                                     : "for all"),
                  sentence);
  }
  CHECK(answered > 300);
  CHECK(refused > 100);
}

TEST_CASE("layout-algebra: the table is the function") {
  const layout::Layout a = read("(4,8):(8,1)");
  // Refused or not: A(B(x)).
  for (const char* text : {"(8,4):(4,1)", "(2,3):(1,2)"}) {
    const layout::Layout b = read(text);
    const Rows rows = subject.table("b=" + std::string(text));
    REQUIRE(static_cast<std::int64_t>(rows.size()) == layout::size(b));
    for (const auto& row : rows) {
      const std::int64_t x = number(row[0]);
      CHECK(number(row[1]) == b(x));
      CHECK(number(row[2]) == x);
      CHECK(number(row[3]) == a(b(x)));
    }
  }
  // Tiles of 2 × 4: which, and where in it, from the element's own row and column.
  for (const auto& row : subject.table("operation=zipped_divide&b=<2:1, 4:1>")) {
    const std::int64_t x = number(row[0]), i = number(row[1]) % 4, j = number(row[1]) / 4;
    CHECK(x == i % 2 + 2 * (j % 4) + 8 * (i / 2) + 16 * (j / 4));
    CHECK(number(row[3]) == 8 * i + j);
  }
  // A block of 2 × 2 eight times, beside itself and between itself.
  for (const auto& row : subject.table("operation=blocked_product&a=(2,2):(1,2)&b=(2,4):(4,1)")) {
    const std::int64_t x = number(row[0]), i = x % 4, j = x / 4, block = number(row[1]),
                       copy = number(row[2]);
    CHECK(block == i % 2 + 2 * (j % 2));
    CHECK(copy == i / 2 + 2 * (j / 2));
    CHECK(number(row[3]) == block + 4 * (4 * (copy % 2) + copy / 2));
  }
  // What lies beyond A has no index there.
  const Rows ragged = subject.table("operation=logical_divide&a=10:1&b=4:1");
  CHECK(ragged[9][1] == "9");
  CHECK(ragged[10][1] == "–");
}

TEST_CASE("layout-algebra: what is refused as no input") {
  State state(subject.description());
  const auto refused = [&](const char* query, const char* reason) {
    const auto error = state.load(query);
    REQUIRE(error);
    CHECK_MESSAGE(contains(error->message, reason), error->message);
  };
  refused("a=(4,8", "'A': character 5");
  refused("b=(4,8):(1", "'B': character");
  refused("b=<2:1,<2:1,2:1>>", "one layout for each mode");
  refused("a=(4096,2)", "8,192 elements");
  refused("operation=raked_product&b=<2:1, 2:1>", "one layout to multiply with");
}

TEST_CASE("layout-algebra: pictures fit, and keep their height") {
  std::set<std::pair<float, float>> heights;
  Random random(9);
  std::vector<std::string> legal;
  for (const std::string& query : tried(grid())) {
    State state(subject.description());
    if (state.load(query)) continue;
    legal.push_back(query);
    CHECK_MESSAGE(state_problem(state, random) == "", query);
    for (float width : {narrow_width, wide_width})
      heights.insert({width, state.scene().height(width)});
  }
  subject.check_pictures(legal, 1);
  CHECK(heights.size() == 2);
}

TEST_CASE("layout-algebra: an index lights up its element in every grid") {
  for (const char* query :
       {"", "operation=zipped_divide&b=<2:1, 4:1>", "b=((2,2),(2,4)):((1,4),(2,8))"}) {
    const State state = subject.load(query);
    for (int x : {0, 7, 31}) CHECK(lit(state, x).marks == 3);
    CHECK(lit(state, 0).hotspots == 3);
    CHECK(lit(state, 1 << 20).marks == 0);
  }
  // A is chosen from; an inverse has two grids.
  CHECK(lit(subject.load("operation=right_inverse&a=(8,4):(4,1)"), 9).marks == 2);
  CHECK(lit(subject.load("operation=logical_divide&a=10:1&b=4:1"), 11).marks == 2);
}

TEST_CASE("layout-algebra: every element that belongs to an index can be clicked") {
  State state = subject.load("b=8:4");
  int clicked = 0;
  for (const Mark& mark : record(state.scene(), {}).of(Mark::Kind::hotspot)) {
    if (mark.action.kind == Action::Kind::none) continue;
    CHECK(!state.set(mark.action.key, mark.action.value));
    ++clicked;
  }
  CHECK(clicked == 24);
}

}  // TESTS_OF(web::scenes::layouts::layout_algebra)
