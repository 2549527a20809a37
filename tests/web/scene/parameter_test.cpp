#include "web/scene/parameter.hpp"

#include "tests/doctest.hpp"
#include "web/scene/scene.hpp"

using namespace loom::scene;

namespace {

constexpr Choice patterns[] = {{"sequential", "Sequential"}, {"strided", "Strided"}};
constexpr Parameter declared[] = {
    {.key = "pattern",
     .label = "Pattern",
     .kind = Kind::choice,
     .initial = "sequential",
     .choices = patterns},
    {.key = "stride",
     .label = "Stride",
     .kind = Kind::integer,
     .initial = "1",
     .minimum = 1,
     .maximum = 32,
     .unit = "elements"},
    {.key = "factor",
     .label = "Factor",
     .kind = Kind::real,
     .initial = "1.25",
     .minimum = 0.25,
     .maximum = 4},
    {.key = "capacity", .label = "Capacity", .kind = Kind::toggle, .initial = "off"},
    {.key = "scores",
     .label = "Scores",
     .kind = Kind::numbers,
     .initial = "1,2",
     .minimum = -50,
     .maximum = 50,
     .count_min = 1,
     .count_max = 3},
    {.key = "layout",
     .label = "Layout",
     .kind = Kind::text,
     .initial = "(4,8):(8,1)",
     .count_max = 20},
};

std::string refusal(std::string_view key, std::string_view text) {
  Values values(declared);
  const auto error = values.set(key, text);
  CHECK(values == Values(declared));
  return error ? error->message : "";
}

}  // namespace

TEST_CASE("values are read back in canonical form") {
  Values values(declared);
  CHECK(values.query() == "");
  CHECK_FALSE(values.set("stride", " 08 "));
  CHECK(values.text("stride") == "8");
  CHECK(values.integer("stride") == 8);
  CHECK_FALSE(values.set("factor", "1.50"));
  CHECK(values.real("factor") == 1.5);
  CHECK_FALSE(values.set("capacity", "on"));
  CHECK(values.toggle("capacity"));
  CHECK_FALSE(values.set("scores", "1, -2.5 ,3e1"));
  CHECK(values.numbers("scores") == std::vector<double>{1, -2.5, 30});
  CHECK(values.query() == "stride=8&factor=1.5&capacity=on&scores=1,-2.5,30");
}

TEST_CASE("a refused value says what was given and what was expected, and changes nothing") {
  CHECK(refusal("stride", "33") ==
        "'stride': got '33', expected a whole number from 1 to 32 elements");
  CHECK(refusal("stride", "1.5") ==
        "'stride': got '1.5', expected a whole number from 1 to 32 elements");
  CHECK(refusal("factor", "nan") == "'factor': got 'nan', expected a number from 0.25 to 4");
  CHECK(refusal("factor", "0x1") == "'factor': got '0x1', expected a number from 0.25 to 4");
  CHECK(refusal("factor", "1e999") == "'factor': got '1e999', expected a number from 0.25 to 4");
  CHECK(refusal("factor", "") == "'factor': got '', expected a number from 0.25 to 4");
  CHECK(refusal("capacity", "yes") == "'capacity': got 'yes', expected on or off");
  CHECK(refusal("pattern", "stridet") ==
        "'pattern': got 'stridet', expected one of sequential, strided; did you mean 'strided'?");
  CHECK(refusal("strid", "1") ==
        "unknown parameter 'strid', expected one of pattern, stride, factor, capacity, scores, "
        "layout; did you mean 'stride'?");
  CHECK(refusal("layout", std::string(21, 'x')) ==
        "'layout': got 'xxxxxxxxxxxxxxxxxxxxx', expected text of at most 20 bytes");
}

TEST_CASE("a list of numbers names the entry that is wrong") {
  const std::string wanted = ", expected 1 to 3 comma-separated numbers from -50 to 50";
  CHECK(refusal("scores", "1,x,3") == "'scores': got '1,x,3'" + wanted + "; entry 2 is 'x'");
  CHECK(refusal("scores", "1,,3") == "'scores': got '1,,3'" + wanted + "; entry 2 is ''");
  CHECK(refusal("scores", "51") == "'scores': got '51'" + wanted + "; entry 1 is '51'");
  CHECK(refusal("scores", "1,2,3,4") == "'scores': got '1,2,3,4'" + wanted + "; got 4 of them");
}

TEST_CASE("a list of a fixed length is asked for by that length") {
  const Parameter lanes{.key = "lanes",
                        .kind = Kind::numbers,
                        .initial = "0,0",
                        .maximum = 9,
                        .count_min = 2,
                        .count_max = 2};
  CHECK(expected(lanes) == "2 comma-separated numbers from 0 to 9");
  const Parameter one{.key = "x",
                      .kind = Kind::numbers,
                      .initial = "0",
                      .maximum = 9,
                      .count_min = 1,
                      .count_max = 1};
  CHECK(expected(one) == "a number from 0 to 9");
}

TEST_CASE("a query is accepted whole or not at all") {
  Values values(declared);
  CHECK_FALSE(values.set_query("stride=4&layout=%284%2C8%29%3A8"));
  CHECK(values.text("layout") == "(4,8):8");
  const Values before = values;
  CHECK(values.set_query("stride=5&factor=9"));
  CHECK(values == before);
  CHECK(values.set_query("stride")->message == "'stride': expected key=value");
  CHECK(values.set_query("layout=%4")->message ==
        "'%4': '%' needs two hexadecimal digits behind it");
  CHECK(values.set_query("layout=%G0"));
}

TEST_CASE("percent encoding is undone by decoding, for every byte") {
  std::string all;
  for (int byte = 0; byte < 256; ++byte) all += static_cast<char>(byte);
  CHECK(*percent_decode(percent_encode(all)) == all);
  CHECK(*percent_decode("a+b") == "a b");
}

TEST_CASE("a parameter is offered where a choice says so") {
  constexpr Choice kinds[] = {{"even", "Even"}, {"random", "Random"}, {"shuffled", "Shuffled"}};
  const Parameter parameters[] = {
      {.key = "pattern", .kind = Kind::choice, .initial = "even", .choices = kinds},
      {.key = "seed", .initial = "1", .maximum = 9, .when = "pattern=shuffled|random"},
      {.key = "stride", .initial = "1", .maximum = 9, .when = "pattern=even"}};
  Values values(parameters);
  const auto offers = [&](size_t i) { return offered(parameters[i], values); };
  CHECK(offers(0));
  CHECK_FALSE(offers(1));
  CHECK(offers(2));
  for (const char* drawn : {"random", "shuffled"}) {
    REQUIRE_FALSE(values.set("pattern", drawn));
    CHECK(offers(1));
    CHECK_FALSE(offers(2));
  }
}

TEST_CASE("what a scene's parameter is offered with is another's value") {
  for (const Description& scene : registry())
    for (const Parameter& parameter : scene.parameters) {
      if (parameter.when.empty()) continue;
      CAPTURE(scene.id);
      CAPTURE(parameter.key);
      const size_t equals = parameter.when.find('=');
      REQUIRE(equals != std::string_view::npos);
      Values values(scene.parameters);
      std::string rest(parameter.when.substr(equals + 1));
      for (size_t bar = 0; bar != rest.npos;) {
        bar = rest.find('|');
        const std::string value = rest.substr(0, bar);
        REQUIRE_FALSE(values.set(parameter.when.substr(0, equals), value));
        CHECK(values.text(parameter.when.substr(0, equals)) == value);
        CHECK(offered(parameter, values));
        if (bar != rest.npos) rest.erase(0, bar + 1);
      }
    }
}
