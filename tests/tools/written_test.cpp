// Numbers as prose writes them: which are found, what they say, and what should replace them.
#include "tools/loom/numbers/written.hpp"

#include <cmath>

#include "core/random.hpp"
#include "tests/doctest.hpp"
#include "web/scene/format.hpp"

TESTS_OF(tools::written) {

using namespace loom;
using namespace loom::numbers;

namespace {

std::vector<std::string> found(std::string_view text) {
  std::vector<std::string> out;
  for (const Written& each : find_numbers(text))
    out.emplace_back(text.substr(each.begin, each.end - each.begin));
  return out;
}
double value(std::string_view text) {
  const auto all = find_numbers(text);
  return all.size() == 1 ? all[0].value : NAN;
}
using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("numbers of a text, and names that hold digits") {
  CHECK(found("From 2,608 to 12.5% in 3 steps.") == Texts{"2,608", "12.5", "3"});
  CHECK(found("An H100, E4M3, L2, FP8, FlashAttention-2, sm_90, 7B, 2D, v1.2.3 and x8") == Texts{});
  CHECK(found("4-bit, 32 × 32, (16), 1/8, $2^{-24}$") ==
        Texts{"4", "32", "32", "16", "1", "8", "2", "-24"});
  CHECK(found("−3 and -4, but 5−3 and 5-3") == Texts{"−3", "-4", "5", "3", "5", "3"});
  CHECK(found("Eight lanes, thirty-two banks, none, someone, tenth, oneness") ==
        Texts{"Eight", "thirty-two"});
  CHECK(found("half, three quarters, an eighth, twice") ==
        Texts{"half", "three quarters", "eighth", "twice"});
  CHECK(found("1,024.") == Texts{"1,024"});
  CHECK(found("") == Texts{});
}

TEST_CASE("what a written number says") {
  CHECK(value("2,608.5") == 2608.5);
  CHECK(value("−1,000") == -1000);
  CHECK(value("Ninety-nine") == 99);
  CHECK(value("seven eighths") == 7. / 8);
  CHECK(value("thirty") == 30);
  CHECK(find_numbers("four")[0].counts() == false);
  CHECK(find_numbers("five")[0].counts());
  CHECK(find_numbers("1")[0].counts() == false);
  CHECK(find_numbers("1.0")[0].counts());
}

TEST_CASE("a value is said when it rounds to what is written") {
  const auto says_of = [](std::string_view text, double number) {
    return says(find_numbers(text)[0], number);
  };
  CHECK(says_of("2,608", 2608.4));
  CHECK_FALSE(says_of("2,608", 2608.6));
  CHECK(says_of("12.5", 12.5));
  CHECK_FALSE(says_of("12.5", 12.56));
  CHECK(says_of("fifteen", 15.4));
  CHECK(says_of("an eighth", 0.121));
  CHECK_FALSE(says_of("an eighth", 0.14));
  CHECK(says_of("seven eighths", 0.88));
  CHECK_FALSE(says_of("half", 0));
  CHECK_FALSE(says_of("half", NAN));
  for (const char* text : {"half", "five", "5", "5.5"})
    for (double huge : {1e300, -1e300, 1e19, 1e-300}) CHECK_FALSE(says_of(text, huge));
}

TEST_CASE("the right text keeps decimals, words and a capital") {
  const auto mended = [](std::string_view text, double number) {
    return corrected(text, find_numbers(text)[0], number);
  };
  CHECK(mended("2,609", 2608.4) == "2,608");
  CHECK(mended("12.50", 1234.567) == "1,234.57");
  CHECK(mended("Eight", 32) == "Thirty-two");
  CHECK(mended("eight", 512) == "512");
  CHECK(mended("half", 0.3333) == "0.333");
  CHECK(mended("5", -2) == "−2");
  CHECK(mended("five", 1e19) == "10,000,000,000,000,000,000");
}

TEST_CASE("what a value is corrected to says that value, for any value and any decimals") {
  Random random(11);
  for (int i = 0; i < 20'000; ++i) {
    const double number = std::ldexp(random.unit() - 0.5, static_cast<int>(random.below(40)) - 10);
    const std::string typed = scene::fixed(1.5, static_cast<int>(random.below(5)));
    const std::string right = corrected(typed, find_numbers(typed)[0], number);
    CAPTURE(right);
    REQUIRE(find_numbers(right).size() == 1);
    CHECK(says(find_numbers(right)[0], number));
  }
  for (int i = 0; i < 100; ++i) {
    const std::string word = corrected("five", find_numbers("five")[0], i);
    CHECK(value(word) == i);
  }
}

}  // TESTS_OF(tools::written)
