#include "core/gemm/measured_wgmma.hpp"
#include "web/scene/kit.hpp"
#include "web/scenes/chips/wgmma_shape.hpp"

namespace loom::scenes {

constexpr int rows = gemm::wgmma_rows, most_k = 32, least_n = gemm::least_wgmma_n,
              most_n = gemm::most_wgmma_n;
constexpr float most_cycles = most_n / 2;
constexpr float title_high = 26, between = 8, bar_high = 14, bar_pitch = 24, fact_high = 19;

constexpr Style from_a = solid(Role::data), from_b = solid(Role::data, 0.45f),
                sums = solid(Role::compute, 0.3f);

struct WgmmaShapeDrawing : Picture<WgmmaShape> {
  const gemm::Wgmma& made_ = s_.made;
  const int n_ = s_.shape.n;
  const bool registers_ = s_.shape.a_in_registers;
  float left_width_ = narrow_ ? width_ - 4 : 372;
  // All of the largest shape, to scale, and the knob on its curve.
  float unit_ = (left_width_ - between) / (most_k + most_n);
  Point corner_ = {2 + most_k * unit_ + between, title_high + most_k* unit_ + between};  // of D
  Rect a_ = {corner_.x - between - units(made_.k), corner_.y, units(made_.k), units(rows)},
       b_ = {corner_.x, corner_.y - between - units(made_.k), units(n_), units(made_.k)},
       d_ = {corner_.x, corner_.y, units(n_), a_.height},
       whole_ = {d_.x, d_.y, units(most_n), d_.height};  // D of the largest shape
  float bars_top_ = corner_.y + rows * unit_ + by_width(52, 64);
  BarRows times_{
      p_, {2, bars_top_ - bar_pitch / 2, left_width_, bar_pitch}, 106, left_width_ - 142};
  float right_ = by_width(2, 420);
  float plot_top_ = narrow_ ? bars_top_ + bar_pitch * 2 + 36 : title_high + 2;
  Rect plot_ = {right_ + 42, plot_top_, width_ - right_ - 42 - 14, by_width(100, 148)};
  Scale x_ = {plot_.x, plot_.right(), 0, most_n}, y_ = {plot_.bottom(), plot_.y, 0, 100};
  float facts_top_ = plot_.bottom() + 52;

  // A narrow picture leaves to the table what can be counted in it.
  float height() const { return facts_top_ + fact_high * by_width(1, 4) + 12; }
  void draw() {
    matrices();
    rows_of_warps();
    times();
    curves();
    in("curve", [&] { chosen(); });
    in("numbers", [&] { numbers(); });
  }

  float units(int count) const { return px(count) * unit_; }

  void matrices() {
    write({2, 10}, label, "D += A · B: 64 × {} by {} × {}, to scale", made_.k, made_.k, n_);
    Part part(p_, "b");
    p_.rect(b_, from_b);
    p_.rect(b_, stroked(Role::data));
    p_.text({corner_.x - between - 4, corner_.y - between - 9}, "B", ended(strong));
    part.next("a");
    p_.rect(a_, registers_ ? solid(Role::lane) : from_a);
    part.next("d");
    p_.rect(whole_, dashed(Role::grid));
    p_.rect(d_, sums);
    p_.rect(d_, stroked(Role::compute));
  }

  // Each warp has 16 rows of A and of D.
  void rows_of_warps() {
    constexpr int each = rows / gemm::wgmma_warps;
    const float high = units(each);
    // All of D's or all beside it, and not across its edge.
    const bool inside = d_.width > text_width("warp 3, rows 48–63", Size::small) + 12;
    Part part(p_, "d");
    for (int warp = 0; warp < gemm::wgmma_warps; ++warp) {
      if (warp > 0) part.next("d");
      const float top = d_.y + high * px(warp);
      const Rect in_a = band(a_, top, high), in_d = band(d_, top, high);
      if (warp > 0) {
        level(p_, top, d_, stroked(Role::compute));
        level(p_, top, a_, stroked(Role::surface));
      }
      write({inside ? d_.x + 6 : d_.right() + 6, top + high / 2}, label, "warp {}, rows {}–{}",
            warp, warp * each, warp * each + each - 1);
      if (view_.pointed == warp)
        for (const Rect& box : {in_a, in_d}) p_.rect(box, stroked(Role::ink, 2));
      const std::string tip =
          fill("Warp {}: its rows of A and of D, {} in each thread", warp, Word(made_.sums, "sum"));
      spot_of(warp, in_a, Action(), tip);
      spot_of(warp, {d_.x, top, whole_.width, high}, Action(), tip);
    }
    const float below = d_.bottom() + 14;
    part.next("a");
    write({2, below}, label, "A: {}", registers_ ? "registers" : "shared memory");
    part.next("d");
    write({whole_.right(), below}, ended(label), "D: {} × {}", rows, n_);
  }

