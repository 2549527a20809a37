#include "web/scene/parameter.hpp"

#include "tests/doctest.hpp"
#include "web/scene/scene.hpp"

TESTS_OF(web::scene::parameter) {

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

TEST_CASE("choices that are numbers have them grouped on the page; one more may come first") {
  constexpr auto& sizes = number_choices<0, 16, 100, 1024, 131072, 2000000>;
  const std::string_view values[] = {"0", "16", "100", "1024", "131072", "2000000"},
                         labels[] = {"0", "16", "100", "1,024", "131,072", "2,000,000"};
  for (size_t i = 0; i < std::size(sizes); ++i) {
    CHECK(sizes[i].value == values[i]);
    CHECK(sizes[i].label == labels[i]);
  }
  constexpr auto more = with_first({"none", "Nothing"}, sizes);
  CHECK(more.size() == 7);
  CHECK(more[0].label == "Nothing");
  CHECK(more[6].value == "2000000");
}

TEST_CASE("a choice has its place among the choices, and what it means") {
  Values values(declared);
  CHECK(values.choice("pattern") == 0);
  CHECK(values.choice("pattern", {1.5, 32.5}) == 1.5);
  CHECK_FALSE(values.set("pattern", "strided"));
  CHECK(values.choice("pattern") == 1);
  CHECK(values.choice("pattern", {1.5, 32.5}) == 32.5);
}

TEST_CASE("a refused value says what was given and what was expected, and changes nothing") {
  CHECK(refusal("stride", "33") ==
        "'Stride': got '33', expected a whole number from 1 to 32 elements");
  CHECK(refusal("stride", "1.5") ==
        "'Stride': got '1.5', expected a whole number from 1 to 32 elements");
  CHECK(refusal("factor", "nan") == "'Factor': got 'nan', expected a number from 0.25 to 4");
  CHECK(refusal("factor", "0x5") == "'Factor': got '0x5', expected a number from 0.25 to 4");
  CHECK(refusal("factor", "1e999") == "'Factor': got '1e999', expected a number from 0.25 to 4");
  CHECK(refusal("factor", "") == "'Factor': got '', expected a number from 0.25 to 4");
  CHECK(refusal("capacity", "yes") == "'Capacity': got 'yes', expected on or off");
  CHECK(refusal("pattern", "stridet") ==
        "'Pattern': got 'stridet', expected one of sequential, strided; did you mean 'strided'?");
  CHECK(refusal("strid", "1") ==
        "unknown parameter 'strid', expected one of pattern, stride, factor, capacity, scores, "
        "layout; did you mean 'stride'?");
  CHECK(refusal("layout", std::string(21, 'x')) ==
        "'Layout': got 'xxxxxxxxxxxxxxxxxxxxx', expected text of at most 20 bytes");
}

TEST_CASE("a list of numbers names the entry that is wrong") {
  const std::string wanted = ", expected a number from -50 to 50";
  CHECK(refusal("scores", "1,x,3") == "'Scores': entry 2 is 'x'" + wanted);
  CHECK(refusal("scores", "1,,3") == "'Scores': entry 2 is ''" + wanted);
  CHECK(refusal("scores", ",1") == "'Scores': entry 1 is ''" + wanted);
  CHECK(refusal("scores", "51") == "'Scores': entry 1 is '51'" + wanted);
  CHECK(refusal("scores", "[1; 1/0]") == "'Scores': entry 2 is '1/0'" + wanted);
  CHECK(refusal("scores", "1,2,3,4") ==
        "'Scores': got 4 numbers, expected 1 to 3 numbers from -50 to 50");
  CHECK(refusal("scores", " ") ==
        "'Scores': got 0 numbers, expected 1 to 3 numbers from -50 to 50");
}

TEST_CASE("lists are read as people write them and programs print them") {
  for (const char* text :
       {"1,-2,16", "1 -2 16", "1\t-2\t16\n", "1\r\n-2\r\n16", "[1, -2, 16]", "1; -2; 16;",
        "{1, -2, 0x10,}", "((1) (−2) (16))", "2/2, -4/2, 0X10", "1. -2. 1.6e1", "1 , -2 ; 16"}) {
    CAPTURE(text);
    Values values(declared);
    REQUIRE_FALSE(values.set("scores", text));
    CHECK(values.text("scores") == "1,-2,16");
  }
}

TEST_CASE("a single number may be a fraction, hexadecimal, or have a typeset minus") {
  Values values(declared);
  CHECK_FALSE(values.set("factor", "1/2"));
  CHECK(values.text("factor") == "0.5");
  CHECK_FALSE(values.set("stride", "0x1F"));
  CHECK(values.text("stride") == "31");
  CHECK_FALSE(values.set("scores", "−7"));
  CHECK(values.text("scores") == "-7");
}

TEST_CASE("a list of a fixed length is asked for by that length") {
  const Parameter lanes{.key = "lanes",
                        .kind = Kind::numbers,
                        .initial = "0,0",
                        .maximum = 9,
                        .count_min = 2,
                        .count_max = 2};
  CHECK(expected(lanes) == "2 numbers from 0 to 9");
  // Without a label, messages use the key.
  CHECK(canonical(lanes, "1").error().message ==
        "'lanes': got 1 number, expected 2 numbers from 0 to 9");
  const Parameter one{.key = "x",
                      .kind = Kind::numbers,
                      .initial = "0",
                      .maximum = 9,
                      .count_min = 1,
                      .count_max = 1};
  CHECK(expected(one) == "a number from 0 to 9");
  CHECK(canonical(one, "10").error().message == "'x': got '10', expected a number from 0 to 9");
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
        "'%4': '%' needs two hexadecimal digits after it");
  CHECK(values.set_query("layout=%G0"));
}

