// What a sentence says, the scene has computed: its numbers stand in the metrics, the table, the
// parameters or the picture. Few may be the sentence's own, such as what is true at one step of a
// timeline only; golden/*.txt keeps these.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "tests/doctest.hpp"
#include "tests/web/scene/recording_painter.hpp"
#include "tests/web/scenes/any_state.hpp"
#include "tests/web/scenes/numbers.hpp"
#include "tests/web/scenes/subject.hpp"

TESTS_OF(web::scenes::agreement) {

using namespace loom;
using namespace loom::scenes;
using namespace loom::scene;

namespace {

constexpr int own_share = 24;  // at most one number in so many is the sentence's own

void add_numbers(std::vector<double>& known, std::string_view text) {
  for (double each : numbers(text)) known.push_back(each);
}

std::vector<double> numbers_of(const State& state) {
  std::vector<double> known = {0, 1, static_cast<double>(state.step()),
                               static_cast<double>(state.scene().steps())};
  for (const Metric& metric : state.scene().metrics()) known.push_back(metric.value);
  for (const std::vector<Cell>& row : state.scene().table().rows)
    for (const Cell& cell : row) {
      if (cell.has_number()) known.push_back(cell.value);
      add_numbers(known, cell.shown);
    }
  for (const Parameter& parameter : state.description().parameters) {
    add_numbers(known, state.values().text(parameter.key));
    for (const Choice& choice : parameter.choices) add_numbers(known, choice.label);
  }
  for (float width : {narrow_width, wide_width}) {
    const RecordingPainter painter = record(state.scene(), {.width = width, .step = state.step()});
    for (const Mark& mark : painter.marks()) add_numbers(known, mark.text);
  }
  return known;
}

// The factors between units that can stand behind a number: "512 MiB" is 524288 KiB.
std::vector<double> factors(std::string_view behind) {
  const auto powers = [](double base) {
    std::vector<double> all;
    for (int power = -4; power <= 4; ++power) all.push_back(std::pow(base, power));
    return all;
  };
  const auto begins = [&](std::initializer_list<std::string_view> units) {
    return std::any_of(units.begin(), units.end(),
                       [&](std::string_view unit) { return behind.starts_with(unit); });
  };
  if (begins({"%"})) return {1, 100};
  if (begins({" B", " bytes", " KiB", " MiB", " GiB", " TiB"})) return powers(1024);
  if (begins({" kB", " MB", " GB", " TB", " ns", " µs", " ms", " s", " GFLOP", " TFLOP", " PFLOP"}))
    return powers(1000);
  return {1};
}

bool stands_in(const Figure& figure, const std::vector<double>& known) {
  const std::vector<double> all = factors(figure.behind);
  return std::any_of(known.begin(), known.end(), [&](double value) {
    return std::any_of(all.begin(), all.end(), [&](double factor) {
      const double off = std::fabs(std::fabs(value * factor) - std::fabs(figure.said.number));
      return off <= figure.said.slack + 1e-9 * std::fabs(figure.said.number);
    });
  });
}

struct Count {
  int all = 0, alone = 0;  // numbers, and those that stand nowhere else
  std::string first = {};  // of these
};

void count(const State& state, Count& counted) {
  const std::string sentence = state.scene().status(state.step());
  const std::vector<double> known = numbers_of(state);
  for (const Figure& figure : figures(sentence)) {
    ++counted.all;
    if (stands_in(figure, known)) continue;
    if (++counted.alone == 1)
      counted.first =
          fill("{} in '{}' of ?{}", shortest(figure.said.number), sentence, state.query());
  }
}

}  // namespace

TEST_CASE("agreement: the numbers of a scene's sentences stand in what it computed") {
  for (const Description& description : tried_scenes()) {
    std::vector<std::string> queries = {""};
    for (const Preset& preset : description.presets) queries.emplace_back(preset.query);
    Random random(31);
    for (int more = 0; more < 8; ++more) queries.push_back(random_query(description, random));
    State state(description);
    Count counted;
    for (const std::string& query : queries)
      if (!state.load(query)) count(state, counted);
    CHECK_MESSAGE(counted.alone * own_share <= counted.all,
                  description.id << ": " << counted.alone << " of " << counted.all
                                 << " numbers stand only in its sentences, the first is "
                                 << counted.first);
  }
}

}  // TESTS_OF(web::scenes::agreement)
