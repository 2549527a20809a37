#include <algorithm>

#include "core/ascending.hpp"
#include "web/scene/kit.hpp"
#include "web/scenes/attention/attention_sink.hpp"

namespace loom::scenes {
namespace {

using namespace scene;
using attention::SinkRow;
using Kind = attention::SinkOptions::Kind;

// Of what is added up, against all kept: one scale for every state, as the presets need it.
constexpr double least_size = 0.1, most_size = 100;
constexpr float left = 52;
constexpr Role kind_roles[sink_kinds] = {Role::bad, Role::data, Role::series_4};
constexpr std::string_view kind_names[sink_kinds] = {"no sink", "first tokens", "learned"};

struct Layout {
  float width;
  bool narrow = is_narrow(width);
  Rect bars = {left, narrow ? 76.f : 56.f, width - left - 8, narrow ? 104.f : 128.f};
  Rect curves = {left, bars.bottom() + (narrow ? 62.f : 66.f), width - left - 86,
                 narrow ? 88.f : 104.f};

  float height() const { return curves.bottom() + 40; }
};

class Drawing {
 public:
  Drawing(const AttentionSinkRun& run, Painter& painter, const View& view)
      : run_(run),
        p_(painter),
        at_{view.width},
        token_(view.step),
        row_(run.row(view.step)),
        slot_(at_.bars.width / static_cast<float>(run.options.tokens + 2)),
        share_{at_.bars.bottom(), at_.bars.y, 0, 1} {
    token_x_ = {at_.curves.x, at_.curves.right(), 0, static_cast<double>(run.options.tokens - 1)};
    size_ = {at_.curves.bottom(), at_.curves.y, least_size, most_size, true};
  }

  void run() {
    bars();
    curves();
  }

 private:
  // The learned logit stands before the first token, a place apart.
  Rect place(int token) const {
    const int place = token < 0 ? 0 : token + 2;
    return {at_.bars.x + slot_ * static_cast<float>(place), at_.bars.y, slot_, at_.bars.height};
  }
  Rect bar(int token, double share) const {
    const Rect all = place(token);
    const float top = share_(share);
    return {all.x + 1, top, slot_ - 2, all.bottom() - top};
  }

  // What is no longer in the cache.
  void ground() {
    for (int token = 0; token <= token_;) {
      int end = token;
      while (end <= token_ && !run_.kept(token_, end)) ++end;
      if (end > token) {
        const Rect first = place(token);
        p_.rect({first.x, first.y, slot_ * static_cast<float>(end - token), first.height},
                {.fill = Role::wait, .fill_opacity = 0.4f, .texture = Texture::hatch});
      }
      token = end + 1;
    }
  }

  void bars() {
    std::vector<Tick> shares = ticks({share_.from_px, share_.to_px, 0, 100}, 2);
    axis_left(p_, at_.bars, {share_.from_px, share_.to_px, 0, 100}, shares, "%");
    Legend legend(p_, {2, 10}, at_.width);
    legend.add("", "in the cache", {.fill = Role::compute});
    legend.add("", "first token in it", {.fill = Role::data});
    if (run_.options.kind == Kind::learned)
      legend.add("", "learned logit", {.fill = Role::series_4});
    legend.add("", "with all kept", {.fill = Role::none, .stroke = Role::ink});
    legend.add("", "evicted", {.fill = Role::wait, .texture = Texture::hatch});
    const Part part(p_, "weights");
    ground();
    for (int token = 0; token <= token_; ++token) {
      const auto i = static_cast<size_t>(token);
      if (row_.kept.weights[i] > 0)
        p_.rect(bar(token, row_.kept.weights[i]),
                {.fill = token == 0 ? Role::data : Role::compute});
      if (const Rect outline = bar(token, row_.full.weights[i]); outline.height > 1)
        p_.rect(outline, {.stroke = Role::ink});
      p_.hotspot({place(token), fill("Token {}: {} of the attention with all kept, {} in the cache",
                                     {token, percent(row_.full.weights[i], 1),
                                      percent(row_.kept.weights[i], 1)})});
    }
    if (run_.options.kind == Kind::learned) {
      p_.rect(bar(-1, row_.kept.sink), {.fill = Role::series_4});
      p_.rect(bar(-1, row_.full.sink), {.stroke = Role::ink});
    }
    heads();
  }

