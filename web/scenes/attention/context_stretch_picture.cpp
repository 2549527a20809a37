#include <algorithm>
#include <cmath>

#include "core/logarithm.hpp"
#include "web/scene/kit.hpp"
#include "web/scenes/attention/context_stretch.hpp"

namespace loom::scenes {
namespace {

using namespace scene;
using Kind = attention::RopeScaling::Kind;

// Room for every state, so that lines can be compared between them: 2π tokens, and the slowest pair
// of the largest base, divided by the largest factor.
constexpr double shortest_turn = 5, longest_turn = 5e8, most_division = 64;
constexpr float left = 64, card_wide = 186;

struct Layout {
  float width;
  bool narrow = is_narrow(width);
  Rect turns = {left, narrow ? 28.f : 34.f, width - left - (narrow ? 10.f : card_wide + 26),
                narrow ? 140.f : 152.f};
  Rect bars = {left, turns.bottom() + (narrow ? 54.f : 64.f), turns.width, narrow ? 60.f : 72.f};
  Rect card = {narrow ? 2.f : width - card_wide - 2, narrow ? bars.bottom() + 42 : turns.y,
               narrow ? width - 4 : card_wide, narrow ? 66.f : 116.f};

  float height() const { return narrow ? card.bottom() + 2 : bars.bottom() + 38; }
};

class Drawing {
 public:
  Drawing(const ContextStretchRun& run, Painter& painter, float width)
      : run_(run),
        p_(painter),
        at_{width},
        x_{at_.turns.x + 4, at_.turns.right() - 4, 0, stretch_pairs - 1},
        y_{at_.turns.bottom(), at_.turns.y, shortest_turn, longest_turn, true} {}

  void run() {
    turns();
    ramp();
    division();
    chosen();
    card();
  }

 private:
  // A length in tokens across the plot, with its name.
  void level(double tokens, const std::string& text, bool above) {
    p_.line({at_.turns.x, y_(tokens)}, {at_.turns.right(), y_(tokens)},
            {.stroke = Role::lane, .dashed = true});
    const Point at = {at_.turns.x + 6, y_(tokens) + (above ? -9.f : 11.f)};
    const TextStyle style = {.role = Role::lane, .size = Size::small};
    plate(p_, at, text, style);
    p_.text(at, text, style);
  }

  void turns() {
    p_.text({2, 10},
            at_.narrow ? "tokens for one turn (logarithmic)"
                       : "tokens for one turn of each pair (logarithmic)",
            quiet);
    axis_left(p_, at_.turns, y_, ticks(y_, 3));
    level(run_.length, fill("read: {}", {integer(static_cast<long long>(run_.length))}), true);
    level(run_.scaling.original,
          fill("trained: {}", {integer(static_cast<long long>(run_.scaling.original))}),
          run_.length >= 8 * run_.scaling.original);
    const Part part(p_, "turns");
    std::vector<Point> before, after;
    for (int pair = 0; pair < stretch_pairs; ++pair) {
      before.push_back({x_(pair), y_(attention::wavelength(run_.was(pair)))});
      after.push_back({x_(pair), y_(attention::wavelength(run_.is(pair)))});
    }
    if (run_.scaling.kind != Kind::none)
      p_.path(before, false, {.stroke = Role::muted, .stroke_width = 1.5f, .dashed = true});
    p_.path(after, false, {.stroke = Role::compute, .stroke_width = 2.5f});
    int first = -1;
    for (int pair = 0; pair < stretch_pairs; ++pair) {
      if (!run_.unseen(pair)) continue;
      if (first < 0) first = pair;
      cross(p_, nth(after, pair), Role::bad, 3);
    }
    Legend legend(p_, {at_.turns.x, at_.turns.bottom() + 16}, at_.turns.right() + 8);
    legend.line("", "before", {.stroke = Role::muted, .dashed = true});
    legend.line("", "after", {.stroke = Role::compute, .stroke_width = 2.5f});
    if (first >= 0) {
      const Point sign{legend.next().x + 4, legend.next().y};
      cross(p_, sign, Role::bad, 3);
      p_.text({sign.x + 9, sign.y}, at_.narrow ? "new angles" : "reaches new angles",
              {.role = Role::bad, .size = Size::small});
    }
  }

