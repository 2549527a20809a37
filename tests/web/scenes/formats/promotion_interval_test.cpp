// `promotion-interval`: sentences, sums, and the bits of the register.
#include <cmath>

#include "core/numerics/convert.hpp"
#include "core/numerics/dot_data.hpp"
#include "core/numerics/tensor_core.hpp"
#include "tests/web/scenes/subject.hpp"
#include "web/scene/format.hpp"
#include "web/scenes/scenes.hpp"

TESTS_OF(web::scenes::formats::promotion_interval) {

using namespace loom;
using namespace loom::scene;
using namespace loom::scenes;

namespace {

const Subject subject(promotion_interval());

std::vector<std::string> grid() {
  std::vector<std::string> queries;
  for (const char* operand : {"e4m3", "e5m2", "fp16", "bf16"})
    for (const char* data : {"positive", "normal", "tenth"})
      for (const char* interval : {"never", "32", "128", "1024"})
        for (const char* power : {"5", "8", "11", "14"})
          queries.push_back("operand=" + std::string(operand) + "&data=" + data +
                            "&interval=" + interval + "&power=" + power);
  return queries;
}

}  // namespace

TEST_CASE("promotion-interval: the numbers of its sentences") {
  CHECK(subject.cell("", "4,096", "Never promoted") == "970.25");
  CHECK(subject.metric_text("", "exact") == "1038.12");
  CHECK(subject.metric_text("", "never") == "6.5");
  CHECK(subject.metric_text("", "sum") == "1037.63");
  CHECK(subject.metric_text("", "error") == "0.047");
  subject.check_says("", {4096, 14});
  CHECK(subject.metric("interval=never&power=14", "sum") == 3052.5);
  CHECK(subject.metric_text("interval=never&power=14", "exact") == "4079.31");
  CHECK(subject.metric_text("interval=never&power=14", "error") == "25.171");
  subject.check_says("interval=never&power=14", {16384});
  subject.check_says("step=0", {4096, 32});
  subject.check_says("step=3", {96, 14, 25.102, 25.115, 0.055});
  CHECK(subject.metric("power=7", "sum") == 34.21875);
  CHECK(subject.metric_text("power=7", "error") == "0.075");
  subject.check_says("power=7", {14, 34.244});
  CHECK(subject.cell("data=tenth", "4,096", "Never promoted") == "394.00");
  CHECK(subject.metric("data=tenth", "sum") == 416);
  CHECK(subject.metric_text("data=tenth", "never") == "5.3");
  CHECK(subject.metric("data=tenth", "exact") == 416);
  subject.check_says("data=tenth", {4096, 14});
  subject.check_says("operand=bf16&interval=never&power=8&step=0", {256, 16, 16});
  CHECK(subject.metric("operand=fp16&interval=never&data=tenth", "exact") == 416);
  subject.check_says("operand=fp16&interval=never&data=tenth", {4096, 24});
}

TEST_CASE("promotion-interval: sums at every step are whole dot products of that length") {
  using namespace numerics;
  const Format& e4m3 = *find_format("e4m3");
  const auto a = dot_data(DotData::positive, e4m3, 1000, 2048),
             b = dot_data(DotData::positive, e4m3, 2000, 2048);
  for (int power : {5, 7, 9, 11}) {
    const auto count = std::size_t{1} << power;
    double exact = 0;
    for (size_t i = 0; i < count; ++i)
      exact += static_cast<double>(a[i]) * static_cast<double>(b[i]);
    const auto sum = [&](int interval) {
      return static_cast<double>(
          dot(hopper_e4m3, std::span(a).first(count), std::span(b).first(count), interval));
    };
    const std::string query = "interval=256&power=" + std::to_string(power);
    CHECK(subject.metric(query, "sum") == sum(256));
    CHECK(subject.metric(query, "exact") == exact);
    CHECK(subject.metric(query, "error") ==
          doctest::Approx(100 * std::fabs(sum(256) - exact) / exact));
    CHECK(subject.metric(query, "never") ==
          doctest::Approx(100 * std::fabs(sum(0) - exact) / exact));
    const Rows rows = subject.table("interval=256&power=11");
    CHECK(rows[static_cast<size_t>(power) - 5][0] == integer(static_cast<long long>(count)));
    CHECK(rows[static_cast<size_t>(power) - 5][2] == fixed(sum(0), sum(0) < 100 ? 3 : 2));
  }
}

TEST_CASE("promotion-interval: where an H200 was asked, simulated and measured are the same") {
  for (const std::string& query : grid()) {
    const State state = subject.load(query);
    const Table table = state.scene().table();
    const bool promoted = state.values().text("interval") != "never";
    const bool recorded = state.values().text("operand") == "e4m3" ||
                          (state.values().text("operand") == "bf16" && !promoted);
    for (const auto& row : table.rows) {
      const size_t measured = promoted ? 6 : 4;
      if (recorded) CHECK(row[measured] == row[2]);
      if (recorded && promoted) CHECK(row[7] == row[4]);
      if (state.values().text("operand") == "e5m2") CHECK(row[measured] == no_cell());
    }
  }
}

TEST_CASE("promotion-interval: the bits in the picture are the register's") {
  for (const char* query : {"step=77", "interval=never&power=10", "data=normal&interval=512"}) {
    const State state = subject.load(query);
    const RecordingPainter painter = record(state.scene(), {.step = state.step()});
    // The last row of digits is the running sum after the instruction.
    std::string digits;
    for (const Mark& mark : painter.of(Mark::Kind::text))
      if (mark.part == "register" && mark.text_style.weight == Weight::mono) digits = mark.text;
    REQUIRE_FALSE(digits.empty());
    double value = 0, weight = 1;
    const size_t point = digits.find('.');
    for (size_t i = 0; i < std::min(point, digits.size()); ++i)
      value = 2 * value + (digits[i] - '0');
    for (size_t i = point + 1; point != digits.npos && i < digits.size(); ++i)
      value += (digits[i] - '0') * (weight /= 2);

    using namespace numerics;
    const Values& values = state.values();
    const auto data = values.text("data") == "normal" ? DotData::normal : DotData::positive;
    const int interval =
        values.text("interval") == "never" ? 0 : std::stoi(std::string(values.text("interval")));
    const auto a = dot_data(data, *find_format("e4m3"), 1000, 32 * state.step()),
               b = dot_data(data, *find_format("e4m3"), 2000, 32 * state.step());
    const auto sums = partial_sums(hopper_e4m3, a, b, std::span(&interval, 1));
    CHECK(value == std::fabs(static_cast<double>(sums[0].back().running)));
  }
}

TEST_CASE("promotion-interval: errors are not drawn before the first step") {
  const State state = subject.load("");
  for (float width : {narrow_width, wide_width}) {
    const auto marks = record(state.scene(), {.width = width, .step = 0});
    CHECK(marks.of(Mark::Kind::path).empty());
    CHECK(marks.of(Mark::Kind::circle).size() == 1);  // the legend's
  }
}

TEST_CASE("promotion-interval: the picture fits, for the whole grid, at both widths") {
  subject.check_pictures(grid(), 37);
}

}  // TESTS_OF(web::scenes::formats::promotion_interval)
