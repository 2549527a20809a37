#include <algorithm>
#include <cmath>

#include "core/gemm/measured_wgmma.hpp"
#include "web/scene/kit.hpp"
#include "web/scenes/chips/wgmma_shape.hpp"

namespace loom::scenes {
namespace {

using namespace scene;

constexpr int most_k = 32, least_n = gemm::least_wgmma_n, most_n = gemm::most_wgmma_n;
constexpr float most_cycles = most_n / 2;
constexpr float title_high = 26, between = 8, bar_high = 14, bar_pitch = 24, fact_high = 19;
constexpr int bars = 2;

constexpr Style from_a = {.fill = Role::data}, from_b = {.fill = Role::data, .fill_opacity = 0.45f},
                sums = {.fill = Role::compute, .fill_opacity = 0.3f};

struct Layout {
  float width;
  bool narrow = is_narrow(width);
  float left_width = narrow ? width - 4 : 372;
  // All of the largest shape, to scale, and the knob on its curve.
  float unit = (left_width - between) / (most_k + most_n);
  Point corner = {2 + most_k * unit + between, title_high + most_k* unit + between};  // of D
  float bars_top = corner.y + gemm::wgmma_rows * unit + (narrow ? 52.f : 64.f);
  float right = narrow ? 2.f : 420.f;
  float plot_top = narrow ? bars_top + bar_pitch * bars + 36 : title_high + 2;
  Rect plot = {right + 42, plot_top, width - right - 42 - 14, narrow ? 100.f : 148.f};
  float facts_top = plot.bottom() + 52;
  // A narrow picture leaves to the table what can be counted in it.
  int facts = narrow ? 2 : 5;

  float height() const { return facts_top + fact_high * static_cast<float>(facts - 1) + 12; }
};

class Drawing {
 public:
  Drawing(const WgmmaShape& drawn, Painter& painter, const View& view)
      : drawn_(drawn),
        made_(drawn.made),
        p_(painter),
        at_{view.width},
        pointed_(view.pointed),
        x_{at_.plot.x, at_.plot.right(), 0, most_n},
        y_{at_.plot.bottom(), at_.plot.y, 0, 100} {}

  void run() {
    matrices();
    rows_of_warps();
    times();
    curve();
    chosen();
    numbers();
  }

 private:
  float units(int count) const { return static_cast<float>(count) * at_.unit; }
  Rect matrix_a() const {
    return {at_.corner.x - between - units(made_.k), at_.corner.y, units(made_.k),
            units(gemm::wgmma_rows)};
  }
  Rect matrix_b() const {
    return {at_.corner.x, at_.corner.y - between - units(made_.k), units(drawn_.shape.n),
            units(made_.k)};
  }
  Rect matrix_d(int n) const {
    return {at_.corner.x, at_.corner.y, units(n), units(gemm::wgmma_rows)};
  }

  void matrices() {
    p_.text({2, 10},
            fill("D += A · B: 64 × {} by {} × {}, to scale", {made_.k, made_.k, drawn_.shape.n}),
            label);
    {
      const Part part(p_, "b");
      p_.rect(matrix_b(), from_b);
      p_.rect(matrix_b(), {.stroke = Role::data});
      p_.text({at_.corner.x - between - 4, at_.corner.y - between - 9}, "B", ended(strong));
    }
    {
      const Part part(p_, "a");
      p_.rect(matrix_a(), drawn_.shape.a_in_registers ? Style{.fill = Role::lane} : from_a);
    }
    const Part part(p_, "d");
    p_.rect(matrix_d(most_n), {.stroke = Role::grid, .dashed = true});
    p_.rect(matrix_d(drawn_.shape.n), sums);
    p_.rect(matrix_d(drawn_.shape.n), {.stroke = Role::compute});
  }

