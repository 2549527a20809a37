#include <algorithm>
#include <cmath>

#include "web/scene/kit.hpp"
#include "web/scenes/formats/ternary.hpp"

namespace loom::scenes {
namespace {

using namespace scene;

constexpr float edge = 4, head = 20, bar_row = 24;
constexpr int usual_rows = 4;  // the picture is no lower with fewer

struct Layout {
  float width;
  bool narrow = is_narrow(width);
  float gauge = narrow ? 32 : 36, row_high = gauge + 20;
  float lift = narrow ? 10 : 11;  // of a sign, from the middle of its gauge
  float matrix = narrow ? 112 : 122;
  float cell = narrow ? 38 : 60;
  float right = edge + cell * ternary_columns + 12;  // of the weights: where the outputs begin

  float rows_end(const TernaryState& state) const {
    return matrix + row_high * static_cast<float>(std::max(usual_rows, state.rows())) + 4;
  }
};

struct Storage {
  const char *name, *brief;
  double bits;
};
// log2 3 is what one of three equally likely values is worth.
constexpr int storage_count = 4, storage_rows = 2;  // in a narrow picture
constexpr Storage storages[storage_count] = {
    {"FP16", "FP16", 16},
    {"two bits each (TQ2_0)", "TQ2_0", 8.0 * sizeof(numerics::Tq2Block) / numerics::ternary_block},
    {"five in a byte (TQ1_0)", "TQ1_0", 8.0 * sizeof(numerics::Tq1Block) / numerics::ternary_block},
    {"log₂ 3, the least", "log₂ 3", 1.5849625007211562},
};

struct Look {
  std::string_view symbol, name;
  Style style;
};
constexpr Look looks[] = {
    {"−1", "subtracts", {.fill = Role::lane}},
    {"0", "skips", {.fill = Role::wait, .stroke = Role::wait, .texture = Texture::hatch}},
    {"+1", "adds", {.fill = Role::compute}},
};

class Drawing {
 public:
  Drawing(const TernaryState& state, Painter& painter, const View& view)
      : s_(state), p_(painter), at_{view.width}, step_(view.step) {}

  void run() {
    p_.begin("activations");
    p_.text({edge, 8}, "Activations, and as 8-bit integers", label);
    for (int i = 0; i < ternary_columns; ++i) activation(i);
    p_.end();
    p_.begin("weights");
    p_.text({edge, at_.matrix - 14},
            fill("Weights, γ = {}; gray: becomes 0", {fixed(s_.product.weights.scale, 3)}), label);
    for (int i = 0; i < ternary_columns * s_.rows(); ++i) weight(i);
    p_.end();
    outputs();
    counts();
    storage();
  }

 private:
  void bar(const Rect& box, double value, double limit, const Style& style) {
    value_bar(p_, {box.x + 6, box.y, box.width - 12, box.height}, value, limit, style);
  }
  std::string number(double value) const {
    return fit({brief(value), fixed(value, 2), fixed(value, 1)}, at_.cell - 2, Size::small);
  }

  void handle(std::string_view key, int i, const Rect& box, double limit, std::string tooltip) {
    p_.hotspot({{box.x, box.y, box.width, box.height + 18},
                std::move(tooltip),
                drag_value(key, i, box, limit)});
  }

  void activation(int i) {
    const double x = nth(s_.activations, i);
    const int q = nth(s_.product.activations, i);
    const Rect box{edge + at_.cell * static_cast<float>(i), head, at_.cell - 2, at_.gauge};
    p_.rect(box, {.stroke = i == step_ - 1 ? Role::ink : Role::grid});
    bar(box, x, activation_limit, {.fill = Role::data, .fill_opacity = i < step_ ? 1.f : 0.4f});
    p_.text({box.center().x, box.bottom() + 10}, number(x), centered(quiet));
    p_.text({box.center().x, box.bottom() + 27}, integer(q), centered(strong));
    handle("activations", i, box, activation_limit,
           fill("Activation {}: {} as an integer. Drag to change it.", {number(x), q}));
  }

  void weight(int i) {
    const int column = i % ternary_columns;
    const double w = nth(s_.weights, i), scale = s_.product.weights.scale;
    const Look& look = looks[nth(s_.product.weights.trits, i) + 1];
    const Rect box{edge + at_.cell * static_cast<float>(column),
                   at_.matrix + at_.row_high * static_cast<float>(i / ternary_columns),
                   at_.cell - 2, at_.gauge};
    // What lies within half of γ becomes zero.
    const auto zero = static_cast<float>(scale / weight_limit) * at_.gauge / 2;
    p_.rect({box.x, box.center().y - zero / 2, box.width, zero},
            {.fill = Role::wait, .fill_opacity = 0.16f});
    p_.rect(box, {.stroke = column == step_ - 1 ? Role::ink : Role::grid});
    const bool done = column < step_;
    bar(box, w, weight_limit, done ? look.style : Style{.fill = Role::data, .fill_opacity = 0.4f});
    if (done)
      p_.text({box.center().x, box.center().y + (w > 0 ? at_.lift : -at_.lift)}, look.symbol,
              centered(strong));
    p_.text({box.center().x, box.bottom() + 10}, number(w), centered(quiet));
    std::string tooltip = fill("Weight {}", {number(w)});
    if (done) tooltip += fill(" becomes {} and {}", {look.symbol, look.name});
    handle("weights", i, box, weight_limit, tooltip + ". Drag to change it.");
  }

