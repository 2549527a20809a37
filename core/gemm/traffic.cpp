#include "core/gemm/traffic.hpp"

namespace loom::gemm {
namespace {

std::int64_t pieces(int side, int edge) { return (side + std::int64_t{edge} - 1) / edge; }

// The share of `side` in the pieces that cover it.
double filled(int side, int edge) {
  return static_cast<double>(side) / (static_cast<double>(pieces(side, edge)) * edge);
}

}  // namespace

Result<Traffic> traffic(const Product& product, const Tile& tile) {
  const auto& [m, n, k, element_bytes] = product;
  struct {
    const char* name;
    int value, most;
  } const ranges[] = {{"m", m, max_side},
                      {"n", n, max_side},
                      {"k", k, max_side},
                      {"rows", tile.rows, max_side},
                      {"columns", tile.columns, max_side},
                      {"depth", tile.depth, max_side},
                      {"element_bytes", element_bytes, max_element_bytes}};
  for (const auto& range : ranges)
    if (range.value < 1 || range.value > range.most)
      return Error{std::string(range.name) + ": expected 1 to " + std::to_string(range.most) +
                   ", got " + std::to_string(range.value)};

  Traffic found;
  const std::int64_t down = pieces(m, tile.rows), across = pieces(n, tile.columns);
  found.loads_a = std::int64_t{m} * k * across;
  found.loads_b = std::int64_t{k} * n * down;
  found.stores = std::int64_t{m} * n;
  found.blocks = down * across;
  found.steps = pieces(k, tile.depth);
  found.bytes = found.loads() * element_bytes;
  if (!tile.naive())
    found.shared_bytes = (std::int64_t{tile.rows} + tile.columns) * tile.depth * element_bytes;
  const double operations = 2.0 * m * n * k;
  found.reuse = operations / static_cast<double>(found.loads());
  found.intensity = operations / static_cast<double>(found.bytes);
  found.useful = filled(m, tile.rows) * filled(n, tile.columns) * filled(k, tile.depth);
  return found;
}

}  // namespace loom::gemm
