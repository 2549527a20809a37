// Which step brought the speed? A published matrix product on a B200.
#include "web/scenes/chips/matmul_climb.hpp"

namespace loom::scenes {

using gemm::modular::climb;

const MatmulStep matmul_steps[gemm::modular::steps] = {
    {"each thread computes one number of C and loads its row and column from global memory",
     {"A thread for each number of C", "for k: sum += a[row, k] * b[col, k]", "Sums in FP32",
      "No tiles, no tensor cores"}},
    {"one thread requests tiles of 64 × 64, and one thread starts their products; the sums are in "
     "Tensor Memory",
     {"Tiles of 64 × 64 by the TMA", "tcgen05.mma, one thread", "Sums in Tensor Memory",
      "A copy, a wait, a product, a wait"}},
    {"tiles are swizzled in shared memory: eight rows no longer share banks, and one request loads "
     "a tile, not eight",
     {"SWIZZLE_128B, for the TMA", "and for tcgen05.mma", "No conflicts of 8 rows",
      "One request a tile instead of 8"}},
    {"results are packed in shared memory and stored by the TMA. Loads are still the limit",
     {"stmatrix into shared memory", "One TMA store a tile", "Loads are still the limit",
      "Later, stores can overlap"}},
    {"four blocks share their loads, and pairs of SMs multiply 256 × 256 × 16 together. Copies "
     "and products still do not overlap",
     {"Clusters of 2 × 2, multicast", "tcgen05.mma.cta_group::2", "256 × 256 × 16 an instruction",
      "Half of B in each block"}},
    {"one warp copies, one multiplies, four write results. Of five buffers one is in use; copies "
     "fill the others",
     {"A warp for copies, one for products", "A ring of 5 stages, 32 KB each",
      "mbarriers between them", "Copies and products overlap"}},
    {"results are stored in pieces of 32 columns through two buffers, and the freed memory holds "
     "more stages",
     {"2 buffers of 128 × 32", "instead of one of 128 × 256", "48 KB freed for stages",
      "Stores overlap one another"}},
    {"each block gets tile after tile from the hardware: one tile is stored while the next is "
     "multiplied",
     {"Blocks stay: cluster launch control", "Sums of two tiles in Tensor Memory",
      "Neighbors of a tile share L2", "Write-out overlaps the next tile"}},
};

namespace {

constexpr Choice axes[] = {{"linear", "Linear"}, {"log", "Logarithmic"}};

constexpr Parameter parameters[] = {
    one_of("axis", "Axis", axes, "linear",
           {.help = "Logarithmic: equal lengths are equal factors."}),
};

constexpr std::string_view parts[] = {"steps", "library", "peak", "card"};
constexpr std::string_view references[] = {"modular-bw1", "modular-bw2", "modular-bw3",
                                           "modular-bw4"};

bool computed(int step) { return climb[step - 1].tflops.standing == device::Standing::derived; }

bool known_to_one_digit(int step) { return climb[step - 1].tflops.value < 10; }

class MatmulClimbScene final : public Pictured<MatmulClimbScene> {
 public:
  std::optional<Error> set(const Values& values) override {
    shown.logarithmic = values.text("axis") == "log";
    return std::nullopt;
  }

  int steps() const override { return gemm::modular::steps; }

  std::string status(int step) const override {
    if (step == 0)
      return fill(
          "Eight steps that Modular published in 2025: C = A·B on a B200, in BF16, N = {}. Modular "
          "measured them, we did not.",
          gemm::modular::n);
    std::string text = fill("Step {}, {}: {}. {} TFLOP/s, {} of cuBLAS", step, climb[step - 1].name,
                            matmul_steps[step - 1].why, MatmulClimb::rate(step),
                            percent(MatmulClimb::of_library(step), 1));
    if (step > 1) text += fill(", {} times the step before", MatmulClimb::factor_text(step));
    if (computed(step))
      text += fill(". * Published as {} more than step 6", brief(gemm::modular::seventh_gain));
    return text + ".";
  }

  Table table() const override {
    Table table = headed(
        "Step", text_column("Added"), "TFLOP/s", Column("Of cuBLAS", "%", UnitIn::cells),
        Column("Of peak", "%", UnitIn::cells), "Times the step before", text_column("Published"));
    for (int step = 1; step <= gemm::modular::steps; ++step) {
      const double tflops = MatmulClimb::tflops(step);
      table.add({step, climb[step - 1].name, cell(tflops, MatmulClimb::rate(step)),
                 percent_cell(MatmulClimb::of_library(step), 1),
                 percent_cell(tflops / gemm::modular::peak_tflops, 1),
                 step > 1 ? cell(MatmulClimb::factor(step),
                                 known_to_one_digit(step - 1) ? brief : significant)
                          : no_cell(),
                 climb[step - 1].date});
    }
    return table;
  }

  std::vector<Metric> metrics() const override {
    return {
        {"tensor", "Tensor cores against naive", MatmulClimb::factor(2), 0, "×"},
        {"swizzle", "Swizzled against not swizzled", MatmulClimb::factor(3), 2, "×"},
        Metric{"overlap", "With overlap against without", MatmulClimb::factor(6), 1, "×"}.told_from(
            6),
        {"seventh", "Of cuBLAS, seventh step", 100 * MatmulClimb::of_library(7), 1, "%"}};
  }

  MatmulClimb shown;
};

}  // namespace

double MatmulClimb::factor(int step) {
  const double exact = tflops(step) / tflops(step - 1);
  return known_to_one_digit(step - 1) ? std::round(exact / 10) * 10 : exact;
}

std::string MatmulClimb::rate(int step) {
  const double value = tflops(step);
  const bool whole = value == std::floor(value);
  return (whole ? brief(value) : fixed(value, 1)) + (computed(step) ? "*" : "");
}

std::string MatmulClimb::factor_text(int step) {
  return known_to_one_digit(step - 1) ? "about " + brief(factor(step)) : significant(factor(step));
}

Description matmul_climb() {
  return describe<MatmulClimbScene, parameters>(
      "matmul-climb", "blackwell", "The climb on a B200", "How much speed does each step add?",
      "core/gemm/published_climb.hpp",
      {.parts = parts, .references = references, .opens_at_end = true});
}

}  // namespace loom::scenes
