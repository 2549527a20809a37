#include <algorithm>
#include <cmath>

#include "web/scene/kit.hpp"
#include "web/scenes/attention/attention_step.hpp"
#include "web/scenes/attention/vector_text.hpp"

namespace loom::scenes {
namespace {

using namespace scene;

constexpr int most_keys = 7;
constexpr float chip = 28;  // height of a word to click

struct Layout {
  float width;
  bool narrow = is_narrow(width);
  float row = narrow ? 24.f : 27.f;
  float head = chip + 46, rows = head + 12;
  float below = rows + row * most_keys + 22;

  float height() const { return narrow ? below + 150 : below + 46; }
};

class Drawing {
 public:
  Drawing(const AttentionStep& step, Painter& painter, float width)
      : s_(step), p_(painter), at_{width} {}

  void run() {
    words();
    question();
    scores();
    weights();
    square();
    output();
  }

 private:
  // Fewer keys stand further apart.
  float pitch() const {
    return std::min(44.f, at_.row * most_keys / static_cast<float>(s_.keys()));
  }
  float y(int key) const { return at_.rows + pitch() * (static_cast<float>(key) + 0.5f); }
  Action ask(int query) const {
    return s_.sentence ? choose("word", word_id(query)) : choose("row", integer(query + 1));
  }
  static float shade(double weight) { return static_cast<float>(0.06 + 0.94 * weight); }
  float right_of_rows() const { return at_.narrow ? at_.width : 486; }

  // Who asks: a word to click for each query.
  void words() {
    const Part part(p_, "words");
    float x = 2;
    for (int i = 0; i < static_cast<int>(s_.asking.size()); ++i) {
      const std::string& word = nth(s_.asking, i);
      const float wide = text_width(word, Size::normal, Weight::semibold);
      const Rect box = {x, 0, wide + (at_.narrow ? 12.f : 20.f), chip - 2};
      const bool here = i == s_.query;
      p_.rect(inset(box, 1), {.fill = here ? Role::lane : Role::none,
                              .stroke = here ? Role::lane : Role::muted,
                              .radius = 6});
      p_.text(box.center(), word,
              {.role = here ? Role::surface : Role::ink,
               .align = Align::middle,
               .weight = here ? Weight::semibold : Weight::regular});
      p_.hotspot({{box.x, box.y, box.width, chip}, fill("Take '{}' as query", {word}), ask(i)});
      x += box.width + (at_.narrow ? 3 : 6);
    }
  }

  void question() {
    std::string text = fill("q = {}", {vector_text(s_.operands.q.row(s_.query))});
    if (s_.sentence)
      text += fill(": {}, {}, {}, {}",
                   {s_.features[0], s_.features[1], s_.features[2], s_.features[3]});
    p_.text({2, chip + 16}, text, label);
  }

  void scores() {
    const Part part(p_, "scores");
    const float product = at_.narrow ? 102 : 216, score = at_.narrow ? 160 : 286;
    if (!at_.narrow) p_.text({72, at_.head}, "key", quiet);
    p_.text({product, at_.head}, "q · k", ended(quiet));
    const char* undivided = at_.narrow ? "÷ 1" : "not divided";
    p_.text({score, at_.head}, s_.scaled ? "÷ √d" : undivided, ended(quiet));
    for (int key = 0; key < s_.keys(); ++key) {
      const bool seen = s_.allowed(key);
      const TextStyle style = seen ? label : quiet;
      p_.text({2, y(key)}, nth(s_.words, key), style);
      if (!at_.narrow) p_.text({72, y(key)}, vector_text(s_.operands.k.row(key)), style);
      p_.text({product, y(key)}, fixed(s_.product(key), 2), ended(style));
      p_.text({score, y(key)}, seen ? fixed(s_.score(key), 2) : "masked", ended(style));
    }
  }

