#include "web/scene/kit.hpp"
#include "web/scenes/attention/attention_step.hpp"
#include "web/scenes/attention/vector_text.hpp"

namespace loom::scenes {

constexpr int most_keys = 7;
constexpr float chip = 28;  // height of a word to click

struct AttentionStepDrawing : Picture<AttentionStep> {
  float row_ = by_width(24, 27), head_ = chip + 46, rows_ = head_ + 12;
  float below_ = rows_ + row_ * most_keys + 22, right_ = by_width(width_, 486);  // of the keys
  int queries_ = static_cast<int>(s_.asking.size()), keys_ = s_.keys();

  float height() const { return below_ + by_width(150, 46); }
  void draw() {
    words();
    in("scores", [&] { scores(); });
    in("weights", [&] { weights(); });
    in("square", [&] { square(); });
    output();
  }

  // Fewer keys stand further apart.
  float y(int key) const {
    return rows_ + std::min(44.f, row_ * most_keys / px(keys_)) * (px(key) + 0.5f);
  }
  const std::string& query(int i) const { return nth(s_.asking, i); }
  Action ask(int i) const {
    return s_.sentence ? choose("word", nth(word_choices, i).value) : choose("row", i + 1);
  }

  // Who asks: a word to click for each query, and what the chosen one is.
  void words() {
    Part part(p_, "words");
    float x = 2;
    for (int i = 0; i < queries_; ++i) {
      const float wide = text_width(query(i), Size::normal, Weight::semibold);
      const Rect box = {x, 0, wide + by_width(12, 20), chip - 2};
      const bool here = i == s_.query;
      p_.rect(inset(box, 1),
              rounded(here ? edged(Role::lane, Role::lane) : stroked(Role::muted), 6));
      p_.text(box.center(), query(i),
              centered(here ? TextStyle{.role = Role::surface, .weight = Weight::semibold}
                            : TextStyle{}));
      spot({box.x, box.y, box.width, chip}, ask(i), "Take ‘{}’ as query", query(i));
      x += box.width + by_width(3, 6);
    }
    part.end();
    std::string text = fill("q = {}", vector_text(s_.operands.q.row(s_.query)));
    const auto& of = s_.features;
    if (s_.sentence) text += fill(": {}, {}, {}, {}", of[0], of[1], of[2], of[3]);
    p_.text({2, chip + 16}, text, label);
  }

  void scores() {
    const float product = by_width(102, 216), score = by_width(160, 286);
    if (!narrow_) p_.text({72, head_}, "key", quiet);
    column_names(
        p_, head_,
        {{product, "q · k"}, {score, s_.scaled ? "÷ √d" : by_width("÷ 1", "not divided")}});
    for (int key = 0; key < keys_; ++key) {
      const bool seen = s_.allowed(key);
      const TextStyle style = seen ? label : quiet;
      p_.text({2, y(key)}, nth(s_.words, key), style);
      if (!narrow_) p_.text({72, y(key)}, vector_text(s_.operands.k.row(key)), style);
      p_.text({product, y(key)}, fixed(s_.product(key), 2), ended(style));
      p_.text({score, y(key)}, seen ? fixed(s_.score(key), 2) : "masked", ended(style));
    }
  }

  // A share of the row's whole: the track is 100%.
  void weights() {
    const float from = by_width(172, 304), to = by_width(292, 432);
    p_.text({from, head_}, by_width("weight", "weight after softmax"), quiet);
    for (int key = 0; key < keys_; ++key) {
      const Rect track{from, y(key) - 8, to - from, 16};
      const bool seen = s_.allowed(key);
      const std::string &word = nth(s_.words, key), share = percent(s_.weight(key), 1);
      if (seen)
        Stack(p_, track, 1).add(s_.weight(key), solid(Role::data));
      else
        p_.rect(track, {.fill = Role::wait, .fill_opacity = 0.5f, .texture = Texture::hatch});
      const TextStyle style = key == s_.strongest() ? strong : seen ? label : quiet;
      p_.text({right_ - 2, y(key)}, seen ? share : "0", ended(style));
      spot({2, y(key) - row_ / 2, right_ - 4, row_},
           seen ? fill("‘{}’: score {}, weight {}", word, fixed(s_.score(key), 2), share)
                : fill("‘{}’ is masked", word));
    }
  }

  // The weights of all queries; a row to click.
  void square() {
    const float cell = by_width(17, 27), left = by_width(62, 568);
    const Rect all = {left, by_width(below_ + 16, rows_), cell * px(keys_), cell * px(queries_)};
    const Grid grid{all, keys_, queries_};
    p_.text(by_width(Point{2, below_}, Point{508, head_}),
            by_width("all weights; stronger: more", "the weights of all queries"), quiet);
    if (!narrow_) p_.text({left, below_}, "stronger: more; dot: masked", quiet);
    std::vector<Rect> hidden;
    for (int i = 0; i < queries_; ++i)
      for (int j = 0; j < keys_; ++j) {
        const Rect box = inset(grid.cells(j, i), 1);
        if (s_.masked(i, j))
          hidden.push_back(inset(box, cell / 2 - 3));
        else
          p_.rect(box, solid(Role::data, px(0.06 + 0.94 * s_.step.weights.at(i, j))));
      }
    p_.rects(hidden, solid(Role::grid));
    for (int i = 0; i < queries_; ++i) {
      const Rect row = grid.cells(0, i, keys_);
      const bool here = i == s_.query;
      p_.text({left - 6, row.center().y}, query(i), ended(here ? strong : quiet));
      if (here) p_.rect(row, stroked(Role::lane, 2));
      if (narrow_) continue;
      spot({left - 56, row.y, row.width + 56, row.height}, ask(i), "The weights of ‘{}’", query(i));
    }
  }

  // The weighted sum of the values, number by number.
  void output() {
    const std::span<const double> out = s_.step.out.row(s_.query);
    const double most = largest(s_.operands.v.numbers, [](double v) { return std::fabs(v); });
    const Part part(p_, "output");
    const float left = by_width(204, 2);
    p_.text({left, below_}, by_width("output", "output: the values, each times its weight"), label);
    for (int i = 0; i < std::ssize(out); ++i) {
      const Rect box = by_width(Rect{left, below_ + 32 + px(i) * 31, 80, 10},
                                Rect{2 + px(i) * 122, below_ + 33, 70, 10});
      const double value = nth(out, i);
      write({box.x, box.y - 10}, quiet,
            s_.sentence ? nth(s_.features, i) : fill("number {}", i + 1));
      p_.rect(box, stroked(Role::grid));
      const float below = s_.sentence ? 0 : box.width / 2;  // room for what is below zero
      const float zero = box.x + below, full = box.width - below;
      const float wide = most > 0 ? px(std::fabs(value) / most) * full : 0;
      p_.rect({value < 0 ? zero - wide : zero, box.y, wide, box.height}, solid(Role::compute));
      p_.text({box.right() + 6, box.center().y}, fixed(value, 2), strong);
    }
  }
};

float AttentionStep::picture(const Sheet& sheet) const { return picture_of(*this, sheet); }

}  // namespace loom::scenes
