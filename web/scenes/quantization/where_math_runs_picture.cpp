#include "core/gemm/measured_roofline.hpp"
#include "web/scene/kit.hpp"
#include "web/scenes/quantization/where_math_runs.hpp"

namespace loom::scenes {

struct RoofLine {
  Role role;
  float width;  // where two run together, both are seen
};
constexpr RoofLine lines[roof_schemes] = {
    {Role::series_1, 2}, {Role::series_5, 6}, {Role::series_3, 6}, {Role::series_4, 2}};
constexpr int order[roof_schemes] = {1, 2, 0, 3};  // wide lines first

struct WhereMathRunsDrawing : Picture<WhereMathRuns> {
  float row_high_ = by_width(40, 54);
  Rect plot_ = {46, by_width(38, 30), by_width(width_, 470) - 46 - 10, by_width(152, 250)};
  Scale x_ = {plot_.x, plot_.right(), 1, largest_batch, true};
  Scale y_ = {plot_.bottom(), plot_.y, s_.at(0, 1).flop_per_second() / 2e12,
              std::max({s_.machine->eight.peak.value, s_.machine->four.peak.value, 1.}) * 1.7,
              true};
  // Of the times.
  float left_ = by_width(2, 496), right_ = width_ - 2, top_ = by_width(plot_.bottom() + 56, 14);

  float height() const {
    return std::max(plot_.bottom() + 44, top_ + 22 + row_high_ * roof_schemes);
  }

  void draw() {
    axes();
    in("peaks", [&] { peaks(); });
    curves();
    measured();
    in("batch", [&] { batch(); });
    times();
  }

  float y(const gemm::LinearCost& reached) const { return y_(reached.flop_per_second() / 1e12); }
  Point ridge(const WhereMathRuns::Row& row) const {
    return {x_(row.ridge), y_(gemm::math(*s_.machine, *row.scheme).peak.value)};
  }

  void axes() {
    axis_left(p_, plot_, y_, ticks(y_, 5));
    axis_below(p_, plot_, x_,
               named(ticks(x_, 6, 2), [](double tokens) { return integer(std::llround(tokens)); }));
    p_.text({2, 10}, by_width("TFLOP/s, log", "TFLOP/s, logarithmic"), quiet);
    axis_title(p_, plot_, by_width("batch, log", "tokens in the batch, logarithmic"));
  }

  // The ceilings, one for each kind of math.
  void peaks() {
    std::string named;  // in one line: a narrow picture has no room at the lines
    for (const auto* math : {&s_.machine->sixteen, &s_.machine->eight, &s_.machine->four}) {
      if (!math->peak.known()) continue;
      const float at = y_(math->peak.value);
      level(p_, at, plot_, dashed(Role::muted));
      const std::string value = significant(math->peak.value);
      if (!narrow_) write({plot_.x + 4, at - 9}, quiet, "{}: {}", math->name, value);
      named += fill("{}{} {}", named.empty() ? "peaks: " : " · ", math->name, value);
    }
    if (narrow_) p_.text({2, plot_.y - 13}, named, quiet);
  }

  void curves() {
    Part part(p_, "curves");
    for (int i : order) {
      const WhereMathRuns::Row& row = nth(s_.rows, i);
      std::vector<Point> line;
      for (int tokens = 1; tokens <= largest_batch; tokens *= 2) {
        // The bend lies between two of them.
        if (row.ridge > tokens / 2. && row.ridge < tokens) line.push_back(ridge(row));
        line.push_back({x_(tokens), y(s_.at(i, tokens))});
      }
      p_.path(line, false, stroked(lines[i].role, lines[i].width + (i == s_.chosen ? 1.f : 0.f)));
    }
    part.next("ridge");
    const Point at = ridge(s_.row());
    if (s_.row().ridge > 1 && s_.row().ridge < largest_batch)
      p_.rect(around(at, 4), edged(Role::surface, Role::ink, 2));
  }

  // FP8's mark; BF16's is a ring.
  void diamond(Point center) {
    const auto [x, y] = center;
    const Point corners[] = {{x, y - 4}, {x + 4, y}, {x, y + 4}, {x - 4, y}};
    p_.path(corners, true, edged(Role::ink, Role::surface));
  }

  // What cuBLASLt reached with the same layer.
  void measured() {
    if (!s_.measured()) return;
    const Part part(p_, "measured");
    for (int i = 0; i < gemm::h200::roofline_runs; ++i) {
      p_.circle({x_(1 << i), y_(gemm::h200::bf16_layer[i])}, 2.75f, hollow);
      diamond({x_(1 << i), y_(gemm::h200::fp8_layer[i])});
    }
    Legend legend(p_, {plot_.x - 10, plot_.bottom() + 34}, width_, 10);
    legend.words("measured:");
    legend.point("", "BF16", hollow);
    const Point next = legend.next();
    diamond({next.x + 5, next.y});
    p_.text({next.x + 15, next.y}, "FP8", quiet);
  }

  void batch() {
    const float at = x_(s_.batch);
    upright(p_, at, plot_.y - 8, plot_.bottom(), stroked(Role::ink, 1.5f));
    hold({at, by_width(10, plot_.y - 18)}, strong, by_width(88, 134), plot_.right() + 8, "batch {}",
         s_.batch);
    for (int i : order)
      p_.circle({at, y(nth(s_.rows, i).now)}, 4, edged(lines[i].role, Role::surface));
    spot(plot_, drag_x("batch", x_), "{}. Drag to choose the batch", Word(s_.batch, "token"));
  }

  // For the batch: how long the bytes take, and how long the math.
  void times() {
    const double longest = largest(s_.rows, [](const auto& row) { return row.now.time(); });
    const Part part(p_, "times");
    Legend legend(p_, {left_ + 6, top_}, right_);
    legend.add("", "moving bytes", solid(Role::data));
    legend.add("", "math", solid(Role::compute));
    const std::string whole = microseconds(longest);
    fitted({right_ - 6, top_}, right_ - 6 - legend.next().x, ended(quiet),
           {fill("full bar: {}", whole), fill("bar: {}", whole), whole});
    for (int i = 0; i < roof_schemes; ++i) row(i, longest);
  }

  void row(int i, double longest) {
    const auto& [scheme, now, _] = nth(s_.rows, i);
    const Rect all = {left_, top_ + 16 + row_high_ * px(i), right_ - left_, row_high_ - 4};
    const float words = all.y + by_width(10, 14), bars = all.y + by_width(19, 26),
                high = by_width(7, 8);
    const TextStyle style = i == s_.chosen ? strong : label;
    if (i == s_.chosen) chosen_ground(p_, all);
    level(p_, words, left_ + 6, left_ + 24, stroked(lines[i].role, lines[i].width));
    p_.text({left_ + 32, words}, scheme->name, style);
    write({left_ + 92, words}, quiet, "{} math", gemm::math(*s_.machine, *scheme).name);
    p_.text({right_ - 6, words}, microseconds(now.time()), ended(style));
    const double whole = now.time();
    const auto bar = [&, whole](float y, double time, Role role) {
      p_.rect({left_ + 6, y, std::max(1.f, (all.width - 12) * px(time / longest)), high},
              solid(role, time < whole ? 0.5f : 1.f));
    };
    bar(bars, now.memory, Role::data);
    bar(bars + high + by_width(1, 2), now.math, Role::compute);
    spot(all, choose("scheme", scheme->id), "{}: {} to move its bytes, {} of math", scheme->name,
         microseconds(now.memory), microseconds(now.math));
  }
};

float WhereMathRuns::picture(const Sheet& sheet) const { return picture_of(*this, sheet); }

}  // namespace loom::scenes
