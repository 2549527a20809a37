#include <algorithm>
#include <cmath>

#include "web/scene/gantt.hpp"
#include "web/scene/kit.hpp"
#include "web/scenes/chips/precision_ladder.hpp"

namespace loom::scenes {
namespace {

using namespace scene;

constexpr float head_high = 44, row_high = 26, names_wide = 46;
constexpr int most_rows = 8;
constexpr double least = 1;  // of a logarithmic axis, TFLOP/s
constexpr Style peak_style = {.fill = Role::compute, .fill_opacity = 0.3f},
                reached_style = {.fill = Role::compute},
                more_style = {.stroke = Role::ink, .stroke_width = 1.5f};

struct Layout {
  explicit Layout(float picture_width)
      : narrow(is_narrow(picture_width)),
        width(picture_width),
        plot{names_wide + 8, head_high, 0, row_high * most_rows} {
    plot.width = (narrow ? 216 : 400) - plot.x;
  }
  float height() const { return plot.bottom() + (narrow ? 104 : 66); }
  float row(int index) const { return plot.y + row_high * (static_cast<float>(index) + 0.5f); }

  bool narrow;
  float width;
  Rect plot;
};

class Drawing {
 public:
  Drawing(const PrecisionLadder& ladder, Painter& painter, const View& view)
      : l_(ladder), p_(painter), at_(view.width) {
    double most = 0;
    for (const device::Rung& rung : ladder.rungs)
      most = std::max({most, rung.rate.value, rung.higher});
    x_ = {.from_px = at_.plot.x,
          .to_px = at_.plot.right(),
          .from = ladder.logarithmic ? least : 0,
          .to = static_cast<double>(round_step(std::llround(most), 1)),
          .logarithmic = ladder.logarithmic};
  }

  void run() {
    heads();
    axis_below(p_, at_.plot, x_, ticks(x_, at_.narrow ? 2 : 5));
    p_.text({at_.plot.right(), at_.plot.bottom() + 34},
            fill("TFLOP/s{}, dense{}",
                 {std::any_of(l_.rungs.begin(), l_.rungs.end(), PrecisionLadder::whole)
                      ? " (INT8: TOP/s)"
                      : "",
                  !l_.logarithmic ? ""
                  : at_.narrow    ? ", log"
                                  : ", logarithmic"}),
            ended(quiet));
    for (int i = 0; i < std::ssize(l_.rungs); ++i) row(i);
    legend();
  }

 private:
  struct Column {
    float right;
    const char *first, *second;
  };
  std::vector<Column> columns() const {
    if (at_.narrow) return {{276, "FLOPs", "a byte"}, {338, "FLOPs", "a number"}};
    return {{460, "", "bytes"},
            {530, "numbers", "in 32 bits"},
            {600, "", "peak"},
            {670, "FLOPs", "a byte"},
            {752, "FLOPs", "a number"}};
  }

  void heads() {
    p_.text({2, 12}, l_.gpu->name, strong);
    for (const Column& column : columns()) {
      if (*column.first) p_.text({column.right, 12}, column.first, ended(quiet));
      p_.text({column.right, 28}, column.second, ended(quiet));
    }
  }

  void row(int index) {
    const device::Rung& rung = nth(l_.rungs, index);
    const bool chosen = index == l_.chosen;
    const float y = at_.row(index);
    const TextStyle style = chosen ? strong : label;
    if (chosen) chosen_ground(p_, {0, y - row_high / 2, at_.width, row_high});
    p_.text({4, y}, rung.precision->name, style);
    bar("peaks", rung.rate.value, y, peak_style);
    bar("product", rung.reached, y, reached_style);
    if (rung.higher > 0) {
      const Part part(p_, "more");
      p_.line({x_(rung.higher), y - 9}, {x_(rung.higher), y + 9}, more_style);
    }
    const std::string peak = significant(rung.rate.value),
                      ridge = PrecisionLadder::flops(rung.ridge),
                      uses = PrecisionLadder::flops(rung.reuse());
    const auto all = columns();
    const std::string texts[] = {brief(rung.bytes()), fill("{}", {rung.precision->in_register}),
                                 peak, ridge, uses};
    for (std::size_t i = 0; i < all.size(); ++i) {
      const std::size_t of = i + std::size(texts) - all.size();
      const Part part(p_, of == 3 ? "ridges" : of == 4 ? "uses" : "peaks");
      p_.text({all[i].right, y}, texts[of], ended(style));
    }
    p_.hotspot(
        {{0, y - row_high / 2, at_.width, row_high},
         fill("{}: {} {} at most; this product {}",
              {rung.precision->name, peak, PrecisionLadder::unit(rung), significant(rung.reached)}),
         choose("number", std::string(rung.precision->id))});
  }

  // From the axis's left end.
  void bar(std::string_view name, double tflops, float y, const Style& style) {
    const Part part(p_, name);
    p_.rect({x_.from_px, y - 7, std::max(1.f, x_(tflops) - x_.from_px), 14}, style);
  }

  void legend() {
    Legend legend(p_, {at_.plot.x - names_wide - 4, at_.plot.bottom() + 54}, at_.width);
    legend.add("peaks", "peak", peak_style);
    legend.add("product", fill("a product of {} × {}, as memory allows", {l_.n, l_.n}),
               reached_style);
    if (l_.gpu->id == "b200") legend.tick("more", "peak at 1,200 W, not 1,000", more_style);
  }

  const PrecisionLadder& l_;
  Painter& p_;
  const Layout at_;
  Scale x_;
};

}  // namespace

float PrecisionLadder::height(float width) const { return Layout(width).height(); }

void PrecisionLadder::draw(Painter& painter, const View& view) const {
  Drawing(*this, painter, view).run();
}

}  // namespace loom::scenes
