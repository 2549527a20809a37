#include <cmath>
#include <limits>
#include <optional>

#include "core/numerics/accumulate.hpp"
#include "core/numerics/block_scale.hpp"
#include "core/numerics/convert.hpp"
#include "core/numerics/format.hpp"
#include "core/numerics/gguf.hpp"
#include "core/numerics/gguf_quantize.hpp"
#include "core/numerics/group_scale.hpp"
#include "tools/loom/eval/fields.hpp"
#include "tools/loom/eval/formats.hpp"
#include "web/scene/format.hpp"

namespace loom::eval {
namespace {

constexpr Field accumulate_in[] = {
    {"mantissa_bits",
     "explicit mantissa bits of the accumulator, a whole number from 1 to 50 (FP32: 23)"},
    {"terms", "array of numbers, added in order, not rounded themselves"},
};
constexpr Field accumulate_out[] = {{"sums", "the running sum after each term"}};

Json run_accumulate(const Value& fields) {
  const auto bits =
      static_cast<int>(integer(fields["mantissa_bits"], "mantissa_bits",
                               numerics::min_mantissa_bits, numerics::max_mantissa_bits));
  const std::vector<double> terms = numbers(fields["terms"], "terms");
  return {{"sums", answer(accept(numerics::accumulate(terms, bits)))}};
}

constexpr Field encode_in[] = {
    {"format", format_field},
    {"values", "array of numbers"},
    {"overflow",
     "what infinities and numbers beyond the largest become: saturate, or ieee (infinity, or NaN "
     "where there is none); by default ieee for fp32, tf32, fp16 and bf16, else saturate",
     true},
};
constexpr Field encode_out[] = {{"codes", "whole numbers, the bits of the format"}};
constexpr Field decode_in[] = {
    {"format", format_field},
    {"codes", "array of whole numbers, from 0 to all of the format's bits set"},
};
constexpr Field decode_out[] = {{"values", "what each code means, exactly"}};

constexpr Field quantize_in[] = {
    {"scheme",
     "one of mxfp4, mxfp6_e2m3, mxfp6_e3m2, mxfp8_e4m3, mxfp8_e5m2, mxint8 (blocks of 32), nvfp4 "
     "(blocks of 16); or, under a scale by their greatest size, int2, int3, int4, int8, e4m3, "
     "e2m1; or a GGUF type, whose last block is filled up with zeros: q4_0, q8_0, q2_k, q3_k, "
     "q4_k, q5_k, q6_k"},
    {"values", "array of numbers, rounded to float32 first"},
    {"tensor_scale",
     "nvfp4: the scale above the blocks' scales, a positive number; by default the greatest size / "
     "2688",
     true},
    {"scale_rule", "MX: floor (the default, as the standard has it) or round_up", true},
    {"granularity",
     "int and float schemes: which numbers share a scale, tensor (the default), row or group",
     true},
    {"columns", "length of a row, for row; for group, where groups begin anew", true},
    {"group", "numbers in a group", true},
    {"zero_point", "int schemes: true for codes from 0 with a zero point per scale", true},
    {"scale_format",
     "int and float schemes: what scales are rounded to, fp32 (the default), fp16 "
     "or bf16",
     true},
};
constexpr Field quantize_out[] = {
    {"scales", "a code per block: E8M0, or E4M3 for nvfp4; int and float schemes: the scales"},
    {"codes", "a code per value"},
    {"values", "what they decode to"},
    {"tensor_scale", "nvfp4 only: the one used"},
    {"zero_points", "with zero points only: one per scale"},
    {"bits_per_value", "int and float schemes: with scales and zero points"},
    {"hex", "GGUF types only, instead of scales and codes: the bytes of the blocks"},
};
constexpr Field dequantize_in[] = {
    {"type", "one of q4_0, q4_1, q5_0, q5_1, q8_0, q2_k, q3_k, q4_k, q5_k, q6_k"},
    {"hex", "the bytes of one block or several, two hexadecimal digits each"},
};
constexpr Field dequantize_out[] = {{"values", "the weights, in float32"}};

Json run_encode(const Value& fields) {
  const numerics::Format& format = format_of(fields);
  numerics::Overflow overflow = numerics::usual_overflow(format);
  if (fields.contains("overflow"))
    overflow = choice(fields["overflow"], "overflow", overflow_names) == "ieee"
                   ? numerics::Overflow::ieee
                   : numerics::Overflow::saturate;
  Json codes = Json::array();
  for (double value : numbers(fields["values"], "values"))
    codes.push_back(numerics::encode(format, value, overflow));
  return {{"codes", codes}};
}

Json run_decode(const Value& fields) {
  const numerics::Format& format = format_of(fields);
  const Value::Array& codes = array(fields["codes"], "codes");
  std::vector<double> values;
  for (size_t i = 0; i < codes.size(); ++i) {
    const auto most = static_cast<long long>(format.codes()) - 1;
    const long long code = integer(codes[i], "codes[" + std::to_string(i) + "]", 0, most);
    values.push_back(numerics::decode(format, static_cast<std::uint32_t>(code)));
  }
  return {{"values", answer(values)}};
}

std::vector<float> floats_of(const Value& value) {
  std::vector<float> floats;
  for (double number : numbers(value, "values")) floats.push_back(static_cast<float>(number));
  return floats;
}

std::vector<float> finite_floats(const Value& value) {
  const std::vector<double> numbers =
      finite_numbers(value, "values", static_cast<double>(std::numeric_limits<float>::max()));
  return {numbers.begin(), numbers.end()};
}

// Fields that only some schemes take.
void refuse_foreign(const Value& fields, std::string_view scheme,
                    std::initializer_list<const char*> foreign) {
  for (const char* field : foreign)
    if (fields.contains(field))
      throw Refused(std::string("field '") + field + "': " + std::string(scheme) + " has none");
}

struct Granular {
  std::string_view id;
  int bits;  // of an integer; 0: a float format
};
constexpr Granular granular[] = {{"int2", 2}, {"int3", 3}, {"int4", 4},
                                 {"int8", 8}, {"e4m3", 0}, {"e2m1", 0}};
constexpr long long most_numbers = 1 << 24;
constexpr double least_double = std::numeric_limits<double>::denorm_min(),
                 greatest_double = std::numeric_limits<double>::max();

Json run_granular(const Granular& kind, const Value& fields) {
  constexpr std::string_view granularities[] = {"tensor", "row", "group"};
  constexpr std::string_view scales[] = {"fp32", "fp16", "bf16"};
  refuse_foreign(fields, kind.id, {"scale_rule", "tensor_scale"});
  if (kind.bits == 0) refuse_foreign(fields, kind.id, {"zero_point"});
  const std::string granularity = fields.contains("granularity")
                                      ? choice(fields["granularity"], "granularity", granularities)
                                      : "tensor";
  const auto count = [&](const char* field, bool wanted, bool required) {
    if (!fields.contains(field)) {
      if (required)
        throw Refused(std::string("missing field '") + field + "', expected the length of a " +
                      granularity);
      return 0;
    }
    if (!wanted) throw Refused(std::string("field '") + field + "': " + granularity + " has none");
    return static_cast<int>(integer(fields[field], field, 1, most_numbers));
  };
  numerics::GroupScheme scheme = {.bits = kind.bits};
  if (kind.bits == 0) scheme.element = numerics::find_format(kind.id);
  scheme.group = count("group", granularity == "group", granularity == "group");
  const int columns = count("columns", granularity != "tensor", granularity == "row");
  if (fields.contains("zero_point"))
    scheme.zero_point = boolean(fields["zero_point"], "zero_point");
  if (fields.contains("scale_format"))
    scheme.scale = numerics::find_format(choice(fields["scale_format"], "scale_format", scales));
  const std::vector<float> floats = finite_floats(fields["values"]);
  const std::vector<double> values(floats.begin(), floats.end());
  if (columns > 0 && values.size() % static_cast<size_t>(columns) != 0)
    throw Refused("field 'columns': " + std::to_string(values.size()) +
                  " values are no whole rows of " + std::to_string(columns));
  const numerics::GroupQuantized quantized = numerics::quantize(scheme, values, columns);
  Json out = {{"scales", answer(quantized.scales)},
              {"codes", quantized.codes},
              {"values", answer(quantized.values)}};
  if (scheme.zero_point) out["zero_points"] = quantized.zero_points;
  if (!values.empty()) out["bits_per_value"] = numerics::bits_per_value(scheme, quantized);
  return out;
}

Json run_layout(const numerics::BlockLayout& layout, const Value& fields) {
  refuse_foreign(fields, layout.id,
                 {"scale_rule", "tensor_scale", "granularity", "columns", "group", "zero_point",
                  "scale_format"});
  const std::vector<float> numbers = finite_floats(fields["values"]);
  const std::vector<std::uint8_t> bytes = numerics::quantize(layout, numbers);
  std::vector<float> decoded = numerics::dequantize(layout, bytes);
  decoded.resize(numbers.size());
  std::string hex;
  for (std::uint8_t byte : bytes)
    for (int digit : {byte / 16, byte % 16}) hex += "0123456789abcdef"[digit];
  return {{"hex", hex}, {"values", answer(std::vector<double>(decoded.begin(), decoded.end()))}};
}

Json run_quantize(const Value& fields) {
  constexpr std::string_view rules[] = {"floor", "round_up"};
  std::vector<std::string_view> ids;
  for (const numerics::BlockScheme& scheme : numerics::block_schemes()) ids.push_back(scheme.id);
  for (const Granular& kind : granular) ids.push_back(kind.id);
  for (const numerics::BlockLayout& layout : numerics::block_layouts()) ids.push_back(layout.id);
  const std::string id = choice(fields["scheme"], "scheme", ids);
  for (const Granular& kind : granular)
    if (id == kind.id) return run_granular(kind, fields);
  if (const auto* layout = numerics::find_block_layout(id)) return run_layout(*layout, fields);
  const auto& scheme = *numerics::find_block_scheme(id);
  refuse_foreign(fields, id, {"granularity", "columns", "group", "zero_point", "scale_format"});
  refuse_foreign(fields, id, {scheme.tensor_scale ? "scale_rule" : "tensor_scale"});
  numerics::ScaleRule rule = numerics::ScaleRule::floor;
  std::optional<double> tensor_scale;
  if (fields.contains("scale_rule") &&
      choice(fields["scale_rule"], "scale_rule", rules) == "round_up")
    rule = numerics::ScaleRule::round_up;
  if (fields.contains("tensor_scale"))
    tensor_scale = within(fields["tensor_scale"], "tensor_scale", least_double, greatest_double,
                          "a positive number");
  const auto quantized =
      numerics::quantize(scheme, floats_of(fields["values"]), rule, tensor_scale);
  Json out = {{"scales", quantized.scales},
              {"codes", quantized.codes},
              {"values", answer(quantized.values)}};
  if (scheme.tensor_scale) out["tensor_scale"] = answer(quantized.tensor_scale);
  return out;
}

std::vector<std::uint8_t> bytes_of(const Value& value) {
  if (!value.text())
    throw Refused("field 'hex': expected hexadecimal digits, got " + display(value));
  const std::string& hex = *value.text();
  const size_t bad = hex.find_first_not_of("0123456789abcdefABCDEF");
  if (bad != hex.npos)
    throw Refused("field 'hex': no hexadecimal digit at byte " + std::to_string(bad) + " of " +
                  display(value));
  if (hex.size() % 2 != 0)
    throw Refused("field 'hex': " + scene::plural(static_cast<long long>(hex.size()), "digit") +
                  "; expected two for each byte");
  std::vector<std::uint8_t> bytes;
  for (size_t i = 0; i < hex.size(); i += 2)
    bytes.push_back(static_cast<std::uint8_t>(std::stoi(hex.substr(i, 2), nullptr, 16)));
  return bytes;
}

Json run_dequantize(const Value& fields) {
  const numerics::BlockType& type = named(fields["type"], "type", numerics::block_types());
  const auto values = numerics::dequantize(type, bytes_of(fields["hex"]));
  if (!values) throw Refused("field 'hex': " + values.error().message);
  return {{"values", answer(std::vector<double>(values->begin(), values->end()))}};
}

}  // namespace

const Operation encode = {"numerics.encode",
                          "numbers as codes of a format, rounded to nearest even", encode_in,
                          encode_out, run_encode};
const Operation decode = {"numerics.decode", "what the codes of a format mean", decode_in,
                          decode_out, run_decode};
const Operation dequantize = {"numerics.dequantize", "the weights in a GGUF file's blocks",
                              dequantize_in, dequantize_out, run_dequantize};
const Operation quantize = {"numerics.quantize", "numbers that share a scale", quantize_in,
                            quantize_out, run_quantize};
const Operation accumulate = {"numerics.accumulate",
                              "a running sum, rounded to nearest even after every add",
                              accumulate_in, accumulate_out, run_accumulate};

}  // namespace loom::eval
