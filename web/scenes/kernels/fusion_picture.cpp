#include "core/device/gpu.hpp"
#include "web/scene/kit.hpp"
#include "web/scenes/kernels/fusion.hpp"

namespace loom::scenes {

using kernels::h200::copy_runs, kernels::h200::CopyRun;

constexpr float title_high = 20, kernel_high = 20, tensor_high = 16, between = 20;
constexpr float chain_high = title_high + kernel_high + between + tensor_high + 9;
constexpr int copy_widths[] = {1, 2, 4, 8, 16}, widest = 16;
constexpr double least_bytes = 65536, most_bytes = 1 << 30;

constexpr Style kernel_style = rounded(solid(Role::compute), 3),
                tensor_style = rounded(solid(Role::data)), launch_style = waiting;

struct FusionDrawing : Picture<FusionChart> {
  // A place for each tensor of the longest chain, and between two for an operation.
  float place_ = (width_ - 4) / (2 * most_operations + 1);
  float fused_y_ = chain_high, times_y_ = 2 * chain_high + 4, row_ = 24;
  float bars_ = by_width(62, 66), computed_ = by_width(214, 318), measured_ = by_width(279, 384),
        longer_ = by_width(width_ - 2, 440);
  Rect times_ = {bars_, times_y_ + 20, computed_ - by_width(48, 58) - bars_, 2 * row_};
  Scale us_ = {times_.x, times_.right(), 0, most()};
  float plot_y_ = by_width(times_.bottom() + 70, times_y_ + 20);
  Rect plot_ = {by_width(44, 530), plot_y_, width_ - 34 - by_width(44, 530), by_width(86, 124)};
  Scale bytes_ = {plot_.x, plot_.right(), least_bytes, most_bytes, true},
        speed_ = {plot_.bottom(), plot_.y, 0, 5900};

  float height() const { return plot_.bottom() + 40; }
  void draw() {
    chain(0, "unfused", false);
    chain(fused_y_, "fused", true);
    times();
    copies();
  }

  double most() const {
    double most = s_.cost.unfused.seconds * 1e6;
    if (s_.run) most = std::max({most, s_.run->eager_us, s_.run->compiled_us});
    return most;
  }

  // Of tensor 0 … operations, or of an operation, between those before and behind it.
  float tensor_x(int tensor) const { return 2 + place_ * (2 * px(tensor) + 0.5f); }
  float operation_x(int operation) const { return 2 + place_ * (2 * px(operation) + 1.5f); }

  void chain(float top, std::string_view part, bool fused) {
    const Part within(p_, part);
    const kernels::FusionCost& cost = fused ? s_.cost.fused : s_.cost.unfused;
    const float kernels = top + title_high, memory = kernels + kernel_high + between;
    write({2, top + 8}, strong, "{}: {} passes over memory",
          fused ? std::string("fused, 1 kernel") : "separate, " + plural(s_.operations, "kernel"),
          cost.tensors);
    p_.rect({2, memory - 5, width_ - 4, tensor_high + 10}, rounded(solid(Role::grid, 0.5f), 4));
    const float end = tensor_x(s_.operations) + place_;
    if (width_ - 8 - end > 50)
      p_.text({width_ - 8, memory + tensor_high / 2}, "memory", ended(quiet));

    const float side = place_ * 0.72f;
    if (fused)
      p_.rect({operation_x(0) - side - 3, kernels - 3,
               operation_x(s_.operations - 1) - operation_x(0) + 2 * side + 6, kernel_high + 6},
              rounded(edged(Role::surface, Role::compute, 1.5f), 5));
    for (int i = 0; i <= s_.operations; ++i) {
      const bool kept = fused && i > 0 && i < s_.operations;
      if (kept)  // in registers, between two operations
        p_.rect({tensor_x(i) - 3, kernels + kernel_high / 2 - 3, 6, 6}, tensor_style);
      else
        tensor(tensor_x(i), memory);
    }
    for (int i = 0; i < s_.operations; ++i) operation(i, kernels, memory, side, fused);
    if (!fused) return;
    edge_handle(
        p_, operation_x(s_.operations - 1) + side + by_width(5, 8),
        {0, kernels - 3, 0, kernel_high + 10}, "Drag to choose the number of operations",
        drag_x("operations", operation_x(0) + side + by_width(5, 8),
               operation_x(most_operations - 1) + side + by_width(5, 8), 1, most_operations));
  }

