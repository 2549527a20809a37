// The scene `mask-mod`: blocks against looking at every pair, times in closed form, errors, drags.
#include <cmath>
#include <functional>

#include "tests/web/scenes/subject.hpp"
#include "web/scenes/scenes.hpp"

TESTS_OF(web::scenes::flash::mask_mod) {

using namespace loom;
using namespace loom::scene;
using namespace loom::scenes;

namespace {

const Subject subject(mask_mod());

std::vector<std::string> grid() {
  std::vector<std::string> queries;
  for (const char* mask :
       {"all", "causal", "window&size=1", "window&size=2048", "documents&size=37",
        "prefix&size=500", "own", "own&expression=0", "own&expression=q*k%257<100"})
    for (const char* also : {"nothing", "causal", "window&other=100", "documents", "prefix"})
      for (const char* more :
           {"", "&tokens=64&block=512&score=alibi", "&tokens=2048&block=32&score=relative",
            "&tokens=1000&block=300&score=softcap&at=3,7,999", "&tokens=1025"})
        queries.push_back("mask=" + std::string(mask) + "&also=" + also + more);
  return queries;
}

}  // namespace

TEST_CASE("mask-mod: the numbers of its sentences") {
  CHECK(subject.metric("", "full") == 28);
  CHECK(subject.metric("", "partial") == 8);
  CHECK(subject.metric("", "computed") == 56.25);
  CHECK(subject.metric_text("", "pairs") == "50.0");
  CHECK(subject.metric_text("", "saved") == "1.73");
  subject.check_says("", {64});
  CHECK(subject.metric("expression=(q*79%2B(q^k)*47)%25251<125", "full") == 0);
  CHECK(subject.metric("expression=(q*79%2B(q^k)*47)%25251<125", "partial") == 64);
  CHECK(subject.metric("expression=(q*79%2B(q^k)*47)%25251<125", "computed") == 100);
  CHECK(subject.metric_text("expression=(q*79%2B(q^k)*47)%25251<125", "pairs") == "49.8");
}

TEST_CASE("mask-mod: blocks as a look at every pair finds them") {
  using Sees = std::function<bool(int, int)>;
  const struct {
    const char* query;
    Sees sees;
  } cases[] = {
      {"mask=window&size=200", [](int q, int k) { return k <= q && q - k < 200; }},
      {"mask=documents&size=300&also=causal",
       [](int q, int k) { return k <= q && q / 300 == k / 300; }},
      {"mask=prefix&size=200", [](int q, int k) { return k <= q || k < 200; }},
      {"mask=window&size=50&also=prefix&other=10",
       [](int q, int k) { return (k <= q && q - k < 50) || k < 10; }},
      {"expression=q>=k%26%26q-k<(64<<h)%2Bb&at=5,1,0",
       [](int q, int k) { return k <= q && q - k < 128 + 5; }},
  };
  for (const auto& [query, sees] : cases)
    for (const char* more : {"&tokens=1000&block=128", "&tokens=512&block=64"}) {
      const std::string state = std::string(query) + more;
      CAPTURE(state);
      const int n = contains(more, "1000") ? 1000 : 512, block = n == 1000 ? 128 : 64;
      int full = 0, partial = 0, skipped = 0, pairs = 0;
      for (int row = 0; row < n; row += block)
        for (int column = 0; column < n; column += block) {
          int found = 0;
          for (int q = row; q < std::min(n, row + block); ++q)
            for (int k = column; k < std::min(n, column + block); ++k) found += sees(q, k);
          ++(found == 0 ? skipped : found == block * block ? full : partial);
          pairs += found;
        }
      CHECK(subject.metric(state, "full") == full);
      CHECK(subject.metric(state, "partial") == partial);
      CHECK(subject.metric(state, "skipped") == skipped);
      CHECK(subject.metric(state, "pairs") == doctest::Approx(1e2 * pairs / (1. * n * n)));
    }
}

TEST_CASE("mask-mod: time at the roof, in closed form") {
  // 4 · 128 operations a pair, 128 heads; Q, K, V and O once.
  const auto time = [](double n, double pairs) {
    return 1e6 * std::max(4 * 128 * 128 * pairs / 989.4e12, 4 * 128 * 128 * n * 2 / 3.35e12);
  };
  CHECK(subject.metric("", "time") == doctest::Approx(time(1024, 36 * 128 * 128)).epsilon(0.001));
  CHECK(subject.metric("tokens=2048", "time") ==
        doctest::Approx(time(2048, 136 * 128 * 128)).epsilon(0.001));
  CHECK(subject.metric("tokens=2048", "saved") ==
        doctest::Approx(time(2048, 2048 * 2048) / time(2048, 136 * 128 * 128)).epsilon(0.001));
  CHECK(subject.metric("tokens=1000&mask=all", "saved") == doctest::Approx(1));
}

TEST_CASE("mask-mod: what is refused names the expression, and where") {
  State state = subject.load("");
  CHECK(state.load("expression=q>=j")->message ==
        "'Expression': column 4: unknown name 'j', expected a number, '(' or one of b, h, q, k, "
        "min, max; did you mean 'b'?");
  CHECK(contains(state.load("expression=q/(k-3)")->message, "'Expression': column 2: a division"));
  CHECK(state.query().empty());
}

TEST_CASE("mask-mod: the picture fits, for the whole grid, at both widths") {
  subject.check_pictures(grid(), 7);
  subject.check_one_height(grid());
}

TEST_CASE("mask-mod: every block is painted once, and the query can be dragged") {
  for (const char* query :
       {"", "mask=window&tokens=2048", "mask=documents&tokens=1000&block=300"}) {
    CAPTURE(query);
    float area = 0, square = 0;
    const State state = subject.load(query);
    const RecordingPainter painter = record(state.scene(), {});
    for (const Mark& mark : painter.marks()) {
      if (mark.part != "blocks") continue;
      if (mark.kind == Mark::Kind::rect && mark.style.fill != Role::none)
        area += (mark.box.width + 1) * (mark.box.height + 1);
      if (mark.kind != Mark::Kind::hotspot) continue;
      square = mark.box.width * mark.box.height;
      CHECK(mark.action.kind == Action::Kind::drag_y);
      CHECK(mark.action.index == 2);
    }
    CHECK(area / square == doctest::Approx(1).epsilon(0.01));
  }
}

}  // TESTS_OF(web::scenes::flash::mask_mod)
