// How often is each number fetched? A matrix product, tile by tile, beside the naive loop.
#include "web/scenes/machine/matmul_tiling.hpp"

#include "core/gemm/measured.hpp"

namespace loom::scenes {
namespace {

constexpr auto& sizes = number_choices<16, 32, 64, 100, 128, 256, 512, 1024, 2048, 4096, 8192>;
constexpr auto& tiles = number_choices<1, 2, 4, 8, 16, 32, 64, 128>;

constexpr Parameter parameters[] = {
    one_of("n", "N (matrices of N × N)", sizes, "64",
           {.help = "A, B and C have N × N numbers of 4 bytes."}),
    one_of("tile", "Edge of a tile", tiles, "8",
           {.help = "1 is the naive loop, which keeps nothing."}),
};

constexpr Preset presets[] = {
    {"Tiles of 8", ""},
    {"A real size", "n=4096&tile=128"},
    {"Past the edge", "n=100&tile=16"},
    {"Counted on an H200", "n=1024&tile=32"},
};
constexpr std::string_view parts[] = {"a",     "b",         "c",      "bytes",
                                      "reuse", "intensity", "shared", "measured"};
constexpr std::string_view references[] = {"cuda-guide", "siboehm"};

// Of the timeline; for longer loops a step is several pairs of tiles.
constexpr int most_steps = 64;

class MatmulTilingScene final : public Pictured<MatmulTilingScene> {
 public:
  std::optional<Error> set(const Values& values) override {
    n_ = values.integer("n");
    tile_ = values.integer("tile");
    const gemm::Product product{n_, n_, n_};
    if (auto error = keep(naive_, gemm::traffic(product, {}))) return error;
    return keep(tiled_, gemm::traffic(product, {tile_, tile_, tile_}));
  }

  int steps() const override {
    return static_cast<int>(std::min<std::int64_t>(tiled_.steps, most_steps));
  }

  std::string status(int step) const override {
    if (step == 0)
      return fill(
          "Nothing is loaded yet. C has {}. For each, a tile of A and one of B move along K in {}.",
          Word(tiled_.blocks, "tile"), Word(tiled_.steps, "step"));
    return step < steps() ? midway(shown().pairs(step)) : done();
  }

  Table table() const override {
    Table table = headed(text_column("Loop"), "Numbers loaded", "Bytes", "Fetches of a number",
                         "Operations per byte", "Shared memory, bytes", "Counted on an H200");
    row(table, "naive", 1, naive_);
    row(table, "tiles of " + tile_name(tile_), tile_, tiled_);
    return table;
  }

  std::vector<Metric> metrics() const override {
    return {{"less", "Times less than naive", tiled_.reuse, 1, "×"},
            {"fetches", "Fetches of a number", pieces()},
            {"intensity", "Operations per byte", tiled_.intensity, 2},
            {"shared", "Shared memory per block", tiled_.shared_bytes, "B"},
            {"wasted", "Multiply-adds beyond the edge", 100 * (1 - tiled_.useful), 0, "%"}};
  }

  TilingPicture shown() const { return {n_, tile_, naive_, tiled_, steps()}; }

 private:
  int pieces() const { return (n_ + tile_ - 1) / tile_; }

  void row(Table& table, const std::string& name, int tile, const gemm::Traffic& traffic) const {
    const gemm::h200::Reads* counted = gemm::h200::counted(n_, tile);
    table.add({name, traffic.loads(), traffic.bytes, (n_ + tile - 1) / tile,
               cell(traffic.intensity, brief), traffic.shared_bytes,
               counted ? Entry(counted->loads) : no_cell()});
  }

  std::string midway(long long pairs) const {
    const double share = static_cast<double>(std::min<long long>(pairs * tile_, n_)) / n_;
    const auto so_far = [&](const gemm::Traffic& traffic) {
      return binary_bytes(static_cast<double>(traffic.bytes) * share);
    };
    return fill("After step {} of {} along K, the threads have requested {}. The naive loop: {}.",
                pairs, tiled_.steps, so_far(tiled_), so_far(naive_));
  }

  std::string done() const {
    const std::string bytes = binary_bytes(tiled_.bytes);
    if (tile_ == 1)
      return fill(
          "The naive loop keeps nothing: it requests {}, each number {} times. That is {} "
          "operations per byte.",
          bytes, n_, brief(tiled_.intensity));
    const std::string text = fill(
        "With tiles of {} the threads request {} instead of {}, {} times less: each number {} "
        "instead of {}. That is {} operations per byte.",
        tile_name(tile_), bytes, binary_bytes(naive_.bytes), brief(tiled_.reuse),
        Word(pieces(), "time"), n_, brief(tiled_.intensity));
    const double idle = 1 - tiled_.useful;
    if (idle == 0) return text;
    return text + fill(" {} of the multiply-adds are wasted beyond the edge.",
                       percent(idle, idle > 0.99 ? 1 : 0));
  }

  int n_ = 64, tile_ = 8;
  gemm::Traffic naive_, tiled_;
};

}  // namespace

Description matmul_tiling() {
  return describe<MatmulTilingScene, parameters>(
      "matmul-tiling", "index", "Tiled matrix multiply", "How often is each number fetched?",
      "core/gemm/traffic.hpp",
      {.presets = presets, .parts = parts, .references = references, .opens_at_end = true});
}

}  // namespace loom::scenes