  // Each warp has 16 rows of A and of D.
  void rows_of_warps() {
    constexpr int rows = gemm::wgmma_rows / gemm::wgmma_warps;
    const Rect a = matrix_a(), d = matrix_d(drawn_.shape.n), whole = matrix_d(most_n);
    const float high = units(rows);
    // All of D's or all beside it, and not across its edge.
    const bool inside = d.width > text_width("warp 3, rows 48–63", Size::small) + 12;
    for (int warp = 0; warp < gemm::wgmma_warps; ++warp) {
      const float top = d.y + high * static_cast<float>(warp);
      const Rect in_a = {a.x, top, a.width, high}, in_d = {d.x, top, d.width, high};
      p_.begin("d");
      if (warp > 0) {
        p_.line({d.x, top}, {d.right(), top}, {.stroke = Role::compute});
        p_.line({a.x, top}, {a.right(), top}, {.stroke = Role::surface});
      }
      const std::string name =
          fill("warp {}, rows {}–{}", {warp, warp * rows, warp * rows + rows - 1});
      p_.text({inside ? d.x + 6 : d.right() + 6, top + high / 2}, name, label);
      if (pointed_ == warp)
        for (const Rect& box : {in_a, in_d}) p_.rect(box, {.stroke = Role::ink, .stroke_width = 2});
      const std::string tip =
          fill("Warp {}: its rows of A and of D, {} in each thread", {warp, {made_.sums, "sum"}});
      p_.hotspot({.rect = in_a, .tooltip = tip, .names = warp});
      p_.hotspot({.rect = {d.x, top, whole.width, high}, .tooltip = tip, .names = warp});
      p_.end();
    }
    const float below = d.bottom() + 14;
    p_.begin("a");
    p_.text({2, below},
            fill("A: {}", {drawn_.shape.a_in_registers ? "registers" : "shared memory"}), label);
    p_.end();
    const Part part(p_, "d");
    p_.text({whole.right(), below}, fill("D: {} × {}", {gemm::wgmma_rows, drawn_.shape.n}),
            ended(label));
  }

  void time(int row, std::string_view name, double cycles, bool limit) {
    const float y = at_.bars_top + bar_pitch * static_cast<float>(row), right = 2 + at_.left_width;
    p_.text({2, y}, name, limit ? strong : label);
    p_.text({right, y}, brief(cycles), ended(limit ? strong : label));
  }

  // What the tensor cores and what shared memory needs, on one axis.
  void times() {
    const float from = 2 + 104, right = 2 + at_.left_width, full = right - from - 38;
    const auto frame = [&](int row) {
      const float y = at_.bars_top + bar_pitch * static_cast<float>(row);
      return Rect{from, y - bar_high / 2, full, bar_high};
    };
    p_.text({2, at_.bars_top - 24}, "Cycles of one instruction", label);
    const bool registers = made_.bound == gemm::WgmmaBound::registers;
    {
      const Part part(p_, "math");
      time(0, "tensor cores", made_.math, made_.math == made_.cycles);
      Stack stack(p_, frame(0), most_cycles);
      stack.add(made_.math, {.fill = Role::compute});
      if (registers)
        stack.add(made_.cycles - made_.math, {.fill = Role::wait, .texture = Texture::hatch});
    }
    {
      const Part part(p_, "shared");
      time(1, "shared memory", made_.shared, made_.bound == gemm::WgmmaBound::shared_memory);
      Stack stack(p_, frame(1), most_cycles);
      const double a = static_cast<double>(made_.a_bytes) / gemm::shared_bytes_per_cycle;
      stack.add(a, from_a);
      stack.add(made_.shared - a, from_b);
    }
    const float end = from + full * static_cast<float>(made_.cycles) / most_cycles;
    p_.line({end, frame(0).y - 4}, {end, frame(1).bottom() + 4},
            {.stroke = Role::ink, .dashed = true});
    Legend legend(p_, {from, frame(1).bottom() + 16}, right);
    if (made_.a_bytes > 0) legend.add("a", "A", from_a);
    legend.add("b", "B", from_b);
    if (registers) legend.add("", "at least 13", {.fill = Role::wait, .texture = Texture::hatch});
  }

