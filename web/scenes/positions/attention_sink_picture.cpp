#include "core/ascending.hpp"
#include "web/scene/kit.hpp"
#include "web/scenes/positions/attention_sink.hpp"

namespace loom::scenes {

using attention::SinkRow;
using Kind = attention::SinkOptions::Kind;

// Of what is added up, against all kept: one scale for every state, as the presets need it.
constexpr double least_size = 0.1, most_size = 100;
constexpr float left = 52;
constexpr Role kind_roles[sink_kinds] = {Role::bad, Role::data, Role::series_4};
constexpr std::string_view kind_names[sink_kinds] = {"no sink", "first tokens", "learned"};

struct AttentionSinkDrawing : Picture<AttentionSinkRun> {
  const int token_ = view_.step;
  const SinkRow& row_ = s_.row(token_);
  Rect bars_ = {left, by_width(76, 56), width_ - left - 8, by_width(104, 128)};
  Rect curves_ = {left, bars_.bottom() + by_width(62, 66), width_ - left - 86, by_width(88, 104)};
  float slot_ = bars_.width / px(s_.options.tokens + 2);
  Scale share_ = {bars_.bottom(), bars_.y, 0, 100};  // %
  Scale token_x_ = {curves_.x, curves_.right(), 0, s_.options.tokens - 1.};
  Scale size_ = {curves_.bottom(), curves_.y, least_size, most_size, true};

  float height() const { return curves_.bottom() + 40; }
  void draw() {
    bars();
    curves();
  }

  // The learned logit, −1, stands before the first token, a place apart.
  Rect place(int token, int places = 1) const {
    const int first = token < 0 ? 0 : token + 2;
    return {bars_.x + slot_ * px(first), bars_.y, slot_ * px(places), bars_.height};
  }
  // The share with all kept as an outline around what it is in the cache.
  void weight(int token, double kept, double full, Role role, float least) {
    const Rect all = place(token);
    const auto bar = [&](double share) {
      const float top = Scale{share_.from_px, share_.to_px, 0, 1}(share);
      return Rect{all.x + 1, top, slot_ - 2, all.bottom() - top};
    };
    if (kept > 0 || token < 0) p_.rect(bar(kept), solid(role));
    if (bar(full).height > least) p_.rect(bar(full), stroked(Role::ink));
  }

  // What is no longer in the cache.
  void ground() {
    for (int token = 0, end = 0; token <= token_; token = end + 1) {
      for (end = token; end <= token_ && !s_.kept(token_, end);) ++end;
      if (end > token)
        p_.rect(place(token, end - token),
                {.fill = Role::wait, .fill_opacity = 0.4f, .texture = Texture::hatch});
    }
  }

  void bars() {
    axis_left(p_, bars_, share_, ticks(share_, 2), "%");
    Legend legend(p_, {2, 10}, width_);
    legend.add("", "in the cache", solid(Role::compute));
    legend.add("", "first token in it", solid(Role::data));
    const bool learned = s_.options.kind == Kind::learned;
    if (learned) legend.add("", "learned logit", solid(Role::series_4));
    legend.add("", "with all kept", stroked(Role::ink));
    legend.add("", "evicted", waiting);
    const Part part(p_, "weights");
    ground();
    for (int token = 0; token <= token_; ++token) {
      const double kept = nth(row_.kept.weights, token), full = nth(row_.full.weights, token);
      weight(token, kept, full, token == 0 ? Role::data : Role::compute, 1);
      spot(place(token), "Token {}: {} of the attention with all kept, {} in the cache", token,
           percent(full, 1), percent(kept, 1));
    }
    if (learned) weight(-1, row_.kept.sink, row_.full.sink, Role::series_4, -1);
    heads();
  }

  // Names of tokens below the bars, and the window above, whose edge can be dragged.
  void heads() {
    const float below = bars_.bottom() + 14;
    p_.text({place(0).center().x, below}, "0", centered(label));
    if (token_ > 1) p_.text({place(token_).center().x, below}, integer(token_), centered(strong));
    axis_title(p_, bars_, "tokens; the last is the query", 32);
    const int window = s_.options.window;
    const float from = place(std::max(0, token_ - window + 1)).x, to = place(token_).right();
    bracket(p_, from, to, bars_.y - 6, 5, stroked(Role::ink, 1.5f));
    hold({(from + to) / 2, bars_.y - 20}, quiet, bars_.x, width_ - 2, "window of {}",
         Word(window, "token"));
    const float end = place(token_ + 1).x;
    drag_knob({from, bars_.y - 6}, drag_x("window", end - 24 * slot_, end - 2 * slot_, 24, 2),
              "A window of {}. Drag its edge", Word(window, "token"));
  }

  void curves() {
    write({2, curves_.y - 16}, quiet,
          narrow_ ? "size of output, all kept = 1 (log, cut)"
                  : fill("size of the output, relative to all kept (logarithmic, cut at {} and "
                         "{})",
                         brief(least_size), brief(most_size)));
    axis_below(p_, curves_, token_x_, ticks(token_x_, 5));
    axis_left(p_, curves_, size_, ticks(size_, 3), "×");
    axis_title(p_, curves_, "token", 32);
    level(p_, size_(1), curves_, dashed(Role::good));
    const Part part(p_, "loudness");
    for (size_t kind = 0; kind < sink_kinds; ++kind)
      curve(p_, stroked(kind_roles[kind], kind == s_.kind() ? 3.f : 1.25f), s_.options.tokens,
            [&](int i) { return placed(token_x_, size_, i, nth(s_.runs[kind].rows, i).loudness); });
    const float x = token_x_(token_);
    upright(p_, x, curves_, dashed(Role::ink));
    p_.circle({x, size_(row_.loudness)}, 4, edged(Role::ink, Role::surface));
    spot(curves_, drag_x("step", token_x_), "Drag through the tokens");
    names();
  }

  // At the curves' ends, moved apart where they meet.
  void names() {
    double ends[sink_kinds];
    float middles[sink_kinds];
    for (size_t i = 0; i < sink_kinds; ++i) ends[i] = size_(s_.runs[i].rows.back().loudness);
    const std::vector<int> order = ascending(ends);
    for (size_t i = 0; i < sink_kinds; ++i) middles[i] = px(nth(ends, order[i]));
    keep_apart(middles, 24, curves_.y, curves_.bottom() - 4);
    const float x = curves_.right() + 10;
    for (size_t i = 0; i < sink_kinds; ++i) {
      const auto kind = static_cast<size_t>(order[i]);
      p_.text({x, middles[i]}, kind_names[kind],
              colored(kind == s_.kind() ? strong : label, kind_roles[kind]));
      spot({x - 4, middles[i] - 12, width_ - x + 2, 24}, choose("sink", sink_choices[kind].value),
           "Choose: {}", kind_names[kind]);
    }
  }
};

float AttentionSinkRun::picture(const Sheet& sheet) const { return picture_of(*this, sheet); }

}  // namespace loom::scenes
