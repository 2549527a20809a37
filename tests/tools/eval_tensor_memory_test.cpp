// loom eval gemm.tensor_memory.
#include "tests/tools/ask.hpp"

TESTS_OF(tools::eval_tensor_memory) {

using loom::test::ask;
using loom::test::Json;

namespace {

Json tile(int m, int n, int buffers, const Json& more = Json::object()) {
  Json line = {{"op", "gemm.tensor_memory"}, {"m", m}, {"n", n}, {"buffers", buffers}};
  line.update(more);
  return ask(line.dump());
}
Json need(int columns, const Json& allocated) {
  return {{"columns", columns}, {"allocated", allocated}, {"fits", !allocated.is_null()}};
}

}  // namespace

TEST_CASE("eval: gemm.tensor_memory") {
  CHECK(tile(128, 256, 2) == need(512, 512));
  CHECK(tile(128, 160, 2) == need(320, 512));
  CHECK(tile(64, 8, 1) == need(8, 32));
  CHECK(tile(64, 256, 2) == need(256, 256));
  CHECK(tile(256, 256, 2) == need(1024, Json()));
  CHECK(tile(256, 256, 2, {{"pair", true}}) == need(512, 512));
  CHECK(tile(128, 256, 2, {{"pair", true}}) == need(256, 256));
  CHECK(tile(128, 256, 1, {{"scales", 16}}) == need(256 + 48, 512));
  CHECK(tile(128, 256, 2, {{"scales", 4}, {"pair", false}}) == need(524, Json()));
}

TEST_CASE("eval: gemm.tensor_memory names the field, what it expects and what it got") {
  const auto said = [](const Json& answer) { return answer.value("error", "none"); };
  CHECK(said(tile(96, 256, 1)) == "field 'm': expected 64, 128 or 256, got 96");
  CHECK(said(tile(128, 100, 1)) == "field 'n': expected a multiple of 16 from 16 to 256, got 100");
  CHECK(said(tile(128, 256, 5)) == "field 'buffers': expected 1 to 4, got 5");
  CHECK(said(tile(64, 256, 1, {{"pair", true}})) ==
        "field 'm': expected 128 or 256 for a pair, got 64");
  CHECK(said(tile(64, 256, 1, {{"scales", 4}})) ==
        "field 'm': expected at least 128 rows an SM where blocks have scales, got 64");
  CHECK(said(tile(128, -16, 1)).starts_with("field 'n': expected a whole number from 0"));
  CHECK(said(tile(128, 256, 1, {{"pairs", true}})).ends_with("did you mean 'pair'?"));
}

}  // TESTS_OF(tools::eval_tensor_memory)
