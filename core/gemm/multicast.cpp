#include "core/gemm/multicast.hpp"

namespace loom::gemm {
namespace {

std::string refused(const char* what, int got, const char* expected, int number) {
  return std::string(what) + ": got " + std::to_string(got) + ", expected " + expected +
         std::to_string(number);
}

}  // namespace

Result<ClusterLoads> cluster_loads(const Product& product, const Tile& tile, const Cluster& cluster,
                                   bool multicast) {
  const auto single = traffic(product, tile);
  if (!single) return single.error();
  if (cluster.down < 1 || cluster.across < 1 || cluster.blocks() > most_cluster_blocks)
    return Error{refused("blocks of a cluster", cluster.blocks(), "1 to ", most_cluster_blocks)};
  const struct {
    const char* what;
    int value, divisor;
    const char* expected;
  } rules[] = {
      {"m", product.m, tile.rows, "whole tiles of "},
      {"n", product.n, tile.columns, "whole tiles of "},
      {"k", product.k, tile.depth, "whole tiles of "},
      {"rows of tiles", product.m / tile.rows, cluster.down, "whole clusters of "},
      {"columns of tiles", product.n / tile.columns, cluster.across, "whole clusters of "},
      {"rows of a tile", tile.rows, cluster.across, "a multiple of "},
      {"columns of a tile", tile.columns, cluster.down, "a multiple of "},
  };
  for (const auto& rule : rules)
    if (rule.value % rule.divisor != 0)
      return Error{refused(rule.what, rule.value, rule.expected, rule.divisor)};

  ClusterLoads found;
  found.blocks = single->blocks;
  found.clusters = found.blocks / cluster.blocks();
  found.steps = single->steps;
  found.tile_a = std::int64_t{tile.rows} * tile.depth * product.element_bytes;
  found.tile_b = std::int64_t{tile.columns} * tile.depth * product.element_bytes;
  found.part_a = found.tile_a / (multicast ? cluster.across : 1);
  found.part_b = found.tile_b / (multicast ? cluster.down : 1);
  const std::int64_t all = found.blocks * found.steps;
  found.asked = all * (found.part_a + found.part_b);
  found.arriving = all * (found.tile_a + found.tile_b);
  return found;
}

int measured_resident_blocks(int cluster_blocks) {
  switch (cluster_blocks) {
    case 1:
    case 2:
      return 132;
    case 4:
    case 8:
      return 120;
    case 16:
      return 112;
    default:
      return 0;
  }
}

}  // namespace loom::gemm
