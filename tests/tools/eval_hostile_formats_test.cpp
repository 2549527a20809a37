// loom eval with malicious lines, continued: the operations on number formats, models, linear
// layers and attention. Every field is left out, given twice, misspelled, and set to values that no
// field or few fields allow.
#include <cmath>
#include <limits>

#include "tests/tools/hostile.hpp"
#include "tests/tries.hpp"
#include "tools/loom/eval/operation.hpp"
#include "tools/loom/eval/run.hpp"

TESTS_OF(tools::eval_hostile_formats) {

using loom::eval::Json;
using loom::test::error;
using loom::test::operation;
using loom::test::strict_answer;
using loom::test::with;

namespace {

// Good lines: each field of each operation is in one of them.
const std::string good_lines[] = {
    R"({"op":"models.memory","model":"llama-8b","type":"bf16","context":8192,"batch":2,"cache":"fp8","memory_gib":24,"gb_per_s":1000})",
    R"({"op":"models.memory","config":{"num_hidden_layers":2,"hidden_size":64,"num_attention_heads":4,"intermediate_size":128,"vocab_size":100,"layer_types":["full_attention","mamba"],"mamba_d_state":16,"mamba_d_conv":4,"mamba_expand":2},"type":"bf16","context":8192})",
    R"({"op":"gemm.roofline","machine":"h200","scheme":"w4a16","batch":16,"inputs":4096,"outputs":14336})",
    R"({"op":"numerics.accumulate","mantissa_bits":3,"terms":[1,2]})",
    R"({"op":"numerics.decode","format":"e4m3","codes":[1,255]})",
    R"({"op":"numerics.dequantize","type":"q4_0","hex":"000000000000000000000000000000000000"})",
    R"({"op":"numerics.encode","format":"e4m3","values":[1,2],"overflow":"ieee"})",
    R"({"op":"numerics.format","format":"e4m3"})",
    R"({"op":"numerics.quantize","scheme":"mxfp4","values":[1,2],"scale_rule":"floor"})",
    R"({"op":"numerics.quantize","scheme":"nvfp4","values":[1,2],"tensor_scale":1})",
    R"({"op":"numerics.quantize","scheme":"int8","values":[1,2,3,4],"granularity":"row","columns":2,"zero_point":true,"scale_format":"fp16"})",
    R"({"op":"numerics.quantize","scheme":"e4m3","values":[1,2,3,4],"granularity":"group","columns":4,"group":2})",
    R"({"op":"numerics.quantize","scheme":"q4_k","values":[1,2,3,4]})",
    R"({"op":"numerics.ternary","weights":[1,2,3,4],"activations":[1,2],"scale":"absmax"})",
    R"({"op":"numerics.smooth","activations":[[1,2],[3,4]],"weights":[[1,2]],"alpha":0.5,"bits":8,"threshold":6})",
    R"({"op":"numerics.dot","operand":"fp16","a":[1,2],"b":[3,4],"interval":16})",
    R"({"op":"attention.step","q":[[1,2]],"k":[[3,4]],"v":[[5]],"causal":true,"scale":0.5})",
    R"({"op":"attention.mask","mask":"causal_documents","n":100,"window":4,"sinks":1,"prefix":3,"cuts":[10,20],"block":16})",
    R"({"op":"attention.mask","mask":"expression","n":100,"block":16,"expression":"q >= k && h < 2","b":1,"h":1})",
    R"({"op":"attention.rope","dim":8,"theta":10000,"scaling":"yarn","factor":4,"original":4096,"length":8192,"beta_fast":32,"beta_slow":1,"low":1,"high":4})",
    R"({"op":"attention.cache","layers":2,"kv_heads":8,"head_dim":128,"bytes":2,"tokens":1000,"batch":3,"windows":[128,0],"latent":512,"rotary":64,"states":3,"state_bytes":1000})",
    R"({"op":"attention.sample","logits":[1,2,3],"temperature":0.5,"top_k":2,"top_p":0.9,"min_p":0.1})",
    R"({"op":"attention.pages","requests":[5,{"tokens":20,"shared":4}],"page":16,"policy":"contiguous"})",
    R"({"op":"numerics.range","format":"fp16","median":-10,"spread":3,"scale":2})",
};

// What an operation's answer may have, and that there is something in it.
void check_answer(const Json& line, const Json& answer) {
  CHECK(!answer.empty());
  for (const auto& each : answer.items()) {
    const std::string& name = each.key();
    bool listed = false;
    for (const loom::eval::Field& field : operation(line).out) listed |= field.name == name;
    CHECK_MESSAGE(listed, name);
    CHECK(!each.value().is_null());
  }
}

}  // namespace

TEST_CASE("eval: the lines of this test are good, and miss no field") {
  for (const loom::eval::Operation& each : loom::eval::operations())
    for (const loom::eval::Field& field : each.in) {
      bool any = false, given = false;
      for (const std::string& text : good_lines) {
        const Json line = Json::parse(text);
        if (line["op"] != std::string(each.name)) continue;
        any = true;
        given |= line.contains(field.name);
      }
      CHECK_MESSAGE(given == any, each.name << " " << field.name);
    }
  for (const std::string& line : good_lines) {
    const Json answer = strict_answer(line);
    CAPTURE(line);
    CHECK_FALSE(answer.contains("error"));
    check_answer(Json::parse(line), answer);
  }
}

TEST_CASE("eval: what no field can be is refused by its name") {
  const char* const bad[] = {"{}",          "{\"a\": [1]}",   "null",  "[[]]",
                             "[null]",      "[true]",         "[{}]",  "\"é\"",
                             "\"\\u0000\"", "\"0x3f80000z\"", "-1e300"};
  for (const std::string& text : good_lines) {
    const Json line = Json::parse(text);
    for (const auto& each : line.items()) {
      const std::string& name = each.key();
      const Json& value = each.value();
      if (name == "op") continue;
      CAPTURE(text);
      CAPTURE(name);
      for (const char* wrong : bad) {
        const std::string message = error(with(line, name, wrong));
        CHECK_MESSAGE(message.starts_with("field '" + name), wrong << ": " << message);
        const bool shown = message.find(" got ") != message.npos ||
                           message.find(", which is missing") != message.npos;  // of a config
        CHECK_MESSAGE((shown || message.find("no hexadecimal digit") != message.npos), message);
      }
      CHECK(error(with(line, name, "1e999")).ends_with("within double precision, got '1e999'"));
      CHECK(error(with(line, name, "NaN")).starts_with("malformed JSON at byte "));
      std::string twice = text;
      twice.insert(twice.size() - 1, ",\"" + name + "\":" + value.dump());
      CHECK(error(twice).ends_with(": the key \"" + name + "\" is given twice"));
      Json other = line;
      other.erase(name);
      other[name + "s"] = value;
      CHECK(error(other.dump()).ends_with("; did you mean '" + name + "'?"));
      // A name in capitals is a different name, and the message suggests the right one.
      if (value.is_string() && name != "hex" && name != "expression") {
        std::string upper = value;
        for (char& c : upper) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c;
        CHECK(error(with(line, name, "\"" + upper + "\""))
                  .ends_with("; did you mean '" + value.get<std::string>() + "'?"));
      }
    }
  }
}

// Numbers that are allowed, most of them at an end: an answer in whole, or an error in whole.
TEST_CASE("eval: odd numbers are answered in whole or refused") {
  const char* const odd[] = {"\"nan\"",
                             "\"inf\"",
                             "\"-inf\"",
                             "\"0x3f800000\"",
                             "[]",
                             "0",
                             "-1",
                             "0.5",
                             "5e-324",
                             "1e19",
                             "1e300",
                             "18446744073709551616",
                             "[\"nan\"]",
                             "[\"inf\",1]",
                             "[-0.0,0]",
                             "[5e-324,5e-324]",
                             "[1e38,-1e38]",
                             "[1e300,1]",
                             "[1,2,3]",
                             "[256]",
                             "[[],[]]",
                             "[[1],[2,3]]",
                             "[[0,0]]",
                             "[[1e300,1e300]]",
                             "[[1,\"nan\"]]",
                             "\"ffffffffffffffffffffffffffffffffffff\"",
                             "\"0\"",
                             "\"\""};
  int answered = 0, refused = 0;
  for (const std::string& text : good_lines) {
    const Json line = Json::parse(text);
    for (const auto& each : line.items()) {
      const std::string& name = each.key();
      if (name == "op") continue;
      for (const char* other : odd) {
        const Json answer = strict_answer(with(line, name, other));
        CAPTURE(with(line, name, other));
        ++(answer.contains("error") ? refused : answered);
        if (!answer.contains("error")) check_answer(line, answer);
      }
    }
  }
  CHECK(answered > 100);
  CHECK(refused > 500);
}

TEST_CASE("eval: lists that do not fit each other") {
  const auto quantize = [](const std::string& rest) {
    return error(R"({"op":"numerics.quantize","scheme":"int4",)" + rest + "}");
  };
  CHECK(quantize(R"("values":[1,2,3],"granularity":"row","columns":2)") ==
        "field 'columns': 3 values are no whole rows of 2");
  CHECK(quantize(R"("values":[1,2,3],"granularity":"group","group":2,"columns":4)") ==
        "field 'columns': 3 values are no whole rows of 4");
  CHECK(quantize(R"("values":[1],"granularity":"group","group":-1)") ==
        "field 'group': expected a whole number from 1 to 16777216, got -1");
  CHECK(quantize(R"("values":[1,2],"granularity":"rows","columns":2)") ==
        "field 'granularity': expected one of \"tensor\", \"row\", \"group\", got \"rows\"; did "
        "you mean 'row'?");
  CHECK(error(R"({"op":"numerics.dequantize","type":"q8_0","hex":"0"})") ==
        "field 'hex': 1 digit; expected two for each byte");
  CHECK(error(R"({"op":"numerics.dequantize","type":"q8_0","hex":"0g"})") ==
        "field 'hex': no hexadecimal digit at byte 1 of \"0g\"");
  CHECK(error(R"({"op":"numerics.dot","operand":"e4m3","a":[1,"inf"],"b":[1,2]})") ==
        "field 'a[1]': expected a finite number, got \"inf\"");
  CHECK(error(R"({"op":"numerics.dot","operand":"e4m3","a":[1],"b":[]})") ==
        "field 'b': 0 numbers, expected as many as in 'a', 1");
  // So large that a sum of squares would no longer be a number.
  CHECK(error(R"({"op":"numerics.smooth","activations":[[1e300]],"weights":[[1]]})") ==
        "field 'activations[0][0]': expected a finite number of at most 1e+30 in size, got 1e+300");
  CHECK(error(R"({"op":"numerics.ternary","weights":[1e308],"activations":[1]})") ==
        "field 'weights[0]': expected a finite number of at most 1e+30 in size, got 1e+308");
  CHECK(strict_answer(
            R"({"op":"numerics.ternary","weights":[1e30],"activations":[1e30]})")["relative_error"]
            .is_number());
  CHECK(
      error(
          R"({"op":"models.memory","model":"llama-8b","type":"bf16","context":0,"memory_gib":1e13})") ==
      "field 'memory_gib': expected a number above 0, at most 1e12, got 10000000000000.0");
}

TEST_CASE("eval: many numbers at once") {
  const auto count = static_cast<size_t>(loom::tries(200000));
  std::string many = "1";
  for (size_t i = 1; i < count; ++i) many += i % 7 == 0 ? ",-0.3" : ",448";
  CHECK(
      strict_answer(R"({"op":"numerics.encode","format":"e4m3","values":[)" + many + "]}")["codes"]
          .size() == count);
  for (const char* scheme : {"mxfp4", "nvfp4", "int4", "e4m3", "q4_k"})
    CHECK(strict_answer(R"({"op":"numerics.quantize","scheme":")" + std::string(scheme) +
                        R"(","values":[)" + many + "]}")["values"]
              .size() == count);
  // A wrong entry far behind is found, and the message quotes little of it.
  const std::string message = error(R"({"op":"numerics.encode","format":"e4m3","values":[)" + many +
                                    ",\"" + std::string(100000, 'x') + "\"]}");
  CHECK(message.starts_with("field 'values[" + std::to_string(count) + "]': expected a number"));
  CHECK(message.size() < 250);
}

}  // TESTS_OF(tools::eval_hostile_formats)
