#include <algorithm>

#include "web/scene/kit.hpp"
#include "web/scenes/formats/smooth_outliers.hpp"

namespace loom::scenes {
namespace {

using namespace scene;
using numerics::smooth_channels;

constexpr float margin = 4;
constexpr float before_shade = 0.45f;

struct Layout {
  explicit Layout(float width) : narrow(is_narrow(width)), row(narrow ? 20 : 24) {
    const float axis = narrow ? 32 : 36;
    const float across = (width - 2 * axis - margin - (narrow ? 12 : 24)) / 2;
    x = {axis, narrow ? 62.f : 46.f, across, narrow ? 72.f : 110.f};
    w = {width - margin - across, x.y, across, x.height};
    const float below = w.bottom() + (narrow ? 34.f : 44.f);
    ways = {margin, below, narrow ? width - 2 * margin : 340,
            row * (static_cast<float>(way_count) + 0.5f)};
    const float start = narrow ? 36 : ways.right() + 74;
    curve = {start, narrow ? ways.bottom() + 32 : below + 22, width - 14 - start,
             narrow ? 76.f : 100.f};
  }
  float height() const { return curve.bottom() + (narrow ? 34.f : 38.f); }

  bool narrow;
  float row;  // of a way
  Rect x, w, ways, curve;
};

class Drawing {
 public:
  Drawing(const SmoothOutliers& it, Painter& painter, float width)
      : it_(it), p_(painter), at_(width), width_(width) {}

  void run() {
    key();
    panel("activations", at_.x, "Activations", it_.x, it_.smooth_x, {Role::data, it_.most_x});
    panel("weights", at_.w, "Weights", it_.w, it_.smooth_w, {Role::compute, it_.most_w});
    p_.text({at_.x.x, at_.w.bottom() + 14}, fill("{} channels", {smooth_channels}), quiet);
    outliers();
    ways();
    curve();
  }

 private:
  struct Look {
    Role role;
    double most;  // where the axis ends
  };

  void key() {
    p_.text({margin, 11}, "Largest size in each channel", strong);
    const float entries = Legend::width("before") + 14 + Legend::width("after");
    Legend key(p_, {width_ - margin - entries, 11}, width_);
    key.add("", "before", {.fill = Role::wait, .fill_opacity = before_shade});
    const Point after = key.next();
    key.add("", "after", {.fill = Role::data});
    p_.rect({after.x + 6, after.y - 5, 6, 10}, {.fill = Role::compute});
  }

  void panel(std::string_view part, const Rect& plot, std::string_view name,
             const std::vector<double>& before, const std::vector<double>& after,
             const Look& look) {
    const Scale y{plot.bottom(), plot.y, 0, look.most};
    const float pitch = plot.width / smooth_channels, apart = at_.narrow ? 0.8f : 2.f,
                bar = (pitch - apart) / 2;
    std::vector<Rect> bars[2];
    double most[2] = {};
    for (size_t j = 0; j < before.size(); ++j)
      for (int k = 0; k < 2; ++k) {
        const double size = k == 0 ? before[j] : after[j];
        const float top = y(size), left = plot.x + pitch * static_cast<float>(j) + apart / 2 +
                                          bar * static_cast<float>(k);
        bars[k].push_back({left, top, bar, plot.bottom() - top});
        most[k] = std::max(most[k], size);
      }
    const Part within(p_, part);
    const std::string reach =
        fill("up to {}, then {}", {significant(most[0]), significant(most[1])});
    if (at_.narrow) {  // over the axis too, one below the other
      p_.text({plot.x - 28, plot.y - 29}, name, label);
      p_.text({plot.x - 28, plot.y - 12}, reach, label);
    } else {
      p_.text({plot.x, plot.y - 12}, name, label);
      p_.text({plot.right(), plot.y - 12}, reach, ended(label));
    }
    axis_left(p_, plot, y, ticks(y, 3));
    p_.rects(bars[0], {.fill = Role::wait, .fill_opacity = before_shade});
    p_.rects(bars[1], {.fill = look.role});
  }

  // Over the channels with outliers, in both panels.
  void outliers() {
    for (const Rect& plot : {at_.x, at_.w})
      for (int channel : numerics::outlier_channels) {
        const auto j = static_cast<size_t>(channel);
        const float pitch = plot.width / smooth_channels;
        p_.hotspot(
            {{plot.x + pitch * (static_cast<float>(channel) + 0.5f) - 12, plot.y, 24, plot.height},
             fill("Channel {}: activations {}, then {}; weights {}, then {}",
                  {channel, significant(it_.x[j]), significant(it_.smooth_x[j]),
                   significant(it_.w[j]), significant(it_.smooth_w[j])})});
      }
  }

  void ways() {
    const Rect& at = at_.ways;
    const Part part(p_, "ways");
    p_.text({at.x, at.y}, fill("Error of the output, {} bits", {it_.bits}), strong);
    BarRows rows(p_, {at.x - 4, at.y + at_.row / 2, at.width + 4, at_.row}, at.x + 130,
                 at.width - 130 - 52);
    for (int i = 0; i < way_count; ++i) {
      const SmoothWay& way = nth(it_.ways, i);
      rows.next(i == smooth);
      rows.name(way_names[i]);
      rows.bar(way.error / it_.greatest_error(),
               {.fill = i == smooth ? Role::lane : Role::wait, .radius = 2}, error_text(way.error),
               14);
    }
  }

  void curve() {
    const Rect& plot = at_.curve;
    const Scale x{plot.x, plot.right(), 0, 1},
        y{plot.bottom(), plot.y, 0, 100 * it_.greatest_error()};
    std::vector<Point> one, mean;
    for (size_t i = 0; i < alpha_count; ++i) {
      const float at = x(0.05 * static_cast<double>(i));
      one.push_back({at, y(100 * it_.curve[i].error)});
      mean.push_back({at, y(100 * it_.mean[i])});
    }
    p_.begin("curve");
    Legend key(p_, {plot.x - 30, plot.y - 20}, plot.right() + 14);
    key.words("Error over α:");
    key.line("", "mean of 16 layers", {.stroke = Role::lane, .stroke_width = 2.5f});
    key.line("", "this one", {.stroke = Role::wait, .stroke_width = 1.5f});
    axis_left(p_, plot, y, ticks(y, 3), "%");
    axis_below(p_, plot, x, ticks(x, 5));
    p_.path(one, false, {.stroke = Role::wait, .stroke_width = 1.5f});
    p_.path(mean, false, {.stroke = Role::lane, .stroke_width = 2.5f});
    p_.end();
    const Point here = {x(it_.alpha), y(100 * it_.ways[smooth].error)};
    const Part part(p_, "alpha");
    p_.line({here.x, plot.y}, {here.x, plot.bottom()}, {.stroke = Role::lane, .dashed = true});
    knob(p_, here);
    p_.hotspot({{plot.x, plot.y, plot.width, plot.height + 20},
                fill("α = {}: {}", {brief(it_.alpha), error_text(it_.ways[smooth].error)}),
                drag_x("alpha", plot.x, plot.right(), 0, 1)});
  }

  const SmoothOutliers& it_;
  Painter& p_;
  const Layout at_;
  const float width_;
};

}  // namespace

float SmoothOutliers::height(float width) const { return Layout(width).height(); }

void SmoothOutliers::draw(Painter& painter, const View& view) const {
  Drawing(*this, painter, view.width).run();
}

}  // namespace loom::scenes
