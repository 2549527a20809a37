#include "web/scene/kit.hpp"
#include "web/scenes/positions/sparse_attention.hpp"

namespace loom::scenes {

using attention::SparseCost;

constexpr float left = 46;
// Of one token: the same scale for every state. Bars of the few that have more are cut.
constexpr double most_weight = 30;  // %
constexpr Style missed = stroked(Role::waste);

struct SparseAttentionDrawing : Picture<SparseAttentionRun> {
  Rect weights_ = {left, by_width(42, 44), width_ - left - 4, by_width(70, 76)};
  Rect index_ = {left, weights_.bottom() + by_width(26, 27), weights_.width, by_width(40, 46)};
  Rect recall_ = {2, index_.bottom() + by_width(28, 60), by_width(width_ - 4, 330),
                  by_width(19, 24)};
  Rect plot_ = {by_width(0, 380) + left,
                by_width(recall_.y + 3 * recall_.height + 31, index_.bottom() + 39),
                width_ - by_width(0, 380) - left - 66, by_width(88, 106)};
  float slot_ = weights_.width / px(s_.options.tokens);
  Scale x_ = {plot_.x, plot_.right(), shortest_sparse_context, longest_sparse_context, true};
  Scale y_ = {plot_.bottom(), plot_.y, s_.cost(shortest_sparse_context).index / 1.3,
              s_.cost(longest_sparse_context).dense_absorbed * 1.3, true};

  float height() const { return plot_.bottom() + 40; }
  void draw() {
    bars();
    in("recall", [&] { recall(); });
    in("cost", [&] { cost(); });
  }

  void bars() {
    Legend legend(p_, {2, 10}, width_);
    legend.add("", "chosen by the indexer", solid(Role::compute));
    legend.add("", "left out", missed);
    write({2, weights_.y - 14}, quiet, "attention (bars are cut at {}%)", brief(most_weight));
    p_.text({2, index_.y - 10}, "score of the indexer, downwards (no unit)", quiet);
    const auto& run = s_.run;
    const double highest = std::max(1e-9, *std::max_element(run.index.begin(), run.index.end()));
    const Scale weight{weights_.bottom(), weights_.y, 0, most_weight},
        score{index_.y, index_.bottom(), 0, highest};
    axis_left(p_, weights_, weight, ticks(weight, 3), "%");
    for (int i = 0; i < s_.options.tokens; ++i) {
      const double share = nth(run.weights, i);
      const Style style = s_.chosen(i) ? solid(Role::compute) : missed;
      const float x = weights_.x + slot_ * px(i), wide = std::max(1.5f, slot_ - 1.5f),
                  top = weight(100 * share), deep = score(nth(run.index, i));
      Part part(p_, "weights");
      p_.rect({x, top, wide, std::max(1.f, weights_.bottom() - top)}, style);
      if (100 * share > most_weight)
        p_.line({x - 1, top + 9}, {x + wide + 1, top + 5}, stroked(Role::surface, 3));
      part.next("index");
      p_.rect({x, index_.y, wide, std::max(1.f, deep - index_.y)}, style);
      part.end();
      spot({x, weights_.y, slot_, index_.bottom() - weights_.y},
           "Token {}: {} of the attention, {}", i + 1, percent(share, 1),
           s_.chosen(i) ? "chosen" : "left out");
    }
  }

  void recall() {
    write({recall_.x, recall_.y - 12}, quiet, "attention that {} have",
          Word(std::ssize(s_.run.chosen), "token"));
    const float from = recall_.x + 126;
    BarRows rows(p_, recall_, from, recall_.right() - from - 44);
    const auto one = [&](std::string_view name, double share, const Style& style) {
      rows.next(false, name);
      rows.bar(share, style, percent(share, 0));
    };
    one("chosen", s_.run.recall, solid(Role::compute));
    one("best choice", s_.run.best_recall, solid(Role::data));
    one("random choice", s_.run.random_recall, waiting);
  }

  void cost() {
    p_.text({plot_.x - left, plot_.y - 14}, "FLOP of a token and layer (both axes logarithmic)",
            quiet);
    axis_left(p_, plot_, y_, ticks(y_, 3));
    axis_below(p_, plot_, x_, named(ticks(x_, narrow_ ? 4 : 5, 2), [](double tokens) {
                 return integer(std::llround(tokens) / 1024);
               }));
    axis_title(p_, plot_, "context, × 1,024 tokens", 32);
    const SparseCost first = s_.cost(shortest_sparse_context),
                     last = s_.cost(longest_sparse_context), here = s_.cost(s_.context);
    const auto straight = [&](double from, double to, const Style& style) {
      const Point ends[] = {{x_.from_px, y_(from)}, {x_.to_px, y_(to)}};
      p_.path(ends, false, style);
    };
    straight(first.dense_absorbed, last.dense_absorbed, stroked(Role::data, 2));
    straight(first.index, last.index, dashed(Role::muted, 1.5f));
    sparse_line();
    float middles[] = {y_(last.dense_absorbed), y_(last.sparse()), y_(last.index)};
    keep_apart(middles, 15, plot_.y, plot_.bottom());
    const float behind = plot_.right() + 6;
    p_.text({behind, middles[0]}, "dense", colored(strong, Role::data));
    p_.text({behind, middles[1]}, "sparse", colored(strong, Role::compute));
    p_.text({behind, middles[2]}, "indexer", colored(strong, Role::muted));
    const float x = x_(s_.context);
    upright(p_, x, plot_, stroked(Role::ink, 1.5f));
    for (double flop : {here.dense_absorbed, here.sparse()})
      p_.circle({x, y_(flop)}, 4, edged(Role::ink, Role::surface));
    spot(plot_, drag_x("context", x_), "{}: {} GFLOP dense, {} sparse. Drag the context",
         Word(s_.context, "token"), significant(here.dense_absorbed / 1e9),
         significant(here.sparse() / 1e9));
  }

  void sparse_line() {
    std::vector<Point> points;
    const auto add = [&](int tokens) {
      points.push_back({x_(tokens), y_(s_.cost(tokens).sparse())});
    };
    for (int tokens = shortest_sparse_context; tokens <= longest_sparse_context; tokens *= 2) {
      if (s_.budget > tokens / 2 && s_.budget < tokens) add(s_.budget);
      add(tokens);
    }
    p_.path(points, false, stroked(Role::compute, 2.5f));
  }
};

float SparseAttentionRun::picture(const Sheet& sheet) const { return picture_of(*this, sheet); }

}  // namespace loom::scenes