  // A share of the row's whole: the track is 100%.
  void weights() {
    const Part part(p_, "weights");
    const float from = at_.narrow ? 172 : 304, to = at_.narrow ? 292 : 432;
    p_.text({from, at_.head}, at_.narrow ? "weight" : "weight after softmax", quiet);
    for (int key = 0; key < s_.keys(); ++key) {
      const Rect track{from, y(key) - 8, to - from, 16};
      const bool seen = s_.allowed(key);
      const std::string &word = nth(s_.words, key), share = percent(s_.weight(key), 1);
      if (seen)
        Stack(p_, track, 1).add(s_.weight(key), {.fill = Role::data});
      else
        p_.rect(track, {.fill = Role::wait, .fill_opacity = 0.5f, .texture = Texture::hatch});
      const TextStyle style = key == s_.strongest() ? strong : seen ? label : quiet;
      p_.text({right_of_rows() - 2, y(key)}, seen ? share : "0", ended(style));
      p_.hotspot({{2, y(key) - at_.row / 2, right_of_rows() - 4, at_.row},
                  seen ? fill("'{}': score {}, weight {}", {word, fixed(s_.score(key), 2), share})
                       : fill("'{}' is masked", {word})});
    }
  }

  // The weights of all queries; a row to click.
  void square() {
    const Part part(p_, "square");
    const int rows = static_cast<int>(s_.asking.size()), keys = s_.keys();
    const float cell = at_.narrow ? 17.f : 27.f, left = at_.narrow ? 62.f : 568.f;
    const float top = at_.narrow ? at_.below + 16 : at_.rows;
    const Grid grid{{left, top, cell * float(keys), cell * float(rows)}, keys, rows};
    p_.text({at_.narrow ? 2.f : 508.f, at_.narrow ? at_.below : at_.head},
            at_.narrow ? "all weights; stronger: more" : "the weights of all queries", quiet);
    if (!at_.narrow) p_.text({left, at_.below}, "stronger: more; dot: masked", quiet);
    std::vector<Rect> hidden;
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < keys; ++j) {
        const Rect box = inset(grid.cells(j, i), 1);
        if (s_.masked(i, j))
          hidden.push_back(inset(box, cell / 2 - 3));
        else
          p_.rect(box, {.fill = Role::data, .fill_opacity = shade(s_.step.weights.at(i, j))});
      }
    p_.rects(hidden, {.fill = Role::grid});
    for (int i = 0; i < rows; ++i) {
      const Rect row = grid.cells(0, i, keys);
      const bool here = i == s_.query;
      p_.text({left - 6, row.center().y}, nth(s_.asking, i), ended(here ? strong : quiet));
      if (here) p_.rect(row, {.stroke = Role::lane, .stroke_width = 2});
      if (at_.narrow) continue;
      p_.hotspot({{left - 56, row.y, row.width + 56, row.height},
                  fill("The weights of '{}'", {nth(s_.asking, i)}),
                  ask(i)});
    }
  }

  // The weighted sum of the values, number by number.
  void output() {
    const std::span<const double> out = s_.step.out.row(s_.query);
    double most = 0;
    for (double number : s_.operands.v.numbers) most = std::max(most, std::fabs(number));
    const Part part(p_, "output");
    const float left = at_.narrow ? 204.f : 2.f;
    p_.text({left, at_.below}, at_.narrow ? "output" : "output: the values, each times its weight",
            label);
    for (int i = 0; i < std::ssize(out); ++i) {
      const auto n = static_cast<float>(i);
      const Rect box = at_.narrow ? Rect{left, at_.below + 32 + n * 31, 80, 10}
                                  : Rect{2 + n * 122, at_.below + 33, 70, 10};
      const double value = nth(out, i);
      const std::string name = s_.sentence ? nth(s_.features, i) : fill("number {}", {i + 1});
      p_.text({box.x, box.y - 10}, name, quiet);
      p_.rect(box, {.stroke = Role::grid});
      const float below = s_.sentence ? 0 : box.width / 2;  // room for what is below zero
      const float zero = box.x + below, full = box.width - below;
      const float wide = most > 0 ? static_cast<float>(std::fabs(value) / most) * full : 0;
      p_.rect({value < 0 ? zero - wide : zero, box.y, wide, box.height}, {.fill = Role::compute});
      p_.text({box.right() + 6, box.center().y}, fixed(value, 2), strong);
    }
  }

  const AttentionStep& s_;
  Painter& p_;
  const Layout at_;
};

}  // namespace

float AttentionStep::height(float width) const { return Layout{width}.height(); }

void AttentionStep::draw(Painter& painter, const View& view) const {
  Drawing(*this, painter, view.width).run();
}

}  // namespace loom::scenes