  void outputs() {
    double most = 0;  // on the whole way, so that bars keep their scale
    for (int r = 0; r < s_.rows(); ++r)
      for (int step = 1; step <= ternary_columns; ++step) {
        const numerics::TernaryRow row = s_.row(r, step);
        most = std::max({most, std::fabs(row.output), std::fabs(row.exact)});
      }
    const float room = at_.width - edge - at_.right, middle = at_.right + room / 2;
    const Part part(p_, "output");
    p_.text({at_.right, at_.matrix - 14},
            fit({"Output, and a line at the exact one", "Output (exact)"}, room, Size::small),
            label);
    for (int r = 0; r < s_.rows(); ++r) {
      const numerics::TernaryRow row = s_.row(r, step_);
      const float y = at_.matrix + at_.row_high * static_cast<float>(r);
      const auto x = [&](double value) {
        return middle + (most > 0 ? static_cast<float>(value / most) * (room / 2 - 2) : 0);
      };
      const float bar = y + at_.gauge / 2 - 1, thick = at_.narrow ? 14 : 18;
      p_.line({middle, bar - 1}, {middle, bar + thick + 3}, {.stroke = Role::grid});
      if (step_ > 0) {
        p_.text({at_.right, y + (at_.narrow ? 5.f : 7.f)},
                fit({fill("{}, exact {}", {fixed(row.output, 2), fixed(row.exact, 2)}),
                     fill("{} ({})", {fixed(row.output, 2), fixed(row.exact, 2)}),
                     fixed(row.output, 2)},
                    room, Size::small),
                strong);
        p_.rect(
            {std::min(middle, x(row.output)), bar + 1, std::fabs(x(row.output) - middle), thick},
            {.fill = Role::compute});
        p_.line({x(row.exact), bar - 2}, {x(row.exact), bar + thick + 4},
                {.stroke = Role::ink, .stroke_width = 2});
        p_.text({at_.right, y + at_.gauge + (at_.narrow ? 10.f : 13.f)},
                fit({fill("integer sum {}: {}, {}, {}", {row.sum,
                                                         {row.adds, "add"},
                                                         {row.subtracts, "subtract"},
                                                         {row.skips, "skip"}}),
                     fill("sum {}", {row.sum})},
                    room, Size::small),
                quiet);
      }
      p_.hotspot({{at_.right, y, room, at_.gauge + 14},
                  fill("Row {}: {}, {}, {}; the integer sum is {}.", {r + 1,
                                                                      {row.adds, "add"},
                                                                      {row.subtracts, "subtract"},
                                                                      {row.skips, "skip"},
                                                                      row.sum})});
    }
  }

  void counts() {
    int adds = 0, subtracts = 0, skips = 0;
    for (int r = 0; r < s_.rows(); ++r) {
      const numerics::TernaryRow row = s_.row(r, step_);
      adds += row.adds;
      subtracts += row.subtracts;
      skips += row.skips;
    }
    const float x = at_.narrow ? edge : at_.right, y = at_.narrow ? at_.rows_end(s_) + 8 : 8;
    const Part part(p_, "counts");
    const std::string done = fill("{}, {}, {}",
                                  {{adds, "add"}, {subtracts, "subtract"}, {skips, "skip"}}),
                      instead = fill("for {}", {{step_ * s_.rows(), "multiply-add"}});
    p_.text({x, y}, done, strong);
    p_.text({x + text_width(done, Size::small) + 6, y}, instead, quiet);
  }

  // Below the at_.matrix, or above the outputs.
  void storage() {
    const Part part(p_, "storage");
    const float left = at_.narrow ? edge : at_.right, top = at_.narrow ? at_.rows_end(s_) + 26 : 27;
    constexpr float name = 158;
    p_.text({left, top}, "Bits a weight", label);
    BarRows rows(p_, {left - 4, top + 8, at_.width - left, 15}, left + name - 4,
                 at_.width - left - name - 44);
    BarCells cells(
        p_, {{left - 4, top + 8, at_.width - left, bar_row * storage_rows}, 2, storage_rows});
    for (int i = 0; i < storage_count; ++i) {
      const Storage& each = storages[i];
      const std::string bits = i == 3 ? fixed(each.bits, 3) : shortest(each.bits);
      const Style style = {.fill = i == 0 ? Role::wait : Role::data,
                           .fill_opacity = i == 3 ? 0.4f : 1.f};
      if (at_.narrow) {
        cells.next();
        cells.words({each.name, each.brief}, bits);
        cells.bar(0, each.bits / 16, style);
      } else {
        rows.next();
        rows.name(fit({each.name, each.brief}, name - 8, Size::small));
        rows.bar(each.bits / 16, style, bits, 10);
      }
    }
  }

  const TernaryState& s_;
  Painter& p_;
  const Layout at_;
  const int step_;
};

}  // namespace

float ternary_height(const TernaryState& state, float width) {
  const Layout at{width};
  return at.rows_end(state) + (at.narrow ? 36 + bar_row * storage_rows : 0);
}

void draw_ternary(const TernaryState& state, Painter& painter, const View& view) {
  Drawing(state, painter, view).run();
}

}  // namespace loom::scenes
