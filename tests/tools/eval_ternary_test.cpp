// `loom eval`, numerics.ternary.
#include "tests/tools/ask.hpp"

TESTS_OF(tools::eval_ternary) {

using loom::test::ask;
using loom::test::Json;

TEST_CASE("numerics.ternary: a row by hand") {
  const Json told = ask(R"({"op":"numerics.ternary","weights":[0.9,-0.1,0.4,-1.2,0.05,0.6],)"
                        R"("activations":[1,2,-1,0.5,0,-2]})");
  CHECK(told["gamma"].get<double>() == doctest::Approx(0.541667).epsilon(1e-6));
  CHECK(told["trits"] == Json({1, 0, 1, -1, 0, 1}));
  CHECK(told["activations"] == Json({64, 127, -64, 32, 0, -127}));  // 63.5 is a tie, 31.75
  CHECK(told["adds"] == 3);
  CHECK(told["subtracts"] == 1);
  CHECK(told["skips"] == 2);
  CHECK(told["sums"] == Json({64 - 64 - 32 - 127}));
  CHECK(told["outputs"][0].get<double>() == doctest::Approx(3.25 / 6 * 2 / 127 * -159));
  CHECK(told["exact"][0].get<double>() == doctest::Approx(0.9 - 0.2 - 0.4 - 0.6 - 1.2));
  CHECK(told["relative_error"].get<double>() == doctest::Approx(0.0958).epsilon(0.01));
  CHECK(ask(R"({"op":"numerics.ternary","weights":[1,0.5,2],"activations":[1],"scale":"absmax"})")
            ["trits"] == Json({0, 0, 1}));
}

TEST_CASE("numerics.ternary refuses what makes no sense") {
  CHECK(ask(R"({"op":"numerics.ternary","weights":[1,2,3],"activations":[1,2]})")["error"] ==
        "weights: expected whole rows, each as long as the activations");
  CHECK(ask(R"({"op":"numerics.ternary","weights":[1,"nan"],"activations":[1]})")["error"] ==
        "field 'weights[1]': expected a finite number of at most 1e+30 in size, got \"nan\"");
  CHECK(
      ask(R"({"op":"numerics.ternary","weights":[1],"activations":[1],"scale":"absmen"})")["error"]
          .get<std::string>()
          .ends_with("did you mean 'absmean'?"));
}

}  // TESTS_OF(tools::eval_ternary)
