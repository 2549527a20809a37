// `loom convert`: what it prints, its JSON, and what it refuses.
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/numerics/format.hpp"
#include "tests/doctest.hpp"
#include "tests/tools/ask.hpp"
#include "tests/tools/program.hpp"
#include "tools/loom/command/conversion.hpp"

TESTS_OF(tools::convert) {

using loom::test::Json;
using loom::test::Ran;
using loom::test::run_loom;

namespace {

std::string convert(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "convert");
  const Ran ran = run_loom(arguments);
  CAPTURE(arguments);
  CHECK(ran.status == 0);
  CHECK(ran.err == "");
  return ran.out;
}

Json json(std::vector<std::string> arguments) {
  arguments.push_back("--json");
  return Json::parse(convert(std::move(arguments)));
}

void refused(std::vector<std::string> arguments, const std::string& message) {
  arguments.insert(arguments.begin(), "convert");
  const Ran ran = run_loom(arguments);
  CAPTURE(arguments);
  CHECK(ran.status == 2);
  CHECK(ran.out == "");
  CHECK_MESSAGE(ran.err == "loom convert: " + message + "\n", ran.err);
}

}  // namespace

TEST_CASE("convert: numbers, for people") {
  CHECK(convert({"e4m3", "0.1", "-500"}) ==
        "FP8 E4M3, rounding nearest, overflow saturate\n"
        "\n"
        "0.1\n"
        "  code    0x1D  0|0011|101\n"
        "  value   0.1015625, normal\n"
        "  error   +0.001562, 1.562% of the value\n"
        "  below   0x1C  0.09375\n"
        "  above   0x1E  0.109375\n"
        "\n"
        "-500\n"
        "  code    0xFE  1|1111|110\n"
        "  value   -448, normal\n"
        "  error   +52, 10.4% of the value\n"
        "  below   none\n"
        "  above   0xFD  -416\n");
  CHECK(convert({"FP16", "0x1p-24", "-inf", "nan"}) ==
        "FP16, rounding nearest, overflow ieee\n"
        "\n"
        "0x1p-24\n"
        "  code    0x0001  0|00000|0000000001\n"
        "  value   5.9604644775390625e-08, subnormal\n"
        "  error   0, exact\n"
        "  below   0x0000  0\n"
        "  above   0x0002  1.1920928955078125e-07\n"
        "\n"
        "-inf\n"
        "  code    0xFC00  1|11111|0000000000\n"
        "  value   -inf, infinity\n"
        "  error   0, exact\n"
        "  below   none\n"
        "  above   0xFBFF  -65504\n"
        "\n"
        "nan\n"
        "  code    0x7E00  0|11111|1000000000\n"
        "  value   nan, NaN\n"
        "  error   0, exact\n"
        "  below   none\n"
        "  above   none\n");
}

TEST_CASE("convert: codes, for people") {
  CHECK(convert({"e2m1", "--from-code", "f", "0x8"}) ==
        "FP4 E2M1\n"
        "\n"
        "f\n"
        "  code    0xF  1|11|1\n"
        "  value   -6, normal\n"
        "  below   none\n"
        "  above   0xE  -4\n"
        "\n"
        "0x8\n"
        "  code    0x8  1|00|0\n"
        "  value   -0, zero\n"
        "  below   0x9  -0.5\n"
        "  above   0x1  0.5\n");
  CHECK(convert({"e8m0", "--from-code", "7C"}).find("0x7C  01111100\n  value   0.125, normal") !=
        std::string::npos);
}

