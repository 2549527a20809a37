#include "core/numerics/ternary.hpp"

#include "tools/loom/eval/fields.hpp"

namespace loom::eval {
namespace {

constexpr Field ternary_in[] = {
    {"weights", "array of numbers of at most 1e30 in size, row after row"},
    {"activations", "array of numbers, as long as a row"},
    {"scale", "absmean (the default, as BitNet b1.58) or absmax", true},
};
constexpr Field ternary_out[] = {
    {"gamma", "what the weights are divided by before they are rounded"},
    {"trits", "-1, 0 or 1 for each weight"},
    {"activation_scale", "the greatest activation / 127"},
    {"activations", "integers of 8 bits"},
    {"adds", "how many weights are 1"},
    {"subtracts", "how many weights are -1"},
    {"skips", "how many weights are 0"},
    {"sums", "of integers, one a row"},
    {"outputs", "gamma * activation_scale * sum"},
    {"exact", "the product of the numbers as given"},
    {"relative_error", "length of (outputs - exact) / length of exact"},
};

Json run_ternary(const Value& fields) {
  constexpr std::string_view scales[] = {"absmean", "absmax"};
  const bool absmax =
      fields.contains("scale") && choice(fields["scale"], "scale", scales) == "absmax";
  constexpr double most = 1e30;  // so that no sum of squares overflows
  const numerics::TernaryProduct product = accept(numerics::ternary_product(
      finite_numbers(fields["weights"], "weights", most),
      finite_numbers(fields["activations"], "activations", most),
      absmax ? numerics::TernaryScale::absmax : numerics::TernaryScale::absmean));
  Json sums = Json::array(), outputs = Json::array(), exact = Json::array();
  for (const numerics::TernaryRow& row : product.rows) {
    sums.push_back(row.sum);
    outputs.push_back(answer(row.output));
    exact.push_back(answer(row.exact));
  }
  return {{"gamma", answer(product.weights.scale)},
          {"trits", product.weights.trits},
          {"activation_scale", answer(product.activation_scale)},
          {"activations", product.activations},
          {"adds", product.adds},
          {"subtracts", product.subtracts},
          {"skips", product.skips},
          {"sums", sums},
          {"outputs", outputs},
          {"exact", exact},
          {"relative_error", answer(product.error)}};
}

}  // namespace

const Operation ternary = {"numerics.ternary",
                           "a matrix product with weights rounded to -1, 0 and 1", ternary_in,
                           ternary_out, run_ternary};

}  // namespace loom::eval
