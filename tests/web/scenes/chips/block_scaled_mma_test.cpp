// The scene `block-scaled-mma`: sentences and tables, numbers of one's own, and every kind's
// picture.
#include "web/scenes/chips/block_scaled_mma.hpp"

#include "core/find.hpp"
#include "tests/web/scenes/subject.hpp"
#include "web/scenes/scenes.hpp"

TESTS_OF(web::scenes::chips::block_scaled_mma) {

using namespace loom;
using namespace loom::scene;
using namespace loom::scenes;

namespace {

const Subject subject(block_scaled_mma());

std::vector<std::string> grid() {
  std::vector<std::string> queries;
  std::vector<std::string> kinds = {"kind=mxf4nvf4", "kind=mxf4"};
  for (const char* a : {"mxfp8_e4m3", "mxfp8_e5m2", "mxfp6_e3m2", "mxfp6_e2m3", "mxfp4"})
    kinds.push_back("kind=mxf8f6f4&elementa=" + std::string(a) + "&elementb=mxfp6_e2m3");
  kinds.push_back("kind=mxf8f6f4&elementb=mxfp8_e5m2");
  for (const std::string& kind : kinds)
    for (const char* rest : {"", "&outlier=1", "&outlier=64&row=127&seed=9", "&row=0&seed=3",
                             "&a=0&b=0", "&a=1000000&b=-1000000,3", "&a=1e-6,2&b=1e-6"})
      queries.push_back(kind + rest);
  return queries;
}

}  // namespace

TEST_CASE("block-scaled-mma: the numbers of its sentences") {
  CHECK(subject.metric_text("", "result") == "12.68");
  CHECK(subject.metric_text("", "exact") == "14.82");
  CHECK(subject.metric("", "zeros") == 14);
  subject.check_says("", {64, 3.7, 64});
  subject.check_says("kind=mxf4", {64, 32});
  subject.check_says("kind=mxf8f6f4", {32});
  CHECK(subject.metric("a=0", "zeros") == 0);
  subject.check_says("a=0", {64});
}

TEST_CASE("block-scaled-mma: the table's products are the simulator's, and sum up to the result") {
  for (const char* query : {"", "kind=mxf4", "kind=mxf8f6f4&elementb=mxfp6_e3m2"}) {
    CAPTURE(query);
    const State state = subject.load(query);
    const Table table = state.scene().table();
    double sum = 0, exact = 0;
    for (const auto& row : table.rows) {
      REQUIRE(row.size() == 11);
      CHECK(row[9].value == doctest::Approx(row[4].value * row[8].value).epsilon(1e-9));
      CHECK(row[10].value == doctest::Approx(row[1].value * row[5].value).epsilon(1e-9));
      sum += row[9].value;
      exact += row[10].value;
    }
    CHECK(table.rows.size() == (std::string(query).find("mxf8") == std::string::npos ? 64 : 32));
    CHECK(subject.metric(query, "result") == doctest::Approx(sum).epsilon(1e-5));
    CHECK(subject.metric(query, "exact") == doctest::Approx(exact));
  }
}

TEST_CASE("block-scaled-mma: numbers of the reader's") {
  CHECK(subject.metric("a=1 2 3&b=4,5,6", "exact") == 32);
  CHECK(subject.metric("a=6 3 1&b=1 1 1&kind=mxf4", "result") == 10);
  State state(subject.description());
  REQUIRE(!state.set("numbers", "own"));
  CHECK(contains(state.set("a", "1,x")->message, "Your row of A"));
  CHECK(state.set("b", "2000000"));
  CHECK(state.query() == "numbers=own");
  const State led = subject.load("a=1,2");
  CHECK(led.values().text("numbers") == "own");
}

TEST_CASE("block-scaled-mma: noise beside an outlier, from one scale to NVFP4") {
  const auto noise = [](const char* key) { return subject.metric("", key); };
  CHECK(noise("noise64") > noise("mxfp4"));
  CHECK(noise("mxfp4") > noise("nvfp4"));
  CHECK(noise("nvfp4") > noise("mxfp8"));
  CHECK(subject.metric("outlier=1", "mxfp4") < 13);
}

TEST_CASE("block-scaled-mma: only the outlier's block has a large scale, and loses most numbers") {
  const Rows rows = subject.table("");
  int lost = 0;
  for (size_t k = 0; k < rows.size(); ++k) {
    if (k / 16 == 1) {
      CHECK(rows[k][3] == "4.160");
      lost += rows[k][4] == "0";
    } else {
      CHECK(std::stod(rows[k][3]) < 0.5);
    }
  }
  CHECK(lost > 8);
  CHECK(subject.metric("a=1000,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1", "zeros") == 15);
}

TEST_CASE("block-scaled-mma: packing and scales' places") {
  CHECK(subject.metric("", "byte") == 84);
  CHECK(subject.metric("row=127", "byte") == 508);
  CHECK(subject.metric("", "padding") == 0);
  CHECK(subject.metric("kind=mxf8f6f4&elementa=mxfp4", "padding") == 16);
  CHECK(subject.metric("kind=mxf8f6f4&elementa=mxfp6_e2m3", "padding") == 8);
}

TEST_CASE("block-scaled-mma: pictures fit, and are as high for every state") {
  subject.check_pictures(grid(), 1);
  subject.check_one_height(grid());
}

}  // TESTS_OF(web::scenes::chips::block_scaled_mma)
