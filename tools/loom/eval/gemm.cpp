#include <algorithm>
#include <iterator>

#include "core/gemm/copy_pipeline.hpp"
#include "core/gemm/measured_climb.hpp"
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

Json run_copy_pipeline(const Value& fields) {
  constexpr std::string_view modes[] = {"cp.async", "synchronous"};
  gemm::CopyPipelineOptions options{.interval = 1};
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
  const gemm::CopyPipeline pipeline = accept(gemm::run_copy_pipeline(options));

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

Json run_traffic(const Value& fields) {
  const auto read = [&](const char* name, int most, int otherwise) {
    return fields.contains(name) ? static_cast<int>(integer(fields[name], name, 1, most))
                                 : otherwise;
  };
  // Read even if other fields replace them, because every given field must be valid.
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

using gemm::h200::climb::Type;

constexpr std::string_view climb_types[] = {"fp32", "bf16", "fp8"};

constexpr Field climb_in[] = {
    {"n", "4096 or 8192 alone; default both", true},
    {"type", "\"fp32\", \"bf16\" or \"fp8\" alone: of A and B; default all", true},
};
constexpr Field climb_out[] = {
    {"rungs",
     "in the order of the climb: name, type, n, inputs (\"uniform\" or \"normal\" random numbers, "
     "\"zeros\"), recorded (the run's date: compare within a run), error (relative), tflops, peak "
     "(share, at 1980 MHz), share (of cuBLAS, of cuBLASLt, in the same run on the same numbers), "
     "clock_mhz, watts, tensor_pipe (share of the cycles in which the tensor cores worked), "
     "l2_bytes (read from L2), sm_bytes (arrived at multiprocessors), hbm_bytes; null where not "
     "recorded"},
};

Json climb_row(const char* name, Type type, int n, double tflops) {
  return {{"name", name},
          {"type", climb_types[static_cast<size_t>(type)]},
          {"n", n},
          {"inputs", "uniform"},
          {"recorded", gemm::h200::climb::first_date},
          {"error", nullptr},
          {"tflops", answer(tflops)},
          {"peak", answer(tflops / gemm::h200::climb::peak_tflops(type))},
          {"share", nullptr},
          {"clock_mhz", nullptr},
          {"watts", nullptr},
          {"tensor_pipe", nullptr},
          {"l2_bytes", nullptr},
          {"sm_bytes", nullptr},
          {"hbm_bytes", nullptr}};
}

// As far as the tensor cores: core/gemm/measured.hpp.
Json first_rung(const gemm::h200::Rung& rung, size_t size) {
  using namespace gemm::h200;
  const Type type = rung.bf16 ? Type::bf16 : Type::fp32;
  Json row = climb_row(rung.name, type, rung_sizes[size], rung.tflops[size]);
  row["error"] = answer(rung.bf16 ? bf16_error : fp32_errors[size]);
  for (const gemm::h200::Rung& each : rungs)
    if (each.bf16 == rung.bf16 && each.name == std::string_view("library"))
      row["share"] = answer(rung.tflops[size] / each.tflops[size]);
  return row;
}

Json hopper_rung(const gemm::h200::climb::Rung& rung) {
  Json row = climb_row(rung.name, rung.type, rung.n, rung.tflops());
  row["inputs"] = rung.zeros ? "zeros" : "normal";
  row["recorded"] = gemm::h200::climb::date;
  row["error"] = answer(rung.error);
  row["share"] = answer(rung.tflops() / gemm::h200::climb::library(rung).tflops());
  row["clock_mhz"] = rung.clock_mhz;
  row["watts"] = rung.watts;
  if (rung.counted()) {
    row["tensor_pipe"] = answer(rung.counters.tensor_percent / 100);
    row["l2_bytes"] = rung.counters.l2_bytes();
    row["sm_bytes"] = rung.counters.sm_bytes;
    row["hbm_bytes"] = rung.counters.hbm_bytes;
  }
  return row;
}

Json run_climb(const Value& fields) {
  using namespace gemm::h200;
  const auto wanted = [&](int n) {
    return !fields.contains("n") || json::read_integer(fields["n"], "n", n, n);
  };
  if (std::ranges::none_of(rung_sizes, wanted))
    throw Refused("field 'n': expected 4096 or 8192, got " + display(fields["n"]));
  const std::string type =
      fields.contains("type") ? choice(fields["type"], "type", climb_types) : "";
  Json found = Json::array();
  const auto keep = [&](Json row) {
    if (type.empty() || row["type"] == type) found.push_back(std::move(row));
  };
  for (size_t size = 0; size < std::size(rung_sizes); ++size) {
    if (!wanted(rung_sizes[size])) continue;
    for (const gemm::h200::Rung& rung : rungs) keep(first_rung(rung, size));
    for (const climb::Rung& rung : climb::rungs)
      if (rung.n == rung_sizes[size]) keep(hopper_rung(rung));
  }
  return {{"rungs", std::move(found)}};
}

}  // namespace

const Operation gemm_climb = {"gemm.climb",
                              "from a naive matrix product to the library, as an H200 measured it",
                              climb_in, climb_out, run_climb};
const Operation pipeline = {
    "gemm.pipeline", "a loop over tiles with cp.async groups: when each is copied and multiplied",
    pipeline_in, pipeline_out, run_copy_pipeline};
const Operation traffic = {"gemm.traffic",
                           "how many numbers a tiled matrix product loads from global memory",
                           traffic_in, traffic_out, run_traffic};

}  // namespace loom::eval
