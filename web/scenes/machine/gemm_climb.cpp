// From naive to the library, one idea at a time: matrix products measured on an H200.
#include "web/scenes/machine/gemm_climb.hpp"

#include "web/scenes/machine/gemm_climb_rungs.hpp"

namespace loom::scenes {
namespace {

using gemm::h200::climb::Rung;

constexpr auto& sizes = number_choices<4096, 8192>;
constexpr Choice scales[] = {{"peak", "Share of peak"}, {"speed", "TFLOP/s"}};

constexpr Parameter parameters[] = {
    one_of("n", "N (matrices of N × N)", sizes, "4096"),
    one_of("scale", "Bars", scales, "peak",
           {.help = "Share of the peak of each type at 1,980 MHz, or TFLOP/s on one scale."}),
};

constexpr std::string_view parts[] = {"fp32", "bf16", "hopper", "fp8", "library", "code"};
constexpr std::string_view references[] = {"cuda-guide", "siboehm"};

constexpr int last_fp32 = 5, tensor_cores = 7, settled = 9, tma = 10, last_bf16 = 14,
              fp8 = 16;  // rows

class GemmClimbScene final : public Pictured<GemmClimbScene> {
 public:
  std::optional<Error> set(const Values& values) override {
    shown.size = values.text("n") == "8192";
    shown.one_scale = values.text("scale") == "speed";
    return std::nullopt;
  }

  int steps() const override { return climb_steps; }

  std::string status(int step) const override {
    if (step == 0)
      return "Kernels for C = A·B with N = " + size() +
             ", measured on an H200 in two series. Peak: what its units could do at 1,980 MHz.";
    if (step == climb_page_steps) return summary();
    if (step == climb_steps) return second_summary();
    const ClimbRung& rung = climb_rungs[step - 1];
    const int row = climb_row(step), before = climb_compared(step);
    std::string text = fill("Rung {}, {}: {} {}", step, rung.name, rung.why, reached(row));
    if (before >= 0)
      text += "; " + significant(shown.tflops(row) / shown.tflops(before)) +
              " times as fast as the rung before";
    return text + "." + counter(step) + (rung.next.empty() ? "" : " ") + std::string(rung.next);
  }

  Table table() const override {
    Table table = headed(
        text_column("Rung"), text_column("Type"), text_column("Recorded"), "TFLOP/s",
        Column("Of peak", "%", UnitIn::cells), Column("Of cuBLAS", "%", UnitIn::cells),
        Column("Relative error", "%", UnitIn::cells), Column("Clock", "MHz", UnitIn::head),
        Column("Power", "W", UnitIn::head), Column("Tensor pipe at 8,192", "%", UnitIn::cells),
        Column("L2 at 8,192", "GB", UnitIn::head), Column("HBM at 8,192", "GB", UnitIn::head));
    for (int row = 0; row < climb_rows; ++row) table.rows.push_back(table_row(row));
    return table;
  }

  std::vector<Metric> metrics() const override {
    return {
        Metric{"coalesced", "Coalesced against naive", shown.tflops(1) / shown.tflops(0), 1, "×"}
            .told_from(2),
        {"climb", "Pipeline against naive", shown.tflops(last_fp32) / shown.tflops(0), 1, "×"},
        {"library", "Of cuBLAS in FP32", 100 * shown.of_library(last_fp32), 1, "%"},
        Metric{"tensor", "On the tensor cores", shown.tflops(tensor_cores), 0, "TFLOP/s"}.told_from(
            7),
        Metric{"tma", "TMA against copying threads", shown.tflops(tma) / shown.tflops(settled), 2,
               "×"}
            .told_from(10),
        Metric{"specialized", "Specialized warps against TMA alone", faster(tma + 1), 3, "×"}
            .told_from(11),
        Metric{"clusters", "Clusters against specialized warps", faster(tma + 2), 3, "×"}.told_from(
            12),
        {"hopper", "Of cuBLASLt in BF16", 100 * shown.of_library(last_bf16), 1, "%"}};
  }

  ClimbPicture shown{.size = 0, .one_scale = false};

 private:
  double faster(int row) const { return shown.tflops(row) / shown.tflops(row - 1); }
  std::string size() const { return integer(gemm::h200::rung_sizes[shown.size]); }
  // Three significant digits, for BF16 and FP8 as for FP32.
  static Cell error_cell(double error) { return percent_cell(error, error < 0.0001 ? 6 : 3); }
  static const char* type(int row) {
    constexpr const char* names[] = {"FP32", "BF16", "FP8"};
    return nth(names, climb_type(row));
  }

  std::vector<Cell> table_row(int row) const {
    const bool hopper = row >= climb_page_rows;
    const int first = hopper ? row : climb_page_rows;  // if nothing of it is shown
    const Rung& found = hopper_rung(first, shown.size);
    const double error = hopper                               ? found.error
                         : climb_type(row) == ClimbType::bf16 ? gemm::h200::bf16_error
                                                              : gemm::h200::fp32_errors[shown.size];
    const gemm::h200::climb::Counters& counters = hopper_rung(first, 1).counters;
    const auto bytes = [&](std::int64_t count) {
      return hopper ? cell(1e-9 * static_cast<double>(count), significant) : no_cell();
    };
    return cells({ClimbPicture::name(row), type(row),
                  hopper ? gemm::h200::climb::date : gemm::h200::climb::first_date,
                  cell(shown.tflops(row), significant), percent_cell(shown.of_peak(row), 1),
                  percent_cell(shown.of_library(row), 1), error_cell(error),
                  hopper ? cell(found.clock_mhz) : no_cell(),
                  hopper ? cell(found.watts) : no_cell(),
                  hopper ? percent_cell(counters.tensor_percent / 100, 1) : no_cell(),
                  bytes(counters.l2_bytes()), bytes(counters.hbm_bytes)});
  }

