#include "web/scene/kit.hpp"
#include "web/scenes/formats/number_line.hpp"

namespace loom::scenes {

constexpr float left = 34, edge = 12, top = 24, band = 28, axis_high = 34, bars_title = 22,
                bar_words = 18, bars_high = 40, strip = bar_words + bars_high + 4;
constexpr Role colors[] = {Role::series_1, Role::series_3};

// Room for two formats; one alone has all of it, so that nothing moves when the other goes.
constexpr int rooms = 2;

struct NumberLineDrawing : Picture<NumberLine> {
  float right_ = width_ - edge, words_ = by_width(46, 24), lane_high_ = words_ + band + 10;
  int lanes_ = static_cast<int>(s_.lanes.size());
  float share_ = rooms / px(lanes_);  // of a lane's room
  Rect bars_ = {left, top + lane_high_* rooms + axis_high + bars_title, right_ - left,
                strip* rooms - 4};
  const numerics::Binades& binades_ = s_.binades;
  Scale factors_ = {left, right_, std::ldexp(1., binades_.low), std::ldexp(1., binades_.high),
                    true};
  Scale scale_ = s_.logarithmic ? factors_ : Scale{left, right_, s_.from, s_.to};

  float height() const { return bars_.bottom() + 24; }

  void draw() {
    axis(scale_, &NumberLineDrawing::band_of, band_of(lanes_ - 1).bottom() + 6);
    for (int i = 0; i < lanes_; ++i) {
      numbers(i);
      in("gap", [&] { gap(i); });
    }
    in("binades", [&] { bars(); });
    in("x", [&] { marker(); });
  }

  float lane_top(int i) const { return top + lane_high_ * share_ * px(i); }
  Rect band_of(int i) const {
    return {left, lane_top(i) + words_, right_ - left, band + (share_ - 1) * lane_high_};
  }
  Rect chart_of(int i) const {
    const float tall = strip * share_, foot = bars_.y + tall * px(i + 1) - 4,
                high = tall - bar_words - 4;
    return {left, foot - high, bars_.width, high};
  }

  Action drag(const Scale& scale) const {
    Action action = of_entry(drag_x("x", scale), 0);
    action.digits = scale.from == 0 || scale.logarithmic ? 3 : 7;
    return action;
  }

  // Powers of two come out exactly, so that no number changes its pixel from machine to machine.
  double value_at(int pixel, int pixels) const {
    if (!s_.logarithmic) return s_.from + (s_.to - s_.from) * pixel / pixels;
    const int steps = pixel * (binades_.high - binades_.low);
    return std::ldexp(std::exp2(static_cast<double>(steps % pixels) / pixels),
                      binades_.low + steps / pixels);
  }

  // A rule at each tick, through what is drawn and not through its words, and the numbers below.
  void axis(const Scale& scale, Rect (NumberLineDrawing::*box_of)(int) const, float bottom) {
    const std::vector<Tick> all = ticks(scale, narrow_ ? 4 : 8, 2);
    for (int i = 0; i < lanes_; ++i)
      for (const Tick& tick : all)
        upright(p_, scale(tick.value), (this->*box_of)(i), stroked(Role::grid));
    axis_below(p_, {left, bottom, right_ - left, 0}, scale, all);
  }

  // A column of pixels is drawn when a number lies in it; beside each other they make a band.
  void numbers(int i) {
    const NumberLane& lane = nth(s_.lanes, i);
    const Rect at = band_of(i);
    const int pixels = static_cast<int>(at.width);
    std::vector<Rect> columns;
    std::uint32_t before = numerics::first_code_from(*lane.format, value_at(0, pixels));
    for (int pixel = 0; pixel < pixels; ++pixel) {
      const auto next = numerics::first_code_from(*lane.format, value_at(pixel + 1, pixels));
      const float x = at.x + px(pixel);
      if (std::exchange(before, next) == next) continue;
      if (!columns.empty() && columns.back().right() == x)
        columns.back().width += 1;
      else
        columns.push_back({x, at.y + 4, 1, at.height - 8});
    }
    const Part part(p_, "numbers");
    p_.text({left, lane_top(i) + 12}, lane.format->name, strong);
    level(p_, at.center().y, at, stroked(Role::grid));
    p_.rects(columns, solid(colors[i]));
  }