  void line(bool a_in_registers, const Style& style) {
    std::vector<Point> points;
    for (int n = least_n; n <= most_n; n += 8)
      points.push_back(
          {x_(n),
           y_(100 * gemm::wgmma(gemm::wgmma_types()[0], {n, a_in_registers})->peak_share())});
    p_.path(points, false, style);
  }

  // Share of the peak by N: the same for every type.
  void curve() {
    const bool registers = drawn_.shape.a_in_registers;
    {
      const Part part(p_, "curve");
      p_.text({at_.right, at_.plot.y - 18}, "Of the tensor cores' peak", label);
      axis_left(p_, at_.plot, y_, ticks(y_, 4), "%");
      axis_below(p_, at_.plot, x_,
                 {{0, "0"}, {64, "64"}, {128, "128"}, {192, "192"}, {256, "N = 256"}});
      line(!registers, {.stroke = Role::muted, .dashed = true});
      line(registers, {.stroke = Role::ink, .stroke_width = 2});
    }
    p_.begin("measured");
    for (const auto& row : gemm::h200::measured_wgmma) {
      const double cycles = registers ? row.from_registers : row.from_shared;
      const Point place = {x_(row.n), y_(50. * row.n / cycles)};
      p_.circle(place, 3, hollow);
      p_.hotspot({{place.x - 7, place.y - 7, 14, 14},
                  fill("N = {}: {} cycles, measured. Show it", {row.n, brief(cycles)}),
                  choose("n", fill("{}", {row.n}))});
    }
    p_.end();
    Legend legend(p_, {at_.plot.x, at_.plot.bottom() + 30}, at_.width);
    legend.point("measured", "measured", hollow);
    legend.line("curve", registers ? "A from shared memory" : "A from registers",
                {.stroke = Role::muted, .dashed = true});
  }

  void chosen() {
    const Part part(p_, "curve");
    const double share = 100 * made_.peak_share();
    const Point here = {x_(drawn_.shape.n), y_(share)};
    p_.line({here.x, at_.plot.bottom()}, here, {.stroke = Role::compute, .stroke_width = 1.5f});
    Action drag = drag_x("n", at_.plot.x, at_.plot.right(), 0, most_n);
    if (drawn_.type->integer) drag.step = 16;  // what lies between is refused from 32 on
    knob(p_, here, at_.width, "Drag to another N", drag);
    const std::string name = fill("N = {}: {}", {drawn_.shape.n, percent(made_.peak_share(), 0)});
    const bool leftward =
        here.x + 16 + text_width(name, Size::small, Weight::semibold) > at_.plot.right();
    // Right of both curves: with A from registers, the other rises later.
    const float below = drawn_.shape.a_in_registers ? 44 : 26;
    p_.text({here.x + (leftward ? -10.f : 16.f), std::min(here.y + below, at_.plot.bottom() - 12)},
            name, leftward ? ended(strong) : strong);
  }

  void numbers() {
    const Part part(p_, "numbers");
    const float right = at_.width - 2;
    const std::string unit = drawn_.type->integer ? "operations" : "FLOPs";
    Lines lines(p_, {at_.right, at_.facts_top}, fact_high);
    if (!at_.narrow) {
      lines.add(unit, right, integer(made_.flops), strong);
      lines.add("bytes from shared memory", right, integer(made_.shared_bytes()));
      lines.add(unit + " a byte", right, significant(made_.flops_per_byte()));
      lines.add(unit + " a cycle", right, integer(std::llround(made_.flops_per_cycle())));
    } else {
      lines.add(unit + " a byte from shared memory", right, significant(made_.flops_per_byte()));
    }
    lines.add("registers of a thread for D", right, integer(made_.sums));
  }

  const WgmmaShape& drawn_;
  const gemm::Wgmma& made_;
  Painter& p_;
  const Layout at_;
  const int pointed_;
  const Scale x_, y_;
};

}  // namespace

float WgmmaShape::height(float width) const { return Layout{width}.height(); }

void WgmmaShape::draw(Painter& painter, const View& view) const {
  Drawing(*this, painter, view).run();
}

}  // namespace loom::scenes
