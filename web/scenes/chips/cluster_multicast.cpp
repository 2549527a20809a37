// Why should four blocks load the same tile four times? Parts of tiles, each asked for once and
// brought to all blocks of a cluster that need it.
#include "web/scenes/chips/cluster_multicast.hpp"

namespace loom::scenes {
namespace {

using gemm::Sharing;

constexpr auto& sides = number_choices<1, 2, 4, 8, 16>;
constexpr int side_numbers[] = {1, 2, 4, 8, 16};
constexpr Choice tile_choices[] = {{"128x128", "128 × 128"},
                                   {"128x256", "128 × 256"},
                                   {"256x128", "256 × 128"},
                                   {"256x256", "256 × 256"}};

constexpr Choice ways[] = {
    {"off", "Each alone"}, {"on", "Multicast"}, {"neighbors", "From neighbors"}};

constexpr Parameter parameters[] = {
    one_of("down", "Rows of blocks", sides, "2"),
    one_of("across", "Columns of blocks", sides, "1"),
    one_of("multicast", "Sharing of tiles", ways, "on",
           {.help = "From neighbors: threads read the other parts from the shared memory of other "
                    "SMs in the cluster"}),
    one_of("tile", "Tile of C", tile_choices, "128x128"),
    whole_number("n", "Side of the matrices", "4096", {2048, 16384}, {.step = 2048}),
};

constexpr Preset presets[] = {
    {"Two blocks", ""},
    {"Four in a column", "down=4"},
    {"Four in a square", "across=2"},
    {"Each alone", "across=2&multicast=off"},
    {"From neighbors", "across=2&multicast=neighbors"},
    {"Sixteen", "down=4&across=4"},
    {"As in the climb", "tile=128x256&n=8192"},
};
constexpr std::string_view parts[] = {"blocks", "own",       "brought",  "l2",
                                      "asked",  "neighbors", "measured", "idle"};
constexpr std::string_view references[] = {"ptx", "cuda-guide"};

constexpr int depth = 64, element_bytes = 2;

int number(std::string_view digits) { return static_cast<int>(*written_number(digits)); }

class ClusterMulticastScene final : public Pictured<ClusterMulticastScene> {
 public:
  std::optional<Error> set(const Values& values) override {
    ClusterMulticast next;
    const int n = values.integer("n");
    next.product = {.m = n, .n = n, .k = n, .element_bytes = element_bytes};
    const std::string_view tile = values.text("tile");
    next.tile = {number(tile.substr(0, 3)), number(tile.substr(4)), depth};
    next.cluster = {values.integer("down"), values.integer("across")};
    const std::string_view way = values.text("multicast");
    next.way = way == "off"  ? Sharing::alone
               : way == "on" ? Sharing::multicast
                             : Sharing::neighbors;
    for (const bool cut : {false, true}) {
      const auto loads = gemm::cluster_loads(next.product, next.tile, next.cluster, cut);
      if (!loads)
        return Error{fill("Clusters of {} × {} blocks: {}", next.cluster.down, next.cluster.across,
                          loads.error().message)};
      (cut ? next.cut : next.alone) = *loads;
    }
    shown = next;
    return std::nullopt;
  }

  std::string status(int) const override {
    const auto& [down, across] = shown.cluster;
    const gemm::ClusterLoads& loads = shown.loads();
    constexpr std::string_view how[] = {"without multicast", "with multicast",
                                        "reading from neighbors"};
    return fill(
        "{} × {} blocks {}: in a step, each requests {} of A and {} of B and gets {}. In all, {} "
        "come from L2, {} of {}{}. Each waits for {}; an H200 runs {} at once{}.",
        down, across, down * across == 1 ? "alone" : how[static_cast<int>(shown.way)],
        size(loads.part_a), size(loads.part_b), size(loads.tile_a + loads.tile_b),
        size(loads.asked), percent(loads.asked_share(), 1), size(loads.arriving), from_neighbors(),
        waits(), shown.resident(), launched());
  }

  Table table() const override {
    Table table =
        headed("Down", "Across", Column("Requested from L2", "MiB"),
               Column("Of arriving bytes", "%"), "Partners", "Blocks at once",
               Column("SM to SM, by neighbors", "MiB"), Column("L2 read, alone", "MiB"),
               Column("L2 read, multicast", "MiB"), Column("L2 read, by neighbors", "MiB"));
    ClusterMulticast row = shown;
    for (const int down : side_numbers)
      for (const int across : side_numbers) {
        row.cluster = {down, across};
        const auto loads = gemm::cluster_loads(row.product, row.tile, row.cluster, shown.parts());
        const auto cut = gemm::cluster_loads(row.product, row.tile, row.cluster, true);
        if (!loads || !cut) continue;
        const auto* found = row.measured();
        const auto read = [&](Sharing way) {
          return found ? rounded(mebibytes(found->bytes(way))) : no_cell();
        };
        table.add({down, across, rounded(mebibytes(loads->asked)),
                   percent_cell(loads->asked_share(), 1), row.cluster.partners(), row.resident(),
                   rounded(mebibytes(cut->between_sms(Sharing::neighbors))), read(Sharing::alone),
                   read(Sharing::multicast), read(Sharing::neighbors)});
      }
    return table;
  }

  std::vector<Metric> metrics() const override {
    const gemm::ClusterLoads& loads = shown.loads();
    return {
        Metric{"share", "Requested from L2, of arriving bytes", 100 * loads.asked_share(), 1, "%"}
            .told_in("", "Of arriving bytes", "down, across"),
        {"asked", "Requested from L2", mebibytes(loads.asked), 0, "MiB"},
        {"between", "From SM to SM", mebibytes(loads.between_sms(shown.way)), 0, "MiB"},
        {"partners", "Blocks that a block waits for", shown.partners(), "blocks"},
        {"resident", "Blocks at once", shown.resident(), "blocks"}};
  }

  ClusterMulticast shown;

 private:
  static double mebibytes(std::int64_t bytes) { return static_cast<double>(bytes) / (1 << 20); }
  static Cell rounded(double value) { return cell(value, integer(std::llround(value))); }
  static std::string size(std::int64_t bytes) { return binary_bytes(bytes); }
  std::string waits() const {
    const int partners = shown.partners();
    return partners == 0 ? "no other" : fill("{}", Word(partners, "other"));
  }

  std::string from_neighbors() const {
    const std::int64_t bytes = shown.loads().between_sms(shown.way);
    return bytes == 0 ? "" : fill(", {} from SM to SM", size(bytes));
  }

  // Why fewer fit, even if no block waits for another.
  std::string launched() const {
    const int blocks = shown.cluster.blocks();
    return blocks == 1 ? "" : fill(", in clusters of {}", blocks);
  }
};

}  // namespace

const gemm::h200::MeasuredMulticast* ClusterMulticast::measured() const {
  if (product.n != gemm::h200::multicast_product.n ||
      tile.rows != gemm::h200::multicast_tile.rows ||
      tile.columns != gemm::h200::multicast_tile.columns)
    return nullptr;
  for (const auto& row : gemm::h200::measured_multicast)
    if (row.cluster.down == cluster.down && row.cluster.across == cluster.across) return &row;
  return nullptr;
}

Description cluster_multicast() {
  return describe<ClusterMulticastScene, parameters>(
      "cluster-multicast", "hopper", "Clusters and multicast",
      "How can four blocks share one load of a tile?", "core/gemm/multicast.hpp",
      {.presets = presets, .parts = parts, .references = references});
}

}  // namespace loom::scenes