  void tensor(float x, float y) {
    p_.rect({x - place_ * 0.4f, y, place_ * 0.8f, tensor_high}, tensor_style);
  }

  void operation(int i, float kernels, float memory, float side, bool fused) {
    const float x = operation_x(i), bottom = kernels + kernel_high + 2;
    const bool first = i == 0, last = i == s_.operations - 1, further = s_.reads_further(i);
    p_.rect({x - side, kernels, 2 * side, kernel_high}, kernel_style);
    write({x, kernels + kernel_high / 2}, centered(colored(strong, Role::surface)), integer(i + 1));
    if (!fused || first)
      arrow(p_, {tensor_x(i), memory - 2}, {x - side * 0.7f, bottom}, Role::data);
    if (further) {
      tensor(x, memory);
      arrow(p_, {x, memory - 2}, {x, bottom}, Role::data);
    }
    if (!fused || last)
      arrow(p_, {x + side * 0.7f, bottom}, {tensor_x(i + 1), memory - 2}, Role::data);
    const int now = s_.operations - i;  // further tensors if this operation is the first with one
    const bool only_here = further && now == s_.further;
    spot({x - side, kernels - 2, 2 * side, kernel_high + between},
         choose("further", only_here ? now - 1 : now), "Operation {} reads {} and writes one. {}",
         i + 1, Word(further ? 2 : 1, "tensor"),
         only_here ? "Without its further tensor" : "A further tensor from here on");
  }

  // Two bars: launches, then the bytes; and what PyTorch took as a mark across.
  void times() {
    Part part(p_, "times");
    axis_below(p_, times_, us_, ticks(us_, narrow_ ? 2 : 3));
    p_.text({2, times_y_ + 8}, "Time, µs", strong);
    p_.text({computed_, times_y_ + 8}, "computed", ended(quiet));
    const double launch = kernels::h200::further_kernel_us;
    BarRows rows(p_, {0, times_.y, by_width(width_, 446), row_}, times_.x, times_.width);
    const auto row = [&](std::string_view name, const kernels::FusionCost& cost, double us) {
      const double computed = cost.seconds * 1e6,
                   launches = launch * static_cast<double>(cost.launches);
      rows.next(false, name);
      rows.bar_to(us_(computed), solid(Role::data), 14);
      const float from = times_.x, to = us_(launches);
      if (to > from) p_.rect({from, rows.middle() - 7, to - from, 14}, solid(Role::surface));
      if (to > from) p_.rect({from, rows.middle() - 7, to - from, 14}, launch_style);
      rows.cell(computed_, significant(computed));
      rows.does(fill("{}: {} launched, {} µs; {} MB moved, {} µs", name,
                     Word(cost.launches, "kernel"), significant(launches),
                     significant(cost.bytes / 1e6), significant(computed - launches)) +
                (us > 0 ? fill("; measured {} µs", significant(us)) : ""));
    };
    row("separate", s_.cost.unfused, s_.run ? s_.run->eager_us : 0);
    row("fused", s_.cost.fused, s_.run ? s_.run->compiled_us : 0);

    part.next("measured");
    column_names(p_, times_y_ + 8, {{longer_, "longer"}, {measured_, "measured"}});
    measured(0, s_.cost.unfused, s_.run ? s_.run->eager_us : 0);
    measured(1, s_.cost.fused, s_.run ? s_.run->compiled_us : 0);
    part.end();

    Legend legend(p_, {2, times_.bottom() + 38}, by_width(width_, 446));
    legend.add("times", by_width("bytes", "moving bytes, from memory or L2"), solid(Role::data));
    legend.add("times", "launches", launch_style);
    legend.tick("measured", by_width("PyTorch on an H200", "PyTorch on an H200: eager, compiled"),
                stroked(Role::ink, 2));
  }