  Stack time(std::string_view name, double cycles, bool limit) {
    times_.next();
    const Rect& row = times_.row();
    p_.text({row.x, times_.middle()}, name, limit ? strong : label);
    p_.text({row.right(), times_.middle()}, brief(cycles), ended(limit ? strong : label));
    return {p_, times_.frame(bar_high), most_cycles};
  }

  // What the tensor cores and what shared memory needs, on one axis.
  void times() {
    p_.text({2, bars_top_ - 24}, "Cycles of one instruction", label);
    const bool waits = made_.bound == gemm::WgmmaBound::registers;
    Part part(p_, "math");
    Stack math = time("tensor cores", made_.math, made_.math == made_.cycles);
    math.add(made_.math, solid(Role::compute));
    if (waits) math.add(made_.cycles - made_.math, waiting);
    part.next("shared");
    Stack shared =
        time("shared memory", made_.shared, made_.bound == gemm::WgmmaBound::shared_memory);
    const double a = static_cast<double>(made_.a_bytes) / gemm::shared_bytes_per_cycle;
    shared.add(a, from_a);
    shared.add(made_.shared - a, from_b);
    part.end();
    const Rect last = times_.frame(bar_high);
    upright(p_, last.x + last.width * px(made_.cycles) / most_cycles, last.y - bar_pitch - 4,
            last.bottom() + 4, dashed(Role::ink));
    Legend legend(p_, {last.x, last.bottom() + 16}, 2 + left_width_);
    if (made_.a_bytes > 0) legend.add("a", "A", from_a);
    legend.add("b", "B", from_b);
    if (waits) legend.add("", "at least 13", waiting);
  }

  // Share of the peak by N: the same for every type.
  void line(bool a_in_registers, const Style& style) {
    curve(p_, style, (most_n - least_n) / 8 + 1, [&](int i) {
      const int n = least_n + 8 * i;
      const auto made = gemm::wgmma(gemm::wgmma_types()[0], {n, a_in_registers});
      return Point{x_(n), y_(100 * made->peak_share())};
    });
  }

  void curves() {
    Part part(p_, "curve");
    p_.text({right_, plot_.y - 18}, "Of the tensor cores’ peak", label);
    axis_left(p_, plot_, y_, ticks(y_, 4), "%");
    axis_below(p_, plot_, x_, {{0, "0"}, {64, "64"}, {128, "128"}, {192, "192"}, {256, "N = 256"}});
    line(!registers_, dashed(Role::muted));
    line(registers_, stroked(Role::ink, 2));
    part.next("measured");
    for (const auto& row : gemm::h200::measured_wgmma) {
      const double cycles = registers_ ? row.from_registers : row.from_shared;
      const Point place = {x_(row.n), y_(50. * row.n / cycles)};
      p_.circle(place, 3, hollow);
      spot(around(place, 7), choose("n", row.n), "N = {}: {} cycles, measured. Show it", row.n,
           brief(cycles));
    }
    part.end();
    Legend legend(p_, {plot_.x, plot_.bottom() + 30}, width_);
    legend.point("measured", "measured", hollow);
    legend.line("curve", registers_ ? "A from shared memory" : "A from registers",
                dashed(Role::muted));
  }

  void chosen() {
    const Point here = {x_(n_), y_(100 * made_.peak_share())};
    upright(p_, here.x, plot_.bottom(), here.y, stroked(Role::compute, 1.5f));
    Action drag = drag_x("n", x_);
    if (s_.type->integer) drag.step = 16;  // what lies between is refused from 32 on
    drag_knob(here, drag, "Drag to another N");
    const std::string name = fill("N = {}: {}", n_, percent(made_.peak_share(), 0));
    const bool leftward =
        here.x + 16 + text_width(name, Size::small, Weight::semibold) > plot_.right();
    // Right of both curves: with A from registers, the other rises later.
    const float below = registers_ ? 44 : 26;
    p_.text({here.x + (leftward ? -10.f : 16.f), std::min(here.y + below, plot_.bottom() - 12)},
            name, leftward ? ended(strong) : strong);
  }

  void numbers() {
    const float right = width_ - 2;
    const std::string unit = s_.type->integer ? "operations" : "FLOPs";
    Lines lines(p_, {right_, facts_top_}, fact_high);
    if (!narrow_) {
      lines.add(unit, right, integer(made_.flops), strong);
      lines.add("bytes from shared memory", right, integer(made_.shared_bytes()));
      lines.add(unit + " a byte", right, significant(made_.flops_per_byte()));
      lines.add(unit + " a cycle", right, integer(std::llround(made_.flops_per_cycle())));
    } else {
      lines.add(unit + " a byte from shared memory", right, significant(made_.flops_per_byte()));
    }
    lines.add("registers of a thread for D", right, integer(made_.sums));
  }
};

float WgmmaShape::picture(const Sheet& sheet) const { return picture_of(*this, sheet); }

}  // namespace loom::scenes
