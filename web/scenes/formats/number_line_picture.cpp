#include <algorithm>
#include <cmath>

#include "core/logarithm.hpp"
#include "web/scene/kit.hpp"
#include "web/scenes/formats/number_line.hpp"
#include "web/scenes/formats/number_text.hpp"

namespace loom::scenes {
namespace {

using namespace scene;
using numerics::Format;

constexpr float edge = 12, top = 24, words = 46, band = 28, lane_high = words + band + 10,
                axis_high = 30, bars_title = 20, bar_words = 18, bars_high = 40,
                strip = bar_words + bars_high + 4;
constexpr Role colors[] = {Role::series_1, Role::series_3};

float bars_top(const NumberLine& line) {
  return top + lane_high * static_cast<float>(line.lanes.size()) + axis_high;
}

// The binades that the formats reach: from below the least number to beyond the largest.
struct Binades {
  explicit Binades(const NumberLine& line) {
    for (const NumberLane& lane : line.lanes) {
      const Format& format = *lane.format;
      low = std::min(low, 1 - format.bias - format.mantissa_bits - 1);
      high = std::max(high, std::ilogb(numerics::decode(format, format.max_code())) + 1);
    }
  }
  int low = 0, high = 0;
};

class Drawing {
 public:
  Drawing(const NumberLine& line, Painter& painter, float width)
      : line_(line),
        p_(painter),
        right_(width - edge),
        binades_(line),
        factors_{edge, right_, std::ldexp(1., binades_.low), std::ldexp(1., binades_.high), true},
        scale_(line.reach > 0 ? Scale{edge, right_, 0, line.reach} : factors_) {}

  void run() {
    axes();
    for (size_t i = 0; i < line_.lanes.size(); ++i) {
      numbers(i);
      gap(i);
    }
    bars();
    marker();
  }

 private:
  float lane_top(size_t i) const { return top + lane_high * static_cast<float>(i); }
  Rect band_of(size_t i) const { return {edge, lane_top(i) + words, right_ - edge, band}; }
  Action drag(const Scale& scale) const;
  double value_at(int pixel, int pixels) const;
  void axes();
  void numbers(size_t i);
  void gap(size_t i);
  void bars();
  void marker();

