// `k-quant`: the bytes of a block, and one weight in them.
#include <algorithm>
#include <cmath>
#include <set>

#include "core/numerics/gguf.hpp"
#include "core/numerics/gguf_quantize.hpp"
#include "core/random.hpp"
#include "tests/web/scenes/subject.hpp"
#include "web/live/actions.hpp"
#include "web/scene/format.hpp"
#include "web/scenes/scenes.hpp"

TESTS_OF(web::scenes::quantization::k_quant) {

using namespace loom;
using namespace loom::scene;
using namespace loom::scenes;

namespace {

const Subject subject(k_quant());
const std::string types[] = {"q4_0", "q8_0", "q2_k", "q3_k", "q4_k", "q5_k", "q6_k"};

std::vector<float> weights(int seed) {
  Random random(static_cast<std::uint64_t>(seed));
  std::vector<float> numbers;
  for (int i = 0; i < 256; ++i) numbers.push_back(static_cast<float>(random.normal()));
  return numbers;
}

struct Evaluated {
  double value, slack;  // because of rounded factors
};

// "0.33 · (3 − 8)"
Evaluated product(std::string_view text) {
  constexpr std::string_view times = " · ";
  Evaluated all = {1, 0};
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find(times, at), text.size());
    const Numbers factor = numbers(text.substr(at, end - at));
    all.value *= factor.size() == 2 ? factor[0] - factor[1] : factor.at(0);
    at = end + times.size();
  }
  return {all.value, 1e-3 * std::fabs(all.value) + 1e-9};
}

// One product, or the difference of two.
Evaluated evaluated(std::string_view text) {
  constexpr std::string_view less = " − ";
  const size_t bracket = text.rfind(')');
  const size_t at = text.find(less, bracket == text.npos ? 0 : bracket);
  if (at == text.npos) return product(text);
  const Evaluated a = product(text.substr(0, at)), b = product(text.substr(at + less.size()));
  return {a.value - b.value, a.slack + b.slack};
}

}  // namespace

TEST_CASE("k-quant: the numbers of its sentences") {
  CHECK(subject.metric("", "bytes") == 144);
  CHECK(subject.metric("", "bits") == 4.5);
  CHECK(subject.metric("", "code") == 3);
  CHECK(subject.metric("", "scale") == 63);
  CHECK(subject.metric("", "minimum") == 50);
  CHECK(subject.cell("", "137", "Original") == "−1.633");
  CHECK(subject.metric_text("", "decoded") == "−1.644");
  CHECK(subject.metric_text("", "sqnr") == "21.3");
  subject.check_says("", {256, 73, 4});
  CHECK(subject.metric("type=q6_k", "bytes") == 210);
  CHECK(subject.metric("type=q6_k", "bits") == 6.5625);
  CHECK(subject.metric("type=q6_k", "code") == 0);
  CHECK(subject.metric("type=q6_k", "scale") == -62);
  CHECK(subject.cell("type=q6_k", "137", "Original") == "−1.633");
  CHECK(subject.metric_text("type=q6_k", "decoded") == "−1.638");
  CHECK(subject.metric_text("type=q6_k", "sqnr") == "34.1");
  subject.check_says("type=q6_k", {256, 41, 73, 8});
  CHECK(subject.metric("type=q4_0&weight=40", "bytes") == 18);
  CHECK(subject.metric("type=q4_0&weight=40", "bits") == 4.5);
  CHECK(subject.metric("type=q4_0&weight=40", "code") == 1);
  CHECK(subject.cell("type=q4_0&weight=40", "40", "Original") == "1.558");
  CHECK(subject.metric_text("type=q4_0&weight=40", "decoded") == "1.561");
  CHECK(subject.metric_text("type=q4_0&weight=40", "sqnr") == "20.9");
  subject.check_says("type=q4_0&weight=40", {32, 8});
}

TEST_CASE("k-quant: what is shown decodes with the GGUF decoder") {
  for (const std::string& type : types)
    for (int seed : {1, 7, 99}) {
      const std::vector<float> numbers = weights(seed);
      const std::vector<float> decoded =
          *numerics::dequantize(*numerics::find_block_type(type),
                                numerics::quantize(*numerics::find_block_layout(type), numbers));
      for (int weight : {0, 15, 16, 31, 32, 137, 200, 255}) {
        const std::string query =
            "type=" + type + "&seed=" + std::to_string(seed) + "&weight=" + std::to_string(weight);
        CAPTURE(query);
        const auto at = static_cast<size_t>(weight);
        CHECK(subject.metric(query, "decoded") == static_cast<double>(decoded[at]));
        bool listed = false;
        for (const auto& row : subject.table(query))
          if (row[0] == std::to_string(weight)) {
            listed = true;
            CHECK(row[1] == readable(static_cast<double>(numbers[at])));
            CHECK(row[4] == readable(static_cast<double>(decoded[at])));
          }
        CHECK(listed);
      }
    }
}

