// `tiled-copy`: sentences, whose elements are lit, and costs counted by hand.
#include "core/layout/tiled_copy.hpp"

#include <set>

#include "tests/web/scenes/subject.hpp"
#include "web/scenes/scenes.hpp"

TESTS_OF(web::scenes::layouts::tiled_copy) {

using namespace loom;
using namespace loom::scene;
using namespace loom::scenes;

namespace {

const Subject subject(tiled_copy());

std::vector<std::string> grid() {
  std::vector<std::string> queries;
  for (const char* how :
       {"threads=(16,8):(8,1)", "threads=(16,8):(1,16)&values=(8,1)", "threads=(1,1)&values=(1,1)",
        "threads=(32,32):(32,1)&values=(2,2)", "threads=(4,8):(8,0)", "threads=(4,8):(64,3)"})
    for (const char* tile : {"rows=1&columns=1", "rows=16&columns=64&order=column",
                             "rows=63&columns=128", "rows=64&columns=5"})
      for (const char* rest : {"element=1&thread=0", "element=16&thread=1023"})
        queries.push_back(std::string(how) + "&" + tile + "&" + rest);
  return queries;
}

}  // namespace

TEST_CASE("tiled-copy: pictures fit, and keep their height") {
  subject.check_pictures(grid(), 1);
  subject.check_one_height(grid());
}

TEST_CASE("tiled-copy: the numbers of its sentences") {
  CHECK(subject.metric("", "sectors") == 16);
  CHECK(subject.metric("", "wavefronts") == 4);
  subject.check_says("", {8, 512});
  CHECK(subject.metric("threads=(32,8):(1,32)&rows=32", "sectors") == 32);
  CHECK(subject.metric("threads=(32,8):(1,32)&rows=32", "vector") == 16);
  CHECK(subject.metric("threads=(32,8):(1,32)&rows=32", "wavefronts") == 32);
  subject.check_says("threads=(32,8):(1,32)&rows=32", {8, 512, 4});
  CHECK(subject.metric("threads=(2,64):(64,1)&values=(8,1):(1,1)", "sectors") == 16);
  CHECK(subject.metric("threads=(2,64):(64,1)&values=(8,1):(1,1)", "wavefronts") == 8);
  subject.check_says("threads=(2,64):(64,1)&values=(8,1):(1,1)", {8, 512});
  CHECK(subject.metric("threads=(16,8):(8,0)&thread=32", "sectors") == 4);
  CHECK(subject.metric("threads=(16,8):(8,0)&thread=32", "wavefronts") == 4);
  CHECK(subject.metric("threads=(16,8):(8,0)&thread=32", "uncovered") == 896);
  subject.check_says("threads=(16,8):(8,0)&thread=32", {8, 64});
  CHECK(subject.metric("threads=(16,8):(8,0)&thread=33", "sectors") == 4);
  CHECK(subject.metric("threads=(16,8):(8,0)&thread=33", "wavefronts") == 4);
  CHECK(subject.metric("threads=(16,8):(8,0)&thread=33", "uncovered") == 896);
  subject.check_says("threads=(16,8):(8,0)&thread=33", {0, 64});
  CHECK(subject.metric("threads=(16,8):(16,2)", "uncovered") == 0);
  CHECK(subject.metric("threads=(16,8):(16,2)", "sectors") == 8);
  CHECK(subject.metric("threads=(16,8):(16,2)", "wavefronts") == 4);
  subject.check_says("threads=(16,8):(16,2)", {256});
  CHECK(subject.metric("rows=17&thread=0", "uncovered") == 0);
  CHECK(subject.metric("rows=17&thread=0", "vector") == 16);
  CHECK(subject.metric("rows=17&thread=0", "sectors") == 20);
  CHECK(subject.metric("rows=17&thread=0", "wavefronts") == 5);
  subject.check_says("rows=17&thread=0", {640, 960});
}

TEST_CASE("tiled-copy: the table has the warp's elements, each once, and their bytes") {
  for (const std::string& query : grid()) {
    CAPTURE(query);
    const State state = subject.load(query);
    const int columns = state.values().integer("columns"), rows = state.values().integer("rows"),
              bytes = std::stoi(std::string(state.values().text("element")));
    std::set<std::pair<int, int>> elements;
    for (const auto& row : state.scene().table().rows) {
      const int r = static_cast<int>(row[0].value), c = static_cast<int>(row[1].value);
      CHECK(elements.insert({r, c}).second);
      CHECK((r < rows && c < columns));
      CHECK(row[5].value ==
            bytes * (contains(query, "order=column") ? c * rows + r : r * columns + c));
    }
  }
  CHECK(subject.table("").size() == 256);
  CHECK(subject.table("threads=(1,1)&values=(1,1)").size() == 1024);
}

TEST_CASE("tiled-copy: numbers to guess") {
  CHECK(subject.metric("", "vector") == 16);
  CHECK(subject.metric("order=column", "vector") == 2);
  CHECK(subject.metric("values=(2,4):(1,2)&rows=32&columns=32", "vector") == 2);
  CHECK(subject.metric("threads=(2,64):(64,1)&values=(1,1):(1,1)", "instructions") == 8);
  CHECK(subject.metric("threads=(16,8):(8,0)", "uncovered") == 896);
  // A warp's 128 floats of a transposition: full sectors along memory, one for each float across.
  const std::string floats = "&values=(1,1):(1,1)&element=4&rows=32&columns=32";
  CHECK(subject.metric("threads=(8,32):(32,1)" + floats, "sectors") == 16);
  CHECK(subject.metric("threads=(32,8):(1,32)" + floats, "sectors") == 128);
  CHECK(subject.metric("threads=(32,8):(1,32)&order=column" + floats, "sectors") == 16);
}

TEST_CASE("tiled-copy: what is refused") {
  State state(subject.description());
  CHECK(state.set("threads", "(16,")->message ==
        "'Threads': character 5: expected a number or '(', got the end");
  CHECK(contains(state.set("values", "8:1")->message, "expected 2, rows and columns"));
  CHECK(contains(state.set("threads", "(64,32):(32,1)")->message, "at most 1024"));
  CHECK(contains(state.set("element", "3")->message, "1, 2, 4, 8"));
  CHECK(state.query() == "");
}

TEST_CASE("tiled-copy: a click chooses a thread; pointing at it frames all that it copies") {
  for (const char* query : {"", "rows=32", "threads=(2,64):(64,1)&values=(8,1):(1,1)"}) {
    CAPTURE(query);
    State state = subject.load(query);
    const auto marks = [&](int pointed) {
      return static_cast<int>(record(state.scene(), {.pointed = pointed}).marks().size());
    };
    const int each = contains(query, "rows") ? 16 : 8;
    for (int thread : {0, 31, 77, 127}) CHECK(marks(thread) == marks(-1) + each);
    CHECK(marks(128) == marks(-1));
    std::set<std::string> threads;
    for (const Mark& mark : record(state.scene(), {}).of(Mark::Kind::hotspot))
      if (mark.action.kind == Action::Kind::set) threads.insert(mark.action.value);
    CHECK(threads.size() == 128);
    for (const std::string& thread : threads) CHECK(!state.set("thread", thread));
  }
}

}  // TESTS_OF(web::scenes::layouts::tiled_copy)
