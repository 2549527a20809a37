#include "core/text/nearest.hpp"

#include <algorithm>
#include <array>
#include <random>
#include <string>

#include "tests/doctest.hpp"

TESTS_OF(core::text::nearest) {

using namespace loom;

TEST_CASE("nearest finds the likely slip and nothing else") {
  const std::array<std::string_view, 4> names = {"coalescing", "bank-conflicts", "occupancy",
                                                 "layout"};
  CHECK(nearest("coalesing", names) == "coalescing");
  CHECK(nearest("Bank-Conflict", names) == "bank-conflicts");
  CHECK(nearest("laoyut", names) == "layout");  // a swap counts once
  CHECK(nearest("softmax", names) == "");
  CHECK(nearest("", names) == "");
  CHECK(did_you_mean("ocupancy", names) == "; did you mean 'occupancy'?");
  CHECK(did_you_mean("zzz", names) == "");
}

// By its definition.
size_t slips(std::string_view a, std::string_view b) {
  if (a.empty() || b.empty()) return a.size() + b.size();
  size_t least = std::min(slips(a.substr(1), b), slips(a, b.substr(1))) + 1;
  least = std::min(least, slips(a.substr(1), b.substr(1)) + (a[0] != b[0]));
  if (a.size() > 1 && b.size() > 1 && a[0] == b[1] && a[1] == b[0])
    least = std::min(least, slips(a.substr(2), b.substr(2)) + 1);
  return least;
}

TEST_CASE("the first of those with the fewest slips is the nearest") {
  std::mt19937 random(1);
  const auto word = [&] {
    std::string made(1 + random() % 7, ' ');
    for (char& c : made) c = "abc"[random() % 3];
    return made;
  };
  for (int round = 0; round < 2000; ++round) {
    const std::string name = word();
    const std::array<std::string, 4> words = {word(), word(), word(), word()};
    const std::array<std::string_view, 4> names = {words[0], words[1], words[2], words[3]};
    std::string_view expected;
    size_t least = std::max<size_t>(1, name.size() / 3) + 1;
    for (const std::string_view each : names) {
      const size_t away = slips(name, each);
      if (away < least) least = away, expected = each;
    }
    CAPTURE(name);
    CHECK(nearest(name, names) == expected);
  }
}

TEST_CASE("nothing is near a name that nobody would have typed, and that is known at once") {
  const std::string name(longest_slip, 'a'), longer(longest_slip + 1, 'a'), huge(10'000'000, 'a');
  const std::array<std::string_view, 3> names = {huge, longer, name};
  CHECK(nearest(name, names) == name);
  CHECK(nearest(longer, names) == "");
  CHECK(nearest(huge, names) == "");  // their table would have 10^14 entries
}

}  // TESTS_OF(core::text::nearest)