  // Where the ramp begins and ends: at the pairs that make so many turns in training.
  void ramp() {
    if (!run_.has_ramp()) return;
    const bool yarn = run_.scaling.kind == Kind::yarn;
    const double most = run_.trained(0), least = run_.trained(stretch_pairs - 1);
    const auto edge = [&](double turns, std::string_view key) {
      const double pair =
          natural_logarithm(most / turns) / natural_logarithm(most / least) * (stretch_pairs - 1);
      if (pair < 0 || pair > stretch_pairs - 1) return;
      const float x = x_(pair);
      const std::string tooltip = fill("{} in training", {brief(turns) + " turns"});
      if (!yarn) {
        p_.line({x, at_.turns.y}, {x, at_.turns.bottom()}, {.stroke = Role::ink, .dashed = true});
        return;
      }
      Action drag = drag_x(key, x_.from_px, x_.to_px, most, least);
      drag.logarithmic = true;
      edge_handle(p_, x, {0, at_.turns.y, 0, at_.turns.height - 8}, tooltip + ". Drag it", drag);
    };
    edge(yarn ? run_.scaling.beta_fast : run_.scaling.high, "fast");
    edge(yarn ? run_.scaling.beta_slow : run_.scaling.low, "slow");
  }

  void division() {
    const Scale y{at_.bars.bottom(), at_.bars.y, 1, most_division, true};
    p_.text({2, at_.bars.y - 14}, "frequency divided by (logarithmic; no bar: unchanged)", quiet);
    axis_left(p_, at_.bars, y, ticks(y, 3, 4));
    axis_below(p_, at_.bars, x_, ticks(x_, at_.narrow ? 4 : 7));
    p_.text({at_.bars.right(), at_.bars.bottom() + 30}, "pair, from the fastest to the slowest",
            ended(quiet));
    const Part part(p_, "division");
    std::vector<Rect> bars;
    const float wide = (x_(1) - x_(0)) * 0.7f;
    for (int pair = 0; pair < stretch_pairs; ++pair) {
      const float top = y(run_.division(pair));
      if (run_.division(pair) > 1)
        bars.push_back({x_(pair) - wide / 2, top, wide, at_.bars.bottom() - top});
    }
    p_.rects(bars, {.fill = Role::compute});
  }

  void chosen() {
    const float x = x_(run_.chosen);
    const Point at{x, y_(attention::wavelength(run_.is(run_.chosen)))};
    p_.line({x, at_.bars.y}, {x, at_.bars.bottom()}, {.stroke = Role::ink, .stroke_width = 1.5f});
    p_.circle(at, 4.5f, {.fill = Role::ink, .stroke = Role::surface});
    p_.hotspot({{at_.bars.x, at_.bars.y, at_.bars.width, at_.bars.height},
                fill("Pair {}. Drag to choose", {run_.chosen}),
                drag_x("pair", x_.from_px, x_.to_px, 0, stretch_pairs - 1)});
  }

  void card() {
    const Part part(p_, "pair");
    const int pair = run_.chosen;
    scene::card(p_, at_.card);
    Lines lines(p_, {at_.card.x + 10, at_.card.y + 15}, 18);
    const float right = at_.card.right() - 10;
    const auto tokens = [](double frequency) {
      return significant(attention::wavelength(frequency));
    };
    const std::string_view verdict =
        run_.unseen(pair) ? "reaches new angles" : "only trained angles";
    const TextStyle judged = {.role = run_.unseen(pair) ? Role::bad : Role::good,
                              .size = Size::small};
    const std::string before = tokens(run_.was(pair)), after = tokens(run_.is(pair)),
                      trained = significant(run_.trained(pair)),
                      turned = significant(run_.turned(pair));
    if (at_.narrow) p_.text({right, lines.next().y}, verdict, ended(judged));
    lines.add(fill("Pair {}", {pair}), strong);
    if (at_.narrow) {
      lines.add("tokens for one turn", right, fill("{} → {}", {before, after}));
      lines.add("turns in training → reading", right, fill("{} → {}", {trained, turned}));
      return;
    }
    lines.add("one turn, before", right, before);
    lines.add("after", right, after);
    lines.add("turns in training", right, trained);
    lines.add("turns when reading", right, turned);
    lines.add(verdict, judged);
  }

  const ContextStretchRun& run_;
  Painter& p_;
  const Layout at_;
  const Scale x_, y_;
};

}  // namespace

float ContextStretchRun::height(float width) const { return Layout{width}.height(); }

void ContextStretchRun::draw(Painter& painter, const View& view) const {
  Drawing(*this, painter, view.width).run();
}

}  // namespace loom::scenes
