#include "web/scene/kit.hpp"
#include "web/scenes/quantization/ternary.hpp"

namespace loom::scenes {

constexpr float edge = 4, head = 20, bar_row = 24;
constexpr int usual_rows = 4;  // the picture is no lower with fewer

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

struct TritLook {
  std::string_view symbol, name;
  Style style;
};
constexpr TritLook looks[] = {
    {"−1", "subtracts", solid(Role::lane)},
    {"0", "skips", textured(Role::wait, Texture::hatch)},
    {"+1", "adds", solid(Role::compute)},
};

struct TernaryDrawing : Picture<TernaryState> {
  int step_ = view_.step;
  float gauge_ = by_width(32, 36), row_high_ = gauge_ + 20, cell_ = by_width(38, 60);
  float matrix_ = by_width(112, 122);
  // Of the weights: where the outputs begin, and where the picture goes on below.
  float right_ = edge + cell_ * ternary_columns + 12;
  float rows_end_ = matrix_ + row_high_ * px(std::max(usual_rows, s_.rows())) + 4;

  float height() const { return rows_end_ + by_width(36 + bar_row * storage_rows, 0); }

  void draw() {
    Part part(p_, "activations");
    p_.text({edge, 8}, "Activations, and as 8-bit integers", label);
    for (int i = 0; i < ternary_columns; ++i) activation(i);
    part.next("weights");
    write({edge, matrix_ - 14}, label, "Weights, γ = {}; gray: becomes 0",
          fixed(s_.product.weights.scale, 3));
    for (int i = 0; i < ternary_columns * s_.rows(); ++i) weight(i);
    part.end();
    in("output", [&] { outputs(); });
    in("counts", [&] { counts(); });
    in("storage", [&] { storage(); });
  }

  std::string number(double value) const {
    return fit({brief(value), fixed(value, 2), fixed(value, 1)}, cell_ - 2, Size::small);
  }

  void gauge(const Rect& box, int column, double value, double limit, const Style& style) {
    p_.rect(box, stroked(column == step_ - 1 ? Role::ink : Role::grid));
    value_bar(p_, {box.x + 6, box.y, box.width - 12, box.height}, value, limit, style);
  }
  void handle(std::string_view key, int i, const Rect& box, double limit, std::string_view told) {
    spot({box.x, box.y, box.width, box.height + 18}, drag_value(key, i, box, limit),
         "{}. Drag to change it.", told);
  }

  void activation(int i) {
    const double x = nth(s_.activations, i);
    const std::string q = integer(nth(s_.product.activations, i));
    const Rect box{edge + cell_ * px(i), head, cell_ - 2, gauge_};
    gauge(box, i, x, activation_limit, solid(Role::data, i < step_ ? 1.f : 0.4f));
    p_.text({box.center().x, box.bottom() + 10}, number(x), centered(quiet));
    p_.text({box.center().x, box.bottom() + 27}, q, centered(strong));
    handle("activations", i, box, activation_limit,
           fill("Activation {}: {} as an integer", number(x), q));
  }

  void weight(int i) {
    const int column = i % ternary_columns;
    const double w = nth(s_.weights, i);
    const auto& [symbol, name, style] = looks[nth(s_.product.weights.trits, i) + 1];
    const Rect box{edge + cell_ * px(column), matrix_ + row_high_ * px(i / ternary_columns),
                   cell_ - 2, gauge_};
    // What lies within half of γ becomes zero.
    const float zero = px(s_.product.weights.scale / weight_limit) * gauge_ / 2;
    p_.rect(band(box, box.center().y - zero / 2, zero), solid(Role::wait, 0.16f));
    const bool done = column < step_;
    gauge(box, column, w, weight_limit, done ? style : solid(Role::data, 0.4f));
    const float lift = by_width(10, 11);  // of a sign, from the middle of its gauge
    if (done)
      p_.text({box.center().x, box.center().y + (w > 0 ? lift : -lift)}, symbol, centered(strong));
    p_.text({box.center().x, box.bottom() + 10}, number(w), centered(quiet));
    handle("weights", i, box, weight_limit,
           fill(done ? "Weight {} becomes {} and {}" : "Weight {}", number(w), symbol, name));
  }

