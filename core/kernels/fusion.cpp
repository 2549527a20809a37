#include "core/kernels/fusion.hpp"

#include <cmath>
#include <optional>
#include <string>

#include "core/limits.hpp"

namespace loom::kernels {
namespace {

std::optional<Error> check_fusion(const FusionOptions& o) {
  if (auto error = check_limits(
          {{"elements", static_cast<double>(o.elements), 1, 0x1p53},
           {"width", 1.0 * o.width, 1, 16},
           {"operations", static_cast<double>(o.extra.size()), 1, most_fused_operations}}))
    return error;
  for (std::size_t i = 0; i < o.extra.size(); ++i) {
    const std::string name = "extra[" + std::to_string(i) + "]";
    if (auto error = check_limits({{name.c_str(), 1.0 * o.extra[i], 0, most_extra_tensors}}))
      return error;
  }
  for (const auto& [name, value] :
       {std::pair{"bandwidth", o.bandwidth}, std::pair{"l2_bandwidth", o.l2_bandwidth}})
    if (!(value > 0 && value <= 1e18))
      return Error{std::string(name) + ": expected bytes a second, above 0, up to 1e18"};
  if (!(o.launch >= 0 && o.launch <= 1e6)) return Error{"launch: expected 0 to 1e6 seconds"};
  if (!(o.l2_bytes >= 0 && o.l2_bytes <= 1e18)) return Error{"l2_bytes: expected 0 to 1e18"};
  return std::nullopt;
}

}  // namespace

Result<Fusion> fusion(const FusionOptions& options) {
  if (auto error = check_fusion(options)) return *error;
  const double tensor = static_cast<double>(options.elements) * options.width;
  const auto kernel = [&](FusionCost& cost, int tensors) {
    const double bytes = tensors * tensor;
    const bool near = bytes <= options.l2_bytes;
    cost.bytes += bytes;
    cost.tensors += tensors;
    ++cost.launches;
    cost.seconds += options.launch + bytes / (near ? options.l2_bandwidth : options.bandwidth);
  };
  Fusion found;
  int all = 2;
  for (const int extra : options.extra) {
    kernel(found.unfused, 2 + extra);
    found.bytes.push_back((2 + extra) * tensor);
    all += extra;
  }
  kernel(found.fused, all);
  if (!std::isfinite(found.unfused.seconds) || !std::isfinite(found.fused.seconds))
    return Error{"bandwidth: so small that the seconds are beyond every number"};
  return found;
}

}  // namespace loom::kernels
