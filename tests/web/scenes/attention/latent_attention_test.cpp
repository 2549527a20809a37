// The scene `latent-attention`: sentences, costs by hand, and two orders with the same output.
#include "tests/web/scenes/subject.hpp"
#include "web/scenes/scenes.hpp"

TESTS_OF(web::scenes::attention::latent_attention) {

using namespace loom;
using namespace loom::scene;
using namespace loom::scenes;

namespace {

const Subject subject(latent_attention());

std::vector<std::string> grid() {
  std::vector<std::string> queries;
  for (const char* dims : {"", "&heads=1&latent=16&rotary=0&head=16",
                           "&heads=128&latent=2048&rotary=128&head=256", "&heads=1&latent=2048"})
    for (const char* many : {"tokens=16&queries=1", "tokens=131072&queries=8192"})
      for (const char* order : {"&order=expanded&seed=0", "&order=absorbed&seed=999", "&seed=7"})
        queries.push_back(std::string(many) + dims + order);
  return queries;
}

}  // namespace

TEST_CASE("latent-attention: the numbers of its sentences") {
  CHECK(subject.metric("", "rebuilt") == 40960);
  CHECK(subject.metric_text("", "flop") == "2.32");
  CHECK(subject.metric("", "even") == 168);
  subject.check_says("", {41, 276, 1.04});
  CHECK(subject.metric("head=256&latent=16&queries=8&order=expanded", "kept") == 80);
  CHECK(subject.metric("head=256&latent=16&queries=8&order=expanded", "rebuilt") == 73728);
  CHECK(subject.metric_text("head=256&latent=16&queries=8&order=expanded", "flop") == "26.84");
  subject.check_says("head=256&latent=16&queries=8&order=expanded", {1.63, 3.25});
}

TEST_CASE("latent-attention: operations by hand") {
  // Two operations for each product: U and V on every token, then scores and sums.
  const double rebuild = 2. * 128 * 256 * 512 * 8192, attention = 2. * 128 * 320 * 8192;
  CHECK(subject.metric("order=expanded", "flop") == doctest::Approx((rebuild + attention) / 1e9));
  const double move = 2. * 128 * 256 * 512, on_latents = 2. * 128 * (512 + 64 + 512) * 8192;
  CHECK(subject.metric("", "flop") == doctest::Approx((move + on_latents) / 1e9));
  CHECK(subject.metric("", "kept") == 576);
  CHECK(subject.metric("", "rebuilt") == 128 * (128 + 64 + 128));
  CHECK(subject.metric("", "key") == 576);
  CHECK(subject.metric("order=expanded", "key") == 128 + 64);
  // At the break-even, and not one token before.
  for (const char* tokens : {"16", "8192", "131072"}) {
    const std::string state = "tokens=" + std::string(tokens);
    const auto even = static_cast<int>(subject.metric(state, "even"));
    CHECK(subject.metric(state + "&queries=" + std::to_string(even), "ratio") <= 1);
    if (even > 1)
      CHECK(subject.metric(state + "&queries=" + std::to_string(even - 1), "ratio") > 1);
  }
}

TEST_CASE("latent-attention: both orders give the same output, whatever the small layer") {
  for (int seed = 0; seed < 200; ++seed) {
    const Rows rows = subject.table("seed=" + std::to_string(seed));
    CHECK(rows[0].back() == rows[1].back());
  }
}

TEST_CASE("latent-attention: the picture fits, for the whole grid, at both widths") {
  subject.check_pictures(grid(), 1);
}

TEST_CASE("latent-attention: a click on a bar takes its order") {
  const RecordingPainter painter = record(subject.load("").scene(), {});
  int clicks = 0;
  for (const Mark& spot : painter.of(Mark::Kind::hotspot)) {
    CHECK(spot.box.height >= 24);
    CHECK(!State(subject.description()).set("order", spot.action.value));
    ++clicks;
  }
  CHECK(clicks == 4);
}

}  // TESTS_OF(web::scenes::attention::latent_attention)
