#include "tools/loom/eval/formats.hpp"

#include "tools/loom/eval/fields.hpp"

namespace loom::eval {
namespace {

constexpr Field format_in[] = {
    {"format", format_field},
};
constexpr Field format_out[] = {
    {"format", "its id"},
    {"name", "as people write it"},
    {"bits", "of a code"},
    {"sign_bits", "0 or 1"},
    {"exponent_bits", "E"},
    {"mantissa_bits", "M, those that are stored"},
    {"bias", "what is subtracted from the exponent field"},
    {"max", "the largest finite number"},
    {"max_code", "its code"},
    {"min_normal", "the smallest normal number"},
    {"min_subnormal", "the smallest subnormal number, null where there is none"},
    {"epsilon", "from 1 to the next larger number"},
    {"digits", "decimal digits of the stored mantissa: M times log10 of 2"},
    {"zero", "whether it has a zero"},
    {"negative_zero", "whether it has a negative zero"},
    {"infinity", "whether it has infinities"},
    {"nan", "whether it has NaN"},
    {"nan_code", "the NaN that rounding gives, null where there is none"},
    {"finite_codes", "how many codes are finite numbers"},
    {"distinct_values", "how many numbers these are: 0 and -0 are one"},
};

Json run_format(const Value& fields) { return format_facts(format_of(fields)); }

}  // namespace

std::vector<std::string_view> format_ids() {
  std::vector<std::string_view> ids;
  for (const numerics::Format& format : numerics::formats()) ids.push_back(format.id);
  return ids;
}

const numerics::Format& format_of(const Value& fields) {
  return named(fields["format"], "format", numerics::formats());
}

Json format_facts(const numerics::Format& format) {
  const numerics::Facts facts = numerics::facts(format);
  const Json none = nullptr;
  return {{"format", format.id},
          {"name", format.name},
          {"bits", format.bits()},
          {"sign_bits", format.has_sign ? 1 : 0},
          {"exponent_bits", format.exponent_bits},
          {"mantissa_bits", format.mantissa_bits},
          {"bias", format.bias},
          {"max", facts.max},
          {"max_code", format.max_code()},
          {"min_normal", facts.min_normal},
          {"min_subnormal", facts.min_subnormal > 0 ? Json(facts.min_subnormal) : none},
          {"epsilon", facts.epsilon},
          {"digits", facts.digits},
          {"zero", facts.zero},
          {"negative_zero", facts.negative_zero},
          {"infinity", format.has_infinity()},
          {"nan", format.has_nan()},
          {"nan_code", format.has_nan() ? Json(format.nan_code()) : none},
          {"finite_codes", facts.finite_codes},
          {"distinct_values", facts.distinct_values}};
}

const Operation number_format = {"numerics.format", "what a number format can hold", format_in,
                                 format_out, run_format};

}  // namespace loom::eval
