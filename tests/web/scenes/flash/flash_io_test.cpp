// The scene `flash-io`: sentences, counts in closed form, bars as long as their bytes, drags.
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "tests/web/scenes/subject.hpp"
#include "web/scenes/scenes.hpp"

TESTS_OF(web::scenes::flash::flash_io) {

using namespace loom;
using namespace loom::scene;
using namespace loom::scenes;

namespace {

const Subject subject(flash_io());

double total(const std::string& query, size_t row) {
  return subject.load(query).scene().table().rows[row][3].value * 1e6;
}

std::vector<std::string> grid() {
  std::vector<std::string> queries;
  for (const char* loop : {"standard&kernels=both", "standard&kernels=mask", "fa1", "fa2"})
    for (const char* pass : {"forward", "backward", "both"})
      for (const char* mask : {"none", "causal", "band", "own"})
        for (const char* more :
             {"", "&tokens=64&rows=1024&keys=16", "&tokens=65536&heads=4096&size=256",
              "&tokens=512&blocks=memory&memory=4&size=256", "&tokens=65536&blocks=memory",
              "&tokens=1000&rows=24&keys=300"})
          queries.push_back("loop=" + std::string(loop) + "&pass=" + pass + "&mask=" + mask + more);
  return queries;
}

}  // namespace

TEST_CASE("flash-io: sentences") {
  const struct {
    const char *query, *sentence;
  } rows[] = {
      {"",
       "FlashAttention-2, forward: 2.36 MB read and written. Standard attention: 8.91 MB, 3.77 "
       "times as much."},
      {"step=0", "Nothing has been read: Q, K and V are in HBM, 65,536 numbers each."},
      {"step=3",
       "Block of queries 3 of 8 is on the chip, and the loop reads the keys and values. So far 886 "
       "kB have been read and written."},
      {"loop=fa1&step=1&keys=256",
       "Block of keys 1 of 4 is on the chip, and the loop reads Q, and reads and writes O. So far "
       "467 kB have been read and written."},
      {"loop=standard&step=2",
       "Kernel 2 of 3: P = softmax(S). So far 6.55 MB have been read and written."},
      {"loop=standard&pass=both&heads=1024&kernels=both",
       "Standard, forward and backward, 1,024 heads: 40.3 GB read and written. Q, K, V and O alone "
       "are 1.61 GB."},
      {"loop=fa1&tokens=4096&blocks=memory",
       "FlashAttention-1, forward: 18.7 MB read and written. Standard attention: 136 MB, 7.29 "
       "times "
       "as much. 192 KiB of memory hold blocks of 64 queries and 384 keys. FlashAttention-2 "
       "requests "
       "68.2 MB: its outer blocks, of queries, are smaller."},
      {"rows=64&keys=256",
       "FlashAttention-2, forward: 4.46 MB read and written. Standard attention: 8.91 MB, 2 times "
       "as much. FlashAttention-1 requests 1.87 MB: its outer blocks, of keys, are larger."},
      {"mask=own&tokens=2048&rows=64&keys=64",
       "FlashAttention-2, forward: 3.67 MB read and written. Standard attention: 34.6 MB, 9.42 "
       "times as much. 19% of the blocks are computed. With an expression the curves end at 2,048 "
       "tokens."},
      {"mask=own&tokens=4000&rows=64&keys=64",
       "FlashAttention-2, forward: 3.67 MB read and written. Standard attention: 34.6 MB, 9.42 "
       "times as much. 19% of the blocks are computed. Only 2,048 tokens are counted with an "
       "expression."},
  };
  for (const auto& row : rows) CHECK(subject.status(row.query) == row.sentence);
}

TEST_CASE("flash-io: closed forms of two bytes a number") {
  for (const double n : {64., 1024., 4096.})
    for (const double d : {16., 64., 128.})
      for (const double rows : {16., 64.}) {
        const std::string query = "tokens=" + std::to_string(static_cast<int>(n)) +
                                  "&size=" + std::to_string(static_cast<int>(d)) +
                                  "&rows=" + std::to_string(static_cast<int>(rows)) + "&keys=32";
        CAPTURE(query);
        CHECK(total(query, 0) == doctest::Approx(8 * n * n + 8 * n * d));
        // O is read and written for each block of keys, with two numbers a row.
        CHECK(total(query, 1) == doctest::Approx(4 * n * d + 2 * n * (n / 32) * (3 * d + 4)));
        CHECK(total(query, 2) == doctest::Approx(4 * n * d + 2 * n + 4 * d * n * n / rows));
        CHECK(total(query, 3) == doctest::Approx(8 * n * d));
        CHECK(total(query + "&heads=24", 2) == doctest::Approx(24 * total(query, 2)));
      }
  // Causal: of 8 × 8 blocks, 36.
  CHECK(total("mask=causal", 2) == doctest::Approx(1024 * (4 * 64 + 2) + 36. * 4 * 64 * 128));
  // |q − k| < 128 in blocks of 128: each with its neighbors, 22 of 64.
  CHECK(total("mask=band", 2) == doctest::Approx(1024 * (4 * 64 + 2) + 22. * 4 * 64 * 128));
  // The butterfly: each of 32 blocks meets itself and the five whose number differs in one bit.
  CHECK(total("mask=own&tokens=2048&rows=64&keys=64", 2) ==
        doctest::Approx(2048 * (4 * 64 + 2) + 32. * 6 * 4 * 64 * 64));
  CHECK(total("expression=q>=k", 2) == doctest::Approx(total("mask=causal", 2)));
  // An A100's SM: ⌈98,304 / 4d⌉ keys, and at most d queries.
  for (const auto& [size, keys] : {std::pair{64, 384}, std::pair{128, 192}, std::pair{96, 256}}) {
    const std::string query = "blocks=memory&tokens=4096&size=" + std::to_string(size);
    CHECK(subject.metric(query, "keys_each") == keys);
    CHECK(subject.metric(query, "rows_each") == std::min(size, keys));
    CHECK(subject.metric(query, "chip") == 192);
    const std::string chosen = "tokens=4096&size=" + std::to_string(size) +
                               "&keys=" + std::to_string(keys) + "&rows=" + std::to_string(size);
    for (size_t row = 0; row < 4; ++row) CHECK(total(query, row) == total(chosen, row));
  }
  CHECK(subject.metric("pass=both", "bytes") ==
        doctest::Approx(subject.metric("pass=forward", "bytes") +
                        subject.metric("pass=backward", "bytes")));
}

TEST_CASE("flash-io: the bounds have no constants, and shrink with the blocks of a mask") {
  const auto bound = [](const std::string& query, size_t row) {
    return subject.load(query).scene().table().rows[row][4].value * 1e6;
  };
  const double n = 4096, d = 128, memory = 192 * 512;
  const std::string query = "blocks=memory&tokens=4096&size=128";
  CHECK(bound(query, 0) == doctest::Approx(2 * (n * d + n * n)));
  CHECK(bound(query, 1) == doctest::Approx(2 * n * n * d * d / memory));
  CHECK(bound(query + "&memory=96", 1) == doctest::Approx(2 * bound(query, 1)));
  const std::string half = query + "&tokens=2048&expression=k<1024";
  CHECK(bound(half, 1) == doctest::Approx(2 * (2048 * d + 0.5 * 2048 * 2048 * d * d / memory))
                              .epsilon(0.05));  // blocks of 192 keys
}

TEST_CASE("flash-io: an expression that has no value is refused") {
  State state = subject.load("mask=own");
  const auto refused = [&](const char* text) {
    const auto error = state.set("expression", text);
    return error ? error->message : std::string();
  };
  CHECK(refused("q >").starts_with("'Expression': "));
  CHECK(refused("q / (k - 7)").starts_with("'Expression': "));
  CHECK(refused("q / (k - 7)").ends_with("at b = 0, h = 0, q = 0, k = 7"));
  CHECK_FALSE(state.set("expression", "q == k"));
}

TEST_CASE("flash-io: the timeline ends with all bytes, and never goes back") {
  for (const std::string& query : grid()) {
    CAPTURE(query);
    const State state = subject.load(query);
    const int steps = state.scene().steps();
    CHECK(steps >= 1);
    CHECK(steps <= 48);
    CHECK(state.step() == steps);
  }
}

TEST_CASE("flash-io: the picture fits, for the whole grid, at both widths") {
  subject.check_pictures(grid(), 7);
  subject.check_one_height(grid());
}

TEST_CASE("flash-io: bars are as long as their bytes") {
  for (const char* query :
       {"", "tokens=16384&size=128", "pass=both&heads=100", "loop=fa1&step=2"}) {
    CAPTURE(query);
    const State state = subject.load(query);
    std::array<float, 4> length = {};
    std::array<float, 4> tops = {};
    size_t count = 0;
    const RecordingPainter painter = record(state.scene(), {.step = state.step()});
    for (const Mark& mark : painter.marks()) {
      if (mark.part != "bars" || mark.kind != Mark::Kind::rect || mark.box.height != 12) continue;
      if (mark.box.y < 20) continue;  // samples of the legend
      size_t row = 0;
      while (row < count && std::abs(tops[row] - mark.box.y) > 1) ++row;
      if (row == count) {
        REQUIRE(count < 4);
        tops[count++] = mark.box.y;
      }
      length[row] += mark.box.width;
    }
    REQUIRE(count == 4);
    for (size_t row = 1; row < 4; ++row)
      CHECK(length[row] / length[0] ==
            doctest::Approx(total(query, row) / total(query, 0)).epsilon(0.02));
  }
}

TEST_CASE("flash-io: tokens and blocks can be dragged") {
  subject.check_drag("", "rows", {"16", "512", "100"});
  subject.check_drag("loop=fa1", "keys", {"16", "512", "100"});
  for (float width : {narrow_width, wide_width}) {
    int drags = 0;
    for (const Mark& mark :
         record(subject.load("").scene(), {.width = width}).of(Mark::Kind::hotspot)) {
      if (mark.action.key != "tokens") continue;
      ++drags;
      CHECK(mark.action.logarithmic);
      CHECK(mark.action.from_px == mark.box.x);
      CHECK(mark.action.from_value == 64);
      CHECK(mark.action.to_px == mark.box.right());
      CHECK(mark.action.to_value == 65536);
    }
    CHECK(drags == 1);
  }
}

}  // TESTS_OF(web::scenes::flash::flash_io)