TEST_CASE("convert: JSON agrees with numerics.encode and .decode in every format") {
  const std::string numbers = R"([0.1,-0.3,17,300,1e-9,-1e9,"inf","-inf","nan",0])";
  for (const loom::numerics::Format& format : loom::numerics::formats()) {
    CAPTURE(format.id);
    const std::string id(format.id);
    for (const std::string overflow : {"saturate", "ieee"}) {
      const Json told = json({id, "0.1", "-0.3", "17", "300", "1e-9", "-1e9", "inf", "-inf", "nan",
                              "0", "--overflow", overflow});
      const Json codes =
          loom::test::ask(R"({"op":"numerics.encode","format":")" + id + R"(","values":)" +
                          numbers + R"(,"overflow":")" + overflow + "\"}")["codes"];
      const Json values = loom::test::ask(R"({"op":"numerics.decode","format":")" + id +
                                          R"(","codes":)" + codes.dump() + "}")["values"];
      CHECK(told["overflow"] == overflow);
      REQUIRE(told["results"].size() == codes.size());
      for (size_t i = 0; i < codes.size(); ++i) {
        const Json& result = told["results"][i];
        CHECK(result["code"] == codes[i]);
        CHECK(result["value"] == values[i]);
        std::string bits = result["bits"];
        std::erase(bits, '|');
        CHECK(std::stoul(bits, nullptr, 2) == codes[i].get<unsigned long>());
        CHECK(bits.size() == static_cast<size_t>(format.bits()));
        CHECK(std::stoul(result["hex"].get<std::string>(), nullptr, 16) ==
              codes[i].get<unsigned long>());
      }
    }
  }
}

TEST_CASE("convert: JSON of a number, an infinity, a code") {
  CHECK(json({"e4m3", "17"}) == Json::parse(R"({"format": "e4m3", "rounding": "nearest",
    "overflow": "saturate", "results": [{"given": "17", "input": 17.0, "code": 88, "hex": "0x58",
    "bits": "0|1011|000", "value": 16.0, "kind": "normal", "error": -1.0,
    "relative_error": 0.058823529411764705,
    "below": {"code": 87, "hex": "0x57", "value": 15.0},
    "above": {"code": 89, "hex": "0x59", "value": 18.0}}]})"));
  const Json inf = json({"e4m3", "inf"})["results"][0];
  CHECK(inf["error"] == "-inf");
  CHECK(inf["relative_error"] == "nan");
  CHECK(inf["above"].is_null());
  CHECK(json({"e4m3", "--from-code", "0x7e"}) == Json::parse(R"({"format": "e4m3", "results": [
    {"given": "0x7e", "code": 126, "hex": "0x7E", "bits": "0|1111|110", "value": 448.0,
     "kind": "normal", "below": {"code": 125, "hex": "0x7D", "value": 416.0}, "above": null}]})"));
  CHECK(json({"e2m1", "0"})["results"][0]["relative_error"] == 0.0);
  CHECK(json({"e8m0", "0"})["results"][0]["relative_error"] == "inf");  // it has no zero
}

TEST_CASE("convert: rounding") {
  CHECK(json({"e2m1", "5.9", "--rounding", "zero"})["results"][0]["value"] == 4.0);
  CHECK(json({"e2m1", "5.9", "--rounding=nearest"})["results"][0]["value"] == 6.0);
  std::vector<std::string> arguments = {"e2m1", "--rounding", "stochastic", "--seed", "7"};
  arguments.insert(arguments.end(), 400, "2.2");
  const Json drawn = json(arguments);
  CHECK(drawn["seed"] == 7);
  int ups = 0;
  for (const Json& result : drawn["results"]) {
    CHECK((result["value"] == 2.0 || result["value"] == 3.0));
    ups += result["value"] == 3.0;
  }
  CHECK(ups == doctest::Approx(80).epsilon(0.3));
  CHECK(json(arguments) == drawn);
  arguments[4] = "8";
  CHECK(json(arguments)["results"] != drawn["results"]);
}

TEST_CASE("convert: a format without values is described") {
  CHECK(convert({"e5m2"}) ==
        "FP8 E5M2\n"
        "  bits            8, sign/exponent/mantissa 1/5/2\n"
        "  bias            15\n"
        "  max             57344, code 0x7B\n"
        "  min normal      6.103515625e-05 = 2⁻¹⁴\n"
        "  min subnormal   1.52587890625e-05 = 2⁻¹⁶\n"
        "  epsilon         0.25 = 2⁻²\n"
        "  digits          0.6, of the stored mantissa\n"
        "  specials        ±0, ±∞, NaN\n"
        "  finite codes    248\n"
        "  distinct values 247\n");
  CHECK(convert({"e8m0"}).find("min subnormal   none\n") != std::string::npos);
  CHECK(json({"ue4m3"}) == loom::test::ask(R"({"op":"numerics.format","format":"ue4m3"})"));
  const std::string list = convert({"--list"});
  const Json all = json({"--list"});
  CHECK(all.size() == loom::numerics::formats().size());
  for (const loom::numerics::Format& format : loom::numerics::formats()) {
    CHECK(list.find(std::string(format.id) + " ") != std::string::npos);
    CHECK(json({std::string(format.id)}) ==
          all[static_cast<size_t>(&format - loom::numerics::formats().data())]);
  }
}

