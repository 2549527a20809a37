// `no-position`: sentences, rows, and counts against 1/n rounded by hand.
#include <cmath>

#include "tests/web/scenes/subject.hpp"
#include "web/scenes/scenes.hpp"

TESTS_OF(web::scenes::positions::no_position) {

using namespace loom;
using namespace loom::scene;
using namespace loom::scenes;

namespace {

const Subject subject(no_position());

// 1/n with so many bits behind the leading one; ties do not occur, as n is no power of two there.
double rounded(int n, int bits) {
  const double value = 1. / n, unit = std::ldexp(1, std::ilogb(value) - bits);
  return std::nearbyint(value / unit) * unit;
}

std::vector<std::string> grid() {
  std::vector<std::string> queries;
  for (const char* mask : {"causal", "full", "window"})
    for (const char* tokens : {"6", "13", "20"})
      for (const char* type : {"tf32", "e4m3", "e5m2"})
        for (const char* n : {"1", "8", "9", "4096"})
          queries.push_back("mask=" + std::string(mask) + "&tokens=" + tokens + "&type=" + type +
                            "&n=" + n);
  return queries;
}

}  // namespace

TEST_CASE("no-position: the numbers of its sentences") {
  CHECK(subject.metric("", "confused") == 190);
  subject.check_says("", {1, 1, 1, 1});
  CHECK(subject.metric("mask=full", "confused") == 1);
  CHECK(subject.metric("mask=window&type=e4m3", "signal") == 0);
  CHECK(subject.metric("mask=window&window=16&tokens=20&type=e5m2", "signal") == 0);
  CHECK(subject.metric("mask=window&window=16&tokens=20&type=e5m2", "confused") == 6);
  subject.check_says("mask=window&window=16&tokens=20&type=e5m2", {1, 1, 1});
  subject.check_says("mask=window&window=16", {1});
}

TEST_CASE("no-position: a causal mask counts, none does not, a window for a while") {
  for (int tokens : {6, 12, 20}) {
    const std::string query = "tokens=" + std::to_string(tokens);
    const Rows causal = subject.table(query), full = subject.table(query + "&mask=full"),
               window = subject.table(query + "&mask=window&window=4");
    for (size_t i = 0; i < causal.size(); ++i) {
      CHECK(causal[i][1] == std::to_string(i + 1));
      CHECK(full[i][1] == std::to_string(tokens));
      CHECK(window[i][1] == std::to_string(std::min<size_t>(i + 1, 4)));
      CHECK((window[i][2] == "0.0000") == (i >= 4));
    }
    CHECK(subject.metric(query, "signal") == doctest::Approx(100. / tokens));
  }
}

TEST_CASE("no-position: the first n that a format takes for the next, by rounding by hand") {
  const struct {
    const char* type;
    int bits;
  } formats[] = {{"tf32", 10}, {"fp16", 10}, {"bf16", 7}};
  for (const auto& [type, bits] : formats) {
    int n = 1;
    while (rounded(n, bits) != rounded(n + 1, bits)) ++n;
    CHECK(subject.metric("type=" + std::string(type), "confused") == n);
  }
}

TEST_CASE("no-position: nothing counts without a mask, and a window ends every format's count") {
  for (const char* type : {"tf32", "fp16", "bf16", "e4m3", "e5m2"}) {
    const std::string query = "type=" + std::string(type);
    CHECK(subject.metric(query + "&mask=full", "confused") == 1);
    const double far = subject.metric(query, "confused");
    for (int window : {2, 5, 16})
      CHECK(subject.metric(query + "&mask=window&window=" + std::to_string(window), "confused") ==
            (far < window ? far : window + 1));
  }
}

TEST_CASE("no-position: the picture fits, for the whole grid, at both widths") {
  subject.check_pictures(grid(), 1);
}

}  // TESTS_OF(web::scenes::positions::no_position)
