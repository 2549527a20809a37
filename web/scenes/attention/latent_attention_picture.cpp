#include <algorithm>

#include "web/scene/kit.hpp"
#include "web/scenes/attention/latent_attention.hpp"
#include "web/scenes/attention/vector_text.hpp"

namespace loom::scenes {
namespace {

using namespace scene;

constexpr float row_high = 24, line = 17;
constexpr int example_lines = 6;

struct Layout {
  float width;
  bool narrow = is_narrow(width);
  float column = narrow ? width - 4 : (width - 32) / 2;
  float costs = 24 + 3 * row_high + 16;  // y of the operations' head
  Point bytes = {narrow ? 2.f : column + 30,
                 narrow ? costs + cost_high : costs};  // of the bytes' head
  float example = bytes.y + cost_high + (narrow ? 0 : 14);
  Point second = {column + 30, example};

  float height() const { return example + example_high - 8 + (narrow ? line : 0); }

  static constexpr float cost_high = 30 + 2 * row_high + 18;
  static constexpr float example_high = 8 + example_lines * line;
};

class Drawing {
 public:
  Drawing(const LatentState& state, Painter& painter, float width)
      : s_(state), p_(painter), at_{width} {}

  void run() {
    kept();
    operations_of_both();
    bytes_of_both();
    {
      const Part part(p_, "example");
      if (at_.narrow) return one_example();
      example(0, {2, at_.example});
      example(1, at_.second);
    }
  }

 private:
  // Numbers of one token in one layer, all to one scale.
  void kept() {
    const Part part(p_, "kept");
    p_.text({2, 10}, "Numbers kept of a token, in one layer", label);
    const double all = s_.dims.rebuilt(), shared = static_cast<double>(eight_heads.numbers());
    const double most = std::max({all, shared, static_cast<double>(s_.dims.kept())});
    const float name = at_.narrow ? 120 : 250;
    BarRows rows(p_, {2, 22, at_.width - 4, row_high}, name, at_.width - name - 64);
    const struct {
      std::string text;
      double numbers;
    } each[] = {
        {at_.narrow ? fill("{}", {{s_.dims.heads, "head"}})
                    : fill("keys and values of {}", {{s_.dims.heads, "head"}}),
         all},
        {at_.narrow ? "8 heads of 128" : "of 8 shared heads of 128 numbers", shared},
        {at_.narrow
             ? "latent, rotary"
             : fill("a latent of {} and a rotary key of {}", {s_.dims.latent, s_.dims.rotary}),
         static_cast<double>(s_.dims.kept())},
    };
    for (const auto& row : each) {
      const bool latent = &row == each + 2;
      rows.next(latent);
      rows.name(row.text);
      rows.bar(row.numbers / most, {.fill = Role::data, .fill_opacity = latent ? 1.f : 0.55f},
               integer(static_cast<long long>(row.numbers)));
    }
  }

  void operations_of_both() {
    const Part part(p_, "operations");
    const double amounts[2][3] = {{s_.costs[0].rebuild, s_.costs[0].attention, 0},
                                  {s_.costs[1].rebuild, s_.costs[1].attention, 0}};
    const Style styles[3] = {
        {.fill = Role::compute, .stroke = Role::compute, .texture = Texture::hatch},
        {.fill = Role::compute},
        {}};
    p_.text({2, at_.costs}, fill("Operations for {}", {{s_.queries, "new token"}}), label);
    bars({2, at_.costs}, amounts, styles, operations);
    Legend legend(p_, {2, at_.costs + 24 + 2 * row_high}, at_.column + 2);
    legend.add("", "to and from the latent", styles[0]);
    legend.add("", "attention", styles[1]);
  }