  void outputs() {
    double most = 0;  // on the whole way, so that bars keep their scale
    for (int r = 0; r < s_.rows(); ++r)
      for (int step = 1; step <= ternary_columns; ++step) {
        const numerics::TernaryRow row = s_.row(r, step);
        most = std::max({most, std::fabs(row.output), std::fabs(row.exact)});
      }
    const float room = width_ - edge - right_;
    fitted({right_, matrix_ - 14}, room, label,
           {"Output, and a line at the exact one", "Output (exact)"});
    for (int r = 0; r < s_.rows(); ++r)
      output(s_.row(r, step_), {right_, matrix_ + row_high_ * px(r), room, gauge_ + 14}, r, most);
  }

  void output(const numerics::TernaryRow& row, const Rect& box, int r, double most) {
    const float middle = box.center().x, room = box.width, bar = box.y + gauge_ / 2 - 1,
                thick = by_width(14, 18);
    const auto x = [&](double value) {
      return middle + (most > 0 ? px(value / most) * (room / 2 - 2) : 0);
    };
    upright(p_, middle, bar - 1, bar + thick + 3, stroked(Role::grid));
    const std::string done = counted(row.adds, row.subtracts, row.skips);
    if (step_ > 0) {
      const std::string output = fixed(row.output, 2), exact = fixed(row.exact, 2);
      fitted({box.x, box.y + by_width(5, 7)}, room, strong,
             {fill("{}, exact {}", output, exact), fill("{} ({})", output, exact), output});
      p_.rect({std::min(middle, x(row.output)), bar + 1, std::fabs(x(row.output) - middle), thick},
              solid(Role::compute));
      upright(p_, x(row.exact), bar - 2, bar + thick + 4, stroked(Role::ink, 2));
      fitted({box.x, box.y + gauge_ + by_width(10, 13)}, room, quiet,
             {fill("integer sum {}: {}", row.sum, done), fill("sum {}", row.sum)});
    }
    spot(box, "Row {}: {}; the integer sum is {}.", r + 1, done, row.sum);
  }

  static std::string counted(int adds, int subtracts, int skips) {
    return fill("{}, {}, {}", Word(adds, "add"), Word(subtracts, "subtract"), Word(skips, "skip"));
  }

  void counts() {
    int adds = 0, subtracts = 0, skips = 0;
    for (int r = 0; r < s_.rows(); ++r) {
      const numerics::TernaryRow row = s_.row(r, step_);
      adds += row.adds;
      subtracts += row.subtracts;
      skips += row.skips;
    }
    const float x = by_width(edge, right_), y = by_width(rows_end_ + 8, 8);
    const std::string done = counted(adds, subtracts, skips);
    p_.text({x, y}, done, strong);
    write({x + text_width(done, Size::small) + 6, y}, quiet, "for {}",
          Word(step_ * s_.rows(), "multiply-add"));
  }

  // Below the matrix, or above the outputs.
  void storage() {
    constexpr float name = 158;
    const float left = by_width(edge, right_), top = by_width(rows_end_ + 26, 27);
    const Rect all = {left - 4, top + 8, width_ - left, by_width(bar_row * storage_rows, 15)};
    p_.text({left, top}, "Bits a weight", label);
    BarRows rows(p_, all, left + name - 4, all.width - name - 44);
    BarCells cells(p_, {all, 2, storage_rows});
    for (const Storage& each : storages) {
      const bool least = &each == &storages[3];
      const std::string bits = least ? fixed(each.bits, 3) : shortest(each.bits);
      const Style style = solid(&each == storages ? Role::wait : Role::data, least ? 0.4f : 1.f);
      if (narrow_) {
        cells.next();
        cells.words({each.name, each.brief}, bits);
        cells.bar(0, each.bits / 16, style);
      } else {
        rows.next(false, fit({each.name, each.brief}, name - 8, Size::small));
        rows.bar(each.bits / 16, style, bits, 10);
      }
    }
  }
};

float TernaryState::picture(const Sheet& sheet) const { return picture_of(*this, sheet); }

}  // namespace loom::scenes