TEST_CASE("percent encoding is undone by decoding, for every byte") {
  std::string all;
  for (int byte = 0; byte < 256; ++byte) all += static_cast<char>(byte);
  CHECK(*percent_decode(percent_encode(all)) == all);
  CHECK(*percent_decode("a+b") == "a+b");  // as a reader types an expression
}

TEST_CASE("a parameter is offered where a choice says so") {
  constexpr Choice kinds[] = {{"even", "Even"}, {"random", "Random"}, {"shuffled", "Shuffled"}};
  const Parameter parameters[] = {
      {.key = "pattern", .kind = Kind::choice, .initial = "even", .choices = kinds},
      {.key = "seed", .initial = "1", .maximum = 9, .when = "pattern=shuffled|random"},
      {.key = "stride", .initial = "1", .maximum = 9, .when = "pattern=even"},
      {.key = "turn", .kind = Kind::toggle, .initial = "off"},
      {.key = "by", .initial = "1", .maximum = 9, .when = "pattern=even|random&turn=on"}};
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
  for (const char* turn : {"off", "on"})
    for (const char* pattern : {"even", "random", "shuffled"}) {
      REQUIRE_FALSE(values.set("turn", turn));
      REQUIRE_FALSE(values.set("pattern", pattern));
      CHECK(offers(4) == (values.text("turn") == "on" && values.text("pattern") != "shuffled"));
    }
}

TEST_CASE("a slider ends where another parameter's number does") {
  const Parameter parameters[] = {
      {.key = "tokens", .initial = "8", .minimum = 4, .maximum = 64},
      {.key = "window", .initial = "9", .minimum = 1, .maximum = 16, .most = "tokens"},
      {.key = "query", .initial = "15", .maximum = 15, .most = "tokens-1"}};
  Values values(parameters);
  CHECK(slider_end(parameters[0], values) == 64);
  CHECK(slider_end(parameters[1], values) == 8);
  CHECK(slider_end(parameters[2], values) == 7);
  REQUIRE_FALSE(values.set("tokens", "40"));
  CHECK(slider_end(parameters[1], values) == 16);
  CHECK(slider_end(parameters[2], values) == 15);
}

TEST_CASE("where a scene's slider ends is another's number, with room above its own least") {
  for (const Description& scene : registry())
    for (const Parameter& parameter : scene.parameters) {
      if (parameter.most.empty()) continue;
      CAPTURE(scene.id);
      CAPTURE(parameter.key);
      CHECK(parameter.kind == Kind::integer);
      CHECK(parameter.spacing == Spacing::even);
      const std::string other(parameter.most.substr(0, parameter.most.find('-')));
      Values values(scene.parameters);
      for (const Parameter& each : scene.parameters) {
        if (each.key != other) continue;
        REQUIRE_FALSE(values.set(other, std::to_string(static_cast<int>(each.minimum))));
        CHECK(slider_end(parameter, values) > parameter.minimum);
      }
    }
}

TEST_CASE("what a scene's parameter is offered with is another's value") {
  for (const Description& scene : registry())
    for (const Parameter& parameter : scene.parameters) {
      if (parameter.when.empty()) continue;
      CAPTURE(scene.id);
      CAPTURE(parameter.key);
      Values values(scene.parameters);
      // After the last condition, all hold.
      for (std::string_view all = parameter.when; !all.empty();) {
        const std::string_view condition = all.substr(0, all.find('&'));
        all.remove_prefix(std::min(all.size(), condition.size() + 1));
        const size_t equals = condition.find('=');
        REQUIRE(equals != std::string_view::npos);
        std::string rest(condition.substr(equals + 1));
        for (size_t bar = 0; bar != rest.npos;) {
          bar = rest.find('|');
          const std::string value = rest.substr(0, bar);
          REQUIRE_FALSE(values.set(condition.substr(0, equals), value));
          CHECK(values.text(condition.substr(0, equals)) == value);
          if (all.empty()) CHECK(offered(parameter, values));
          if (bar != rest.npos) rest.erase(0, bar + 1);
        }
      }
    }
}

TEST_CASE("a parameter that leads brings its choice along, and a query says where it does not") {
  static constexpr Choice ways[] = {{"near", "Near"}, {"far", "Far"}, {"own", "Own"}};
  static constexpr Parameter led[] = {
      one_of("way", "Way", ways, "near"),
      free_text("text", "Text", "a", 10, {.when = "way=own", .leads = true}),
  };
  Values values(led);
  REQUIRE_FALSE(values.set_query("text=b"));
  CHECK(values.text("way") == "own");
  CHECK(values.query() == "way=own&text=b");
  REQUIRE_FALSE(values.set_query("way=near"));
  CHECK(values.text("text") == "b");
  CHECK(values.query() == "way=near&text=b");  // "text=b" alone would mean another state
  Values again(led);
  REQUIRE_FALSE(again.set_query(values.query()));
  CHECK(again == values);
  REQUIRE_FALSE(values.set_query("way=far"));
  CHECK(values.query() == "way=far&text=b");
  REQUIRE_FALSE(values.set_query("way=near&text=a"));
  CHECK(values.query() == "");
  CHECK_FALSE(values.set("text", "c"));  // one value by hand
  CHECK(values.text("way") == "near");
}

TEST_CASE("numbers in a text are read as those of a parameter") {
  static constexpr Parameter three = number_list("own", "Your own", "1,1,1", {0, 9}, {3, 3});
  CHECK(*numbers_in("1 2.5, 3", three) == std::vector<double>{1, 2.5, 3});
  Values values({&three, 1});
  for (const char* wrong : {"", "1,2", "1,2,10", "1,2,x"})
    CHECK(numbers_in(wrong, three).error().message == values.set("own", wrong)->message);
}

}  // TESTS_OF(web::scene::parameter)
