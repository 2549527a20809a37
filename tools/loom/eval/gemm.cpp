#include "core/gemm/pipeline.hpp"
#include "core/gemm/traffic.hpp"
#include "tools/loom/eval/fields.hpp"

namespace loom::eval {
namespace {

constexpr Field pipeline_in[] = {
    {"stages", "buffers in shared memory, 1 to 64"},
    {"tiles", "a whole number from 1 to 4096"},
    {"latency", "cycles until a tile that memory accepted has arrived, 1 to 100000"},
    {"compute", "cycles of math per tile, 1 to 100000"},
    {"interval", "cycles from one accepted tile to the next, 1 to 100000; default 1", true},
    {"issue", "cycles that a copy keeps the block busy, 0 to 100000; default 0", true},
    {"mode", "\"cp.async\" (the default) or \"synchronous\" (plain loads, one buffer)", true},
};
constexpr Field pipeline_out[] = {
    {"rows", "per tile: tile, buffer, copy_start, copy_end, math_start, math_end (cycles)"},
    {"totals",
     "total, busy, fill, drain (cycles), share (busy/total), stages_to_hide (the latency)"},
};

Json run_pipeline(const Json& fields) {
  constexpr std::string_view modes[] = {"cp.async", "synchronous"};
  gemm::PipelineOptions options{.interval = 1};
  const auto read = [&](const char* name, int& into, int least, int most) {
    if (fields.contains(name)) into = static_cast<int>(integer(fields[name], name, least, most));
  };
  read("stages", options.stages, 1, gemm::max_stages);
  read("tiles", options.tiles, 1, gemm::max_pipeline_tiles);
  read("latency", options.latency, 1, gemm::max_pipeline_cycles);
  read("compute", options.compute, 1, gemm::max_pipeline_cycles);
  read("interval", options.interval, 1, gemm::max_pipeline_cycles);
  read("issue", options.issue, 0, gemm::max_pipeline_cycles);
  if (fields.contains("mode") && choice(fields["mode"], "mode", modes) == "synchronous")
    options.mode = gemm::CopyMode::synchronous;
  const gemm::Pipeline pipeline = accept(gemm::run_pipeline(options));

  Json rows = Json::array();
  for (size_t i = 0; i < pipeline.tiles.size(); ++i) {
    const gemm::TileTimes& tile = pipeline.tiles[i];
    rows.push_back({{"tile", i},
                    {"buffer", tile.buffer},
                    {"copy_start", tile.copy_start},
                    {"copy_end", tile.copy_end},
                    {"math_start", tile.math_start},
                    {"math_end", tile.math_end}});
  }
  return {{"rows", std::move(rows)},
          {"totals",
           {{"total", pipeline.total},
            {"busy", pipeline.busy},
            {"fill", pipeline.fill},
            {"drain", pipeline.drain},
            {"share", answer(pipeline.share())},
            {"stages_to_hide", gemm::stages_to_hide(options)}}}};
}

constexpr Field traffic_in[] = {
    {"n", "side of the square matrices, 1 to 65536; with 'm' and 'k', columns of B and C"},
    {"tile", "edge of the square tiles, 1 to 65536; 1 is the naive loop"},
    {"m", "rows of A and C; default 'n'", true},
    {"k", "columns of A, rows of B; default 'n'", true},
    {"tile_rows", "rows of a tile of C; default 'tile'", true},
    {"tile_columns", "columns of a tile of C; default 'tile'", true},
    {"tile_depth", "edge of the tiles along K; default 'tile'", true},
    {"element_bytes", "of A and B, 1 to 16; default 4", true},
};
constexpr Field traffic_out[] = {
    {"loads", "numbers of A and B that are asked for from global memory"},
    {"bytes", "loads · element_bytes"},
    {"reuse", "products that a loaded number takes part in, on average"},
    {"intensity", "floating-point operations per byte loaded"},
    {"shared_bytes", "shared memory for one pair of tiles, per block; 0 for the naive loop"},
    {"blocks", "tiles of C"},
    {"steps", "pairs of tiles along K"},
    {"useful", "share of the multiply-adds inside the matrices, 0 to 1"},
};

Json run_traffic(const Json& fields) {
  const auto read = [&](const char* name, int most, int otherwise) {
    return fields.contains(name) ? static_cast<int>(integer(fields[name], name, 1, most))
                                 : otherwise;
  };
  // Read even where others stand for them: what is given must be right.
  const int n = read("n", gemm::max_side, 0), edge = read("tile", gemm::max_side, 0);
  const gemm::Product product = {
      .m = read("m", gemm::max_side, n),
      .n = n,
      .k = read("k", gemm::max_side, n),
      .element_bytes = read("element_bytes", gemm::max_element_bytes, 4)};
  const gemm::Tile tile = {.rows = read("tile_rows", gemm::max_side, edge),
                           .columns = read("tile_columns", gemm::max_side, edge),
                           .depth = read("tile_depth", gemm::max_side, edge)};
  const gemm::Traffic found = accept(gemm::traffic(product, tile));
  return {{"loads", found.loads()},
          {"bytes", found.bytes},
          {"reuse", answer(found.reuse)},
          {"intensity", answer(found.intensity)},
          {"shared_bytes", found.shared_bytes},
          {"blocks", found.blocks},
          {"steps", found.steps},
          {"useful", answer(found.useful)}};
}

}  // namespace

const Operation pipeline = {
    "gemm.pipeline", "a loop over tiles with cp.async groups: when each is copied and multiplied",
    pipeline_in, pipeline_out, run_pipeline};
const Operation traffic = {"gemm.traffic",
                           "how many numbers a tiled matrix product loads from global memory",
                           traffic_in, traffic_out, run_traffic};

}  // namespace loom::eval
