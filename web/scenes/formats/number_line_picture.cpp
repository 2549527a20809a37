#include <algorithm>
#include <cmath>
#include <utility>

#include "core/logarithm.hpp"
#include "web/scene/kit.hpp"
#include "web/scenes/formats/number_line.hpp"
#include "web/scenes/formats/number_text.hpp"

namespace loom::scenes {
namespace {

using namespace scene;
using numerics::Format;

constexpr float left = 34, edge = 12, top = 24, band = 28, axis_high = 34, bars_title = 22,
                bar_words = 18, bars_high = 40, strip = bar_words + bars_high + 4;
constexpr Role colors[] = {Role::series_1, Role::series_3};

// Room for two formats; one alone has all of it, so that nothing moves when the other goes.
constexpr int rooms = 2;
constexpr float words(float width) { return is_narrow(width) ? 46 : 24; }
constexpr float lane_high(float width) { return words(width) + band + 10; }
constexpr float bars_top(float width) { return top + lane_high(width) * rooms + axis_high; }

// The binades that the formats reach: from below the least number to beyond the largest.
struct Binades {
  explicit Binades(const NumberLine& line) {
    for (const NumberLane& lane : line.lanes) {
      const Format& format = *lane.format;
      low = std::min(low, 1 - format.bias - format.mantissa_bits - 1);
      high = std::max(high, std::ilogb(numerics::decode(format, format.max_code())) + 1);
      most_bits = std::max(most_bits, format.mantissa_bits);
    }
  }
  int low = 0, high = 0, most_bits = 0;  // most_bits: of a mantissa
};

class Drawing {
 public:
  Drawing(const NumberLine& line, Painter& painter, float width)
      : line_(line), p_(painter), width_(width) {}

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
  float lane_top(size_t i) const { return top + lane_high(width_) * share_ * float(i); }
  Rect band_of(size_t i) const {
    const float high = band + (share_ - 1) * lane_high(width_);
    return {left, lane_top(i) + words(width_), right_ - left, high};
  }

  Action drag(const Scale& scale) const {
    Action action = of_entry(drag_x("x", scale.from_px, scale.to_px, scale.from, scale.to), 0);
    action.digits = scale.from == 0 || scale.logarithmic ? 3 : 7;
    action.logarithmic = scale.logarithmic;
    return action;
  }

  // Powers of two come out exactly, so that no number changes its pixel from machine to machine.
  double value_at(int pixel, int pixels) const {
    if (!line_.logarithmic) return line_.from + (line_.to - line_.from) * pixel / pixels;
    const int steps = pixel * (binades_.high - binades_.low);
    return std::ldexp(std::exp2(static_cast<double>(steps % pixels) / pixels),
                      binades_.low + steps / pixels);
  }

  // A rule at each tick, through what is drawn and not through its words, and the numbers below.
  void axis(const Scale& scale, std::span<const Rect> through, float bottom) {
    const std::vector<Tick> all = ticks(scale, is_narrow(width_) ? 4 : 8, 2);
    for (const Rect& box : through)
      for (const Tick& tick : all)
        p_.line({scale(tick.value), box.y}, {scale(tick.value), box.bottom()},
                {.stroke = Role::grid});
    axis_below(p_, {left, bottom, right_ - left, 0}, scale, all);
  }

  void axes() {
    std::vector<Rect> bands;
    for (size_t i = 0; i < line_.lanes.size(); ++i) bands.push_back(band_of(i));
    axis(scale_, bands, bands.back().bottom() + 6);
  }

  // A column of pixels is drawn when a number lies in it; beside each other they make a band.
  void numbers(size_t i) {
    const NumberLane& lane = line_.lanes[i];
    const Rect at = band_of(i);
    const int pixels = static_cast<int>(at.width);
    std::vector<Rect> columns;
    std::uint32_t before = numerics::first_code_from(*lane.format, value_at(0, pixels));
    for (int pixel = 0; pixel < pixels; ++pixel) {
      const auto next = numerics::first_code_from(*lane.format, value_at(pixel + 1, pixels));
      const float x = at.x + static_cast<float>(pixel);
      if (std::exchange(before, next) == next) continue;
      if (!columns.empty() && columns.back().right() == x)
        columns.back().width += 1;
      else
        columns.push_back({x, at.y + 4, 1, at.height - 8});
    }
    const Part part(p_, "numbers");
    p_.text({left, lane_top(i) + 12}, lane.format->name, strong);
    p_.line({at.x, at.center().y}, {at.right(), at.center().y}, {.stroke = Role::grid});
    p_.rects(columns, {.fill = colors[i]});
  }

