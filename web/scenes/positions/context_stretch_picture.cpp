#include "core/logarithm.hpp"
#include "web/scene/kit.hpp"
#include "web/scenes/positions/context_stretch.hpp"

namespace loom::scenes {

using Kind = attention::RopeScaling::Kind;

// Room for every state, so that lines can be compared between them: 2π tokens, and the slowest pair
// of the largest base, divided by the largest factor.
constexpr double shortest_turn = 5, longest_turn = 5e8, most_division = 64;
constexpr float left = 64, card_wide = 186;

struct ContextStretchDrawing : Picture<ContextStretchRun> {
  Rect turns_ = {left, by_width(28, 34), width_ - left - by_width(10, card_wide + 26),
                 by_width(140, 152)};
  Rect bars_ = {left, turns_.bottom() + by_width(54, 64), turns_.width, by_width(60, 72)};
  Rect card_ = by_width(Rect{2, bars_.bottom() + 42, width_ - 4, 66},
                        Rect{width_ - card_wide - 2, turns_.y, card_wide, 116});
  Scale x_ = {turns_.x + 4, turns_.right() - 4, 0, stretch_pairs - 1};
  Scale y_ = {turns_.bottom(), turns_.y, shortest_turn, longest_turn, true};

  float height() const { return by_width(card_.bottom() + 2, bars_.bottom() + 38); }
  void draw() {
    for (const Rect& plot : {turns_, bars_})
      spot(plot, drag_x("pair", x_), "Pair {}. Drag to choose", s_.chosen);
    turns();
    ramp();
    division();
    chosen();
    in("pair", [&] { pair(); });
  }

  // A length in tokens across the plot, with its name.
  void length(std::string_view name, double tokens, bool above) {
    level(p_, y_(tokens), turns_, dashed(Role::lane));
    const Point at = {turns_.x + 6, y_(tokens) + (above ? -9.f : 11.f)};
    const std::string text = fill("{}: {}", name, static_cast<long long>(tokens));
    plated(p_, at, text, colored(label, Role::lane));
  }
  Point turn(int pair, double frequency) const {
    return {x_(pair), y_(attention::wavelength(frequency))};
  }

  void turns() {
    write({2, 10}, quiet,
          by_width("tokens for one turn (logarithmic)",
                   "tokens for one turn of each pair (logarithmic)"));
    axis_left(p_, turns_, y_, ticks(y_, 3));
    length("read", s_.length, true);
    length("trained", s_.scaling.original, s_.length >= 8 * s_.scaling.original);
    const Part part(p_, "turns");
    if (s_.scaling.kind != Kind::none)
      curve(p_, dashed(Role::muted, 1.5f), stretch_pairs,
            [&](int i) { return turn(i, s_.was(i)); });
    curve(p_, stroked(Role::compute, 2.5f), stretch_pairs,
          [&](int i) { return turn(i, s_.is(i)); });
    for (int i = 0; i < stretch_pairs; ++i)
      if (s_.unseen(i)) cross(p_, turn(i, s_.is(i)), Role::bad, 3);
    Legend legend(p_, {turns_.x, turns_.bottom() + 16}, turns_.right() + 8);
    legend.line("", "before", dashed(Role::muted));
    legend.line("", "after", stroked(Role::compute, 2.5f));
    if (s_.count_unseen() == 0) return;
    const Point sign{legend.next().x + 4, legend.next().y};
    cross(p_, sign, Role::bad, 3);
    p_.text({sign.x + 9, sign.y}, by_width("new angles", "reaches new angles"),
            colored(label, Role::bad));
  }

  // Where the ramp begins and ends: at the pairs that make so many turns in training.
  void ramp() {
    if (!s_.has_ramp()) return;
    const bool yarn = s_.scaling.kind == Kind::yarn;
    const double most = s_.trained(0), least = s_.trained(stretch_pairs - 1);
    const auto edge = [&](double turns, std::string_view key) {
      const double pair =
          natural_logarithm(most / turns) / natural_logarithm(most / least) * (stretch_pairs - 1);
      if (pair < 0 || pair > stretch_pairs - 1) return;
      if (!yarn) return upright(p_, x_(pair), turns_, dashed(Role::ink));
      edge_handle(p_, x_(pair), {0, turns_.y, 0, turns_.height - 8},
                  fill("{} turns in training. Drag it", brief(turns)),
                  drag_x(key, {x_.from_px, x_.to_px, most, least, true}));
    };
    edge(yarn ? s_.scaling.beta_fast : s_.scaling.high, "fast");
    edge(yarn ? s_.scaling.beta_slow : s_.scaling.low, "slow");
  }

  void division() {
    const Scale y{bars_.bottom(), bars_.y, 1, most_division, true};
    p_.text({2, bars_.y - 14}, "frequency divided by (logarithmic; no bar: unchanged)", quiet);
    axis_left(p_, bars_, y, ticks(y, 3, 4));
    axis_below(p_, bars_, x_, ticks(x_, narrow_ ? 4 : 7));
    axis_title(p_, bars_, "pair, from the fastest to the slowest", 30);
    const Part part(p_, "division");
    std::vector<Rect> bars;
    const float wide = (x_(1) - x_(0)) * 0.7f;
    for (int i = 0; i < stretch_pairs; ++i) {
      const float top = y(s_.division(i));
      if (s_.division(i) > 1) bars.push_back({x_(i) - wide / 2, top, wide, bars_.bottom() - top});
    }
    p_.rects(bars, solid(Role::compute));
  }

  void chosen() {
    upright(p_, x_(s_.chosen), bars_, stroked(Role::ink, 1.5f));
    p_.circle(turn(s_.chosen, s_.is(s_.chosen)), 4.5f, edged(Role::ink, Role::surface));
  }

  void pair() {
    const int pair = s_.chosen;
    card(p_, card_);
    Lines lines(p_, {card_.x + 10, card_.y + 15}, 18);
    const float right = card_.right() - 10;
    const bool unseen = s_.unseen(pair);
    const std::string_view verdict = unseen ? "reaches new angles" : "only trained angles";
    const TextStyle judged = colored(label, unseen ? Role::bad : Role::good);
    const std::string before = significant(attention::wavelength(s_.was(pair))),
                      after = significant(attention::wavelength(s_.is(pair))),
                      trained = significant(s_.trained(pair)),
                      turned = significant(s_.turned(pair));
    if (narrow_) p_.text({right, lines.next().y}, verdict, ended(judged));
    lines.write(strong, "Pair {}", pair);
    if (narrow_) {
      lines.add("tokens for one turn", right, fill("{} → {}", before, after));
      lines.add("turns in training → reading", right, fill("{} → {}", trained, turned));
      return;
    }
    lines.add("one turn, before", right, before);
    lines.add("after", right, after);
    lines.add("turns in training", right, trained);
    lines.add("turns when reading", right, turned);
    lines.add(verdict, judged);
  }
};

float ContextStretchRun::picture(const Sheet& sheet) const { return picture_of(*this, sheet); }

}  // namespace loom::scenes