  // "6.06 TFLOP/s in FP32: 9.1% of its peak, 11.9% of cuBLAS"
  std::string reached(int row) const {
    return fill("{} TFLOP/s in {}: {} of its peak, {} of {}{}", significant(shown.tflops(row)),
                type(row), percent(shown.of_peak(row), 1), percent(shown.of_library(row), 1),
                climb_library(row),
                climb_type(row) == ClimbType::fp8 ? " with the same scales" : "");
  }

  std::string counter(int step) const {
    if (climb_row(step) == last_bf16) return power();
    const ClimbCounter found = climb_counter(step, shown.size);
    if (found.title.empty()) return "";
    if (found.other.empty()) return fill(" {}: {}.", found.title, found.value);
    const int beside = climb_rungs[step - 1].beside;
    return fill(" {}: {}; {}: {}.", found.title, found.value,
                beside == library_row(beside) ? climb_library(beside) : ClimbPicture::name(beside),
                found.other);
  }

  // What limits the last BF16 kernel and the library.
  std::string power() const {
    const Rung& random = hopper_rung(last_bf16, shown.size);
    const Rung& zeros = gemm::h200::climb::on_zeros(random);
    return fill(" Power is the limit: {} of {} W at {} MHz. On zeros: {} W, {} MHz and {} TFLOP/s.",
                random.watts, gemm::h200::climb::power_limit, random.clock_mhz, zeros.watts,
                zeros.clock_mhz, significant(zeros.tflops()));
  }

  std::string summary() const {
    return "On an H200, N = " + size() + ": from " + significant(shown.tflops(0)) + " to " +
           reached(last_fp32) + ". The tensor cores reach " + reached(tensor_cores) + ".";
  }

  std::string second_summary() const {
    return fill(
        "On an H200, near {} MHz by its power limit, N = {}: from {} to {}. Specialized warps and "
        "clusters alone multiply the speed by {} and {}. The last rung reaches {} TFLOP/s in FP8.",
        hopper_rung(last_bf16, shown.size).clock_mhz, size(), significant(shown.tflops(settled)),
        reached(last_bf16), significant(faster(tma + 1)), significant(faster(tma + 2)),
        significant(shown.tflops(fp8)));
  }
};

}  // namespace

std::string_view ClimbPicture::name(int row) {
  return row < climb_page_rows ? gemm::h200::rungs[row].name : hopper_rung(row, 0).name;
}

double ClimbPicture::tflops(int row) const {
  return row < climb_page_rows ? gemm::h200::rungs[row].tflops[size]
                               : hopper_rung(row, size).tflops();
}

std::string ClimbPicture::speed(int step) const {
  if (step % climb_page_steps > 0) return significant(tflops(climb_row(step))) + " TFLOP/s";
  const int last = climb_page(step) * climb_page_rows + climb_page_rows - 1;
  return fill("{} and {} TFLOP/s", significant(tflops(library_row(last - 2))),
              significant(tflops(last)));
}

std::string ClimbPicture::against(int step) const {
  const int row = climb_row(step), before = climb_compared(step);
  const bool second = climb_page(step) > 0;
  if (step % climb_page_steps == 0)
    return second ? "cuBLASLt, BF16 and FP8" : "cuBLAS, FP32 and BF16";
  if (before >= 0) return significant(tflops(row) / tflops(before)) + " × the rung before";
  if (step == 1) return fill("of {} that FP32 could reach", fixed(gemm::h200::fp32_peak_tflops, 1));
  return second ? percent(of_library(row), 1) + " of cuBLASLt" : "BF16: other arithmetic";
}

ClimbCounter climb_counter(int step, int size) {
  const ClimbRung& rung = climb_rungs[step - 1];
  if (rung.counter == Counter::none) return {};
  if (rung.counter == Counter::clock) {
    const Rung& found = hopper_rung(climb_row(step), size);
    return {fill("Clock at {} W", found.watts), fill("{} of 1,980 MHz", found.clock_mhz), ""};
  }
  const auto value = [&](int row) {
    const gemm::h200::climb::Counters& found = hopper_rung(row, 1).counters;
    return rung.counter == Counter::l2
               ? significant(1e-9 * static_cast<double>(found.l2_bytes())) + " GB"
               : percent(found.tensor_percent / 100, 1);
  };
  return {rung.counter == Counter::l2 ? "Read from L2, N = 8,192" : "Tensor pipe busy, N = 8,192",
          value(climb_row(step)), value(rung.beside)};
}

Description gemm_climb() {
  return describe<GemmClimbScene, parameters>(
      "gemm-climb", "index", "From naive to the library", "How much speed does each idea add?",
      "core/gemm/measured.hpp", {.parts = parts, .references = references, .opens_at_end = true});
}

}  // namespace loom::scenes
