// The scene `struct-layout`: its counts against sets of addresses, sentences, and a picture that
// fits for every state.
#include <set>
#include <string>

#include "tests/doctest.hpp"
#include "tests/web/scenes/subject.hpp"
#include "web/scene/format.hpp"
#include "web/scenes/scenes.hpp"

TESTS_OF(web::scenes::machine::struct_layout) {

using namespace loom;
using namespace loom::scene;
using scenes::contains;
using scenes::Rows;

namespace {

const scenes::Subject subject(scenes::struct_layout());

std::vector<std::string> grid() {
  std::vector<std::string> queries;
  for (int fields = 1; fields <= 8; ++fields)
    for (int read = 1; read <= fields; ++read)
      for (const char* layout : {"aos", "soa"})
        queries.push_back("fields=" + std::to_string(fields) + "&read=" + std::to_string(read) +
                          "&layout=" + layout);
  return queries;
}

// By hand: the byte addresses of every load, and the sectors that they lie in.
struct Counted {
  size_t requested = 0, fetched = 0;
};
Counted count(bool structs, int fields, int read) {
  Counted out;
  std::set<int> all;
  for (int field = 0; field < read; ++field) {
    std::set<int> load;
    for (int lane = 0; lane < 32; ++lane)
      for (int byte = 0; byte < 4; ++byte)
        load.insert((4 * (structs ? lane * fields + field : field * 32 + lane) + byte) / 32);
    out.requested += load.size();
    all.insert(load.begin(), load.end());
  }
  out.fetched = all.size();
  return out;
}

}  // namespace

TEST_CASE("struct-layout: the default, in table and sentence") {
  CHECK(subject.columns() == std::vector<std::string>{"Layout", "Loads", "Sectors requested",
                                                      "Sectors fetched", "Bytes fetched",
                                                      "Bytes useful", "Moved per useful byte"});
  CHECK(subject.table("") == Rows{{"Array of structs", "1", "16", "16", "512", "128", "4.00"},
                                  {"Struct of arrays", "1", "4", "4", "128", "128", "1.00"}});
  CHECK(subject.metric("", "aos") == 16);
  CHECK(subject.metric("", "moved") == 4);
  CHECK(subject.metric("", "soa") == 4);
  CHECK(subject.cell("", "Array of structs", "Sectors requested") == "16");
  subject.check_says("", {32, 128});
  CHECK(subject.load("").query() == "");
}

TEST_CASE("struct-layout: every count in the table is that of sets of addresses") {
  for (int fields = 1; fields <= 8; ++fields)
    for (int read = 1; read <= fields; ++read) {
      const std::string query =
          "fields=" + std::to_string(fields) + "&read=" + std::to_string(read);
      CAPTURE(query);
      const Rows rows = subject.table(query);
      REQUIRE(rows.size() == 2);
      for (bool structs : {true, false}) {
        const std::vector<std::string>& row = rows[structs ? 0 : 1];
        const Counted expected = count(structs, fields, read);
        CHECK(row[1] == std::to_string(read));
        CHECK(row[2] == std::to_string(expected.requested));
        CHECK(row[3] == std::to_string(expected.fetched));
        CHECK(row[4] == integer(static_cast<long long>(32 * expected.fetched)));
        CHECK(row[5] == integer(128 * read));
        CHECK(row[6] == fixed(static_cast<double>(32 * expected.fetched) / (128 * read), 2));
        CHECK(subject.metric(query, structs ? "aos" : "soa") ==
              static_cast<double>(expected.fetched));
      }
    }
}

TEST_CASE("struct-layout: the numbers of its sentences") {
  CHECK(subject.metric("fields=8&read=3&layout=soa", "aos") == 32);
  CHECK(subject.metric("fields=8&read=3&layout=soa", "soa") == 12);
  CHECK(subject.metric_text("fields=8&read=3&layout=soa", "moved") == "2.67");
  CHECK(subject.cell("fields=8&read=3&layout=soa", "Struct of arrays", "Sectors requested") ==
        "12");
  CHECK(subject.cell("fields=8&read=3&layout=soa", "Array of structs", "Sectors requested") ==
        "96");
  subject.check_says("fields=8&read=3&layout=soa", {384, 1});
  CHECK(subject.metric("fields=8&layout=soa", "aos") == 32);
  CHECK(subject.metric("fields=8&layout=soa", "soa") == 4);
  CHECK(subject.metric("fields=8&layout=soa", "moved") == 8);
  CHECK(subject.cell("fields=8&layout=soa", "Array of structs", "Sectors requested") == "32");
  subject.check_says("fields=8&layout=soa", {128, 4});
  CHECK(contains(subject.status("fields=1"), "reads the only field of"));
  CHECK(contains(subject.status("read=2"), "reads fields A and B of"));
  CHECK(subject.metric("read=4", "aos") == subject.metric("read=4", "soa"));
  // No more than there are.
  CHECK(subject.metric("read=8", "aos") == subject.metric("read=4", "aos"));
}

TEST_CASE("struct-layout: what is refused") {
  State state(subject.description());
  CHECK(contains(state.set("fields", "9")->message, "1 to 8"));
  CHECK(contains(state.set("read", "0")->message, "1 to 8"));
  CHECK(contains(state.set("layout", "aso")->message, "did you mean 'aos'?"));
  CHECK(state.query() == "");
}

TEST_CASE("struct-layout: the picture fits, for the whole grid, at both widths") {
  subject.check_pictures(grid(), 1);
}

TEST_CASE("struct-layout: the picture shows the sectors that were counted") {
  for (const std::string& query : grid()) {
    CAPTURE(query);
    const State state = subject.load(query);
    for (float width : {narrow_width, wide_width}) {
      const RecordingPainter painter =
          record(state.scene(), {.width = width, .step = state.step()});
      double sectors = 0, full = 0;
      std::string measured;
      for (const Mark& mark : painter.marks()) {
        sectors += contains(mark.text, " of 32 bytes used");
        full += contains(mark.text, ": 32 of 32 bytes used");
        if (mark.part == "measured" && mark.kind == Mark::Kind::text) measured += mark.text + ";";
      }
      const double structs = subject.metric(query, "aos"), arrays = subject.metric(query, "soa");
      CHECK(sectors == structs + arrays);
      CHECK(full >= arrays);
      if (contains(query, "read=1&"))
        CHECK(measured == integer(static_cast<int>(structs)) + " sectors simulated, " +
                              integer(static_cast<int>(structs)) +
                              " measured on an H200;4 sectors simulated, 4 measured on an H200;");
      else
        CHECK(measured == "");
    }
  }
}

TEST_CASE("struct-layout: a still, as high in every state") {
  for (const std::string& query : grid()) CHECK(subject.load(query).scene().steps() == 0);
  subject.check_one_height(grid());
}

TEST_CASE("struct-layout: equal bars are equal bytes, in both layouts and all states") {
  std::optional<double> byte;
  for (const std::string& query : grid()) {
    std::vector<double> bars;
    for (const Mark& mark : record(subject.load(query).scene(), {}).of(Mark::Kind::rect))
      if (mark.part == "bytes" && mark.style.fill == Role::data && mark.box.height == 12)
        bars.push_back(static_cast<double>(mark.box.width));
    REQUIRE(bars.size() == 2);
    const double useful =
        std::stod(subject.table(query)[0][5] == "1,024" ? "1024" : subject.table(query)[0][5]);
    if (!byte) byte = bars[0] / useful;
    for (double bar : bars) CHECK(bar == doctest::Approx(*byte * useful).epsilon(0.01));
  }
}

TEST_CASE("struct-layout: a heading chooses its layout") {
  const State state = subject.load("");
  std::set<std::string> offered;
  for (const Mark& mark : record(state.scene(), {.step = 1}).of(Mark::Kind::hotspot))
    if (mark.action.kind == Action::Kind::set && mark.action.key == "layout")
      offered.insert(mark.action.value);
  CHECK(offered == std::set<std::string>{"aos", "soa"});
}

TEST_CASE("struct-layout: the switch says in which memory the fields are filled") {
  for (const char* layout : {"aos", "soa"}) {
    const State state = subject.load(std::string("layout=") + layout);
    const auto rects = record(state.scene(), {.width = wide_width, .step = 0}).of(Mark::Kind::rect);
    int inside = 0;
    for (const Mark& mark : rects) {
      if (mark.part != "fields" || mark.style.fill != Role::data) continue;
      ++inside;
      CHECK((mark.box.center().x < wide_width / 2) == (std::string(layout) == "aos"));
    }
    CHECK(inside == 64);  // 32 fields, each a ground and a bar
  }
}

}  // TESTS_OF(web::scenes::machine::struct_layout)
