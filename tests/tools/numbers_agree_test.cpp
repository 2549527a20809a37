// The page, `loom eval` and `loom convert` give the same answer about the same number.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "core/numerics/format.hpp"
#include "core/random.hpp"
#include "tests/doctest.hpp"
#include "tests/tools/ask.hpp"
#include "tests/tries.hpp"
#include "tools/loom/command/conversion.hpp"
#include "web/scene/format.hpp"
#include "web/scene/format_choice.hpp"
#include "web/scene/number_text.hpp"
#include "web/scene/scene.hpp"

TESTS_OF(tools::numbers_agree) {

using namespace loom;
using loom::test::ask;
using loom::test::Json;

namespace {

scene::State state(std::string_view id, const std::string& query) {
  scene::State found(*scene::find(id));
  const auto error = found.load(query);
  REQUIRE_MESSAGE(!error, query);
  return found;
}

// "nan", "inf", "-inf" or a JSON number.
double number(const Json& value) {
  return value.is_number() ? value.get<double>()
                           : std::strtod(value.get<std::string>().c_str(), nullptr);
}

std::string values(const std::vector<double>& numbers) {
  std::string text;
  for (double each : numbers) text += (text.empty() ? "" : ",") + scene::shortest(each);
  return text;
}

// Tenths from −reach to reach, at times all alike, all zero, or one of them large.
std::vector<double> some(Random& random, int count, double reach) {
  std::vector<double> numbers;
  const double size = random.below(3) == 0 ? reach / 20 : reach;
  for (int i = 0; i < count; ++i)
    numbers.push_back(std::round((random.unit() * 2 - 1) * size * 10) / 10);
  if (random.below(4) == 0) numbers[random.below(static_cast<std::uint32_t>(count))] = reach;
  if (random.below(10) == 0) std::fill(numbers.begin(), numbers.end(), 0.0);
  for (double& each : numbers) each += 0.0;  // no −0
  return numbers;
}

}  // namespace

TEST_CASE("float-anatomy and loom convert --from-code: every code of at most 16 bits") {
  for (const scene::Choice& choice : scene::format_choices) {
    const numerics::Format& format = *numerics::find_format(choice.value);
    if (format.bits() > 16) continue;
    command::Conversions all{.format = &format, .from_codes = true, .all = {}};
    const std::uint32_t step = format.bits() > 8 ? one_of_so_many : 1;
    for (std::uint32_t code = 0; code < format.codes(); code += step)
      all.all.push_back({.given = numerics::code_text(format, code), .code = code});
    const Json results = Json::parse(command::as_json(all))["results"];
    REQUIRE(results.size() == all.all.size());
    scene::State shown = state("float-anatomy", "type=" + std::string(format.id));
    int wrong = 0;
    for (const Json& result : results) {
      const std::string hex = result["hex"], kind = result["kind"];
      REQUIRE_FALSE(shown.set("bits", hex));
      const std::string sentence = shown.scene().status(0);
      const bool means = sentence.starts_with(hex + " in " + std::string(format.name) + " is " +
                                              scene::exact_text(number(result["value"])));
      const bool subnormal = sentence.find("subnormal") != sentence.npos;
      const bool special = sentence.find("NaN, not a number") != sentence.npos;
      if (means && subnormal == (kind == "subnormal") && special == (kind == "NaN")) continue;
      if (++wrong < 5) MESSAGE(sentence << " against " << result.dump());
    }
    CHECK_MESSAGE(wrong == 0, format.id);
  }
}

TEST_CASE("rounding and numerics.encode: every format, both overflows") {
  Random random(31);
  for (int round = 0; round < 200; ++round) {
    const double x = std::ldexp(random.unit() * 2 - 1, static_cast<int>(random.below(60)) - 30);
    const std::string overflow = round % 2 == 0 ? "saturate" : "ieee";
    const scene::State shown =
        state("rounding", "value=" + scene::shortest(x) + "&overflow=" + overflow);
    for (const std::vector<scene::Cell>& row : shown.scene().table().rows) {
      const auto* const choice =
          std::find_if(std::begin(scene::format_choices), std::end(scene::format_choices),
                       [&](const scene::Choice& each) {
                         return numerics::find_format(each.value)->name == row[0].shown;
                       });
      REQUIRE(choice != std::end(scene::format_choices));
      const std::string id(choice->value), head = "{\"op\":\"numerics.";
      const Json codes = ask(head + R"(encode","format":")" + id + R"(","values":[)" +
                             scene::shortest(x) + R"(],"overflow":")" + overflow + "\"}")["codes"];
      const Json decoded =
          ask(head + R"(decode","format":")" + id + R"(","codes":)" + codes.dump() + "}")["values"];
      const auto& format = *numerics::find_format(id);
      CHECK(row[1].shown == numerics::code_text(format, codes[0].get<std::uint32_t>()));
      CHECK(row[2].shown == scene::exact_text(number(decoded[0])));
    }
  }
}

