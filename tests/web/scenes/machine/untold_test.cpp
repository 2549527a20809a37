// What the page asks readers to guess is not printed in a picture before its first step, or, where
// the picture counts along, before its last.
#include "tests/web/scenes/subject.hpp"
#include "web/scenes/scenes.hpp"

using namespace loom;
using namespace loom::scene;
using namespace loom::scenes;

namespace {

size_t times(const State& state, int step, const std::string& text) {
  size_t found = 0;
  for (float width : {narrow_width, wide_width})
    for (const Mark& mark :
         record(state.scene(), {.width = width, .step = step}).of(Mark::Kind::text))
      found += mark.text == text;
  return found;
}

}  // namespace

TEST_CASE(
    "warp-scheduler: the utilization is not told before the end, nor drawn before the start") {
  const State state = Subject(warp_scheduler()).load("");
  for (int step : {0, 4, state.scene().steps() - 1}) CHECK(times(state, step, "8.3%") == 0);
  CHECK(times(state, state.scene().steps(), "8.3%") == 2);
  CHECK(times(state, 0, "round-robin") == 0);
  CHECK(times(state, 1, "round-robin") == 2);
}

TEST_CASE("matmul-tiling: how often a number is fetched is not told before the first step") {
  const State state = Subject(matmul_tiling()).load("");
  CHECK(times(state, 0, "8 ×") == 0);
  CHECK(times(state, 0, "?") == 6);
  CHECK(times(state, 0, "64 ×") == 2);  // the naive loop is what the question gives
  CHECK(times(state, 1, "8 ×") == 2);
  CHECK(times(state, 1, "?") == 0);
}

TEST_CASE("copy-pipeline: the total counts along with the schedule") {
  const State state = Subject(copy_pipeline()).load("");
  CHECK(times(state, 2, "3,350") == 0);
  CHECK(times(state, 2, "950") == 2);
  CHECK(times(state, state.scene().steps(), "3,350") == 2);
}

TEST_CASE("bank-conflicts, tile-padding: turns are not told before the first") {
  const State banks = Subject(bank_conflicts()).load("stride=6"),
              tile = Subject(tile_padding()).load("padding=2");
  for (const State* state : {&banks, &tile}) {
    const auto marks = record(state->scene(), {.step = 0}).of(Mark::Kind::rect);
    for (const Mark& mark : marks)
      if (mark.part == "turns") CHECK(mark.style.stroke == Role::grid);
    CHECK(times(*state, 0, "words") == 0);
    CHECK(times(*state, 1, "words") == 1);  // in the gutter, which only the wide picture has
    CHECK(times(*state, 1, "words that a bank has to deliver") == 1);
  }
}

TEST_CASE("bank-conflicts: a word with room for it has the number of the lane that wants it") {
  const auto numbers = [](const char* query) {
    const State state = Subject(bank_conflicts()).load(query);
    std::string text;
    for (const Mark& mark : record(state.scene(), {.step = 0}).of(Mark::Kind::text))
      if (mark.part == "words" || mark.part == "conflicts")
        if (mark.text.find_first_not_of("0123456789") == std::string::npos) text += mark.text + " ";
    return text;
  };
  CHECK(numbers("") ==
        "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 ");
  CHECK(numbers("access=broadcast") == "");  // everybody
  CHECK(numbers("stride=32") == "");         // rows too low
}
