#include <algorithm>
#include <cmath>

#include "web/scene/kit.hpp"
#include "web/scenes/attention/rope.hpp"

namespace loom::scenes {
namespace {

using namespace scene;

constexpr float edge = 16, track_y = 44, words_high = 62, plot_high = 72;
constexpr double longest = 1.4;  // of a hand: no pair of the example is longer
// Of a score, up and down: no base, pairing or distance of the example has more.
constexpr double most_score = 3;

struct Layout {
  float width;
  bool narrow = is_narrow(width);
  float radius = narrow ? 35.f : 40.f;
  float dials_top = narrow ? 118.f : 100.f;
  Rect plot = {34, dials_top + 2 * radius + words_high + 40, width - 34 - edge, plot_high};

  float height() const { return plot.bottom() + 40; }
  float dial_x(int pair) const {
    return width * (2 * static_cast<float>(pair) + 1) / (2 * rope_pairs);
  }
};

class Drawing {
 public:
  Drawing(const RopeRun& run, Painter& painter, float width)
      : run_(run),
        p_(painter),
        at_{width},
        track_{edge + 8, width - edge - 8, 0, rope_farthest},
        x_{at_.plot.x, at_.plot.right(), -rope_farthest, rope_farthest} {
    y_ = {at_.plot.bottom(), at_.plot.y, -most_score, most_score};
  }

  void run() {
    positions();
    key();
    for (int i = 0; i < rope_pairs; ++i) dial(i);
    curve();
  }

 private:
  // The track of positions, with the query above it and the key below.
  void positions() {
    const Part part(p_, "positions");
    p_.line({track_.from_px, track_y}, {track_.to_px, track_y}, {.stroke = Role::muted});
    for (int i = 0; i <= rope_farthest; ++i)
      p_.line({track_(i), track_y - 4}, {track_(i), track_y + 4}, {.stroke = Role::muted});
    const float q = track_(run_.m), k = track_(run_.n);
    if (run_.m != run_.n)
      p_.line({q, track_y}, {k, track_y}, {.stroke = Role::ink, .stroke_width = 3});
    const std::string query = fill("query at {}", {run_.m + run_.shift}),
                      key = fill("key at {}", {run_.n + run_.shift});
    held_text(p_, {q, track_y - 26}, query,
              {.role = Role::lane, .size = Size::small, .weight = Weight::semibold}, 2,
              at_.width - 2);
    held_text(p_, {k, track_y + 26}, key,
              {.role = Role::data, .size = Size::small, .weight = Weight::semibold}, 2,
              at_.width - 2);
    const auto grip = [&](float x, float y, Role role, std::string_view parameter,
                          const std::string& tooltip) {
      knob(p_, {x, y}, role);
      p_.hotspot({{x - 13, std::min(y, track_y) - 6, 26, 24},
                  tooltip + ". Drag it",
                  drag_x(parameter, track_.from_px, track_.to_px, 0, rope_farthest)});
    };
    grip(q, track_y - 9, Role::lane, "m", query);
    grip(k, track_y + 9, Role::data, "n", key);
  }

  // What a dial's hands and numbers are.
  void key() {
    Legend legend(p_, {2, at_.dials_top - (at_.narrow ? 30.f : 10.f)}, at_.width);
    legend.line("", "query", {.stroke = Role::lane, .stroke_width = 2.5f});
    legend.line("", "key", {.stroke = Role::data, .stroke_width = 2.5f});
    legend.line("", "at position 0", {.stroke = Role::muted, .dashed = true});
    if (at_.narrow) legend.next_line();
    legend.words(at_.narrow ? "°: turned since position 0; turn: tokens for 360°"
                            : "°: how far each pair of numbers has turned since then");
  }

  void hand(Point center, const std::vector<double>& vector, int pair, Role role, bool dashed) {
    const attention::PairIndices at = run_.pair(pair);
    const auto scaled = [&](int place) {
      return at_.radius * static_cast<float>(nth(vector, place) / longest);
    };
    const Point tip{center.x + scaled(at.first), center.y - scaled(at.second)};
    if (dashed)
      p_.line(center, tip, {.stroke = role, .stroke_width = 1, .dashed = true});
    else
      arrow(p_, center, tip, role, 2.5f);
  }

