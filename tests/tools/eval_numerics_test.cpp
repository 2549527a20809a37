// `loom eval`, numerics.encode and numerics.decode: answers, and errors that name the field and the
// entry.
#include <string>

#include "tests/doctest.hpp"
#include "tools/loom/eval/run.hpp"

TESTS_OF(tools::eval_numerics) {

namespace {

std::string eval(const std::string& op, const std::string& fields) {
  bool good = true;
  std::string answer =
      loom::eval::evaluate("{\"op\":\"numerics." + op + "\"," + fields + "}", good);
  CHECK(good == (answer.find("\"error\"") == std::string::npos));
  return answer;
}

bool contains_text(const std::string& text, const char* part) {
  return text.find(part) != std::string::npos;
}

std::string error(const std::string& message) { return "{\"error\":\"" + message + "\"}"; }

}  // namespace

TEST_CASE("numerics.encode answers") {
  CHECK(eval("encode", R"("format":"e4m3","values":[1,-0.0,0.1,464,1e9,"nan","-inf"])") ==
        R"({"codes":[56,128,29,126,126,127,254]})");
  CHECK(eval("encode", R"("format":"e4m3","values":[1e9,"-inf"],"overflow":"ieee")") ==
        R"({"codes":[127,255]})");
  CHECK(eval("encode", R"("format":"fp16","values":[65519,65520])") ==
        R"({"codes":[31743,31744]})");
  CHECK(eval("encode", R"("format":"fp16","values":[65520],"overflow":"saturate")") ==
        R"({"codes":[31743]})");
  CHECK(eval("encode", R"("format":"bf16","values":["0x7f7f8000","0x3f808000","0x3f818000"])") ==
        R"({"codes":[32640,16256,16258]})");
  CHECK(eval("encode", R"("format":"e2m1","values":[])") == R"({"codes":[]})");
  CHECK(eval("encode", R"("format":"tf32","values":[1])") == R"({"codes":[130048]})");
}

TEST_CASE("numerics.decode answers") {
  CHECK(eval("decode", R"("format":"e2m1","codes":[0,1,7,8,15])") ==
        R"({"values":[0.0,0.5,6.0,-0.0,-6.0]})");
  CHECK(eval("decode", R"("format":"e5m2","codes":[124,252,125,123])") ==
        R"({"values":["inf","-inf","nan",57344.0]})");
  CHECK(eval("decode", R"("format":"e8m0","codes":[127,255])") == R"({"values":[1.0,"nan"]})");
  CHECK(eval("decode", R"("format":"fp32","codes":[4294967295,1065353216])") ==
        R"({"values":["nan",1.0]})");
}

TEST_CASE("numerics.encode and .decode refuse what makes no sense") {
  CHECK(eval("encode", R"("format":"e4m4","values":[1])").find("did you mean 'e4m3'") !=
        std::string::npos);
  CHECK(eval("encode", R"("format":"e4m3","values":[1,"x"])").find("values[1]") !=
        std::string::npos);
  CHECK(eval("encode", R"("format":"e4m3","values":[1],"overflow":"wrap")").find("overflow") !=
        std::string::npos);
  CHECK(eval("encode", R"("format":"e4m3")") ==
        error("missing field 'values', expected array of numbers"));
  for (const char* code : {"16", "-1", "1.5", "\\\"a\\\""}) {
    CAPTURE(code);
    CHECK(
        eval("decode", std::string(R"("format":"e2m1","codes":[0,)") + code + "]").find("error") !=
        std::string::npos);
  }
  CHECK(eval("decode", R"("format":"e2m1","codes":[0,16])").find("codes[1]") != std::string::npos);
}

TEST_CASE("numerics.dequantize") {
  CHECK(eval("dequantize", R"("type":"q8_0","hex":"003c)" + std::string(62, '0') +
                               "fF\"") == R"({"values":[)" + [] {
    std::string zeros;
    for (int i = 0; i < 31; ++i) zeros += "0.0,";
    return zeros;
  }() + "-1.0]}");
  CHECK(eval("dequantize", R"("type":"q4_k","hex":"")") == R"({"values":[]})");
  CHECK(eval("dequantize", R"("type":"q4_0","hex":"00")") ==
        error("field 'hex': 1 bytes are no whole blocks of q4_0, which have 18"));
  CHECK(eval("dequantize", R"("type":"q4_0","hex":"000")") ==
        error("field 'hex': 3 digits; expected two for each byte"));
  CHECK(eval("dequantize", R"("type":"q4_0","hex":"0g")").find("at byte 1") != std::string::npos);
  CHECK(eval("dequantize", R"("type":"q4_0","hex":5)").find("expected hexadecimal digits") !=
        std::string::npos);
  CHECK(eval("dequantize", R"("type":"q4_x","hex":"")").find("did you mean") != std::string::npos);
}

