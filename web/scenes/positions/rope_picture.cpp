#include "web/scene/kit.hpp"
#include "web/scenes/positions/rope.hpp"

namespace loom::scenes {

constexpr float edge = 16, track_y = 44, words_high = 62, plot_high = 72;
constexpr double longest = 1.4;  // of a hand: no pair of the example is longer
// Of a score, up and down: no base, pairing or distance of the example has more.
constexpr double most_score = 3;

struct RopeDrawing : Picture<RopeRun> {
  float radius_ = by_width(35, 40), dials_top_ = by_width(118, 100);
  Rect plot_ = {34, dials_top_ + 2 * radius_ + words_high + 40, width_ - 34 - edge, plot_high};
  Scale track_ = {edge + 8, width_ - edge - 8, 0, rope_farthest};
  Scale x_ = {plot_.x, plot_.right(), -rope_farthest, rope_farthest};
  Scale y_ = {plot_.bottom(), plot_.y, -most_score, most_score};

  float height() const { return plot_.bottom() + 40; }
  void draw() {
    in("positions", [&] { positions(); });
    key();
    for (int i = 0; i < rope_pairs; ++i) dial(i);
    in("curve", [&] { score(); });
  }

  // The track of positions, with the query above it and the key below.
  void positions() {
    level(p_, track_y, track_.from_px, track_.to_px, stroked(Role::muted));
    for (int i = 0; i <= rope_farthest; ++i)
      upright(p_, track_(i), track_y - 4, track_y + 4, stroked(Role::muted));
    const float q = track_(s_.m), k = track_(s_.n);
    if (s_.m != s_.n) level(p_, track_y, q, k, stroked(Role::ink, 3));
    const std::string query = fill("query at {}", s_.m + s_.shift),
                      key = fill("key at {}", s_.n + s_.shift);
    hold({q, track_y - 26}, colored(strong, Role::lane), 2, width_ - 2, query);
    hold({k, track_y + 26}, colored(strong, Role::data), 2, width_ - 2, key);
    const auto grip = [&](Point at, Role role, std::string_view parameter,
                          const std::string& tooltip) {
      knob(p_, at, role);
      spot({at.x - 13, std::min(at.y, track_y) - 6, 26, 24}, drag_x(parameter, track_),
           tooltip + ". Drag it");
    };
    grip({q, track_y - 9}, Role::lane, "m", query);
    grip({k, track_y + 9}, Role::data, "n", key);
  }

  // What a dial's hands and numbers are.
  void key() {
    Legend legend(p_, {2, dials_top_ - by_width(30, 10)}, width_);
    legend.line("", "query", stroked(Role::lane, 2.5f));
    legend.line("", "key", stroked(Role::data, 2.5f));
    legend.line("", "at position 0", dashed(Role::muted));
    if (narrow_) legend.next_line();
    legend.words(by_width("°: turned since position 0; turn: tokens for 360°",
                          "°: how far each pair of numbers has turned since then"));
  }

  // One pair: where both hands were at position 0, dashed, and where they are.
  void dial(int pair) {
    const Part part(p_, "dials");
    const Point center{width_ * (2 * px(pair) + 1) / (2 * rope_pairs), dials_top_ + radius_ + 24};
    const attention::PairIndices at = s_.pair(pair);
    const double frequency = nth(s_.rope.frequencies, pair);
    const std::string turn = significant(attention::wavelength(frequency));
    write({center.x, dials_top_ + 12}, centered(strong), by_width("{} and {}", "numbers {} and {}"),
          at.first, at.second);
    p_.circle(center, radius_, edged(Role::surface, Role::grid));
    const auto tip = [&](const std::vector<double>& vector) {
      return Point{center.x + radius_ * px(nth(vector, at.first) / longest),
                   center.y - radius_ * px(nth(vector, at.second) / longest)};
    };
    p_.line(center, tip(s_.q), dashed(Role::lane));
    p_.line(center, tip(s_.k), dashed(Role::data));
    arrow(p_, center, tip(s_.turned_k), Role::data, 2.5f);
    arrow(p_, center, tip(s_.turned_q), Role::lane, 2.5f);
    const float below = center.y + radius_, apart = by_width(3, 6);
    write({center.x - apart, below + 12}, ended(colored(label, Role::lane)), "{}°",
          fixed(s_.degrees(pair, s_.m), 0));
    write({center.x + apart, below + 12}, colored(label, Role::data), "{}°",
          fixed(s_.degrees(pair, s_.n), 0));
    write({center.x, below + 28}, centered(quiet), by_width("turn: {}", "one turn in {} tokens"),
          turn);
    write({center.x, below + 44}, centered(label), "adds {}", fixed(nth(s_.adds, pair), 2));
    spot({center.x - radius_, center.y - radius_, 2 * radius_, 2 * radius_},
         "Pair {}: {} radians a token, one turn in {} tokens", pair, readable(frequency), turn);
  }

  void score() {
    const float top = plot_.y - 16;
    p_.text({2, top}, "score", quiet);
    axis_below(p_, plot_, x_, ticks(x_, narrow_ ? 4 : 8));
    axis_left(p_, plot_, y_, ticks(y_, 3));
    axis_title(p_, plot_, "distance m − n, in tokens", 32);
    const auto line = [&](const std::vector<double>& values, const Style& style) {
      scene::curve(p_, style, 2 * rope_farthest + 1,
                   [&](int i) { return placed(x_, y_, i - rope_farthest, nth(values, i)); });
    };
    if (s_.wrong()) {
      line(s_.right_curve, dashed(Role::good, 1.5f));
      Legend legend(p_, {2, plot_.bottom() + 32}, plot_.right());
      legend.line("", "as trained", dashed(Role::good, 1.5f));
    }
    line(s_.curve, stroked(s_.wrong() ? Role::bad : Role::compute, 2.5f));
    const int distance = s_.m - s_.n;
    const float here = x_(distance);
    upright(p_, here, plot_, dashed(Role::ink));
    p_.circle({here, y_(s_.score)}, 5, edged(Role::ink, Role::surface));
    hold({here, top}, strong, 44, plot_.right(), "{} at distance {}", fixed(s_.score, 3),
         fixed(distance, 0));
    spot(plot_, drag_x("m", x_(-s_.n), x_(rope_farthest - s_.n), 0, rope_farthest),
         "Drag the distance");
  }
};

float RopeRun::picture(const Sheet& sheet) const { return picture_of(*this, sheet); }

}  // namespace loom::scenes