TEST_CASE("convert refuses what it cannot follow, with the nearest right name") {
  const std::string ids =
      "fp32, tf32, fp16, bf16, e4m3, e5m2, e4m3fnuz, e5m2fnuz, e3m2, e2m3, e2m1, e8m0 or ue4m3";
  refused({}, "no format, expected " + ids + ", or --list");
  refused({"e4m4", "1"}, "unknown format 'e4m4', expected " + ids + "; did you mean 'e4m3'?");
  refused({"1"}, "unknown format '1', expected " + ids);
  const std::string number =
      " is no number, expected a decimal one, hexadecimal as 0x1p-3, inf or nan";
  refused({"e4m3", "ifn"}, "'ifn'" + number + "; did you mean 'inf'?");
  for (const std::string text : {"1x", "", " 1", "1,2", "nan(1)", "0x", "1e", "."})
    refused({"e4m3", text}, "'" + text + "'" + number);
  refused({"e4m3", "1", "-x"},
          "unknown option '-x', expected --list, --json, --from-code, --overflow, --rounding, "
          "--seed or --help");
  refused({"e4m3", "1e999"},
          "'1e999' is too large: numbers are read as FP64, 4.9e-324 to 1.8e308 in size");
  refused({"e4m3", "-1e-999"},
          "'-1e-999' is too small: numbers are read as FP64, 4.9e-324 to 1.8e308 in size");
  refused({"e4m3", "1", "--jsn"},
          "unknown option '--jsn', expected --list, --json, --from-code, --overflow, --rounding, "
          "--seed or --help; did you mean '--json'?");
  refused({"e4m3", "1", "--overflow", "satrate"},
          "--overflow: 'satrate', expected saturate or ieee; did you mean 'saturate'?");
  refused({"e4m3", "1", "--rounding", "even"},
          "--rounding: 'even', expected nearest, zero or stochastic");
  refused({"e4m3", "1", "--seed", "3"}, "--seed: only --rounding stochastic draws");
  for (const char* code : {"10", "g", "-1", "0x", "100000000000000000"})
    refused({"e2m1", "--from-code", code}, "code '" + std::string(code) +
                                               "', expected a hexadecimal number from 0 to 0xF, "
                                               "all bits of FP4 E2M1");
  refused({"e2m1", "--from-code", "1", "--rounding", "zero"},
          "--from-code: a code has nothing to round; leave out --overflow and --rounding");
  refused({"e2m1", "--from-code"}, "no value to convert");
  refused({"e2m1", "--list"}, "--list: takes no format");
  refused({"--list", "--from-code"}, "--list: takes only --json");
  refused({"--list", "--rounding", "zero"}, "--list: takes only --json");
  refused({"e4m3", "1", "--rounding", ""}, "--rounding: '', expected nearest, zero or stochastic");
  refused({"e4m3", "1", "--overflow", ""}, "--overflow: '', expected saturate or ieee");
  refused({"e4m3", "1", "--rounding", "stochastic", "--seed", ""},
          "--seed: '', expected a whole number from 0 to 18446744073709551615");
  // Nothing is printed of the values before the wrong one.
  refused({"e4m3", "0.1", "0.2", "x"}, "'x'" + number);
  refused({"fp32", "--from-code", "0", "100000000"},
          "code '100000000', expected a hexadecimal number from 0 to 0xFFFFFFFF, all bits of FP32");
  refused({"e4m3", "1\x80", "2"}, "'1\x80'" + number);
  refused({"e4m3", "−3"}, "'−3'" + number);
  CHECK(convert({"e4m3", "--", "-1"}) == convert({"e4m3", "-1"}));
  for (const std::string seed : {"x", "-1", "1.5", "99999999999999999999"})
    refused({"e4m3", "1", "--rounding", "stochastic", "--seed", seed},
            "--seed: '" + seed + "', expected a whole number from 0 to 18446744073709551615");
  CHECK(run_loom({"convert", "e4m3", std::string(100000, '1')}).status == 2);
}

}  // TESTS_OF(tools::convert)