  void bytes_of_both() {
    const Part part(p_, "bytes");
    const Style styles[3] = {
        {.fill = Role::data},
        {.fill = Role::wait, .fill_opacity = 0.5f},
        {.fill = Role::waste, .stroke = Role::waste, .texture = Texture::dots}};
    double amounts[2][3];
    for (int i = 0; i < 2; ++i) {
      amounts[i][0] = s_.costs[i].cache_bytes;
      amounts[i][1] = s_.costs[i].weight_bytes;
      amounts[i][2] = s_.costs[i].rebuilt_bytes;
    }
    p_.text(at_.bytes, "Bytes read and written", label);
    bars(at_.bytes, amounts, styles, memory_text);
    Legend legend(p_, {at_.bytes.x, at_.bytes.y + 24 + 2 * row_high}, at_.bytes.x + at_.column);
    legend.add("", "cache", styles[0]);
    legend.add("", "matrices", styles[1]);
    legend.add("", "rebuilt", styles[2]);
  }

  // A row for each order, to click; the longer one fills the room.
  void bars(Point at, const double (&amounts)[2][3], const Style (&styles)[3],
            std::string (*text)(double)) {
    double sums[2];
    for (int i = 0; i < 2; ++i) sums[i] = amounts[i][0] + amounts[i][1] + amounts[i][2];
    const double most = std::max(sums[0], sums[1]);
    const float left = at.x + 74, full = at_.column - 74 - 84;
    for (int i = 0; i < 2; ++i) {
      const Rect row{at.x, at.y + 12 + row_high * static_cast<float>(i), at_.column, row_high};
      const bool here = i == s_.chosen;
      if (here) chosen_ground(p_, row);
      p_.text({at.x + 4, row.center().y}, order_name(i), here ? strong : label);
      Stack stack(p_, {left, row.center().y - 7, full, 14}, most);
      for (int j = 0; j < 3; ++j) stack.add(amounts[i][j], styles[j]);
      p_.text({row.right() - 4, row.center().y}, text(sums[i]), ended(here ? strong : label));
      p_.hotspot({row, fill("{}: {}", {order_name(i), text(sums[i])}),
                  choose("order", std::string(order_id(i)))});
    }
  }

  // Every number of a small layer, in one order.
  void example(int order, Point at) {
    const attention::LatentStep& step = s_.steps[order];
    if (order == s_.chosen)
      p_.rect({at.x, at.y - 8, 3, line * example_lines - 2}, {.fill = Role::lane});
    Lines lines(p_, {at.x + 10, at.y}, line);
    lines.add(at_.narrow   ? fill("A small layer, {}", {order_name(order)})
              : order == 0 ? "A small layer, expanded"
                           : "The same layer, absorbed",
              order == s_.chosen ? strong : label);
    lines.add(fill("query {} meets", {vector_text(step.query)}));
    for (int token = 0; token < step.keys.rows; ++token) {
      const auto t = static_cast<size_t>(token);
      lines.add(
          fill("{} {}", {order == 0 ? "key" : "latent", vector_text(step.keys.row(token))}),
          at.x + at_.column - 4,
          fill("score {}, {}", {fixed(step.scores[t], 2), percent(step.softmax.weights[t], 1)}));
    }
    if (order == 1)
      p_.text({at.x + at_.column - 4, lines.next().y}, fill("sum {}", {vector_text(step.sum)}),
              ended(quiet));
    lines.add(fill("output {}", {vector_text(step.out)}), strong);
  }

  // The chosen order, and what the other one gives.
  void one_example() {
    const int other = 1 - s_.chosen;
    example(s_.chosen, {2, at_.example});
    p_.text({12, at_.example + line * example_lines},
            fill("{}: output {}", {order_name(other), vector_text(s_.steps[other].out)}), quiet);
  }

  const LatentState& s_;
  Painter& p_;
  const Layout at_;
};

}  // namespace

float LatentState::height(float width) const { return Layout{width}.height(); }

void LatentState::draw(Painter& painter, const View& view) const {
  Drawing(*this, painter, view.width).run();
}

}  // namespace loom::scenes