  const NumberLine& line_;
  Painter& p_;
  const float right_;
  const Binades binades_;
  const Scale factors_, scale_;
};

Action Drawing::drag(const Scale& scale) const {
  Action action = of_entry(drag_x("x", scale.from_px, scale.to_px, scale.from, scale.to), 0);
  action.digits = 3;
  action.logarithmic = scale.logarithmic;
  return action;
}

// Powers of two come out exactly, so that no number changes its pixel from machine to machine.
double Drawing::value_at(int pixel, int pixels) const {
  if (line_.reach > 0) return line_.reach * pixel / pixels;
  const int steps = pixel * (binades_.high - binades_.low);
  return std::ldexp(std::exp2(static_cast<double>(steps % pixels) / pixels),
                    binades_.low + steps / pixels);
}

void Drawing::axes() {
  const Rect plot{edge, top, right_ - edge, lane_high * static_cast<float>(line_.lanes.size())};
  const int pieces = right_ < narrow_limit ? 4 : 8;
  axis_below(p_, plot, scale_, ticks(scale_, pieces, 2));
}

// A column of pixels is drawn when a number lies in it; beside each other they make a band.
void Drawing::numbers(size_t i) {
  const NumberLane& lane = line_.lanes[i];
  const Rect at = band_of(i);
  const int pixels = static_cast<int>(at.width);
  std::vector<Rect> columns;
  std::uint32_t before = numerics::first_code_from(*lane.format, value_at(0, pixels));
  for (int pixel = 0; pixel < pixels; ++pixel) {
    const std::uint32_t next = numerics::first_code_from(*lane.format, value_at(pixel + 1, pixels));
    const float x = at.x + static_cast<float>(pixel);
    if (next != before) {
      if (!columns.empty() && columns.back().right() == x)
        columns.back().width += 1;
      else
        columns.push_back({x, at.y + 4, 1, at.height - 8});
    }
    before = next;
  }
  const Part part(p_, "numbers");
  p_.text({edge, at.y - 34}, lane.format->name, strong);
  p_.line({at.x, at.center().y}, {at.right(), at.center().y}, {.stroke = Role::grid});
  p_.rects(columns, {.fill = colors[i]});
}

void Drawing::gap(size_t i) {
  const NumberLane& lane = line_.lanes[i];
  const Rect at = band_of(i);
  const float from = scale_(lane.around.below),
              to = lane.beyond() ? right_ : scale_(lane.around.above);
  const Part part(p_, "gap");
  p_.rect({from, at.y, to - from, at.height}, {.fill = Role::ink, .fill_opacity = 0.14f});
  for (float x : {from, to})
    p_.line({x, at.y}, {x, at.bottom()}, {.stroke = Role::ink, .stroke_width = 1.5f});
  p_.text({right_, at.y - 34},
          lane.beyond()  ? "x is beyond"
          : line_.x == 0 ? "gap " + exact_text(lane.gap())
                         : fill("gap {}: {} of x",
                                {readable(lane.gap()), relative_text(lane.gap() / line_.x)}),
          ended(label));
  const float half = (right_ - edge) / 2 - 8;
  const auto side = [&](std::string_view name, const std::string& number) {
    return fit({fill("{} {}", {name, number}), number}, half, Size::small);
  };
  p_.text({edge, at.y - 14},
          side(lane.beyond() ? "largest" : "below x:", exact_text(lane.around.below)), quiet);
  if (!lane.beyond())
    p_.text({right_, at.y - 14}, side("above x:", exact_text(lane.around.above)), ended(quiet));
  p_.hotspot({at, fill("Drag x along the numbers of {}", {lane.format->name}), drag(scale_)});
}

// Each binade's count, by its bits: a mantissa bit more is a step higher. The binade of x is
// darker.
void Drawing::bars() {
  const float top_y = bars_top(line_) + bars_title;
  const Rect plot{edge, top_y, right_ - edge, strip * static_cast<float>(line_.lanes.size()) - 4};
  const int count = binades_.high - binades_.low;
  const float pitch = plot.width / static_cast<float>(count), space = pitch > 4 ? 1.f : 0.f;
  int most = 0;
  for (const NumberLane& lane : line_.lanes) most = std::max(most, lane.format->mantissa_bits);
  const float unit = bars_high / static_cast<float>(most + 1);
  const Part part(p_, "binades");
  p_.text({edge, top_y - 12}, "Numbers from each power of 2 to the next:", quiet);
  axis_below(p_, plot, factors_, ticks(factors_, right_ < narrow_limit ? 4 : 8, 2));
  for (size_t i = 0; i < line_.lanes.size(); ++i) {
    const NumberLane& lane = line_.lanes[i];
    const float bottom = top_y + strip * static_cast<float>(i) + bar_words + bars_high;
    std::vector<Rect> bars, here;
    for (int k = 0; k < count; ++k) {
      const int numbers = numbers_in_binade(*lane.format, binades_.low + k);
      if (numbers == 0) continue;
      const float high = unit * (1 + static_cast<float>(binary_logarithm(numbers)));
      const bool chosen = line_.x > 0 && std::ilogb(line_.x) == binades_.low + k;
      (chosen ? here : bars)
          .push_back({plot.x + pitch * static_cast<float>(k), bottom - high, pitch - space, high});
    }
    p_.text({edge, bottom - bars_high - 9},
            line_.x > 0 ? fill("{}: {} where x is", {lane.format->name, lane.binade})
                        : std::string(lane.format->name),
            label);
    p_.line({plot.x, bottom}, {plot.right(), bottom}, {.stroke = Role::muted});
    p_.rects(bars, {.fill = colors[i], .fill_opacity = 0.55f});
    p_.rects(here, {.fill = colors[i]});
  }
  p_.hotspot({plot, "Drag x from binade to binade", drag(factors_)});
}

void Drawing::marker() {
  const float x = scale_(line_.x);
  const std::string text =
      fill(line_.reach > 0 && line_.x > line_.reach ? "x = {} →" : "x = {}", {exact_text(line_.x)});
  const Part part(p_, "x");
  held_text(p_, {x, 8}, text, strong, edge, right_);
  for (size_t i = 0; i < line_.lanes.size(); ++i) {
    const Rect at = band_of(i);
    arrow_head(p_, {x, at.y + 2}, Toward::down, Role::data, 7);
    p_.line({x, at.y}, {x, at.bottom()}, {.stroke = Role::data, .stroke_width = 1.5f});
  }
  p_.line({x, 16}, {x, top}, {.stroke = Role::data, .stroke_width = 1.5f});
}

}  // namespace

float number_line_height(const NumberLine& line) {
  return bars_top(line) + bars_title + strip * static_cast<float>(line.lanes.size()) + 20;
}

void draw_number_line(const NumberLine& line, Painter& painter, const View& view) {
  Drawing(line, painter, view.width).run();
}

}  // namespace loom::scenes
