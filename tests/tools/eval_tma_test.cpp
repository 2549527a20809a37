// loom eval tma.load.
#include "tests/tools/ask.hpp"

TESTS_OF(tools::eval_tma) {

using loom::test::ask;
using loom::test::Json;

namespace {

Json load(const Json& changes = Json::object()) {
  Json line = {{"op", "tma.load"}, {"element_bytes", 4}, {"tensor", {8, 4}},
               {"box", {4, 2}},    {"origin", {0, 0}},   {"swizzle", 0}};
  line.update(changes);
  return ask(line.dump());
}
std::string refusal(const Json& changes) { return load(changes).value("error", "none"); }

constexpr const char* encoder = "; cuTensorMapEncodeTiled refuses";

}  // namespace

TEST_CASE("eval: tma.load") {
  CHECK(load() == Json({{"slots", {0, 1, 2, 3, 8, 9, 10, 11}}, {"bytes", 32}}));
  // Over two edges.
  CHECK(load({{"origin", {-4, 3}}})["slots"] == Json({-1, -1, -1, -1, -1, -1, -1, -1}));
  CHECK(load({{"origin", {4, 3}}, {"box", {8, 2}}}) ==
        Json({{"slots", {28, 29, 30, 31, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1}},
              {"bytes", 64}}));
  CHECK(load({{"tensor", {6, 4}}, {"pitch", 32}, {"origin", {4, 0}}})["slots"] ==
        Json({4, 5, -1, -1, 10, 11, -1, -1}));
  // Rows that are shorter than the swizzle; the pattern begins at 'misalign', where slots do not.
  const Json null;
  CHECK(load({{"swizzle", 32}})["slots"] ==
        Json({0, 1, 2, 3, null, null, null, null, 8, 9, 10, 11, null, null, null, null}));
  Json expected = Json::array();
  for (int i = 0; i < 32 + 4; ++i) expected.push_back(null);
  for (int i = 0; i < 4; ++i) expected.push_back(i);
  for (int i = 0; i < 4; ++i) expected.push_back(null);
  for (int i = 8; i < 12; ++i) expected.push_back(i);
  CHECK(load({{"swizzle", 32}, {"misalign", 128}}) ==
        Json({{"slots", std::move(expected)}, {"bytes", 32}}));
  CHECK(load({{"tensor", {256, 256}}, {"box", {256, 256}}})["slots"].size() == 65536);
}

TEST_CASE("eval: tma.load names the field, the rule and both numbers") {
  CHECK(refusal({{"box", {3, 2}}}) ==
        std::string("field 'box[0]': a row of the box has 12 bytes, expected a multiple of 16") +
            encoder);
  CHECK(refusal({{"box", {4, 257}}}) ==
        std::string("field 'box[1]': the box has 257 rows, expected 1 to 256") + encoder);
  CHECK(refusal({{"box", {12, 2}}, {"swizzle", 32}}) ==
        std::string("field 'swizzle': a row of the box has 48 bytes, expected at most those of "
                    "the swizzle, 32") +
            encoder);
  // By default rows follow each other; not every matrix allows that.
  CHECK(refusal({{"tensor", {9, 4}}}) ==
        std::string("field 'pitch': rows of the matrix are 36 bytes apart, "
                    "expected a multiple of 16") +
            encoder);
  CHECK(refusal({{"tensor", {9, 4}}, {"pitch", 48}}) == "none");
  CHECK(refusal({{"pitch", -16}}).starts_with("field 'pitch': "));
  CHECK(refusal({{"tensor", {1ll << 53, 4}}}).starts_with("field 'tensor[0]': "));
  CHECK(refusal({{"element_bytes", 3}}).starts_with("field 'element_bytes': an element has 3"));
  CHECK(refusal({{"swizzle", 16}}).starts_with("field 'swizzle': a swizzle of 16 bytes"));
  CHECK(refusal({{"origin", {1, 0}}}) ==
        "field 'origin[0]': the box begins 4 bytes into a row of the matrix, expected a multiple "
        "of 16; the load faults");
  CHECK(refusal({{"origin", {0, 1ll << 31}}}).starts_with("field 'origin[1]': the box has row"));
  CHECK(refusal({{"misalign", 16}}) ==
        "field 'misalign': the box goes to address 16 of shared memory, expected a multiple of "
        "128; the load faults");
  CHECK(refusal({{"misalign", 1024}}) ==
        "field 'misalign': expected a whole number from 0 to 1023, got 1024");
  CHECK(refusal({{"tensor", {1, 2, 3}}}) ==
        "field 'tensor': expected [columns, rows], got an array of 3");
  CHECK(refusal({{"box", 4}}) == "field 'box': expected an array, got 4");
  CHECK(refusal({{"origin", {0, 0.5}}}).starts_with("field 'origin[1]': expected a whole number"));
}

}  // TESTS_OF(tools::eval_tma)
