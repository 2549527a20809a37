#include <algorithm>

#include "web/scene/kit.hpp"
#include "web/scenes/attention/sparse_attention.hpp"

namespace loom::scenes {
namespace {

using namespace scene;
using attention::SparseCost;

constexpr float left = 46;
// Of one token: the same scale for every state. Bars of the few that have more are cut.
constexpr double most_weight = 30;  // %
constexpr Style missed = {.stroke = Role::waste};

struct Layout {
  float width;
  bool narrow = is_narrow(width);
  Rect weights = {left, narrow ? 42.f : 44.f, width - left - 4, narrow ? 70.f : 76.f};
  Rect index = {left, weights.bottom() + (narrow ? 26.f : 27.f), weights.width,
                narrow ? 40.f : 46.f};
  Rect recall = {2, index.bottom() + (narrow ? 28.f : 60.f), narrow ? width - 4 : 330.f,
                 narrow ? 19.f : 24.f};
  Rect plot = {(narrow ? 0.f : 380.f) + left,
               narrow ? recall.y + 3 * recall.height + 31 : index.bottom() + 39,
               width - (narrow ? 0.f : 380.f) - left - 66, narrow ? 88.f : 106.f};

  float height() const { return plot.bottom() + 40; }
};

using CostOf = double SparseCost::*;

class Drawing {
 public:
  Drawing(const SparseAttentionRun& run, Painter& painter, float width)
      : run_(run),
        p_(painter),
        at_{width},
        slot_(at_.weights.width / static_cast<float>(run.options.tokens)),
        x_{at_.plot.x, at_.plot.right(), shortest_sparse_context, longest_sparse_context, true},
        y_{at_.plot.bottom(), at_.plot.y, run.cost(shortest_sparse_context).index / 1.3,
           run.cost(longest_sparse_context).dense_absorbed * 1.3, true} {}

  void run() {
    bars();
    recall();
    cost();
  }

 private:
  void bars() {
    Legend legend(p_, {2, 10}, at_.width);
    legend.add("", "chosen by the indexer", {.fill = Role::compute});
    legend.add("", "left out", missed);
    p_.text({2, at_.weights.y - 14}, fill("attention (bars are cut at {}%)", {brief(most_weight)}),
            quiet);
    p_.text({2, at_.index.y - 10}, "score of the indexer, downwards (no unit)", quiet);
    const auto& run = run_.run;
    const double highest = std::max(1e-9, *std::max_element(run.index.begin(), run.index.end()));
    const Scale weight{at_.weights.bottom(), at_.weights.y, 0, most_weight},
        score{at_.index.y, at_.index.bottom(), 0, highest};
    axis_left(p_, at_.weights, weight, ticks(weight, 3), "%");
    for (int token = 0; token < run_.options.tokens; ++token) {
      const auto i = static_cast<size_t>(token);
      const float x = at_.weights.x + slot_ * static_cast<float>(token);
      const Style style = run_.chosen(token) ? Style{.fill = Role::compute} : missed;
      const float wide = std::max(1.5f, slot_ - 1.5f), top = weight(100 * run.weights[i]),
                  deep = score(run.index[i]);
      p_.begin("weights");
      p_.rect({x, top, wide, std::max(1.f, at_.weights.bottom() - top)}, style);
      if (100 * run.weights[i] > most_weight)
        p_.line({x - 1, top + 9}, {x + wide + 1, top + 5},
                {.stroke = Role::surface, .stroke_width = 3});
      p_.end();
      p_.begin("index");
      p_.rect({x, at_.index.y, wide, std::max(1.f, deep - at_.index.y)}, style);
      p_.end();
      p_.hotspot({{x, at_.weights.y, slot_, at_.index.bottom() - at_.weights.y},
                  fill("Token {}: {} of the attention, {}",
                       {token + 1, percent(run.weights[i], 1),
                        run_.chosen(token) ? "chosen" : "left out"})});
    }
  }

