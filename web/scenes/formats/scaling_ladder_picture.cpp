#include "web/scenes/formats/scaling_ladder_picture.hpp"

#include <algorithm>
#include <cmath>

#include "web/scene/format.hpp"
#include "web/scene/marks.hpp"
#include "web/scene/measure.hpp"
#include "web/scene/plot.hpp"

namespace loom::scenes {
namespace {

using namespace scene;
using namespace numerics;

// Errors from here on look alike, in σ; of 8 bits a tenth of this. Below the first, a cell stays
// empty. A larger error is painted on top of a smaller one.
constexpr int level_count = 3;
constexpr double levels[] = {0.1, 0.3, 1};
constexpr float coats[] = {0.22f, 0.36f, 1}, shades[] = {0.22f, 0.5f, 1};

struct Layout {
  explicit Layout(float width) : narrow(width < narrow_limit) {
    const float across = narrow ? 320 : 736;  // whole pixels a cell, or half ones
    map = {(width - across) / 2, 26, across, narrow ? 160.f : 192.f};
    legend = map.bottom() + 16;
    const float below = legend + 30;
    facts = {map.x, below, narrow ? map.width : 270, 66};
    const float left = narrow ? map.x + 26 : facts.right() + 56,
                top = narrow ? facts.bottom() + 46 : below + 24;
    plot = {left, top, map.right() - 12 - left, 140};
  }
  float height() const { return plot.bottom() + 40; }

  bool narrow;
  Rect map, facts, plot;
  float legend;
};

class Drawing {
 public:
  Drawing(const ScalingLadder& it, Painter& painter, float width)
      : it_(it),
        p_(painter),
        at_(width),
        cell_{0, 0, at_.map.width / ladder_columns, at_.map.height / ladder_rows},
        unit_(std::floor(it.rung().bits) < 8 ? 1 : 0.1) {}

  void run() {
    title();
    errors();
    legend();
    group();
    outliers();
    value();
    hands();
    chart();
  }

 private:
  void title();
  void errors();
  void legend();
  void group();
  void outliers();
  void value();
  void hands();
  void chart();
  void curve(const Ladder& ladder, bool rival);

  double exact(int i) const { return it_.matrix[static_cast<size_t>(i)]; }
  double decoded(int i) const { return it_.rung().quantized.values[static_cast<size_t>(i)]; }
  double error(int i) const { return std::fabs(exact(i) - decoded(i)); }
  Rect cell(int i, int count = 1) const {
    return {at_.map.x + cell_.width * static_cast<float>(i % ladder_columns),
            at_.map.y + cell_.height * static_cast<float>(i / ladder_columns),
            cell_.width * static_cast<float>(count), cell_.height};
  }
  float x(double bits) const {
    const double whole = std::floor(bits - 1e-6);
    return at_.plot.x + 6 + (at_.plot.width - 6) * static_cast<float>(bits - whole);
  }

