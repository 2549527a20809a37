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

TEST_CASE("promotion-interval: sentences") {
  const struct {
    const char *query, *sentence;
  } rows[] = {
      {"",
       "4,096 products, summed in 14 significant bits: 970.25 instead of 1038.12, 6.5% too small. "
       "Promoted every 128 elements: 1037.63 instead of 1038.12, 0.047% too small. An H200 gives "
       "the same bits."},
      {"interval=never&power=14",
       "16,384 products, summed in 14 significant bits: 3052.50 instead of 4079.31, 25.2% too "
       "small. An H200 gives the same bits."},
      {"step=0", "4,096 products wait to be added: 128 instructions of 32 products each."},
      {"step=3",
       "96 products, summed in 14 significant bits: 25.102 instead of 25.115, 0.055% too small. "
       "Nothing is promoted to FP32 yet."},
      {"power=7",
       "128 products, summed in 14 significant bits: 34.219 instead of 34.244, 0.075% too small. "
       "Nothing is promoted to FP32 yet. An H200 gives the same bits."},
      {"data=tenth",
       "4,096 products, summed in 14 significant bits: 394.00 instead of 416.00, 5.3% too small. "
       "Promoted every 128 elements: 416.00, which is exact. An H200 gives the same bits."},
      {"operand=bf16&interval=never&power=8&step=0",
       "256 products wait to be added: 16 instructions of 16 products each."},
      {"operand=fp16&interval=never&data=tenth",
       "4,096 products, summed in 24 significant bits: 416.00, which is exact."},
  };
  for (const auto& row : rows) CHECK(subject.status(row.query) == row.sentence);
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
