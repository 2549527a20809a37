#include "web/scene/kit.hpp"
#include "web/scenes/attention/latent_attention.hpp"
#include "web/scenes/attention/vector_text.hpp"

namespace loom::scenes {

constexpr float row_high = 24, line = 17, cost_high = 48 + 2 * row_high;
constexpr int example_lines = 6;

struct LatentAttentionDrawing : Picture<LatentState> {
  float column_ = by_width(width_ - 4, (width_ - 32) / 2);
  Point operations_ = {2, 40 + 3 * row_high};  // their heads
  Point bytes_ = by_width(Point{2, operations_.y + cost_high}, Point{column_ + 30, operations_.y});
  float example_ = bytes_.y + cost_high + by_width(0, 14);

  float height() const { return example_ + example_lines * line + by_width(line, 0); }
  void draw() {
    in("kept", [&] { kept(); });
    costs();
    const Part part(p_, "example");
    if (narrow_) return one_example();
    example(0, 2);
    example(1, column_ + 30);
  }

  // Numbers of one token in one layer, all to one scale.
  void kept() {
    p_.text({2, 10}, "Numbers kept of a token, in one layer", label);
    const auto& dims = s_.dims;
    const double all = dims.rebuilt(), shared = static_cast<double>(eight_heads.numbers()),
                 latent = static_cast<double>(dims.kept()), most = std::max({all, shared, latent});
    const float name = by_width(120, 250);
    BarRows rows(p_, {2, 22, width_ - 4, row_high}, name, width_ - name - 64);
    const auto row = [&](std::string_view text, double numbers, bool chosen = false) {
      rows.next(chosen, text);
      rows.bar(numbers / most, solid(Role::data, chosen ? 1.f : 0.55f),
               integer(static_cast<long long>(numbers)));
    };
    row(fill(by_width("{}", "keys and values of {}"), Word(dims.heads, "head")), all);
    row(by_width("8 heads of 128", "of 8 shared heads of 128 numbers"), shared);
    row(fill(by_width("latent, rotary", "a latent of {} and a rotary key of {}"), dims.latent,
             dims.rotary),
        latent, true);
  }

  void costs() {
    const auto &expanded = s_.costs[0], &absorbed = s_.costs[1];
    Part part(p_, "operations");
    const Style work[3] = {textured(Role::compute, Texture::hatch), solid(Role::compute), {}};
    write(operations_, label, "Operations for {}", Word(s_.queries, "new token"));
    bars(operations_,
         {{expanded.rebuild, expanded.attention, 0}, {absorbed.rebuild, absorbed.attention, 0}},
         work, {"to and from the latent", "attention"}, operations);
    part.next("bytes");
    const Style moved[3] = {solid(Role::data), solid(Role::wait, 0.5f),
                            textured(Role::waste, Texture::dots)};
    p_.text(bytes_, "Bytes read and written", label);
    bars(bytes_,
         {{expanded.cache_bytes, expanded.weight_bytes, expanded.rebuilt_bytes},
          {absorbed.cache_bytes, absorbed.weight_bytes, absorbed.rebuilt_bytes}},
         moved, {"cache", "matrices", "rebuilt"}, memory_text);
  }

  // A row for each order, to click; the longer one fills the room. Below, what its parts are.
  void bars(Point at, const double (&amounts)[2][3], const Style (&styles)[3],
            std::initializer_list<std::string_view> names, std::string (*text)(double)) {
    double sums[2];
    for (int i = 0; i < 2; ++i) sums[i] = amounts[i][0] + amounts[i][1] + amounts[i][2];
    BarRows rows(p_, {at.x, at.y + 12, column_, row_high}, at.x + 74, column_ - 74 - 84);
    for (int i = 0; i < 2; ++i) {
      rows.next(i == s_.chosen, order_name(i));
      Stack stack(p_, rows.frame(14), std::max(sums[0], sums[1]));
      for (int j = 0; j < 3; ++j) stack.add(amounts[i][j], styles[j]);
      rows.cell(rows.row().right() - 4, text(sums[i]));
      rows.does(choose("order", order_id(i)), "{}: {}", order_name(i), text(sums[i]));
    }
    Legend legend(p_, {at.x, at.y + 24 + 2 * row_high}, at.x + column_);
    const Style* style = styles;
    for (std::string_view name : names) legend.add("", name, *style++);
  }

  // Every number of a small layer, in one order.
  void example(int order, float left) {
    const attention::LatentStep& step = s_.steps[order];
    const bool here = order == s_.chosen;
    const float right = left + column_ - 4;
    if (here) p_.rect({left, example_ - 8, 3, line * example_lines - 2}, solid(Role::lane));
    Lines lines(p_, {left + 10, example_}, line);
    lines.write(here ? strong : label, narrow_      ? fill("A small layer, {}", order_name(order))
                                       : order == 0 ? "A small layer, expanded"
                                                    : "The same layer, absorbed");
    lines.write(label, "query {} meets", vector_text(step.query));
    for (int i = 0; i < step.keys.rows; ++i)
      lines.add(fill("{} {}", order == 0 ? "key" : "latent", vector_text(step.keys.row(i))), right,
                fill("score {}, {}", fixed(nth(step.scores, i), 2),
                     percent(nth(step.softmax.weights, i), 1)));
    if (order == 1) write({right, lines.next().y}, ended(quiet), "sum {}", vector_text(step.sum));
    lines.write(strong, "output {}", vector_text(step.out));
  }

  // The chosen order, and what the other one gives.
  void one_example() {
    const int other = 1 - s_.chosen;
    example(s_.chosen, 2);
    write({12, example_ + line * example_lines}, quiet, "{}: output {}", order_name(other),
          vector_text(s_.steps[other].out));
  }
};

float LatentState::picture(const Sheet& sheet) const { return picture_of(*this, sheet); }

}  // namespace loom::scenes
