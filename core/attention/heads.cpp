#include "core/attention/heads.hpp"

#include "core/limits.hpp"

namespace loom::attention {
namespace {

std::optional<Error> check(const HeadSharing& sharing) {
  if (auto error = check_limits({{"heads", static_cast<double>(sharing.heads), 1, 65536},
                                 {"kv_heads", static_cast<double>(sharing.kv_heads), 1, 65536},
                                 {"head", static_cast<double>(sharing.head), 1, 65536}}))
    return error;
  if (sharing.heads % sharing.kv_heads == 0) return std::nullopt;
  return Error{"kv_heads: expected a divisor of the " + std::to_string(sharing.heads) +
               " query heads, got " + std::to_string(sharing.kv_heads)};
}

}  // namespace

std::vector<int> possible_kv_heads(int heads) {
  std::vector<int> found;
  for (int kv_heads = 1; kv_heads <= heads; ++kv_heads)
    if (heads % kv_heads == 0) found.push_back(kv_heads);
  return found;
}

Result<DecodeCost> decode_cost(const HeadSharing& sharing, long long tokens,
                               double bytes_per_number) {
  if (auto error = check(sharing)) return *error;
  if (auto error = check_limits({{"tokens", static_cast<double>(tokens), 1, 1e12}})) return *error;
  if (!(bytes_per_number > 0 && bytes_per_number <= 16))
    return Error{"bytes per number: expected above 0, up to 16"};
  const double each = 2. * sharing.head * static_cast<double>(tokens);  // keys and values
  return DecodeCost{2 * sharing.heads * each, sharing.kv_heads * each * bytes_per_number};
}

Result<std::vector<Step>> attend_shared(const HeadSharing& sharing,
                                        const std::vector<Matrix>& queries,
                                        const std::vector<Matrix>& keys,
                                        const std::vector<Matrix>& values, const Masks& masks) {
  if (auto error = check(sharing)) return *error;
  const auto heads = static_cast<size_t>(sharing.heads),
             kv_heads = static_cast<size_t>(sharing.kv_heads);
  if (queries.size() != heads || keys.size() != kv_heads || values.size() != kv_heads)
    return Error{"expected a matrix of queries for each of " + std::to_string(heads) +
                 " heads, and of keys and values for each of " + std::to_string(kv_heads)};
  std::vector<Step> steps;
  for (int head = 0; head < sharing.heads; ++head) {
    const auto shared = static_cast<size_t>(kv_head_of(sharing, head));
    Result<Step> step = attend(
        {queries[static_cast<size_t>(head)], keys[shared], values[shared], masks, {}, no_sink});
    if (!step) return Error{"head " + std::to_string(head) + ": " + step.error().message};
    steps.push_back(std::move(*step));
  }
  return steps;
}

}  // namespace loom::attention
