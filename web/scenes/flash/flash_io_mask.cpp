#include <algorithm>

#include "core/attention/mask_expression.hpp"
#include "web/scenes/flash/flash_io.hpp"

namespace loom::scenes {

Result<std::vector<bool>> VisitedBlocks::find(std::string_view text,
                                              const kernels::FlashIoOptions& options) {
  constexpr size_t most_remembered = 32;
  if (text != text_ || options.block_q != block_q_ || options.block_k != block_k_ ||
      found_.size() == most_remembered) {
    found_.clear();
    text_ = text;
    block_q_ = options.block_q;
    block_k_ = options.block_k;
  }
  const auto known = std::find_if(found_.begin(), found_.end(),
                                  [&](const Found& each) { return each.n == options.n; });
  if (known != found_.end()) return known->kept;
  const auto mask = attention::ExpressionMask::parse(text);
  if (!mask) return mask.error();
  auto kept = attention::visited_blocks(*mask, static_cast<int>(options.n),
                                        {options.block_q, options.block_k});
  if (kept) found_.push_back({options.n, *kept});
  return kept;
}

}  // namespace loom::scenes
