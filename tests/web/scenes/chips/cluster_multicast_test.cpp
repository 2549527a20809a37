// The scene `cluster-multicast`: sentences, who asks for what, and pictures of every cluster.
#include "web/scenes/chips/cluster_multicast.hpp"

#include <set>

#include "tests/web/scenes/subject.hpp"
#include "web/scenes/scenes.hpp"

TESTS_OF(web::scenes::chips::cluster_multicast) {

using namespace loom;
using namespace loom::scene;
using namespace loom::scenes;

namespace {

const Subject subject(cluster_multicast());

std::vector<std::string> grid() {
  std::vector<std::string> queries;
  for (const int down : {1, 2, 4, 8, 16})
    for (const int across : {1, 2, 4, 8, 16})
      for (const char* rest : {"", "&multicast=off", "&multicast=neighbors", "&tile=256x128&n=8192",
                               "&multicast=neighbors&n=2048", "&multicast=neighbors&n=16384"})
        if (down * across <= 16)
          queries.push_back("down=" + std::to_string(down) + "&across=" + std::to_string(across) +
                            rest);
  return queries;
}

// Area of a part's rectangles in the blocks.
double area(const std::string& query, const std::string& part) {
  double sum = 0;
  for (const Mark& mark : record(subject.load(query).scene(), {}).of(Mark::Kind::rect))
    if (mark.part == part && mark.style.fill != Role::none && mark.box.y < 240 && mark.box.x < 400)
      sum += static_cast<double>(mark.box.width) * static_cast<double>(mark.box.height);
  return sum;
}

}  // namespace

TEST_CASE("cluster-multicast: the numbers of its sentences") {
  CHECK(subject.metric("", "partners") == 1);
  CHECK(subject.metric("", "asked") == 1536);
  CHECK(subject.metric("", "share") == 75);
  CHECK(subject.metric("", "resident") == 132);
  subject.check_says("", {16, 8, 32});
  CHECK(subject.metric("down=4&across=4&multicast=off", "asked") == 2048);
  CHECK(subject.metric("down=4&across=4&multicast=off", "share") == 100);
  CHECK(subject.metric("down=4&across=4&multicast=off", "resident") == 112);
  subject.check_says("down=4&across=4&multicast=off", {16, 16, 32, 16});
  CHECK(subject.metric("across=2&multicast=neighbors", "partners") == 2);
  CHECK(subject.metric("across=2&multicast=neighbors", "share") == 50);
  CHECK(subject.metric("across=2&multicast=neighbors", "resident") == 120);
  subject.check_says("across=2&multicast=neighbors", {8, 8, 32, 4});
}

TEST_CASE("cluster-multicast: every tile has its own name in L2") {
  for (const std::string& query : grid())
    for (float width : {narrow_width, wide_width}) {
      CAPTURE(query);
      const State state = subject.load(query);
      const Values& values = state.values();
      const int down = std::stoi(std::string(values.text("down"))),
                across = std::stoi(std::string(values.text("across")));
      std::set<std::string> found;
      for (const Mark& mark :
           record(subject.load(query).scene(), {.width = width}).of(Mark::Kind::text))
        if (mark.part == "l2") found.insert(mark.text.substr(0, mark.text.find(':')));
      for (int i = 0; i < down; ++i) CHECK(found.contains("A" + std::to_string(i)));
      for (int i = 0; i < across; ++i) CHECK(found.contains("B" + std::to_string(i)));
    }
}

TEST_CASE("cluster-multicast: squares ask for least; arrivals stay") {
  CHECK(subject.metric("down=1", "share") == 100);
  CHECK(subject.metric("down=4", "share") == 62.5);
  CHECK(subject.metric("across=2", "share") == 50);
  CHECK(subject.metric("across=4", "share") == subject.metric("down=4&across=2", "share"));
  CHECK(subject.metric("down=4&across=4", "partners") == 6);
  CHECK(subject.metric("down=4&across=4&multicast=off", "partners") == 0);
  CHECK(subject.metric("down=4", "resident") == 120);
}

TEST_CASE("cluster-multicast: the picture's solid area is what is asked for") {
  for (const char* query : {"down=1", "", "down=4", "across=2", "down=4&across=4", "across=8"}) {
    CAPTURE(query);
    const double asked = area(query, "own"), others = area(query, "brought");
    CHECK(asked / (asked + others) ==
          doctest::Approx(subject.metric(query, "share") / 100).epsilon(0.01));
  }
  CHECK(area("across=2&multicast=off", "brought") == 0);
  CHECK(area("across=2&multicast=neighbors", "brought") == 0);
  CHECK(area("across=2&multicast=neighbors", "neighbors") ==
        doctest::Approx(area("across=2", "brought")));
}

TEST_CASE("cluster-multicast: what goes from SM to SM has the scale and the unit of L2's bytes") {
  for (const char* query : {"", "multicast=off", "across=2&multicast=neighbors", "down=8&n=2048"})
    for (float width : {narrow_width, wide_width}) {
      CAPTURE(query);
      const RecordingPainter painter = record(subject.load(query).scene(), {.width = width});
      std::vector<Mark> bars;  // of the whole product: 12 px high
      std::vector<std::string> amounts;
      for (const Mark& mark : painter.marks()) {
        if (mark.kind == Mark::Kind::rect && mark.box.height == 12 && !mark.part.empty() &&
            mark.style.fill != Role::none)
          bars.push_back(mark);
        if (contains(mark.text, " SM to SM")) amounts.push_back(mark.text);
      }
      REQUIRE(bars.size() == 5);  // alone; asked and copied; asked and read
      CHECK(bars[4].part == "neighbors");
      CHECK(bars[4].style.fill == Role::lane);
      CHECK(bars[3].box.width == doctest::Approx(bars[1].box.width));
      CHECK(bars[3].box.width + bars[4].box.width == doctest::Approx(bars[0].box.width));
      REQUIRE(amounts.size() == 3);
      for (int i : {0, 1}) CHECK(contains(amounts[static_cast<size_t>(i)], "from L2, 0 SM to SM"));
      const std::string unit = contains(query, "n=2048") ? "MiB" : "GiB";
      CHECK(contains(amounts[2], " " + unit + " from L2, "));
      CHECK(contains(amounts[2], " " + unit + " SM to SM"));
    }
  CHECK(subject.metric("across=2", "between") == 0);
  CHECK(subject.metric("across=2&multicast=neighbors", "between") == 1024);
  CHECK(subject.metric("across=2&multicast=neighbors", "asked") == 1024);
}

TEST_CASE("cluster-multicast: the table has every cluster, and what L2 read where that is known") {
  const Rows rows = subject.table("");
  CHECK(rows.size() == 15);
  CHECK(rows[6] == std::vector<std::string>{"2", "2", "1,024", "50.0%", "2", "120", "1,024",
                                            "1,335", "1,101", "1,060"});
  CHECK(subject.table("multicast=off")[6][6] == "1,024");
  CHECK(subject.table("n=8192")[6].back() == "–");
  for (const auto& row : rows) CHECK((row[0] == "16" || row[1] == "16") == (row.back() == "–"));
  CHECK(subject.table("n=2048&tile=256x256").size() == 13);
}

TEST_CASE("cluster-multicast: what cannot be launched is refused") {
  State state = subject.load("");
  CHECK(state.merge("down=8&across=4")->message ==
        "Clusters of 8 × 4 blocks: blocks of a cluster: got 32, expected 1 to 16");
  CHECK(state.merge("n=2048&tile=256x256&down=16")->message ==
        "Clusters of 16 × 1 blocks: rows of tiles: got 8, expected whole clusters of 16");
}

TEST_CASE("cluster-multicast: pictures fit, and are as high for every cluster") {
  subject.check_pictures(grid(), 1);
  subject.check_one_height(grid());
}

}  // TESTS_OF(web::scenes::chips::cluster_multicast)
