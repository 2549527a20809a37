// `loom eval`, memory.*: answers, and errors that name the field and the entry.
#include <string>

#include "tests/doctest.hpp"
#include "tools/loom/eval/run.hpp"

TESTS_OF(tools::eval_memory) {

namespace {

std::string eval(const std::string& line) {
  bool good = true;
  std::string answer = loom::eval::evaluate(line, good);
  CHECK(good == (answer.find("\"error\"") == std::string::npos));
  return answer;
}

// 32 offsets from `base` on, `step` apart, with one entry replaced by `text`.
std::string offsets(int base, int step, int at = -1, const std::string& text = "") {
  std::string list;
  for (int lane = 0; lane < 32; ++lane)
    list += (lane > 0 ? "," : "") + (lane == at ? text : std::to_string(base + lane * step));
  return "[" + list + "]";
}

std::string sectors(const std::string& width, const std::string& offsets) {
  return eval(R"({"op":"memory.sectors","width":)" + width + R"(,"offsets":)" + offsets + "}");
}

std::string wavefronts(const std::string& width, const std::string& offsets,
                       const std::string& rest = "") {
  return eval(R"({"op":"memory.wavefronts","width":)" + width + R"(,"offsets":)" + offsets + rest +
              "}");
}

std::string error(const std::string& message) { return "{\"error\":\"" + message + "\"}"; }

}  // namespace

TEST_CASE("memory.sectors answers") {
  CHECK(sectors("4", offsets(0, 4)) ==
        R"({"sectors":4,"lines":1,"bytes_used":128,"efficiency":1.0})");
  CHECK(sectors("4", offsets(4100, 4)) ==
        R"({"sectors":5,"lines":2,"bytes_used":128,"efficiency":0.8})");
  CHECK(sectors("4.0", offsets(0, 128)) ==
        R"({"sectors":32,"lines":32,"bytes_used":128,"efficiency":0.125})");
  CHECK(sectors("16", offsets(-16, 16)) ==
        R"({"sectors":17,"lines":5,"bytes_used":512,"efficiency":0.9411764705882353})");
  CHECK(sectors("1", offsets(0, 0)) ==
        R"({"sectors":1,"lines":1,"bytes_used":1,"efficiency":0.03125})");
  CHECK(sectors("4", offsets(0, 4, 31, "null")) ==
        R"({"sectors":4,"lines":1,"bytes_used":124,"efficiency":0.96875})");
  std::string none = "null";
  for (int lane = 1; lane < 32; ++lane) none += ",null";
  CHECK(sectors("8", "[" + none + "]") ==
        R"({"sectors":0,"lines":0,"bytes_used":0,"efficiency":1.0})");
  CHECK(sectors("1", offsets(0, 1, 5, "9007199254740992")) ==
        R"({"sectors":2,"lines":2,"bytes_used":32,"efficiency":0.5})");
}

TEST_CASE("memory.sectors refuses by field and entry") {
  CHECK(sectors("4", offsets(0, 4, 7, "30")) ==
        error("field 'offsets[7]': 30 is not a multiple of the width, 4 bytes; the hardware "
              "refuses a misaligned address"));
  CHECK(sectors("4", offsets(0, 4, 7, "29.5")) ==
        error("field 'offsets[7]': expected a whole number from -9007199254740992 to "
              "9007199254740992, got 29.5"));
  CHECK(sectors("4", offsets(0, 4, 0, R"("x")"))
            .starts_with(R"({"error":"field 'offsets[0]': expected a whole)"));
  CHECK(sectors("4", offsets(0, 4, 31, "true")) ==
        error("field 'offsets[31]': expected a whole number from -9007199254740992 to "
              "9007199254740992, got true"));
  CHECK(sectors("4", offsets(0, 4, 2, "1e300"))
            .starts_with(R"({"error":"field 'offsets[2]': expected a whole)"));
  CHECK(sectors("4", "[]") == error("field 'offsets': expected 32 byte offsets, got 0"));
  CHECK(sectors("4", "[0,4]") == error("field 'offsets': expected 32 byte offsets, got 2"));
  CHECK(sectors("4", "7") == error("field 'offsets': expected an array, got 7"));
  CHECK(sectors("3", offsets(0, 3)) ==
        error("field 'width': got 3, expected 1, 2, 4, 8 or 16 bytes"));
  CHECK(sectors("32", offsets(0, 32)) ==
        error("field 'width': expected a whole number from 1 to 16, got 32"));
  CHECK(sectors("null", offsets(0, 4)) ==
        error("field 'width': expected a whole number from 1 to 16, got null"));
  CHECK(eval(R"({"op":"memory.sectors","width":4})")
            .starts_with(R"({"error":"missing field 'offsets', expected 32 byte offsets)"));
  CHECK(eval(R"({"op":"memory.sectors","widht":4,"offsets":[]})")
            .ends_with(R"(did you mean 'width'?"})"));
}

TEST_CASE("memory.wavefronts answers") {
  CHECK(wavefronts("4", offsets(0, 4)) == R"({"wavefronts":1})");
  CHECK(wavefronts("4", offsets(0, 128)) == R"({"wavefronts":32})");
  CHECK(wavefronts("4", offsets(12, 132)) == R"({"wavefronts":1})");
  CHECK(wavefronts("8", offsets(0, 8)) == R"({"wavefronts":2})");
  CHECK(wavefronts("16", offsets(0, 0)) == R"({"wavefronts":2})");
  CHECK(wavefronts("16", offsets(0, 0), R"(,"store":false)") == R"({"wavefronts":2})");
  CHECK(wavefronts("16", offsets(0, 0), R"(,"store":true)") == R"({"wavefronts":4})");
  CHECK(wavefronts("1", offsets(0, 1)) == R"({"wavefronts":1})");
  CHECK(wavefronts("4", offsets(0, 128, 31, "null")) == R"({"wavefronts":31})");
  std::string none = "null";
  for (int lane = 1; lane < 32; ++lane) none += ",null";
  CHECK(wavefronts("8", "[" + none + "]") == R"({"wavefronts":0})");
}

TEST_CASE("memory.wavefronts refuses by field and entry") {
  CHECK(wavefronts("8", offsets(0, 8, 7, "20")) ==
        error("field 'offsets[7]': 20 is not a multiple of the width, 8 bytes; the hardware "
              "refuses a misaligned address"));
  CHECK(wavefronts("5", offsets(0, 5)) ==
        error("field 'width': got 5, expected 1, 2, 4, 8 or 16 bytes"));
  CHECK(wavefronts("4", "[]") == error("field 'offsets': expected 32 byte offsets, got 0"));
  CHECK(wavefronts("4", offsets(0, 4), R"(,"store":"yes")")
            .starts_with(R"({"error":"field 'store': expected)"));
  CHECK(eval(R"({"op":"memory.wavefronts","width":4,"offset":[]})")
            .ends_with(R"(did you mean 'offsets'?"})"));
}

namespace {

std::string of_expression(const std::string& op, const std::string& width, const std::string& text,
                          const std::string& rest = "") {
  return eval(R"({"op":"memory.)" + op + R"(","width":)" + width + R"(,"expression":")" + text +
              "\"" + rest + "}");
}

}  // namespace

TEST_CASE("memory.*: an expression stands for the offsets that it gives, times the width") {
  for (const int width : {1, 2, 4, 8, 16}) {
    const std::string bytes = std::to_string(width);
    CHECK(of_expression("sectors", bytes, "lane * 3 - 7") ==
          sectors(bytes, offsets(-7 * width, 3 * width)));
    for (const char* store : {"true", "false"}) {
      const std::string rest = std::string(",\"store\":") + store;
      CHECK(of_expression("wavefronts", bytes, "2 + (lane << 3)", rest) ==
            wavefronts(bytes, offsets(2 * width, 8 * width), rest));
    }
  }
  CHECK(of_expression("sectors", "4", "threadIdx.x % 8 * 32 + threadIdx.x / 8") ==
        R"({"sectors":8,"lines":8,"bytes_used":128,"efficiency":0.5})");
  CHECK(of_expression("wavefronts", "4", "lane * 32 + (5 ^ lane)") == R"({"wavefronts":1})");
}

TEST_CASE("memory.*: a layout is an expression, too") {
  CHECK(of_expression("sectors", "4", "(8,4):(32,1)") ==
        of_expression("sectors", "4", "lane % 8 * 32 + lane / 8"));
  CHECK(of_expression("wavefronts", "2", "Sw<3,3,3> o 0 o (8,64):(64,1)") ==
        of_expression("wavefronts", "2", "lane % 8 * 64 + (lane / 8 ^ lane % 8 << 3)"));
  CHECK(of_expression("sectors", "4", "4:1") ==
        error("field 'expression': a layout of size 4, expected one for 32 lanes or more"));
  CHECK(of_expression("sectors", "4", "(8,4):(4").starts_with("{\"error\":\"field 'expression': "));
}

TEST_CASE("memory.*: one access of a line of code, with names") {
  CHECK(eval(R"({"op":"memory.sectors","width":4,"expression":"a[i] = b[j * 8]","access":2,)"
             R"("names":"i = 0, j = lane"})") ==
        R"({"sectors":32,"lines":8,"bytes_used":128,"efficiency":0.125})");
}

TEST_CASE("memory.*: an expression is refused with its place") {
  CHECK(of_expression("sectors", "4", "32 / (lane - 3)") ==
        error("field 'expression': column 4: a division by zero, in lane 3"));
  CHECK(of_expression("wavefronts", "4", "lnae") ==
        error("field 'expression': column 1: unknown name 'lnae'; did you mean 'lane'?"));
  CHECK(of_expression("sectors", "4", "")
            .starts_with(R"({"error":"field 'expression': column 1: expected)"));
  CHECK(of_expression("sectors", "3", "lane") ==
        error("field 'width': got 3, expected 1, 2, 4, 8 or 16 bytes"));
  CHECK(of_expression("sectors", "0", "lane").starts_with(R"({"error":"field 'width': expected)"));
  CHECK(of_expression("sectors", "8", "lane << 60") ==
        error("field 'expression': column 6: overflow, 8 << 60 does not fit into 64 bits, in lane "
              "8"));
  CHECK(
      of_expression("sectors", "8", "1 << 51") ==
      error("field 'expression': lane 0 has index 2251799813685248, expected -1125899906842624 to "
            "1125899906842624"));
  CHECK(eval(R"({"op":"memory.sectors","width":4,"expression":7})")
            .starts_with(R"({"error":"field 'expression': expected a text)"));
  CHECK(eval(R"({"op":"memory.sectors","width":4,"expression":"lane","offsets":[]})") ==
        error("fields 'offsets' and 'expression': expected one of them"));
}

}  // TESTS_OF(tools::eval_memory)
