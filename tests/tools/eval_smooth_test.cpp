// `loom eval`, numerics.smooth: answers, and errors that name the field and the row.
#include "tests/tools/ask.hpp"

TESTS_OF(tools::eval_smooth) {

using loom::test::ask;
using loom::test::Json;

namespace {

Json smooth(const std::string& fields) {
  return ask("{\"op\":\"numerics.smooth\"," + fields + "}");
}

std::string error(const std::string& fields) { return smooth(fields).value("error", "answered"); }

}  // namespace

TEST_CASE("numerics.smooth answers") {
  const Json one = smooth(R"("activations":[[64]],"weights":[[-1]])");
  CHECK(one["factors"][0].get<double>() == doctest::Approx(8));
  CHECK(one["activations"][0][0].get<double>() == doctest::Approx(8));
  CHECK(one["weights"][0][0].get<double>() == doctest::Approx(-8));
  CHECK(one["errors"].size() == 4);
  CHECK(
      smooth(R"("activations":[[64]],"weights":[[1]],"alpha":0.75)")["factors"][0].get<double>() ==
      doctest::Approx(22.627417));
  // One of 64 hides the others' 0.2 from four bits, but not from the weights' side.
  const Json hidden =
      smooth(R"("activations":[[64,0.2,0.2,0.2]],"weights":[[0.01,1,1,1]],"bits":4,"alpha":1)");
  CHECK(hidden["errors"]["plain"].get<double>() > 0.4);
  CHECK(hidden["errors"]["smoothed"].get<double>() < 0.2);
  CHECK(hidden["errors"]["mixed"].get<double>() < 0.01);
  CHECK(smooth(R"("activations":[[1,2,3]],"weights":[[1,1,1]])")["errors"].size() == 3);
}

TEST_CASE("numerics.smooth refuses what makes no sense") {
  CHECK(error(R"("activations":[],"weights":[[1]])") ==
        "field 'activations': expected at least one row");
  CHECK(error(R"("activations":[[]],"weights":[[1]])") ==
        "field 'activations[0]': expected at least one number, got 0");
  CHECK(error(R"("activations":[[1,2],[3]],"weights":[[1,1]])") ==
        "field 'activations[1]': expected 2 numbers, got 1");
  CHECK(error(R"("activations":[[1,2]],"weights":[[1]])") ==
        "field 'weights': expected rows of 2, as long as a token, got 1");
  CHECK(error(R"("activations":[["nan"]],"weights":[[1]])")
            .find("activations[0][0]': expected a finite number") != std::string::npos);
  CHECK(error(R"("activations":[[1]],"weights":[[1]],"alpha":1.5)") ==
        "field 'alpha': expected a number from 0 to 1, got 1.5");
  CHECK(error(R"("activations":[[1]],"weights":[[1]],"threshold":0)").find("positive") !=
        std::string::npos);
  CHECK(error(R"("activations":[[1]],"weights":[[1]],"bits":17)").find("2 to 16") !=
        std::string::npos);
  CHECK(error(R"("activations":5,"weights":[[1]])").find("'activations'") != std::string::npos);
}

}  // TESTS_OF(tools::eval_smooth)
