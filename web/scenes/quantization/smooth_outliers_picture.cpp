#include "web/scene/kit.hpp"
#include "web/scenes/quantization/smooth_outliers.hpp"

namespace loom::scenes {

using numerics::smooth_channels;

constexpr float margin = 4;
constexpr Style before_style = solid(Role::wait, 0.45f), mean_line = stroked(Role::lane, 2.5f),
                one_line = stroked(Role::wait, 1.5f);

struct SmoothOutliersDrawing : Picture<SmoothOutliers> {
  float axis_ = by_width(32, 36), row_ = by_width(20, 24);  // row: of a way
  float across_ = (width_ - 2 * axis_ - margin - by_width(12, 24)) / 2;
  Rect x_ = {axis_, by_width(62, 46), across_, by_width(72, 110)};
  Rect w_ = {width_ - margin - across_, x_.y, across_, x_.height};
  Rect ways_ = {margin, w_.bottom() + by_width(34, 44), by_width(width_ - 2 * margin, 340),
                row_*(px(way_count) + 0.5f)};
  float start_ = by_width(36, ways_.right() + 74);
  Rect curve_ = {start_, by_width(ways_.bottom() + 32, ways_.y + 22), width_ - 14 - start_,
                 by_width(76, 100)};
  Scale alphas_ = {curve_.x, curve_.right(), 0, 1};
  Scale errors_ = {curve_.bottom(), curve_.y, 0, 100 * s_.greatest_error()};

  float height() const { return curve_.bottom() + by_width(34, 38); }

  void draw() {
    key();
    panel("activations", x_, "Activations", s_.x, s_.smooth_x, Role::data, s_.most_x);
    panel("weights", w_, "Weights", s_.w, s_.smooth_w, Role::compute, s_.most_w);
    write({x_.x, w_.bottom() + 14}, quiet, "{} channels", smooth_channels);
    outliers();
    in("ways", [&] { ways(); });
    in("curve", [&] { errors(); });
    in("alpha", [&] { alpha(); });
  }

  void key() {
    p_.text({margin, 11}, "Largest size in each channel", strong);
    const float entries = Legend::width("before") + 14 + Legend::width("after");
    Legend key(p_, {width_ - margin - entries, 11}, width_);
    key.add("", "before", before_style);
    const Point after = key.next();
    key.add("", "after", solid(Role::data));
    p_.rect({after.x + 6, after.y - 5, 6, 10}, solid(Role::compute));
  }

  void panel(std::string_view part, const Rect& plot, std::string_view name,
             const std::vector<double>& before, const std::vector<double>& after, Role role,
             double axis_end) {
    const Scale y{plot.bottom(), plot.y, 0, axis_end};
    const float pitch = plot.width / smooth_channels, apart = by_width(0.8f, 2),
                bar = (pitch - apart) / 2;
    std::vector<Rect> bars[2];
    double most[2] = {};
    for (size_t j = 0; j < before.size(); ++j)
      for (int k = 0; k < 2; ++k) {
        const double size = k == 0 ? before[j] : after[j];
        const float top = y(size), left = plot.x + pitch * px(j) + apart / 2 + bar * px(k);
        bars[k].push_back({left, top, bar, plot.bottom() - top});
        most[k] = std::max(most[k], size);
      }
    const Part within(p_, part);
    const std::string reach = fill("up to {}, then {}", significant(most[0]), significant(most[1]));
    if (narrow_) {  // over the axis too, one below the other
      p_.text({plot.x - 28, plot.y - 29}, name, label);
      p_.text({plot.x - 28, plot.y - 12}, reach, label);
    } else {
      p_.text({plot.x, plot.y - 12}, name, label);
      p_.text({plot.right(), plot.y - 12}, reach, ended(label));
    }
    axis_left(p_, plot, y, ticks(y, 3));
    p_.rects(bars[0], before_style);
    p_.rects(bars[1], solid(role));
  }

  // Over the channels with outliers, in both panels.
  void outliers() {
    for (const Rect& plot : {x_, w_})
      for (int j : numerics::outlier_channels) {
        const float pitch = plot.width / smooth_channels;
        spot({plot.x + pitch * (px(j) + 0.5f) - 12, plot.y, 24, plot.height},
             "Channel {}: activations {}, then {}; weights {}, then {}", j,
             significant(nth(s_.x, j)), significant(nth(s_.smooth_x, j)), significant(nth(s_.w, j)),
             significant(nth(s_.smooth_w, j)));
      }
  }

  void ways() {
    const auto& [x, y, wide, high] = ways_;
    write({x, y}, strong, "Error of the output, {} bits", s_.bits);
    BarRows rows(p_, {x - 4, y + row_ / 2, wide + 4, row_}, x + 130, wide - 130 - 52);
    for (int i = 0; i < way_count; ++i) {
      const double error = nth(s_.ways, i).error;
      rows.next(i == smooth, way_names[i]);
      rows.bar(error / s_.greatest_error(), rounded(solid(i == smooth ? Role::lane : Role::wait)),
               error_text(error), 14);
    }
  }

  Point at(double alpha, double error) const { return {alphas_(alpha), errors_(100 * error)}; }

  void errors() {
    Legend key(p_, {curve_.x - 30, curve_.y - 20}, curve_.right() + 14);
    key.words("Error over α:");
    key.line("", "mean of 16 layers", mean_line);
    key.line("", "this one", one_line);
    axis_left(p_, curve_, errors_, ticks(errors_, 3), "%");
    axis_below(p_, curve_, alphas_, ticks(alphas_, 5));
    scene::curve(p_, one_line, alpha_count,
                 [&](int i) { return at(0.05 * i, nth(s_.curve, i).error); });
    scene::curve(p_, mean_line, alpha_count, [&](int i) { return at(0.05 * i, nth(s_.mean, i)); });
  }

  void alpha() {
    const double error = s_.ways[smooth].error;
    const Point here = at(s_.alpha, error);
    upright(p_, here.x, curve_, dashed(Role::lane));
    knob(p_, here);
    spot({curve_.x, curve_.y, curve_.width, curve_.height + 20}, drag_x("alpha", alphas_),
         "α = {}: {}", brief(s_.alpha), error_text(error));
  }
};

float SmoothOutliers::picture(const Sheet& sheet) const { return picture_of(*this, sheet); }

}  // namespace loom::scenes
