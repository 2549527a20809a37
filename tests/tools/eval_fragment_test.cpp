// loom eval layout.fragment.
#include "tests/tools/ask.hpp"

TESTS_OF(tools::eval_fragment) {

using loom::test::ask;
using loom::test::Json;

namespace {

Json fragment(const std::string& fields) {
  return ask("{\"op\": \"layout.fragment\", " + fields + "}");
}
Json lane(const std::string& fields, size_t index) {
  return fragment(fields)["coordinates"][index];
}
std::string refusal(const std::string& fields) { return fragment(fields)["error"]; }

}  // namespace

TEST_CASE("eval: layout.fragment") {
  CHECK(lane(R"("atom": "sm80_16x8x16_f16", "operand": "a")", 5) ==
        Json::parse("[[1,2],[1,3],[9,2],[9,3],[1,10],[1,11],[9,10],[9,11]]"));
  // Row n, column k.
  CHECK(lane(R"("atom": "sm80_16x8x16_f16", "operand": "b")", 5) ==
        Json::parse("[[1,2],[1,3],[1,10],[1,11]]"));
  CHECK(lane(R"("atom": "sm80_16x8x8_f16", "operand": "c")", 31) ==
        Json::parse("[[7,6],[7,7],[15,6],[15,7]]"));
  CHECK(lane(R"("atom": "sm80_16x8x8_tf32", "operand": "a")", 5) ==
        Json::parse("[[1,1],[9,1],[1,5],[9,5]]"));
  // A lane of a later quadpair: within its own matrices.
  CHECK(lane(R"("atom": "sm70_8x8x4", "operand": "b")", 30) ==
        Json::parse("[[6,0],[6,1],[6,2],[6,3]]"));
  CHECK(lane(R"("atom": "sm70_8x8x4", "operand": "c")", 0) ==
        Json::parse("[[0,0],[0,1],[2,0],[2,1],[0,4],[0,5],[2,4],[2,5]]"));
  const Json sums = fragment(R"("atom": "sm90_64xNx16", "operand": "c", "n": 256)")["coordinates"];
  CHECK(sums.size() == 128);
  CHECK(sums[127][127] == Json({63, 255}));
  CHECK(fragment(R"("atom": "sm90_64xNx16", "operand": "a")")["coordinates"][33][1] ==
        Json({16, 3}));
}

TEST_CASE("eval: layout.fragment says what is wrong") {
  CHECK(refusal(R"("atom": "sm80_16x8x16_f15", "operand": "a")")
            .find("did you mean 'sm80_16x8x16_f16'?") != std::string::npos);
  CHECK(refusal(R"("atom": "sm80_16x8x16_f16", "operand": "d")").find("'operand'") !=
        std::string::npos);
  CHECK(refusal(R"("atom": "sm90_64xNx16", "operand": "b", "n": 64)") ==
        "field 'operand': 'b' of sm90_64xNx16 is read from shared memory, no thread holds it; "
        "expected a or c");
  CHECK(refusal(R"("atom": "sm90_64xNx16", "operand": "c", "n": 12)") ==
        "field 'n': got 12, expected a multiple of 8 from 8 to 256");
  CHECK(refusal(R"("atom": "sm90_64xNx16", "operand": "c")") ==
        "missing field 'n', which operand c of sm90_64xNx16 needs: a multiple of 8 from 8 to 256");
  CHECK(refusal(R"("atom": "sm80_16x8x8_f16", "operand": "c", "n": 16)") ==
        "field 'n': got 16, but sm80_16x8x8_f16 has n = 8; only sm90_64xNx16 has a choice");
  CHECK(!refusal(R"("atom": "sm80_16x8x8_f16")").empty());
  CHECK(!refusal(R"("atom": "sm80_16x8x8_f16", "operand": "c", "size": 8)").empty());
}

}  // TESTS_OF(tools::eval_fragment)
