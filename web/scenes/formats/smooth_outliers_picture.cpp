#include "web/scenes/formats/smooth_outliers_picture.hpp"

#include <algorithm>

#include "web/scene/format.hpp"
#include "web/scene/marks.hpp"
#include "web/scene/measure.hpp"
#include "web/scene/plot.hpp"

namespace loom::scenes {
namespace {

using namespace scene;
using numerics::smooth_channels;

constexpr float margin = 4, row = 26;
constexpr float before_shade = 0.45f;

struct Layout {
  explicit Layout(float width) : narrow(width < narrow_limit) {
    const float left = margin + 40, across = width - left - margin;
    x = {left, 48, across, 84};
    w = {left, x.bottom() + 34, across, 84};
    const float below = w.bottom() + 40;
    ways = {margin, below, narrow ? width - 2 * margin : 330, row * (way_count + 1)};
    const float start = narrow ? left : ways.right() + 70;
    curve = {start, narrow ? ways.bottom() + 40 : below + 24, width - 14 - start, 120};
  }
  float height() const { return curve.bottom() + 40; }

  bool narrow;
  Rect x, w, ways, curve;
};

class Drawing {
 public:
  Drawing(const SmoothOutliers& it, Painter& painter, float width)
      : it_(it), p_(painter), at_(width), width_(width) {}

  void run() {
    key();
    panel("activations", at_.x, "Activations", it_.x, it_.smooth_x, Role::data);
    panel("weights", at_.w, "Weights", it_.w, it_.smooth_w, Role::compute);
    p_.text({at_.w.x, at_.w.bottom() + 14}, fill("{} channels", {smooth_channels}), quiet);
    outliers();
    ways();
    curve();
  }

 private:
  void key();
  void panel(std::string_view part, const Rect& plot, std::string_view name,
             const std::vector<double>& before, const std::vector<double>& after, Role role);
  void outliers();
  void ways();
  void curve();

  const SmoothOutliers& it_;
  Painter& p_;
  const Layout at_;
  const float width_;
};

void Drawing::key() {
  p_.text({margin, 11}, "Greatest size in each channel", strong);
  const float after = width_ - margin - text_width("after", Size::small),
              before = after - 26 - text_width("before", Size::small);
  p_.rect({before - 15, 6, 10, 10}, {.fill = Role::wait, .fill_opacity = before_shade});
  p_.text({before, 11}, "before", quiet);
  p_.rect({after - 15, 6, 5, 10}, {.fill = Role::data});
  p_.rect({after - 10, 6, 5, 10}, {.fill = Role::compute});
  p_.text({after, 11}, "after", quiet);
}

void Drawing::panel(std::string_view part, const Rect& plot, std::string_view name,
                    const std::vector<double>& before, const std::vector<double>& after,
                    Role role) {
  const Scale y{plot.bottom(), plot.y, 0.01, 1000, true};
  const float pitch = plot.width / smooth_channels, bar = (pitch - 2) / 2;
  std::vector<Rect> bars[2];
  double most[2] = {};
  for (size_t j = 0; j < before.size(); ++j)
    for (int k = 0; k < 2; ++k) {
      const double size = k == 0 ? before[j] : after[j];
      const float top = y(size),
                  left = plot.x + pitch * static_cast<float>(j) + 1 + bar * static_cast<float>(k);
      bars[k].push_back({left, top, bar, plot.bottom() - top});
      most[k] = std::max(most[k], size);
    }
  p_.begin(part);
  p_.text({plot.x, plot.y - 12}, name, label);
  p_.text({plot.right(), plot.y - 12},
          fill("up to {}, then {}", {significant(most[0]), significant(most[1])}), ended(label));
  axis_left(p_, plot, y, ticks(y, 3));
  p_.rects(bars[0], {.fill = Role::wait, .fill_opacity = before_shade});
  p_.rects(bars[1], {.fill = role});
  p_.end();
}

void Drawing::outliers() {
  const float pitch = at_.x.width / smooth_channels;
  for (int channel : numerics::outlier_channels) {
    const auto j = static_cast<size_t>(channel);
    p_.hotspot({{at_.x.x + pitch * static_cast<float>(channel) - 7 + pitch / 2, at_.x.y, 14,
                 at_.w.bottom() - at_.x.y},
                fill("Channel {}: activations {}, then {}; weights {}, then {}",
                     {channel, significant(it_.x[j]), significant(it_.smooth_x[j]),
                      significant(it_.w[j]), significant(it_.smooth_w[j])})});
  }
}

void Drawing::ways() {
  const Rect& at = at_.ways;
  const float start = at.x + 130, full = at.width - 130 - 52;
  p_.begin("ways");
  p_.text({at.x, at.y}, fill("Error of the output, {} bits", {it_.bits}), strong);
  for (int i = 0; i < way_count; ++i) {
    const SmoothWay& way = it_.ways[static_cast<size_t>(i)];
    const float y = at.y + row * static_cast<float>(i + 1),
                length = full * static_cast<float>(way.error / it_.greatest_error());
    const bool here = i == smooth;
    p_.text({at.x, y}, way_names[i], here ? strong : label);
    p_.rect({start, y - 7, length, 14}, {.fill = here ? Role::lane : Role::wait, .radius = 2});
    p_.text({start + length + 6, y}, error_text(way.error), here ? strong : label);
  }
  p_.end();
}

void Drawing::curve() {
  const Rect& plot = at_.curve;
  const Scale x{plot.x, plot.right(), 0, 1},
      y{plot.bottom(), plot.y, 0, 100 * it_.greatest_error()};
  std::vector<Point> line;
  for (int i = 0; i < alpha_count; ++i)
    line.push_back({x(0.05 * i), y(100 * it_.curve[static_cast<size_t>(i)].error)});
  p_.begin("curve");
  p_.text({plot.x - 30, plot.y - 20}, "SmoothQuant: error over α", quiet);
  axis_left(p_, plot, y, ticks(y, 3), "%");
  axis_below(p_, plot, x, ticks(x, 5));
  p_.path(line, false, {.stroke = Role::lane, .stroke_width = 2.5f});
  p_.end();
  const Point here = {x(it_.alpha), y(100 * it_.ways[smooth].error)};
  p_.begin("alpha");
  p_.line({here.x, plot.y}, {here.x, plot.bottom()}, {.stroke = Role::lane, .dashed = true});
  p_.circle(here, 6, {.fill = Role::lane});
  p_.hotspot({{plot.x, plot.y, plot.width, plot.height + 20},
              fill("α = {}: {}", {brief(it_.alpha), error_text(it_.ways[smooth].error)}),
              drag_x("alpha", plot.x, plot.right(), 0, 1)});
  p_.end();
}

}  // namespace

float smooth_outliers_height(float width) { return Layout(width).height(); }

void draw_smooth_outliers(const SmoothOutliers& it, Painter& painter, const View& view) {
  Drawing(it, painter, view.width).run();
}

}  // namespace loom::scenes
