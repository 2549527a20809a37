// Kernels and masks against what was recorded: h200/fusion.json, copies.json and split_kv.json,
// h200/ladder.json, and what FlexAttention made of 100 masks, torch/masks.json.
#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <string_view>

#include "core/attention/mask_expression.hpp"
#include "core/kernels/fusion.hpp"
#include "core/kernels/split_kv.hpp"
#include "tests/data/recorded.hpp"
#include "tests/doctest.hpp"
#include "web/scenes/kernels/authoring_ladder_rungs.hpp"

TESTS_OF(data::kernels) {

using namespace loom;
using loom::test::answered;
using loom::test::Json;
using loom::test::recorded;

TEST_CASE("masks: 100 expressions, as FlexAttention's create_block_mask has them") {
  const Json rows = answered("torch/masks.json")["masks"];
  CHECK(rows.size() == 100);
  for (const Json& row : rows) {
    CAPTURE(row.dump());
    const auto mask = attention::ExpressionMask::parse(row[0].get<std::string>());
    REQUIRE(mask);
    const auto found = attention::count_masked(*mask, row[1], row[2], row[3], row[4]);
    REQUIRE(found);
    CHECK(found->pairs == row[5]);
    CHECK(found->blocks.full == row[6]);
    CHECK(found->blocks.partial == row[7]);
    CHECK(found->blocks.skipped == row[8]);
  }
}

TEST_CASE("fusion: PyTorch's chains take as long as their bytes") {
  double bandwidth = 0;
  const Json copies = recorded("h200/copies.json")["copies"];
  for (const Json& row : copies)
    if (row["bytes"] == 1 << 30)
      bandwidth = std::max(bandwidth, 1e9 * row["gb_per_s"].get<double>());
  int compared = 0;
  const Json chains = recorded("h200/fusion.json")["chains"];
  for (const Json& row : chains) {
    const std::int64_t n = row["n"];
    if (n < 1 << 26) continue;
    CAPTURE(row.dump());
    std::vector<int> extra(row["operations"].get<size_t>(), 0);
    extra.back() = row["extra"];
    const auto found = kernels::fusion({.elements = n, .extra = extra, .bandwidth = bandwidth});
    REQUIRE(found);
    const double eager = 1e-6 * row["eager_cold_us"].get<double>(),
                 compiled = 1e-6 * row["compiled_cold_us"].get<double>();
    if (row["extra"] == 0) {
      ++compared;
      CHECK(found->unfused.seconds == doctest::Approx(eager).epsilon(0.08));
      CHECK(found->fused.seconds == doctest::Approx(compiled).epsilon(0.08));
      CHECK(eager / compiled == doctest::Approx(row["operations"].get<double>()).epsilon(0.03));
    } else {  // adding a row to a matrix and GELU are slower than their bytes
      CHECK(eager > found->unfused.seconds);
      CHECK(compiled > found->fused.seconds);
      CHECK(eager / compiled > found->unfused.seconds / found->fused.seconds);
    }
  }
  CHECK(compared == 8);
}

TEST_CASE("copies: faster while they fit in L2, and wide ones never much slower") {
  std::map<std::pair<int, std::int64_t>, double> rate;
  const Json copies = recorded("h200/copies.json")["copies"];
  for (const Json& row : copies) rate[{row["width"], row["bytes"]}] = row["gb_per_s"];
  CHECK(rate.size() == 5 * 15);
  CHECK(rate[{16, 1 << 24}] > 1.2 * rate[{16, 1 << 30}]);
  for (const auto& [key, found] : rate)
    if (key.second >= 1 << 26) CHECK(rate[{16, key.second}] > 0.95 * found);
}

TEST_CASE("split kv: time falls with the keys of the longest block, until the chip is full") {
  std::map<std::pair<int, int>, double> alone;
  int compared = 0;
  const Json cases = recorded("h200/split_kv.json")["cases"];
  for (const Json& row : cases) {
    CAPTURE(row.dump());
    const kernels::DecodeGrid grid{
        .batch = row["batch"], .heads = 8, .context = row["context"], .splits = row["splits"]};
    const auto found = kernels::decode_waves(grid);
    REQUIRE(found);
    CHECK(found->blocks == row["blocks"]);
    CHECK(row["error"].get<double>() < 1e-5);
    const double us = row["us"];
    if (grid.splits == 1) alone[{grid.batch, row["context"]}] = us;
    // Launching and merging take a few microseconds: long contexts show the keys.
    if (grid.context < 65536 || found->blocks > 132) continue;
    ++compared;
    CHECK(alone[{grid.batch, row["context"]}] / us ==
          doctest::Approx(65536.0 / static_cast<double>(found->longest)).epsilon(0.13));
  }
  CHECK(compared >= 7);
}

TEST_CASE("ladder: a rung that reads and writes once is faster than PyTorch's steps") {
  std::map<std::string, Json> rungs;
  const Json found = recorded("h200/ladder.json");
  for (const Json& row : found["rungs"]) rungs[row["rung"]] = row;
  CHECK(rungs.size() == 8);
  for (const auto& [name, row] : rungs) {
    CHECK(row["error"].get<double>() < 3e-3);  // BF16
    CHECK(row["us"] <= rungs["PyTorch, step by step"]["us"]);
    const double bytes = 4 * found["rows"].get<double>() * found["columns"].get<double>();
    CHECK(row["gb_per_s"].get<double>() ==
          doctest::Approx(1e-3 * bytes / row["us"].get<double>()).epsilon(0.001));
  }
}

// A probe without white space, and without comments.
std::string probe(const std::string& name) {
  std::ifstream file(std::string(LOOM_SOURCE_DIR) + "/tools/probes/" + name);
  REQUIRE_MESSAGE(file, name);
  std::string code;
  for (std::string line; std::getline(file, line);)
    if (!line.starts_with("#") && !line.starts_with("//"))
      for (char c : line)
        if (c != ' ') code += c;
  return code;
}

TEST_CASE("ladder: the lines that a figure shows of each rung stand in the probes") {
  const std::string code = probe("ladder.py") + probe("ladder.cuh") + probe("ladder_cute.cuh");
  std::set<std::string_view> measured;
  for (const scenes::LadderRung& rung : scenes::ladder_rungs) {
    CAPTURE(rung.id);
    CHECK_FALSE(rung.code[0].empty());
    measured.insert(rung.run().rung);
    std::string all;
    for (std::string_view line : rung.code) {
      CHECK(line.size() <= 44);
      if (!line.starts_with("  ")) {
        CHECK_MESSAGE(code.find(all) != std::string::npos, all);
        all.clear();
      }
      for (char c : line)
        if (c != ' ') all += c;
    }
    CHECK_MESSAGE(code.find(all) != std::string::npos, all);
  }
  CHECK(measured.size() == std::size(kernels::h200::ladder_runs));
}

TEST_CASE("ladder: the whole kernels that the page shows are those of the probes") {
  std::string code = probe("ladder.py") + probe("ladder.cuh") + probe("ladder_cute.cuh");
  const std::string note = "#numbersathread,threadsawarp,warps;theorder";
  if (const auto at = code.find(note); at != std::string::npos) code.erase(at, note.size());
  std::ifstream page(std::string(LOOM_SOURCE_DIR) + "/content/library.md");
  bool fold = false, inside = false;
  int whole = 0;
  std::string shown;
  for (std::string line; std::getline(page, line);) {
    if (line.starts_with("````")) fold = line.find("Three of these kernels") != std::string::npos;
    if (!fold || !line.starts_with("```")) {
      if (inside) shown.append(line);
      continue;
    }
    if (inside) {
      shown.erase(std::remove(shown.begin(), shown.end(), ' '), shown.end());
      CHECK_MESSAGE(code.find(shown) != std::string::npos, shown);
      ++whole;
    }
    shown.clear();
    inside = !inside && !line.starts_with("````");
  }
  CHECK(whole == 3);
}

TEST_CASE("ladder: the recorded numbers of lines are those of the probes as they are now") {
  const auto lines = [](const char* file, const std::string& mark, const std::string& rung) {
    std::ifstream in(std::string(LOOM_SOURCE_DIR) + "/tools/probes/" + file);
    bool inside = false;
    int found = 0;
    for (std::string line; std::getline(in, line);) {
      if (line == mark + " [rung: " + rung + "]") inside = true;
      if (line == mark + " [end]") inside = false;
      found += inside && line.find_first_not_of(' ') != std::string::npos &&
               !line.substr(line.find_first_not_of(' ')).starts_with(mark);
    }
    return found;
  };
  const auto recorded_lines = [](const char* rung) {
    return kernels::h200::find_ladder_run(rung)->lines;
  };
  for (const char* rung : {"PyTorch, step by step", "PyTorch", "Triton", "Gluon"})
    CHECK(recorded_lines(rung) == lines("ladder.py", "#", rung));
  CHECK(recorded_lines("torch.compile") == recorded_lines("PyTorch, step by step"));
  CHECK(recorded_lines("CUDA") == lines("ladder.cuh", "//", "CUDA"));
  // They take a sum over the block from CUDA's, as many lines each.
  const int help = recorded_lines("PTX") - lines("ladder.cuh", "//", "PTX");
  CHECK(help > 0);
  CHECK(recorded_lines("CuTe") == lines("ladder_cute.cuh", "//", "CuTe") + help);
}

}  // TESTS_OF(data::kernels)