  void recall() {
    const Part part(p_, "recall");
    p_.text({at_.recall.x, at_.recall.y - 12},
            fill("attention that {} have", {{std::ssize(run_.run.chosen), "token"}}), quiet);
    const float from = at_.recall.x + 126;
    BarRows rows(p_, at_.recall, from, at_.recall.right() - from - 44);
    const auto one = [&](std::string_view name, double share, const Style& style) {
      rows.next();
      rows.name(name);
      rows.bar(share, style, percent(share, 0));
    };
    one("chosen", run_.run.recall, {.fill = Role::compute});
    one("best choice", run_.run.best_recall, {.fill = Role::data});
    one("random choice", run_.run.random_recall, {.fill = Role::wait, .texture = Texture::hatch});
  }

  void name(float y, std::string_view text, Role role) {
    p_.text({at_.plot.right() + 6, y}, text,
            {.role = role, .size = Size::small, .weight = Weight::semibold});
  }

  void cost() {
    const float head = at_.plot.y - 14;
    const Part part(p_, "cost");
    p_.text({at_.plot.x - left, head}, "FLOP of a token and layer (both axes logarithmic)", quiet);
    axis_left(p_, at_.plot, y_, ticks(y_, 3));
    std::vector<Tick> below = ticks(x_, at_.narrow ? 4 : 5, 2);
    for (Tick& tick : below) tick.text = integer(static_cast<int>(tick.value + 0.5) / 1024);
    axis_below(p_, at_.plot, x_, below);
    p_.text({at_.plot.right(), at_.plot.bottom() + 32}, "context, × 1,024 tokens", ended(quiet));
    line(&SparseCost::dense_absorbed, {.stroke = Role::data, .stroke_width = 2});
    line(&SparseCost::index, {.stroke = Role::muted, .stroke_width = 1.5f, .dashed = true});
    sparse_line();
    const SparseCost last = run_.cost(longest_sparse_context);
    float middles[] = {y_(last.dense_absorbed), y_(last.sparse()), y_(last.index)};
    keep_apart(middles, 15, at_.plot.y, at_.plot.bottom());
    name(middles[0], "dense", Role::data);
    name(middles[1], "sparse", Role::compute);
    name(middles[2], "indexer", Role::muted);
    const SparseCost here = run_.cost(run_.context);
    const float x = x_(run_.context);
    p_.line({x, at_.plot.y}, {x, at_.plot.bottom()}, {.stroke = Role::ink, .stroke_width = 1.5f});
    for (double flop : {here.dense_absorbed, here.sparse()})
      p_.circle({x, y_(flop)}, 4, {.fill = Role::ink, .stroke = Role::surface});
    Action drag = drag_x("context", at_.plot.x, at_.plot.right(), shortest_sparse_context,
                         longest_sparse_context);
    drag.logarithmic = true;
    p_.hotspot({at_.plot,
                fill("{}: {} GFLOP dense, {} sparse. Drag the context",
                     {{run_.context, "token"},
                      significant(here.dense_absorbed / 1e9),
                      significant(here.sparse() / 1e9)}),
                drag});
  }

  void line(CostOf part, const Style& style) {
    std::vector<Point> points;
    for (int tokens : {shortest_sparse_context, longest_sparse_context})
      points.push_back({x_(tokens), y_(run_.cost(tokens).*part)});
    p_.path(points, false, style);
  }

  void sparse_line() {
    std::vector<Point> points;
    for (int tokens = shortest_sparse_context; tokens <= longest_sparse_context; tokens *= 2) {
      if (run_.budget > tokens / 2 && run_.budget < tokens)
        points.push_back({x_(run_.budget), y_(run_.cost(run_.budget).sparse())});
      points.push_back({x_(tokens), y_(run_.cost(tokens).sparse())});
    }
    p_.path(points, false, {.stroke = Role::compute, .stroke_width = 2.5f});
  }

  const SparseAttentionRun& run_;
  Painter& p_;
  const Layout at_;
  const float slot_;
  const Scale x_, y_;
};

}  // namespace

float SparseAttentionRun::height(float width) const { return Layout{width}.height(); }

void SparseAttentionRun::draw(Painter& painter, const View& view) const {
  Drawing(*this, painter, view.width).run();
}

}  // namespace loom::scenes