  // One pair: where both hands were at position 0, dashed, and where they are.
  void dial(int pair) {
    const auto i = static_cast<size_t>(pair);
    const Part part(p_, "dials");
    const Point center{at_.dial_x(pair), at_.dials_top + at_.radius + 24};
    const attention::PairIndices at = run_.pair(pair);
    const double turn = attention::wavelength(run_.rope.frequencies[i]);
    p_.text({center.x, at_.dials_top + 12},
            fill(at_.narrow ? "{} and {}" : "numbers {} and {}", {at.first, at.second}),
            centered(strong));
    p_.circle(center, at_.radius, {.fill = Role::surface, .stroke = Role::grid});
    hand(center, run_.q, pair, Role::lane, true);
    hand(center, run_.k, pair, Role::data, true);
    hand(center, run_.turned_k, pair, Role::data, false);
    hand(center, run_.turned_q, pair, Role::lane, false);
    const float below = center.y + at_.radius;
    const float apart = at_.narrow ? 3 : 6;
    p_.text({center.x - apart, below + 12}, fill("{}°", {fixed(run_.degrees(pair, run_.m), 0)}),
            ended({.role = Role::lane, .size = Size::small}));
    p_.text({center.x + apart, below + 12}, fill("{}°", {fixed(run_.degrees(pair, run_.n), 0)}),
            {.role = Role::data, .size = Size::small});
    p_.text({center.x, below + 28},
            fill(at_.narrow ? "turn: {}" : "one turn in {} tokens", {significant(turn)}),
            centered(quiet));
    p_.text({center.x, below + 44}, fill("adds {}", {fixed(run_.adds[i], 2)}), centered(label));
    p_.hotspot({{center.x - at_.radius, center.y - at_.radius, 2 * at_.radius, 2 * at_.radius},
                fill("Pair {}: {} radians a token, one turn in {} tokens",
                     {pair, readable(run_.rope.frequencies[i]), significant(turn)})});
  }

  void curve() {
    const Part part(p_, "curve");
    const float top = at_.plot.y - 16;
    p_.text({2, top}, "score", quiet);
    axis_below(p_, at_.plot, x_, ticks(x_, at_.narrow ? 4 : 8));
    axis_left(p_, at_.plot, y_, ticks(y_, 3));
    p_.text({at_.plot.right(), at_.plot.bottom() + 32}, "distance m − n, in tokens", ended(quiet));
    const auto line = [&](const std::vector<double>& values, const Style& style) {
      std::vector<Point> points;
      for (int i = 0; i <= 2 * rope_farthest; ++i)
        points.push_back({x_(i - rope_farthest), y_(nth(values, i))});
      p_.path(points, false, style);
    };
    if (run_.wrong()) {
      line(run_.right_curve, {.stroke = Role::good, .stroke_width = 1.5f, .dashed = true});
      Legend legend(p_, {2, at_.plot.bottom() + 32}, at_.plot.right());
      legend.line("", "as trained", {.stroke = Role::good, .stroke_width = 1.5f, .dashed = true});
    }
    line(run_.curve, {.stroke = run_.wrong() ? Role::bad : Role::compute, .stroke_width = 2.5f});
    const int distance = run_.m - run_.n;
    const Point here{x_(distance), y_(run_.score)};
    p_.line({here.x, at_.plot.y}, {here.x, at_.plot.bottom()},
            {.stroke = Role::ink, .dashed = true});
    p_.circle(here, 5, {.fill = Role::ink, .stroke = Role::surface});
    held_text(p_, {here.x, top},
              fill("{} at distance {}", {fixed(run_.score, 3), fixed(distance, 0)}), strong, 44,
              at_.plot.right());
    Action drag = drag_x("m", x_(-run_.n), x_(rope_farthest - run_.n), 0, rope_farthest);
    p_.hotspot({at_.plot, "Drag the distance", drag});
  }

  const RopeRun& run_;
  Painter& p_;
  const Layout at_;
  const Scale track_, x_;
  Scale y_;
};

}  // namespace

float RopeRun::height(float width) const { return Layout{width}.height(); }

void RopeRun::draw(Painter& painter, const View& view) const {
  Drawing(*this, painter, view.width).run();
}

}  // namespace loom::scenes