  void measured(int row, const kernels::FusionCost& cost, double us) {
    const float middle = times_.y + row_ * (px(row) + 0.5f);
    if (us <= 0) return p_.text({by_width(longer_, measured_), middle}, "–", ended(quiet));
    upright(p_, us_(us), middle - 10, middle + 10, stroked(Role::ink, 2));
    p_.text({measured_, middle}, significant(us), ended(label));
    const std::string longer = percent(us / (cost.seconds * 1e6) - 1, 0);
    p_.text({longer_, middle}, (longer.starts_with("−") ? "" : "+") + longer, ended(label));
  }

  // How fast an H200 copies an array of every size, for five widths of one access.
  void copies() {
    const Part part(p_, "copies");
    const double l2 = device::find_gpu("h200")->at(device::Level::l2).size.value;
    write(
        {by_width(2, plot_.x - 34), plot_.y - 12}, strong,
        by_width("A copy on an H200: GB/s, by bytes per load", "A copy’s GB/s, by bytes per load"));
    // Both arrays fit.
    p_.rect({plot_.x, plot_.y, bytes_(l2 / 2) - plot_.x, plot_.height}, solid(Role::good, 0.1f));
    axis_below(p_, plot_, bytes_,
               named({{1 << 16}, {1 << 20}, {1 << 25}, {1 << 30}}, binary_bytes));
    axis_left(p_, plot_, speed_, ticks(speed_, 5));
    axis_title(p_, plot_, "bytes of one array, logarithmic");
    p_.text({plot_.x + 6, plot_.y + 8}, "both fit in L2", quiet);
    const double published = device::find_gpu("h200")->at(device::Level::dram).bandwidth.value;
    level(p_, speed_(published), plot_, dashed(Role::good, 1.5f));
    // At the right end, but beside the line of the chosen size.
    const float wide = text_width("published", Size::small), chosen_x = bytes_(s_.tensor());
    float name_x = plot_.right() - wide;
    if (chosen_x > name_x - 5 && chosen_x < plot_.right())
      name_x = chosen_x + wide < plot_.right() + 25 ? chosen_x + 5 : chosen_x - 5 - wide;
    p_.text({name_x, speed_(published) - 8}, "published", quiet);
    for (const int width : copy_widths) {
      std::vector<Point> points;
      for (const CopyRun& run : copy_runs)
        if (run.width == width)
          points.push_back({bytes_(static_cast<double>(run.bytes)), speed_(run.gb_per_s())});
      p_.path(points, false, width == widest ? stroked(Role::data, 2) : stroked(Role::muted));
      if (width != 8)  // as fast as the widest
        write({plot_.right() + 4, points.back().y}, width == widest ? strong : quiet, "{} B",
              width);
    }
    const float x = bytes_(s_.tensor());
    upright(p_, x, plot_, stroked(Role::ink, 1.5f));
    for (const CopyRun& run : copy_runs) {
      if (run.width != widest) continue;
      const auto bytes = static_cast<double>(run.bytes);
      const float at = bytes_(bytes), half = plot_.width / 28;
      const bool chosen = bytes == s_.tensor();
      if (chosen) p_.circle({at, speed_(run.gb_per_s())}, 4, hollow);
      const double elements = bytes / s_.format->bytes;
      spot({at - half, plot_.y, 2 * half, plot_.height},
           elements >= least_elements && elements <= most_elements
               ? choose("elements", static_cast<long long>(elements))
               : Action{},
           "Copying {}: {} GB/s. Show tensors of this size", binary_bytes(bytes),
           significant(run.gb_per_s()));
    }
  }
};

float FusionChart::picture(const Sheet& sheet) const { return picture_of(*this, sheet); }

}  // namespace loom::scenes