TEST_CASE("microscaling and numerics.quantize: scales, codes and values of every scheme") {
  Random random(32);
  for (const char* scheme :
       {"mxfp4", "mxfp6_e2m3", "mxfp6_e3m2", "mxfp8_e4m3", "mxfp8_e5m2", "mxint8", "nvfp4"})
    for (int round = 0; round < 60; ++round) {
      const std::vector<double> numbers = some(random, 32, 8);
      const bool up = round % 2 == 1, nvidia = std::string_view(scheme) == "nvfp4";
      const scene::State shown =
          state("microscaling", "scheme=" + std::string(scheme) + "&largest=8&rule=" +
                                    (up ? "up" : "floor") + "&values=" + values(numbers));
      const auto tensor_scale = static_cast<double>(static_cast<float>(8.0 / 2688));
      const Json told = ask(R"({"op":"numerics.quantize","scheme":")" + std::string(scheme) +
                            R"(","values":[)" + values(numbers) + "]" +
                            (nvidia ? ",\"tensor_scale\":" + scene::shortest(tensor_scale)
                             : up   ? R"(,"scale_rule":"round_up")"
                                    : "") +
                            "}");
      const auto rows = shown.scene().table().rows;
      for (size_t i = 0; i < 32; ++i) {
        const int scale = told["scales"][i / (nvidia ? 16 : 32)], code = told["codes"][i];
        CHECK(std::strtol(rows[i][2].shown.c_str(), nullptr, 16) == scale);
        CHECK(std::strtol(rows[i][3].shown.c_str(), nullptr, 16) == code);
        const double value = number(told["values"][i]);
        const bool alike = std::fabs(value - numbers[i]) < 1e-6 * std::fabs(numbers[i]);
        CHECK(rows[i][4].shown == scene::readable(alike ? numbers[i] : value));
      }
    }
}

TEST_CASE("ternary and numerics.ternary: sums, outputs and the error") {
  Random random(33);
  for (int round = 0; round < 60; ++round) {
    const std::vector<double> weights = some(random, 24, 2), activations = some(random, 6, 3);
    const std::string scale = round % 2 == 0 ? "absmean" : "absmax";
    const scene::State shown = state("ternary", "scale=" + scale + "&weights=" + values(weights) +
                                                    "&activations=" + values(activations));
    const Json told = ask(R"({"op":"numerics.ternary","scale":")" + scale + R"(","weights":[)" +
                          values(weights) + R"(],"activations":[)" + values(activations) + "]}");
    const auto rows = shown.scene().table().rows;
    REQUIRE(rows.size() == told["sums"].size());
    int skips = 0;
    for (size_t r = 0; r < rows.size(); ++r) {
      std::string signs;
      for (size_t i = 0; i < 6; ++i) {
        const int trit = told["trits"][r * 6 + i];
        signs += trit > 0 ? "+" : trit < 0 ? "−" : "0";
      }
      CHECK(rows[r][1].shown == signs);
      CHECK(rows[r][5].shown == scene::integer(told["sums"][r].get<long long>()));
      CHECK(rows[r][6].shown == scene::fixed(number(told["outputs"][r]), 3));
      CHECK(rows[r][7].shown == scene::fixed(number(told["exact"][r]), 3));
      skips += std::atoi(rows[r][4].shown.c_str());
    }
    CHECK(skips == told["skips"].get<int>());
  }
}

}  // TESTS_OF(tools::numbers_agree)