TEST_CASE("k-quant: sizes and bits of the specification") {
  const double bytes[] = {18, 34, 84, 110, 144, 176, 210};
  const double bits[] = {4.5, 8.5, 2.625, 3.4375, 4.5, 5.5, 6.5625};
  double before = 0;
  for (size_t i = 0; i < 7; ++i) {
    CHECK(subject.metric("type=" + types[i], "bytes") == bytes[i]);
    CHECK(subject.metric("type=" + types[i], "bits") == bits[i]);
    if (i < 2) continue;
    const double db = subject.metric("type=" + types[i], "sqnr");
    CHECK(db > before + 4);  // each K type is better than the one before
    before = db;
  }
}

TEST_CASE("k-quant: the formula's numbers make the decoded weight") {
  for (const std::string& type : types)
    for (int weight = 0; weight < 256; weight += 17) {
      const std::string query = "type=" + type + "&weight=" + std::to_string(weight);
      std::vector<std::string> lines;
      for (const Mark& mark : record(subject.load(query).scene(), {}).of(Mark::Kind::text))
        if (mark.part == "formula") lines.push_back(mark.text);
      CAPTURE(query);
      REQUIRE(lines.size() >= 3);
      CHECK(lines[0].starts_with("weight = d · "));
      CHECK(contains(lines[0], "dmin") == (type == "q2_k" || type == "q4_k" || type == "q5_k"));
      const double decoded = subject.metric(query, "decoded");
      CHECK(lines[2].starts_with("= " + readable(decoded) + ";"));
      const auto [value, slack] = evaluated(lines[1].substr(2));
      CHECK(std::fabs(value - decoded) <= slack);
    }
}

TEST_CASE("k-quant: the picture fits, for every type and weights of every kind") {
  for (const std::string& type : types)
    for (int weight = 0; weight < 256; weight += 13)
      subject.check_pictures("type=" + type + "&weight=" + std::to_string(weight), 1);
  for (int seed = 1; seed < 99; seed += 9)
    for (const std::string& type : types)
      subject.check_pictures("type=" + type + "&seed=" + std::to_string(seed), 1);
}

TEST_CASE("k-quant: a byte of codes chooses a weight that has bits in it") {
  for (const std::string& type : types)
    for (float width : {narrow_width, wide_width})
      for (int weight : {3, 100, 137, 255}) {
        const std::string query = "type=" + type + "&weight=" + std::to_string(weight);
        CAPTURE(query);
        const State state = subject.load(query);
        int rows = 0;
        for (const Mark& mark : record(state.scene(), {.width = width}).of(Mark::Kind::hotspot)) {
          if (mark.part != "codes" || mark.action.kind == Action::Kind::none) continue;
          ++rows;
          CHECK(mark.box.height >= 24);
          const std::string name = mark.text.substr(0, mark.text.find('['));
          const int first = std::stoi(mark.text.substr(name.size() + 1));
          const int last = std::stoi(mark.text.substr(mark.text.rfind('[') + 1));
          const float pitch = mark.box.width / static_cast<float>(last - first + 1);
          for (int byte : {first, (first + last) / 2, last}) {
            State moved = subject.load(query);
            const Point at = {mark.box.x + pitch * (static_cast<float>(byte - first) + 0.5f),
                              mark.box.center().y};
            if (const auto change = live::drag(mark.action, moved, at))
              REQUIRE(!moved.set(change->key, change->text));
            const std::string now = std::to_string(moved.values().integer("weight"));
            std::string places;
            for (const auto& row : shown(moved.scene().table()))
              if (row[0] == now) places = " " + row[2] + " ";
            CHECK_MESSAGE(contains(places, " " + name + "[" + std::to_string(byte) + "] "),
                          mark.text << ", byte " << byte << ": weight " << now << " in" << places);
          }
        }
        CHECK(rows > 0);
      }
}

TEST_CASE("k-quant: weights are chosen in the strip and among the bars") {
  State state = subject.load("");
  std::set<std::string> chosen;
  for (const Mark& mark : record(state.scene(), {}).of(Mark::Kind::hotspot)) {
    if (mark.part != "weights") continue;
    CHECK(mark.box.height >= 24);
    if (const auto change = live::drag(mark.action, state, {mark.box.right(), mark.box.y}))
      chosen.insert(change->text);
  }
  CHECK(chosen == std::set<std::string>{"159", "255"});
}

TEST_CASE("k-quant: what is refused") {
  State state(subject.description());
  CHECK(contains(state.set("weight", "256")->message, "0 to 255"));
  CHECK(contains(state.set("type", "q4_1")->message, "did you mean"));
  CHECK(state.query() == "");
}

}  // TESTS_OF(web::scenes::quantization::k_quant)
