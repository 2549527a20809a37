// Loads of clusters: every block, step and part of a tile, one after the other.
#include "core/gemm/multicast.hpp"

#include <vector>

#include "tests/doctest.hpp"

TESTS_OF(core::gemm::multicast) {

using namespace loom;
using namespace loom::gemm;

namespace {

// Rows of A and columns of B that each block asks for, and those that reach its shared memory.
struct Walk {
  std::int64_t asked = 0, arriving = 0;
  bool complete = true;  // at every step every block gets each row and column once
};

Walk walk(const Product& product, const Tile& tile, const Cluster& cluster, bool multicast) {
  Walk found;
  const int down = product.m / tile.rows, across = product.n / tile.columns;
  const int row_bytes = tile.depth * product.element_bytes;
  for (int step = 0; step < product.k / tile.depth; ++step) {
    std::vector<std::vector<int>> a(static_cast<size_t>(down * across),
                                    std::vector<int>(static_cast<size_t>(tile.rows)));
    std::vector<std::vector<int>> b(a.size(), std::vector<int>(static_cast<size_t>(tile.columns)));
    for (int y = 0; y < down; ++y)
      for (int x = 0; x < across; ++x) {
        const int first_y = y - y % cluster.down, first_x = x - x % cluster.across;
        for (int row = 0; row < tile.rows; ++row) {
          if (multicast && row / (tile.rows / cluster.across) != x % cluster.across) continue;
          found.asked += row_bytes;
          for (int to = 0; to < cluster.across; ++to)
            if (multicast || first_x + to == x)
              ++a[static_cast<size_t>(y * across + first_x + to)][static_cast<size_t>(row)];
        }
        for (int column = 0; column < tile.columns; ++column) {
          if (multicast && column / (tile.columns / cluster.down) != y % cluster.down) continue;
          found.asked += row_bytes;
          for (int to = 0; to < cluster.down; ++to)
            if (multicast || first_y + to == y)
              ++b[static_cast<size_t>((first_y + to) * across + x)][static_cast<size_t>(column)];
        }
      }
    for (const auto* tiles : {&a, &b})
      for (const std::vector<int>& one : *tiles)
        for (const int times : one) {
          found.complete = found.complete && times == 1;
          found.arriving += times * row_bytes;
        }
  }
  return found;
}

}  // namespace

TEST_CASE("multicast: asked and arriving bytes are those of a walk over every block and row") {
  const Product product{.m = 64, .n = 128, .k = 32, .element_bytes = 2};
  for (const Tile& tile : {Tile{16, 16, 16}, Tile{16, 32, 8}, Tile{32, 16, 32}})
    for (int down = 1; down <= 4; ++down)
      for (int across = 1; across <= 4; ++across)
        for (const bool multicast : {false, true}) {
          const Cluster cluster{down, across};
          const auto found = cluster_loads(product, tile, cluster, multicast);
          if (!found) continue;
          CAPTURE(down);
          CAPTURE(across);
          const Walk counted = walk(product, tile, cluster, multicast);
          CHECK(counted.complete);
          CHECK(found->asked == counted.asked);
          CHECK(found->arriving == counted.arriving);
          CHECK(found->clusters * cluster.blocks() == found->blocks);
          if (!multicast) CHECK(found->asked == found->arriving);
        }
}

TEST_CASE("multicast: a square cluster asks for least, and arrivals are traffic's") {
  const Product product{.m = 4096, .n = 4096, .k = 4096, .element_bytes = 2};
  const Tile tile{128, 128, 64};
  const auto share = [&](int down, int across) {
    return cluster_loads(product, tile, {down, across}, true)->asked_share();
  };
  CHECK(share(1, 1) == 1);
  CHECK(share(2, 1) == 0.75);
  CHECK(share(2, 2) == 0.5);
  CHECK(share(4, 1) == 0.625);
  CHECK(share(4, 4) == 0.25);
  CHECK(share(8, 2) == share(2, 8));
  CHECK(share(16, 1) > share(8, 2));
  CHECK(share(8, 2) > share(4, 4));
  CHECK(cluster_loads(product, tile, {2, 2}, true)->arriving == traffic(product, tile)->bytes);
  CHECK(Cluster{2, 1}.partners() == 1);
  CHECK(Cluster{4, 4}.partners() == 6);
}

TEST_CASE("multicast: what cannot be launched is refused") {
  const auto message = [](const Product& product, const Tile& tile, const Cluster& cluster) {
    return cluster_loads(product, tile, cluster, true).error().message;
  };
  const Product product{.m = 512, .n = 512, .k = 512, .element_bytes = 2};
  const Tile tile{128, 256, 64};
  CHECK(message(product, tile, {8, 4}) == "blocks of a cluster: got 32, expected 1 to 16");
  CHECK(message(product, tile, {0, 1}) == "blocks of a cluster: got 0, expected 1 to 16");
  CHECK(message(product, tile, {1, 4}) == "columns of tiles: got 2, expected whole clusters of 4");
  CHECK(message(product, tile, {3, 1}) == "rows of tiles: got 4, expected whole clusters of 3");
  CHECK(message({.m = 500, .n = 512, .k = 512}, tile, {1, 1}) ==
        "m: got 500, expected whole tiles of 128");
  CHECK(message({.m = 0, .n = 512, .k = 512}, tile, {1, 1}) == "m: expected 1 to 65536, got 0");
  CHECK(message({.m = 600, .n = 600, .k = 64}, {100, 100, 64}, {1, 3}) ==
        "rows of a tile: got 100, expected a multiple of 3");
}

}  // TESTS_OF(core::gemm::multicast)
