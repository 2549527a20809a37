#include "core/models/shape.hpp"

#include "tests/doctest.hpp"

TESTS_OF(core::models::shape) {

using namespace loom::models;

TEST_CASE("shapes: as many parameters as the checkpoints have") {
  const struct {
    const char* id;
    long long parameters;  // of all tensors of the published files
  } rows[] = {
      {"llama-1b", 1'235'814'400},   {"llama-8b", 8'030'261'248},   {"gpt-oss-20b", 20'914'757'184},
      {"qwen3-30b", 30'532'122'624}, {"qwen3-32b", 32'762'123'264}, {"mixtral", 46'702'792'704},
      {"llama-70b", 70'553'706'496},
  };
  CHECK(std::size(rows) == shapes().size());
  for (const auto& row : rows) {
    CAPTURE(row.id);
    REQUIRE(find_shape(row.id));
    CHECK(parameters(*find_shape(row.id)).total() == row.parameters);
  }
  CHECK(find_shape("llama-9b") == nullptr);
}

TEST_CASE("shapes: what a token uses, as the reports round it") {
  const auto active = [](const char* id) {
    const Shape& shape = *find_shape(id);
    const Parts parts = parameters(shape);
    return static_cast<double>(parts.total() - parts.feed_forward) +
           static_cast<double>(parts.feed_forward) * shape.active / shape.experts;
  };
  // Mixtral's report and Qwen3's count the token table, gpt-oss's card does not.
  CHECK(active("mixtral") == doctest::Approx(12.9e9).epsilon(0.004));
  CHECK(active("qwen3-30b") == doctest::Approx(3.3e9).epsilon(0.02));
  CHECK(active("gpt-oss-20b") -
            static_cast<double>(parameters(*find_shape("gpt-oss-20b")).embedding) ==
        doctest::Approx(3.61e9).epsilon(0.0014));
}

TEST_CASE("shapes: gpt-oss, part by part, as its card has them") {
  const Parts parts = parameters(*find_shape("gpt-oss-20b"));
  CHECK(static_cast<double>(parts.feed_forward) == doctest::Approx(19.12e9).epsilon(0.001));
  CHECK(static_cast<double>(parts.attention) == doctest::Approx(0.64e9).epsilon(0.01));
  CHECK(static_cast<double>(parts.embedding + parts.head) ==
        doctest::Approx(1.16e9).epsilon(0.003));
}

}  // TESTS_OF(core::models::shape)