  void gap(int i) {
    const NumberLane& lane = nth(s_.lanes, i);
    const Rect at = band_of(i);
    const bool beyond = lane.beyond();
    const float from = scale_(lane.around.below), to = beyond ? right_ : scale_(lane.around.above),
                first = lane_top(i) + 12, second = by_width(first + 20, first),
                begin = by_width(left, left + 96), room = by_width((right_ - left) / 2 - 6, 190);
    p_.rect({from, at.y, to - from, at.height}, solid(Role::ink, 0.14f));
    for (float x : {from, to}) upright(p_, x, at, stroked(Role::ink, 1.5f));
    write({right_, first}, ended(label),
          beyond ? "x is beyond"
          : s_.x == 0
              ? "gap " + exact_text(lane.gap())
              : fill("gap {}: {} of x", readable(lane.gap()), relative_text(lane.gap() / s_.x)));
    const auto side = [&](std::string_view name, double value) {
      const std::string number = exact_text(value);
      return fit({fill("{} {}", name, number), number, readable(value)}, room, Size::small);
    };
    p_.text({begin, second}, side(beyond ? "largest" : "below x:", lane.around.below), quiet);
    if (!beyond)
      p_.text({by_width(right_, begin + room + 10), second}, side("above x:", lane.around.above),
              by_width(ended(quiet), quiet));
    spot(at, drag(scale_), "Drag x along the numbers of {}", lane.format->name);
  }

  // Each binade's count on a logarithmic scale, the same for both. The binade of x is darker.
  void bars() {
    fitted({left, bars_.y - 12}, right_ - left, quiet,
           {"Numbers from each power of 2 to the next; both axes are logarithmic",
            "Numbers a binade; logarithmic axes"});
    axis(factors_, &NumberLineDrawing::chart_of, bars_.bottom());
    for (int i = 0; i < lanes_; ++i) binades(i);
    spot(bars_, drag(factors_), "Drag x from binade to binade");
  }

  void binades(int i) {
    const NumberLane& lane = nth(s_.lanes, i);
    const Rect at = chart_of(i);
    const int count = binades_.high - binades_.low, most = binades_.most_bits;
    const float pitch = bars_.width / px(count), space = pitch > 4 ? 1.f : 0.f;
    // A bar of 1 is a step high.
    const Scale y{at.bottom(), at.y, 0.5, std::ldexp(1., most), true};
    for (int bits : {0, most}) {
      const float here = y(std::ldexp(1., bits));
      level(p_, here, left, right_, stroked(Role::grid));
      p_.text({left - 5, here}, bits > 9 ? power(2, bits) : integer(1 << bits), ended(quiet));
    }
    std::vector<Rect> others, here;
    for (int k = 0; k < count; ++k) {
      const int numbers = numerics::numbers_in_binade(*lane.format, binades_.low + k);
      if (numbers == 0) continue;
      const bool chosen = s_.x > 0 && std::ilogb(s_.x) == binades_.low + k;
      (chosen ? here : others)
          .push_back({at.x + pitch * px(k), y(numbers), pitch - space, at.bottom() - y(numbers)});
    }
    write({left, at.y - 9}, label, s_.x > 0 ? "{}: {} where x is" : "{}", lane.format->name,
          lane.binade);
    level(p_, at.bottom(), at, stroked(Role::muted));
    p_.rects(others, solid(colors[i], 0.55f));
    p_.rects(here, solid(colors[i]));
  }

  void marker() {
    const float x = scale_(s_.x);
    hold({x, 8}, strong, left, right_, !s_.logarithmic && s_.x > s_.to ? "x = {} →" : "x = {}",
         exact_text(s_.x));
    for (int i = 0; i < lanes_; ++i) {
      arrow_head(p_, {x, band_of(i).y + 2}, Toward::down, Role::data, 7);
      upright(p_, x, band_of(i), stroked(Role::data, 1.5f));
    }
    upright(p_, x, 16, top, stroked(Role::data, 1.5f));
  }
};

float NumberLine::picture(const Sheet& sheet) const { return picture_of(*this, sheet); }

}  // namespace loom::scenes
