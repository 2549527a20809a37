// From naive to the library, one idea at a time: matrix products measured on an H200.
#include "web/scenes/machine/gemm_climb.hpp"

#include "web/scene/format.hpp"
#include "web/scene/scene.hpp"
#include "web/scenes/machine/gemm_climb_rungs.hpp"

namespace loom::scenes {
namespace {

using namespace scene;
using gemm::h200::rungs;

constexpr Choice sizes[] = {{"4096", "4,096"}, {"8192", "8,192"}};
constexpr Choice scales[] = {{"peak", "Share of peak"}, {"speed", "TFLOP/s"}};

constexpr Parameter parameters[] = {
    one_of("n", "N, rows and columns", sizes, "4096"),
    one_of("scale", "Bars", scales, "peak",
           {.help = "Of the peak of a bar’s own type at 1,980 MHz, or one scale for both types."}),
};

constexpr std::string_view parts[] = {"fp32", "bf16", "library", "code"};
constexpr std::string_view references[] = {"cuda-guide", "siboehm"};

constexpr int last_fp32 = 5, tensor_cores = 7;  // rows

class GemmClimbScene final : public Scene {
 public:
  std::optional<Error> set(const Values& values) override {
    d_.size = values.text("n") == "8192";
    d_.one_scale = values.text("scale") == "speed";
    return std::nullopt;
  }

  int steps() const override { return climb_steps; }

  std::string status(int step) const override {
    if (step == 0)
      return "Eight rungs, measured on an H200: C = A·B with N = " + size() +
             ". The peaks are what its multipliers could do at 1,980 MHz.";
    if (step == climb_steps) return summary();
    const ClimbRung& rung = climb_rungs[step - 1];
    const int row = climb_row(step);
    return "Rung " + std::to_string(step) + ", " + std::string(rung.name) + ": " +
           std::string(rung.why) + " " + reached(row) +
           (step == 1 || step == tensor_cores
                ? "."
                : "; " + significant(d_.tflops(row) / d_.tflops(row - 1)) +
                      " times the rung before.");
  }

  Table table() const override {
    Table table{{{"Rung", false},
                 {"Type", false},
                 {"TFLOP/s"},
                 {"Of peak", "%", UnitIn::cells},
                 {"Of cuBLAS", "%", UnitIn::cells},
                 {"Relative error", "%", UnitIn::cells}},
                {}};
    for (int row = 0; row < gemm::h200::rung_count; ++row)
      table.rows.push_back(cells(
          {rungs[row].name, type(row), cell(d_.tflops(row), significant),
           percent_cell(d_.of_peak(row), 1), percent_cell(d_.of_library(row), 1),
           percent_cell(rungs[row].bf16 ? gemm::h200::bf16_error : gemm::h200::fp32_errors[d_.size],
                        6)}));
    return table;
  }

  std::vector<Metric> metrics() const override {
    return {{"coalesced", "Coalesced beside naive", d_.tflops(1) / d_.tflops(0), 1, "×"},
            {"climb", "Pipeline beside naive", d_.tflops(last_fp32) / d_.tflops(0), 1, "×"},
            {"library", "Of cuBLAS in FP32", 100 * d_.of_library(last_fp32), 1, "%"},
            {"tensor", "On the tensor cores", d_.tflops(tensor_cores), 0, "TFLOP/s"}};
  }

  float height(float width) const override { return d_.height(width); }
  void draw(Painter& painter, const View& view) const override { d_.draw(painter, view); }

 private:
  std::string size() const { return integer(gemm::h200::rung_sizes[d_.size]); }
  static const char* type(int row) { return rungs[row].bf16 ? "BF16" : "FP32"; }

  // "6.06 TFLOP/s in FP32: 9.1% of its peak, 11.9% of cuBLAS"
  std::string reached(int row) const {
    return significant(d_.tflops(row)) + " TFLOP/s in " + type(row) + ": " +
           percent(d_.of_peak(row), 1) + " of its peak, " + percent(d_.of_library(row), 1) +
           " of cuBLAS";
  }

  std::string summary() const {
    return "On an H200, whose peaks are reckoned at 1,980 MHz, N = " + size() + ", from " +
           significant(d_.tflops(0)) + " to " + reached(last_fp32) +
           ". With BF16 inputs, of 8 significant bits instead of 24, the tensor cores reach " +
           reached(tensor_cores) + ".";
  }

  ClimbPicture d_{.size = 0, .one_scale = false};
};

}  // namespace

Description gemm_climb() {
  return describe<GemmClimbScene, parameters>(
      "gemm-climb", "index", "From naive to the library", "What does each idea bring?",
      "core/gemm/measured.hpp", {.parts = parts, .references = references, .opens_at_end = true});
}

}  // namespace loom::scenes