  void gap(size_t i) {
    const NumberLane& lane = line_.lanes[i];
    const Rect at = band_of(i);
    const float from = scale_(lane.around.below),
                to = lane.beyond() ? right_ : scale_(lane.around.above);
    const Part part(p_, "gap");
    p_.rect({from, at.y, to - from, at.height}, {.fill = Role::ink, .fill_opacity = 0.14f});
    for (float x : {from, to})
      p_.line({x, at.y}, {x, at.bottom()}, {.stroke = Role::ink, .stroke_width = 1.5f});
    const float first = lane_top(i) + 12, second = is_narrow(width_) ? first + 20 : first;
    p_.text({right_, first},
            lane.beyond()  ? "x is beyond"
            : line_.x == 0 ? "gap " + exact_text(lane.gap())
                           : fill("gap {}: {} of x",
                                  {readable(lane.gap()), relative_text(lane.gap() / line_.x)}),
            ended(label));
    const float room = is_narrow(width_) ? (right_ - left) / 2 - 6 : 190;
    const auto side = [&](std::string_view name, double value) {
      const std::string number = exact_text(value);
      return fit({fill("{} {}", {name, number}), number, readable(value)}, room, Size::small);
    };
    const float begin = is_narrow(width_) ? left : left + 96;
    p_.text({begin, second}, side(lane.beyond() ? "largest" : "below x:", lane.around.below),
            quiet);
    if (!lane.beyond())
      p_.text({is_narrow(width_) ? right_ : begin + room + 10, second},
              side("above x:", lane.around.above), is_narrow(width_) ? ended(quiet) : quiet);
    p_.hotspot({at, fill("Drag x along the numbers of {}", {lane.format->name}), drag(scale_)});
  }

  // Each binade's count on a logarithmic scale, the same for both. The binade of x is darker.
  void bars() {
    const float top_y = bars_top(width_) + bars_title, tall = strip * share_;
    const Rect plot{left, top_y, right_ - left, strip * rooms - 4};
    const int count = binades_.high - binades_.low, most = binades_.most_bits;
    const float pitch = plot.width / static_cast<float>(count), space = pitch > 4 ? 1.f : 0.f;
    const Part part(p_, "binades");
    p_.text({left, top_y - 12},
            fit({"Numbers from each power of 2 to the next; both axes are logarithmic",
                 "Numbers a binade; logarithmic axes"},
                right_ - left, Size::small),
            quiet);
    std::vector<Rect> charts;
    for (size_t i = 0; i < line_.lanes.size(); ++i) {
      const float foot = top_y + tall * static_cast<float>(i + 1) - 4, high = tall - bar_words - 4;
      charts.push_back({left, foot - high, plot.width, high});
    }
    axis(factors_, charts, plot.bottom());
    for (size_t i = 0; i < line_.lanes.size(); ++i) {
      const NumberLane& lane = line_.lanes[i];
      const float bottom = charts[i].bottom();
      // A bar of 1 is a step high.
      const Scale y{bottom, charts[i].y, 0.5, std::ldexp(1., most), true};
      for (int bits : {0, most}) {
        const float level = y(std::ldexp(1., bits));
        p_.line({left, level}, {right_, level}, {.stroke = Role::grid});
        p_.text({left - 5, level}, bits > 9 ? power(2, bits) : integer(1 << bits), ended(quiet));
      }
      std::vector<Rect> bars, here;
      for (int k = 0; k < count; ++k) {
        const int numbers = numbers_in_binade(*lane.format, binades_.low + k);
        if (numbers == 0) continue;
        const float x = plot.x + pitch * static_cast<float>(k), level = y(numbers);
        const bool chosen = line_.x > 0 && std::ilogb(line_.x) == binades_.low + k;
        (chosen ? here : bars).push_back({x, level, pitch - space, bottom - level});
      }
      p_.text({left, charts[i].y - 9},
              fill(line_.x > 0 ? "{}: {} where x is" : "{}", {lane.format->name, lane.binade}),
              label);
      p_.line({plot.x, bottom}, {plot.right(), bottom}, {.stroke = Role::muted});
      p_.rects(bars, {.fill = colors[i], .fill_opacity = 0.55f});
      p_.rects(here, {.fill = colors[i]});
    }
    p_.hotspot({plot, "Drag x from binade to binade", drag(factors_)});
  }

  void marker() {
    const float x = scale_(line_.x);
    const std::string text = fill(!line_.logarithmic && line_.x > line_.to ? "x = {} →" : "x = {}",
                                  {exact_text(line_.x)});
    const Part part(p_, "x");
    held_text(p_, {x, 8}, text, strong, left, right_);
    for (size_t i = 0; i < line_.lanes.size(); ++i) {
      const Rect at = band_of(i);
      arrow_head(p_, {x, at.y + 2}, Toward::down, Role::data, 7);
      p_.line({x, at.y}, {x, at.bottom()}, {.stroke = Role::data, .stroke_width = 1.5f});
    }
    p_.line({x, 16}, {x, top}, {.stroke = Role::data, .stroke_width = 1.5f});
  }

  const NumberLine& line_;
  Painter& p_;
  const float width_, right_ = width_ - edge;
  const float share_ = rooms / static_cast<float>(line_.lanes.size());  // of a lane's room
  const Binades binades_{line_};
  const Scale factors_ = {left, right_, std::ldexp(1., binades_.low), std::ldexp(1., binades_.high),
                          true};
  const Scale scale_ = line_.logarithmic ? factors_ : Scale{left, right_, line_.from, line_.to};
};

}  // namespace

float NumberLine::height(float width) const {
  return bars_top(width) + bars_title + strip * rooms + 20;
}

void NumberLine::draw(Painter& painter, const View& view) const {
  Drawing(*this, painter, view.width).run();
}

}  // namespace loom::scenes