TEST_CASE("numerics.quantize into GGUF blocks, and back by numerics.dequantize") {
  // -8 · d is the greatest size: d is 1, and codes are 8 more than the values.
  CHECK(eval("quantize", R"("scheme":"q4_0","values":[-8,1,2])") ==
        R"({"hex":"003c80898a88888888888888888888888888","values":[-8.0,1.0,2.0]})");
  const std::string answer = eval("quantize", R"("scheme":"q6_k","values":[1,-2,3])");
  const std::string values = answer.substr(answer.find("\"values\""));
  CHECK(eval("dequantize", R"("type":"q6_k","hex":")" + answer.substr(8, 420) + "\"")
            .starts_with("{" + values.substr(0, values.find(']')) + ","));
  CHECK(
      eval("quantize", R"("scheme":"q4_0","values":[1,"inf"])") ==
      error(
          R"(field 'values[1]': expected a finite number of at most 3.4028234663852886e+38 in size, got \"inf\")"));
  CHECK(eval("quantize", R"("scheme":"q4_0","values":[1],"tensor_scale":1)") ==
        error("field 'tensor_scale': q4_0 has none"));
  CHECK(eval("quantize", R"("scheme":"q4_k","values":[])") == R"({"hex":"","values":[]})");
  CHECK(eval("quantize", R"("scheme":"q4_1","values":[])").find("did you mean") !=
        std::string::npos);
}
TEST_CASE("numerics.quantize") {
  CHECK(eval("quantize", R"("scheme":"mxfp4","values":[7,3.5,-0.5])") ==
        R"({"scales":[127],"codes":[7,6,9],"values":[6.0,4.0,-0.5]})");
  CHECK(eval("quantize", R"("scheme":"mxfp4","values":[7],"scale_rule":"round_up")") ==
        R"({"scales":[128],"codes":[6],"values":[8.0]})");
  CHECK(eval("quantize", R"("scheme":"nvfp4","values":[7],"tensor_scale":1)") ==
        R"({"scales":[57],"codes":[7],"values":[6.75],"tensor_scale":1.0})");
  CHECK(eval("quantize", R"("scheme":"mxint8","values":["nan"])") ==
        R"({"scales":[255],"codes":[0],"values":["nan"]})");
  CHECK(eval("quantize", R"("scheme":"mxfp5","values":[])").find("did you mean") !=
        std::string::npos);
  CHECK(eval("quantize", R"("scheme":"mxfp4","values":[],"tensor_scale":1)") ==
        error("field 'tensor_scale': mxfp4 has none"));
  CHECK(eval("quantize", R"("scheme":"nvfp4","values":[],"scale_rule":"floor")") ==
        error("field 'scale_rule': nvfp4 has none"));
  CHECK(eval("quantize", R"("scheme":"nvfp4","values":[1],"tensor_scale":0)")
            .find("expected a positive number") != std::string::npos);
}

TEST_CASE("numerics.quantize: integers and floats under scales of their own") {
  CHECK(eval("quantize", R"("scheme":"int4","values":[7,-3.4,0.5,1.5,-7])") ==
        R"({"scales":[1.0],"codes":[7,-3,0,2,-7],"values":[7.0,-3.0,0.0,2.0,-7.0],)"
        R"("bits_per_value":10.4})");
  CHECK(eval("quantize", R"("scheme":"int4","values":[-1,0,2.75],"zero_point":true)") ==
        R"({"scales":[0.25],"codes":[0,4,15],"values":[-1.0,0.0,2.75],"zero_points":[4],)"
        R"("bits_per_value":16.0})");
  CHECK(eval("quantize",
             R"("scheme":"e2m1","values":[12,5,3,1.5],"granularity":"row","columns":2)") ==
        R"({"scales":[2.0,0.5],"codes":[7,4,7,5],"values":[12.0,4.0,3.0,1.5],)"
        R"("bits_per_value":20.0})");
  CHECK(eval("quantize",
             R"("scheme":"int8","values":[127,254,254],"granularity":"group","group":2,)"
             R"("columns":1,"scale_format":"fp16")") ==
        R"({"scales":[1.0,2.0,2.0],"codes":[127,127,127],"values":[127.0,254.0,254.0],)"
        R"("bits_per_value":24.0})");
  CHECK(eval("quantize", R"("scheme":"int8","values":[])") ==
        R"({"scales":[],"codes":[],"values":[]})");
}

TEST_CASE("numerics.quantize refuses what a scheme does not have") {
  const std::pair<const char*, const char*> rows[] = {
      {R"("scheme":"int4","values":[1],"scale_rule":"floor")", "field 'scale_rule': int4 has none"},
      {R"("scheme":"e2m1","values":[1],"zero_point":true)", "field 'zero_point': e2m1 has none"},
      {R"("scheme":"mxfp4","values":[1],"group":16)", "field 'group': mxfp4 has none"},
      {R"("scheme":"int4","values":[1],"granularity":"row")",
       "missing field 'columns', expected the length of a row"},
      {R"("scheme":"int4","values":[1],"granularity":"row","columns":1,"group":1)",
       "field 'group': row has none"},
      {R"("scheme":"int4","values":[1],"columns":1)", "field 'columns': tensor has none"},
      {R"("scheme":"int4","values":[1,"inf"])",
       "field 'values[1]': expected a finite number of at most 3.4028234663852886e+38 in size, got "
       "\\\"inf\\\""},
  };
  for (const auto& row : rows) CHECK(eval("quantize", row.first) == error(row.second));
  CHECK(contains_text(eval("quantize", R"("scheme":"int5","values":[])"), "did you mean 'int"));
  CHECK(contains_text(eval("quantize", R"("scheme":"int4","values":[],"granularity":"rows")"),
                      "did you mean 'row'?"));
  CHECK(contains_text(
      eval("quantize", R"("scheme":"int4","values":[],"granularity":"group","group":0)"),
      "1 to 16777216"));
  CHECK(contains_text(eval("quantize", R"("scheme":"int4","values":[],"scale_format":"e4m3")"),
                      "expected one of"));
}

}  // TESTS_OF(tools::eval_numerics)
