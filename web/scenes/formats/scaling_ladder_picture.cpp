#include <algorithm>
#include <cmath>

#include "web/scene/kit.hpp"
#include "web/scenes/formats/scaling_ladder.hpp"

namespace loom::scenes {
namespace {

using namespace scene;
using namespace numerics;

// Errors from here on look alike, in σ: a factor of about three a shade, the same for all formats.
constexpr double errors_from[] = {0.01, 0.03, 0.1, 0.3, 1};
constexpr Shades shades = {Role::bad, errors_from};
constexpr double most_db = 50;

struct Layout {
  explicit Layout(float width) : narrow(is_narrow(width)) {
    map = narrow ? Rect{(width - 320) / 2, 24, 320, 128} : Rect{4, 26, 416, 208};
    legend = map.bottom() + (narrow ? 14 : 16);
    facts = {map.x, legend + (narrow ? 34 : 40), map.width, 40};
    const float left = narrow ? map.x + 24 : map.right() + 60;
    plot = {left, narrow ? facts.bottom() + 28 : 50, (narrow ? map.right() : width - 4) - 14 - left,
            narrow ? 102.f : 184.f};
  }
  float height() const { return std::max(plot.bottom() + 56, facts.bottom()); }

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
        map_{at_.map, ladder_columns, ladder_rows},
        y_{at_.plot.bottom(), at_.plot.y, 0, most_db} {}

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
  double exact(int i) const { return nth(it_.matrix, i); }
  double decoded(int i) const { return nth(it_.rung().quantized.values, i); }
  double error(int i) const { return std::fabs(exact(i) - decoded(i)); }
  Rect cell(int i, int across = 1, int down = 1) const {
    return map_.cells(i % ladder_columns, i / ladder_columns, across, down);
  }
  float x(double bits) const {
    const double whole = std::floor(it_.ladder[0].bits);
    return at_.plot.x + 6 + (at_.plot.width - 6) * static_cast<float>(bits - whole);
  }

  void title() {
    p_.text({at_.map.x, 11},
            fill("{}, one scale for {}", {it_.target->name, rung_names[it_.chosen]}), label);
    p_.text({at_.map.right(), 11},
            fill("{} dB, {} bits", {fixed(it_.rung().sqnr, 1), bits_text(it_.rung().bits)}),
            ended(strong));
  }

  void errors() {
    const Part part(p_, "error");
    std::vector<double> all;
    for (int i = 0; i < ladder_values; ++i) all.push_back(error(i));
    heat_map(p_, map_, all, shades);
  }

  void legend() {
    p_.begin("error");
    color_scale(p_, {at_.map.x, at_.legend}, "error from", shades, "σ");
    p_.end();
    Legend key(p_, {at_.map.x, at_.legend + (at_.narrow ? 18 : 20)}, at_.map.right());
    if (it_.outliers) key.point("outliers", "outlier", {.stroke = Role::ink, .stroke_width = 1.5f});
    key.add("group", "one scale", {.stroke = Role::ink, .stroke_width = 2});
  }

  void group() {
    const int group = it_.group(), first = it_.value / group * group;
    const Rect box =
        cell(first, std::min(group, ladder_columns), std::max(1, group / ladder_columns));
    const Part part(p_, "group");
    p_.rect(box, {.stroke = Role::ink, .stroke_width = 2});
  }

  void outliers() {
    if (!it_.outliers) return;
    const Part part(p_, "outliers");
    for (int place : outlier_places)
      p_.circle(cell(place).center(), 4.5f, {.stroke = Role::ink, .stroke_width = 1.5f});
  }

  // The value that is looked at, and how it comes back.
  void value() {
    const int i = it_.value;
    const double scale = nth(it_.rung().quantized.scales, i / it_.group());
    const double element = scale > 0 ? decoded(i) / scale : 0;
    const std::string number = fixed(exact(i), 3), stored = it_.target->bits > 0
                                                                ? integer(std::llround(element))
                                                                : brief(element);
    const Rect& at = at_.facts;
    const Part part(p_, "value");
    p_.rect(inset(cell(i), -2), {.stroke = Role::lane, .stroke_width = 2});
    double greatest = 0;
    for (int k = i / it_.group() * it_.group(), end = k + it_.group(); k < end; ++k)
      greatest = std::max(greatest, std::fabs(exact(k)));
    Lines lines(p_, {at.x, at.y + 6}, 19);
    lines.add(fill("Row {}, column {}: {}", {i / ladder_columns, i % ladder_columns, number}),
              at.right(), fill("greatest of {}: {}", {it_.group(), fixed(greatest, 2)}), strong);
    lines.add(fill("{} × scale {} = {}", {stored, fixed(scale, 4), fixed(decoded(i), 3)}),
              at.right(), fill("error {}", {fixed(error(i), 3)}));
  }

  // Each row is a handle: the value to look at is where it is taken.
  void hands() {
    const float half = map_.wide() / 2;
    for (int row = 0; row < ladder_rows; ++row) {
      const Rect strip = cell(row * ladder_columns, ladder_columns);
      const int first = row * ladder_columns;
      p_.hotspot({strip, fill("Row {}", {row}),
                  drag_x("value", strip.x + half, strip.right() - half, first,
                         first + ladder_columns - 1)});
    }
  }

  void curve(const Ladder& ladder, bool rival) {
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

  void chart() {
    p_.begin("ladder");
    p_.text({at_.plot.x - 22, at_.plot.y - 24}, "Signal to noise, dB", strong);
    axis_left(p_, at_.plot, y_, ticks(y_, 5));
    p_.text({at_.plot.x - 22, at_.plot.bottom() + 47},
            "bits a value, scales included; one scale for", quiet);
    p_.end();
    p_.begin("rival");
    curve(it_.rivals, true);
    p_.end();
    const Part part(p_, "ladder");
    curve(it_.ladder, false);
    const Rung& now = it_.rung();
    p_.circle({x(now.bits), y_(now.sqnr)}, 6, {.fill = Role::lane});
    const float bottom = at_.plot.bottom();
    const double whole = std::floor(it_.ladder[0].bits);
    for (double bits : {whole, whole + 0.5, whole + 1}) {
      p_.line({x(bits), bottom}, {x(bits), bottom + 4}, {.stroke = Role::muted});
      p_.text({x(bits), bottom + 14}, bits_text(bits), centered(quiet));
    }
    for (int i = 0; i < rung_count; ++i) {
      const Rung& rung = nth(it_.ladder, i);
      const float middle = x(rung.bits);
      p_.text({middle - (i == 0 ? 6 : 0), bottom + 31}, rung_ids[i],
              centered(i == it_.chosen ? strong : label));
      p_.hotspot({{middle - 13, at_.plot.y - 8, 26, at_.plot.height + 46},
                  fill("One scale for {}: {} dB for {} bits",
                       {rung_names[i], fixed(rung.sqnr, 1), bits_text(rung.bits)}),
                  choose("granularity", std::string(rung_ids[i]))});
    }
  }

  const ScalingLadder& it_;
  Painter& p_;
  const Layout at_;
  const Grid map_;
  const Scale y_;
};

}  // namespace

float ScalingLadder::height(float width) const { return Layout(width).height(); }

void ScalingLadder::draw(Painter& painter, const View& view) const {
  Drawing(*this, painter, view.width).run();
}

}  // namespace loom::scenes
