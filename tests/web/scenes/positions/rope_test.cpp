// `rope`: sentences, rows, and scores against complex numbers.
#include <cmath>
#include <complex>

#include "tests/web/scenes/subject.hpp"
#include "web/scenes/scenes.hpp"

TESTS_OF(web::scenes::positions::rope) {

using namespace loom;
using namespace loom::scene;
using namespace loom::scenes;

namespace {

const Subject subject(rope());

// Pairs of the example as complex numbers, for both pairings of its eight numbers.
double by_hand(bool halves, double m, double n, double theta) {
  constexpr double q[] = {0.6, 1.2, 0.3, 0.5, 0.3, 0.5, -0.6, 0.4},
                   k[] = {0.7, 1.1, 0.4, 0.4, 0.2, 0.6, -0.5, 0.5};
  double sum = 0;
  for (int i = 0; i < 4; ++i) {
    const int a = halves ? i : 2 * i, b = halves ? i + 4 : 2 * i + 1;
    const std::complex<double> query(q[a], q[b]), key(k[a], k[b]);
    sum += (query * std::conj(key) * std::polar(1., (m - n) * std::pow(theta, -i / 4.))).real();
  }
  return sum;
}

std::vector<std::string> grid() {
  std::vector<std::string> queries;
  for (const char* theta : {"10", "10000", "1000000"})
    for (const char* at : {"m=0&n=24", "m=24&n=0", "m=0&n=0", "m=24&n=24", "m=11&n=12"})
      for (const char* shift : {"0", "8000"})
        for (const char* read : {"halves", "adjacent"})
          queries.push_back("theta=" + std::string(theta) + "&" + at + "&shift=" + shift +
                            "&read=" + read);
  return queries;
}

}  // namespace

TEST_CASE("rope scene: sentences") {
  CHECK(subject.metric_text("", "right") == "2.550");
  CHECK(subject.metric("", "distance") == 5);
  CHECK(subject.metric_text("m=4&n=9&shift=100", "right") == "2.205");
  CHECK(subject.metric("m=4&n=9&shift=100", "distance") == -5);
  subject.check_says("m=4&n=9&shift=100", {104, 109});
  CHECK(subject.metric_text("read=adjacent&m=12&n=9", "score") == "−0.604");
  CHECK(subject.metric_text("read=adjacent&m=12&n=9", "right") == "1.933");
}

TEST_CASE("rope scene: scores are those of complex numbers, wherever both stand") {
  for (int m : {0, 3, 9, 24})
    for (int n : {0, 4, 24})
      for (int shift : {0, 10, 8000})
        for (int theta : {10, 500, 10000}) {
          const std::string query = "m=" + std::to_string(m) + "&n=" + std::to_string(n) +
                                    "&shift=" + std::to_string(shift) +
                                    "&theta=" + std::to_string(theta);
          CHECK(subject.metric(query, "score") == doctest::Approx(by_hand(true, m, n, theta)));
          CHECK(subject.metric(query + "&made=adjacent&read=adjacent", "score") ==
                doctest::Approx(by_hand(true, m, n, theta)));
          CHECK(subject.metric(query + "&read=adjacent", "score") ==
                doctest::Approx(by_hand(false, m, n, theta)));
          CHECK(subject.metric(query + "&read=adjacent", "right") ==
                doctest::Approx(by_hand(true, m, n, theta)));
        }
}

TEST_CASE("rope scene: with the wrong numbers turned together, only distance 0 is right") {
  for (int distance = 0; distance < 10; ++distance) {
    const std::string query = "read=adjacent&n=9&m=" + std::to_string(9 + distance);
    const double off = subject.metric(query, "score") - subject.metric(query, "right");
    CHECK((std::abs(off) < 5e-4) == (distance == 0));
  }
}

TEST_CASE("rope scene: the pairs' parts add up, and a turn is 2π over the frequency") {
  for (const std::string& query : grid()) {
    double sum = 0;
    const State state = subject.load(query);
    for (const auto& row : state.scene().table().rows) sum += row[5].value;
    CHECK(sum == doctest::Approx(subject.metric(query, "score")));
  }
  const Rows rows = subject.table("");
  CHECK(rows[0][2] == "6.28");
  CHECK(rows[1][2] == "62.8");
  CHECK(rows[0][1] == "0, 4");
  CHECK(subject.table("read=adjacent")[3][1] == "6, 7");
}

TEST_CASE("rope scene: a hand drags a position") {
  const RecordingPainter painter = record(subject.load("").scene(), {});
  int drags = 0;
  for (const Mark& mark : painter.of(Mark::Kind::hotspot))
    drags += mark.action.key == "m" || mark.action.key == "n";
  CHECK(drags == 3);
}

TEST_CASE("rope scene: the picture fits, for the whole grid, at both widths") {
  subject.check_pictures(grid(), 1);
}

}  // TESTS_OF(web::scenes::positions::rope)
