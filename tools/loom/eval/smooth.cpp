#include "core/numerics/smooth.hpp"

#include "tools/loom/eval/fields.hpp"
#include "web/scene/format.hpp"

namespace loom::eval {
namespace {

constexpr Field smooth_in[] = {
    {"activations",
     "array of rows, one per token, each an array of numbers of at most 1e30 in size, one per "
     "channel"},
    {"weights",
     "array of rows, one per output, each as long as a token; tokens · outputs · channels up to "
     "16777216"},
    {"alpha", "SmoothQuant's, from 0 to 1; 0.5 by default", true},
    {"bits", "of the integers, a whole number from 2 to 16; 8 by default", true},
    {"threshold", "size from which a channel is kept in FP16, above 0; 6 by default", true},
};
constexpr Field smooth_out[] = {
    {"factors", "a number per channel: activations are divided by it, weights multiplied"},
    {"activations", "smoothed, as they were given"},
    {"weights", "smoothed, as they were given"},
    {"errors",
     "of the output, relative: plain, smoothed, mixed (outlier channels in FP16) and, where the "
     "channels are a power of two, rotated (Hadamard)"},
};

constexpr double most_products = 1 << 24;  // about a second

numerics::Matrix matrix(const Value& fields, const char* field) {
  const Value::Array& rows = array(fields[field], field);
  if (rows.empty()) throw Refused(std::string("field '") + field + "': expected at least one row");
  numerics::Matrix matrix{static_cast<int>(rows.size()), 0, {}};
  for (size_t i = 0; i < rows.size(); ++i) {
    const std::string where = std::string(field) + "[" + std::to_string(i) + "]";
    const std::vector<double> row = finite_numbers(rows[i], where, 1e30);  // scales are float32
    if (i == 0) matrix.columns = static_cast<int>(row.size());
    if (row.empty() || row.size() != static_cast<size_t>(matrix.columns))
      throw Refused("field '" + where + "': expected " +
                    (matrix.columns == 0 ? "at least one number"
                                         : std::to_string(matrix.columns) + " numbers") +
                    ", got " + std::to_string(row.size()));
    matrix.values.insert(matrix.values.end(), row.begin(), row.end());
  }
  return matrix;
}

Json rows(const numerics::Matrix& matrix) {
  Json all = Json::array();
  for (int row = 0; row < matrix.rows; ++row)
    all.push_back(answer(std::span(matrix.values)
                             .subspan(static_cast<size_t>(row * matrix.columns),
                                      static_cast<size_t>(matrix.columns))));
  return all;
}

Json run_smooth(const Value& fields) {
  const numerics::Linear linear = {matrix(fields, "activations"), matrix(fields, "weights")};
  if (linear.x.columns != linear.w.columns)
    throw Refused("field 'weights': expected rows of " + std::to_string(linear.x.columns) +
                  ", as long as a token, got " + std::to_string(linear.w.columns));
  const double products = 1. * linear.x.rows * linear.w.rows * linear.x.columns;
  if (products > most_products)
    throw Refused("field 'weights': expected at most " + scene::shortest(most_products) +
                  " products of a token, an output and a channel, got " +
                  scene::shortest(products));
  const double alpha = fields.contains("alpha")
                           ? within(fields["alpha"], "alpha", 0, 1, "a number from 0 to 1")
                           : 0.5;
  const double threshold = fields.contains("threshold") ? within(fields["threshold"], "threshold",
                                                                 1e-300, 1e300, "a positive number")
                                                        : numerics::llm_int8_threshold;
  const int bits =
      fields.contains("bits") ? static_cast<int>(integer(fields["bits"], "bits", 2, 16)) : 8;
  const numerics::Linear moved = numerics::smoothed(linear, alpha);
  const numerics::Matrix exact = numerics::product(linear);
  const auto error = [&](const numerics::Linear& layer, double kept_from) {
    return answer(
        numerics::relative_error(exact, numerics::quantized_product(layer, bits, kept_from)));
  };
  Json errors = {{"plain", error(linear, 0)},
                 {"smoothed", error(moved, 0)},
                 {"mixed", error(linear, threshold)}};
  if (const auto turned = numerics::rotated(linear)) errors["rotated"] = error(*turned, 0);
  return {{"factors", answer(numerics::smoothing_factors(linear, alpha))},
          {"activations", rows(moved.x)},
          {"weights", rows(moved.w)},
          {"errors", errors}};
}

}  // namespace

const Operation smooth = {"numerics.smooth",
                          "a linear layer's outliers, moved into its weights, and what integers "
                          "then get wrong",
                          smooth_in, smooth_out, run_smooth};

}  // namespace loom::eval
