#include <algorithm>

#include "web/scene/kit.hpp"
#include "web/scenes/formats/smooth_outliers.hpp"

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
  const float entries = Legend::width("before") + 14 + Legend::width("after");
  Legend key(p_, {width_ - margin - entries, 11}, width_);
  key.add("", "before", {.fill = Role::wait, .fill_opacity = before_shade});
  const Point after = key.next();
  key.add("", "after", {.fill = Role::data});
  p_.rect({after.x + 6, after.y - 5, 6, 10}, {.fill = Role::compute});
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
  const Part within(p_, part);
  p_.text({plot.x, plot.y - 12}, name, label);
  p_.text({plot.right(), plot.y - 12},
          fill("up to {}, then {}", {significant(most[0]), significant(most[1])}), ended(label));
  axis_left(p_, plot, y, ticks(y, 3));
  p_.rects(bars[0], {.fill = Role::wait, .fill_opacity = before_shade});
  p_.rects(bars[1], {.fill = role});
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
  const Part part(p_, "ways");
  p_.text({at.x, at.y}, fill("Error of the output, {} bits", {it_.bits}), strong);
  BarRows rows(p_, {at.x - 4, at.y + row / 2, at.width + 4, row}, at.x + 130, at.width - 130 - 52);
  for (int i = 0; i < way_count; ++i) {
    const SmoothWay& way = it_.ways[static_cast<size_t>(i)];
    rows.next(i == smooth);
    rows.name(way_names[i]);
    rows.bar(way.error / it_.greatest_error(),
             {.fill = i == smooth ? Role::lane : Role::wait, .radius = 2}, error_text(way.error),
             14);
  }
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
  const Part part(p_, "alpha");
  p_.line({here.x, plot.y}, {here.x, plot.bottom()}, {.stroke = Role::lane, .dashed = true});
  knob(p_, here);
  p_.hotspot({{plot.x, plot.y, plot.width, plot.height + 20},
              fill("α = {}: {}", {brief(it_.alpha), error_text(it_.ways[smooth].error)}),
              drag_x("alpha", plot.x, plot.right(), 0, 1)});
}

}  // namespace

float smooth_outliers_height(float width) { return Layout(width).height(); }

void draw_smooth_outliers(const SmoothOutliers& it, Painter& painter, const View& view) {
  Drawing(it, painter, view.width).run();
}

}  // namespace loom::scenes
