#include "web/scene/kit.hpp"
#include "web/scenes/formats/scaling_ladder.hpp"

namespace loom::scenes {

using namespace numerics;

// Errors from here on look alike, in σ: a factor of about three a shade, the same for all formats.
constexpr double errors_from[] = {0.01, 0.03, 0.1, 0.3, 1};
constexpr Shades shades = {Role::bad, errors_from};
constexpr double most_db = 50;

struct ScalingLadderDrawing : Picture<ScalingLadder> {
  Rect map_ = by_width(Rect{(width_ - 320) / 2, 24, 320, 128}, Rect{4, 26, 416, 208});
  Grid cells_ = {map_, ladder_columns, ladder_rows};
  float legend_ = map_.bottom() + by_width(14, 16);
  Rect facts_ = band(map_, legend_ + by_width(34, 40), 40);
  float left_ = by_width(map_.x + 24, map_.right() + 60);
  Rect plot_ = {left_, by_width(facts_.bottom() + 28, 50),
                by_width(map_.right(), width_ - 4) - 14 - left_, by_width(102, 184)};
  Scale y_ = {plot_.bottom(), plot_.y, 0, most_db};

  float height() const { return std::max(plot_.bottom() + 56, facts_.bottom()); }

  void draw() {
    write({map_.x, 11}, label, "{}, one scale for {}", s_.target->name, rung_names[s_.chosen]);
    write({map_.right(), 11}, ended(strong), "{} dB, {} bits", fixed(s_.rung().sqnr, 1),
          bits_text(s_.rung().bits));
    in("error", [&] { errors(); });
    legend();
    in("group", [&] { group(); });
    outliers();
    in("value", [&] { value(); });
    hands();
    chart();
  }

  double exact(int i) const { return nth(s_.matrix, i); }
  double decoded(int i) const { return nth(s_.rung().quantized.values, i); }
  double error(int i) const { return std::fabs(exact(i) - decoded(i)); }
  Rect cell(int i, int across = 1, int down = 1) const {
    return cells_.cells(i % ladder_columns, i / ladder_columns, across, down);
  }
  float x(double bits) const {
    const double whole = std::floor(s_.ladder[0].bits);
    return plot_.x + 6 + (plot_.width - 6) * px(bits - whole);
  }
  Point at(const Rung& rung) const { return {x(rung.bits), y_(rung.sqnr)}; }

  void errors() {
    heat_map(p_, cells_, list_of(ladder_values, [&](int i) { return error(i); }), shades);
  }

  void legend() {
    Part part(p_, "error");
    color_scale(p_, {map_.x, legend_}, "error from", shades, "σ");
    part.end();
    Legend key(p_, {map_.x, legend_ + by_width(18, 20)}, map_.right());
    if (s_.outliers) key.point("outliers", "outlier", stroked(Role::ink, 1.5f));
    key.add("group", "one scale", stroked(Role::ink, 2));
  }

  void group() {
    const int group = s_.group(), first = s_.value / group * group;
    p_.rect(cell(first, std::min(group, ladder_columns), std::max(1, group / ladder_columns)),
            stroked(Role::ink, 2));
  }

  void outliers() {
    if (!s_.outliers) return;
    const Part part(p_, "outliers");
    for (int place : outlier_places)
      p_.circle(cell(place).center(), 4.5f, stroked(Role::ink, 1.5f));
  }

  // The value that is looked at, and how it comes back.
  void value() {
    const int i = s_.value, group = s_.group();
    const double scale = nth(s_.rung().quantized.scales, i / group);
    const double element = scale > 0 ? decoded(i) / scale : 0;
    p_.rect(inset(cell(i), -2), stroked(Role::lane, 2));
    double greatest = 0;
    for (int k = i / group * group, end = k + group; k < end; ++k)
      greatest = std::max(greatest, std::fabs(exact(k)));
    Lines lines(p_, {facts_.x, facts_.y + 6});
    lines.add(
        fill("Row {}, column {}: {}", i / ladder_columns, i % ladder_columns, fixed(exact(i), 3)),
        facts_.right(), fill("greatest of {}: {}", group, fixed(greatest, 2)), strong);
    lines.add(fill("{} × scale {} = {}",
                   s_.target->bits > 0 ? integer(std::llround(element)) : brief(element),
                   fixed(scale, 4), fixed(decoded(i), 3)),
              facts_.right(), fill("error {}", fixed(error(i), 3)));
  }

  // Each row is a handle: the value to look at is where it is taken.
  void hands() {
    const float half = cells_.wide() / 2;
    for (int row = 0; row < ladder_rows; ++row) {
      const int first = row * ladder_columns;
      const Rect strip = cell(first, ladder_columns);
      spot(strip,
           drag_x("value", strip.x + half, strip.right() - half, first, first + ladder_columns - 1),
           "Row {}", row);
    }
  }

  void climb(const Ladder& ladder, bool above, std::string_view name, const TextStyle& style,
             const Style& line) {
    curve(p_, line, rung_count, [&](int i) { return at(nth(ladder, i)); });
    if (!line.dashed)
      for (const Rung& rung : ladder) p_.circle(at(rung), 4, edged(Role::surface, line.stroke, 2));
    const Point end = at(ladder.back());
    p_.text({end.x + 8, end.y + (above ? -13.f : 15.f)}, name, ended(style));
  }

  void chart() {
    const float bottom = plot_.bottom();
    Part part(p_, "ladder");
    p_.text({plot_.x - 22, plot_.y - 24}, "Signal to noise, dB", strong);
    axis_left(p_, plot_, y_, ticks(y_, 5));
    p_.text({plot_.x - 22, bottom + 47}, "bits a value, with its scale; values that share one",
            quiet);
    const bool above = y_(s_.ladder.back().sqnr) <= y_(s_.rivals.back().sqnr);
    part.next("rival");
    climb(s_.rivals, !above, s_.rival->name, quiet, dashed(Role::muted, 1.5f));
    part.next("ladder");
    climb(s_.ladder, above, s_.target->name, strong, stroked(Role::lane, 2.5f));
    p_.circle(at(s_.rung()), 6, solid(Role::lane));
    const double whole = std::floor(s_.ladder[0].bits);
    for (double bits : {whole, whole + 0.5, whole + 1})
      tick_below(p_, {x(bits), bottom}, bits_text(bits));
    for (int i = 0; i < rung_count; ++i) {
      const Rung& rung = nth(s_.ladder, i);
      const float middle = x(rung.bits);
      p_.text({middle - (i == 0 ? 6 : 0), bottom + 31}, rung_ids[i],
              centered(i == s_.chosen ? strong : label));
      spot({middle - 13, plot_.y - 8, 26, plot_.height + 46}, choose("granularity", rung_ids[i]),
           "One scale for {}: {} dB for {} bits", rung_names[i], fixed(rung.sqnr, 1),
           bits_text(rung.bits));
    }
  }
};

float ScalingLadder::picture(const Sheet& sheet) const { return picture_of(*this, sheet); }

}  // namespace loom::scenes