  // Names of tokens below the bars, and the window above, whose edge can be dragged.
  void heads() {
    const float below = at_.bars.bottom() + 14;
    p_.text({place(0).center().x, below}, "0", centered(label));
    if (token_ > 1) p_.text({place(token_).center().x, below}, integer(token_), centered(strong));
    p_.text({at_.bars.right(), below + 18}, "tokens; the last is the query", ended(quiet));
    const int first = std::max(0, token_ - run_.options.window + 1);
    const float from = place(first).x, to = place(token_).right();
    bracket(p_, from, to, at_.bars.y - 6, 5, {.stroke = Role::ink, .stroke_width = 1.5f});
    held_text(p_, {(from + to) / 2, at_.bars.y - 20},
              fill("window of {}", {{run_.options.window, "token"}}), quiet, at_.bars.x,
              at_.width - 2);
    const float end = place(token_ + 1).x;
    Action drag = drag_x("window", end - 24 * slot_, end - 2 * slot_, 24, 2);
    knob(p_, {from, at_.bars.y - 6}, at_.width,
         fill("A window of {}. Drag its edge", {{run_.options.window, "token"}}), drag);
  }

  void curves() {
    const float head = at_.curves.y - 16;
    p_.text({2, head},
            at_.width < narrow_limit
                ? "size of output, all kept = 1 (log, cut)"
                : fill("size of the output, relative to all kept (logarithmic, cut at {} and {})",
                       {brief(least_size), brief(most_size)}),
            quiet);
    axis_below(p_, at_.curves, token_x_, ticks(token_x_, 5));
    axis_left(p_, at_.curves, size_, ticks(size_, 3), "×");
    p_.text({at_.curves.right(), at_.curves.bottom() + 32}, "token", ended(quiet));
    p_.line({at_.curves.x, size_(1)}, {at_.curves.right(), size_(1)},
            {.stroke = Role::good, .dashed = true});
    const Part part(p_, "loudness");
    for (size_t kind = 0; kind < sink_kinds; ++kind) {
      std::vector<Point> line;
      for (int token = 0; token < run_.options.tokens; ++token)
        line.push_back({token_x_(token), size_(nth(run_.runs[kind].rows, token).loudness)});
      p_.path(line, false,
              {.stroke = kind_roles[kind], .stroke_width = kind == run_.kind() ? 3.f : 1.25f});
    }
    const float x = token_x_(token_);
    p_.line({x, at_.curves.y}, {x, at_.curves.bottom()}, {.stroke = Role::ink, .dashed = true});
    p_.circle({x, size_(row_.loudness)}, 4, {.fill = Role::ink, .stroke = Role::surface});
    p_.hotspot({at_.curves, "Drag through the tokens",
                drag_x("step", at_.curves.x, at_.curves.right(), 0, run_.options.tokens - 1)});
    names();
  }

  // At the curves' ends, moved apart where they meet.
  void names() {
    double ends[sink_kinds];
    for (size_t kind = 0; kind < sink_kinds; ++kind)
      ends[kind] = static_cast<double>(size_(run_.runs[kind].rows.back().loudness));
    const std::vector<int> order = ascending(ends);
    float middles[sink_kinds];
    for (size_t i = 0; i < sink_kinds; ++i) middles[i] = static_cast<float>(nth(ends, order[i]));
    keep_apart(middles, 24, at_.curves.y, at_.curves.bottom() - 4);
    for (size_t i = 0; i < sink_kinds; ++i) {
      const auto kind = static_cast<size_t>(order[i]);
      const float x = at_.curves.right() + 10;
      p_.text({x, middles[i]}, kind_names[kind],
              {.role = kind_roles[kind],
               .size = Size::small,
               .weight = kind == run_.kind() ? Weight::semibold : Weight::regular});
      p_.hotspot({{x - 4, middles[i] - 12, at_.width - x + 2, 24},
                  fill("Choose: {}", {kind_names[kind]}),
                  choose("sink", std::string(sink_choices[kind].value))});
    }
  }

  const AttentionSinkRun& run_;
  Painter& p_;
  const Layout at_;
  const int token_;
  const SinkRow& row_;
  const float slot_;
  const Scale share_;
  Scale token_x_, size_;
};

}  // namespace

float AttentionSinkRun::height(float width) const { return Layout{width}.height(); }

void AttentionSinkRun::draw(Painter& painter, const View& view) const {
  Drawing(*this, painter, view).run();
}

}  // namespace loom::scenes