  const ScalingLadder& it_;
  Painter& p_;
  const Layout at_;
  const Rect cell_;
  const double unit_;
  Scale y_;
};

void Drawing::title() {
  p_.text({at_.map.x, 11}, fill("{}, one scale for {}", {it_.target->name, rung_names[it_.chosen]}),
          label);
  p_.text({at_.map.right(), 11},
          fill("{} dB, {} bits", {fixed(it_.rung().sqnr, 1), bits_text(it_.rung().bits)}),
          ended(strong));
}

// Neighbors in a row that look alike are one rectangle.
void Drawing::errors() {
  p_.begin("error");
  for (int level = 0; level < level_count; ++level) {
    std::vector<Rect> runs;
    for (int i = 0, start = 0; i < ladder_values; start = ++i) {
      while (i < ladder_values && error(i) >= unit_ * levels[level] &&
             i / ladder_columns == start / ladder_columns)
        ++i;
      if (i > start) runs.push_back(cell(start, i - start));
      if (i > start && i % ladder_columns == 0) --i;
    }
    p_.rects(runs, {.fill = Role::bad, .fill_opacity = coats[level]});
  }
  p_.rect(at_.map, {.stroke = Role::grid});
  p_.end();
}

void Drawing::legend() {
  const float y = at_.legend;
  float x = at_.map.x;
  const auto words = [&](std::string_view text) {
    p_.text({x, y}, text, quiet);
    x += text_width(text, Size::small) + 12;
  };
  p_.begin("error");
  words("error from");
  for (int i = 0; i < level_count; ++i) {
    p_.rect({x - 4, y - 5, 10, 10}, {.fill = Role::bad, .fill_opacity = shades[i]});
    x += 10;
    words(brief(unit_ * levels[i]) + (i < 2 ? "" : " σ"));
  }
  p_.end();
  if (!it_.outliers) return;
  p_.begin("outliers");
  p_.circle({x + 4, y}, 4, {.stroke = Role::ink, .stroke_width = 1.5f});
  x += 13;
  words("outlier");
  p_.end();
}

void Drawing::group() {
  const int group = it_.group(), first = it_.value / group * group;
  Rect box = cell(first, std::min(group, ladder_columns));
  box.height *= static_cast<float>(std::max(1, group / ladder_columns));
  p_.begin("group");
  p_.rect(box, {.stroke = Role::ink, .stroke_width = 2});
  p_.end();
}

void Drawing::outliers() {
  if (!it_.outliers) return;
  p_.begin("outliers");
  for (int place : outlier_places)
    p_.circle(cell(place).center(), 4.5f, {.stroke = Role::ink, .stroke_width = 1.5f});
  p_.end();
}

// The value that is looked at, and how it comes back.
void Drawing::value() {
  const int i = it_.value;
  const double scale = it_.rung().quantized.scales[static_cast<size_t>(i / it_.group())];
  const double element = scale > 0 ? decoded(i) / scale : 0;
  const std::string number = fixed(exact(i), 3),
                    stored = it_.target->bits > 0 ? integer(std::llround(element)) : brief(element);
  const Rect& at = at_.facts;
  const float line = 20;
  p_.begin("value");
  p_.rect(inset(cell(i), -2), {.stroke = Role::lane, .stroke_width = 2});
  p_.text({at.x, at.y},
          fill("Row {}, column {}: {}", {i / ladder_columns, i % ladder_columns, number}), strong);
  p_.text({at.x, at.y + line},
          fill("{} × scale {} = {}", {stored, fixed(scale, 4), fixed(decoded(i), 3)}), label);
  p_.text({at.x, at.y + 2 * line}, fill("error {}", {fixed(error(i), 3)}), label);
  double greatest = 0;
  for (int k = i / it_.group() * it_.group(), end = k + it_.group(); k < end; ++k)
    greatest = std::max(greatest, std::fabs(exact(k)));
  p_.text({at.x, at.y + 3 * line},
          fill("scale from the greatest of {}: {}", {{it_.group(), "value"}, fixed(greatest, 2)}),
          quiet);
  p_.end();
}

// Each row is a handle: the value to look at is where it is taken.
void Drawing::hands() {
  const float half = cell_.width / 2;
  for (int row = 0; row < ladder_rows; ++row) {
    const Rect strip = cell(row * ladder_columns, ladder_columns);
    const int first = row * ladder_columns;
    p_.hotspot(
        {strip, fill("Row {}", {row}),
         drag_x("value", strip.x + half, strip.right() - half, first, first + ladder_columns - 1)});
  }
}

void Drawing::curve(const Ladder& ladder, bool rival) {
  std::vector<Point> line;
  for (const Rung& rung : ladder) line.push_back({x(rung.bits), y_(rung.sqnr)});
  const Role role = rival ? Role::muted : Role::lane;
  p_.path(line, false, {.stroke = role, .stroke_width = rival ? 1.5f : 2.5f, .dashed = rival});
  for (size_t i = 0; i < line.size(); ++i)
    if (!rival) p_.circle(line[i], 4, {.fill = Role::surface, .stroke = role, .stroke_width = 2});
  const bool above = y_(it_.ladder.back().sqnr) <= y_(it_.rivals.back().sqnr);
  TextStyle style = rival ? quiet : strong;
  style.align = Align::end;
  p_.text({line.back().x + 8, line.back().y + (above != rival ? -13.f : 15.f)},
          rival ? it_.rival->name : it_.target->name, style);
}

void Drawing::chart() {
  double most = 0;
  for (size_t i = 0; i < rung_count; ++i)
    most = std::max({most, it_.ladder[i].sqnr, it_.rivals[i].sqnr});
  y_ = {at_.plot.bottom(), at_.plot.y, 0, 10 * std::ceil(most / 10)};
  p_.begin("ladder");
  p_.text({at_.plot.x - 26, at_.plot.y - 22}, "SQNR in dB, over bits per value with scales", quiet);
  axis_left(p_, at_.plot, y_, ticks(y_, 4));
  p_.end();
  p_.begin("rival");
  curve(it_.rivals, true);
  p_.end();
  p_.begin("ladder");
  curve(it_.ladder, false);
  const Rung& now = it_.rung();
  p_.circle({x(now.bits), y_(now.sqnr)}, 6, {.fill = Role::lane});
  const float bottom = at_.plot.bottom();
  for (int i = 0; i < rung_count; ++i) {
    const Rung& rung = it_.ladder[static_cast<size_t>(i)];
    const float middle = x(rung.bits), place = middle - (i == 0 ? 8 : 0);
    const bool chosen = i == it_.chosen;
    p_.text({place, bottom + 14}, i == 0 ? fixed(rung.bits, 2) : bits_text(rung.bits),
            centered(chosen ? strong : quiet));
    p_.text({place, bottom + 30}, rung_ids[i], centered(chosen ? strong : label));
    p_.hotspot({{middle - 14, at_.plot.y - 8, 28, at_.plot.height + 46},
                fill("One scale for {}: {} dB for {} bits",
                     {rung_names[i], fixed(rung.sqnr, 1), bits_text(rung.bits)}),
                choose("granularity", std::string(rung_ids[i]))});
  }
  p_.end();
}

}  // namespace

float scaling_ladder_height(float width) { return Layout(width).height(); }

void draw_scaling_ladder(const ScalingLadder& ladder, Painter& painter, const View& view) {
  Drawing(ladder, painter, view.width).run();
}

}  // namespace loom::scenes
