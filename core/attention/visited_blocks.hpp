// The blocks that a mask of a reader's leaves, remembered: who drags a size asks for the same ones
// again and again, and each time all pairs would be looked at.
#pragma once

#include <string>
#include <string_view>

#include "core/attention/mask_expression.hpp"

namespace loom::attention {

// Remembers those of the last mask and shape of blocks, for several numbers of tokens.
class VisitedBlocks {
 public:
  // Refused: what ExpressionMask::parse() and visited_blocks() refuse.
  Result<std::vector<bool>> find(std::string_view mask, int n, const BlockShape& shape);

 private:
  struct Found {
    int n = 0;
    std::vector<bool> visited;
  };
  std::string mask_;
  BlockShape shape_;
  std::vector<Found> found_;
};

}  // namespace loom::attention
