#include <algorithm>

#include "web/scene/kit.hpp"
#include "web/scenes/formats/model_fit.hpp"

namespace loom::scenes {
namespace {

using namespace scene;

constexpr float row_high = 24, tall = 26;
constexpr float memory_y = 28, read_y = 94, legend_y = 142;  // of bars, bars, swatches

struct Layout {
  explicit Layout(float picture_width)
      : narrow(picture_width < narrow_limit),
        width(picture_width),
        left(narrow ? 60 : 76),
        right(picture_width - (narrow ? 124 : 212)),
        rows(legend_y + (narrow ? 44.f : 20.f) + 32) {}

  float height() const { return rows + row_high * fit_formats + 30; }

  bool narrow;
  float width, left, right;  // of the bars
  float rows;                // top of the list
};

class Drawing {
 public:
  Drawing(const ModelFit& fit, Painter& painter, float width) : fit_(fit), p_(painter), at_(width) {
    double most = 0;
    for (const ModelFit::Row& row : fit.rows) most = std::max(most, fit.total(row));
    full_ = std::max(fit.memory * 1.12, std::min(most, fit.memory * 2.5));
  }

  void run() {
    limit();
    in_memory();
    read();
    legend();
    list();
    p_.text({2, at_.height() - 10},
            at_.narrow ? "Not counted: activations, the program."
                       : "Not counted: activations, the program itself, what the driver keeps.",
            quiet);
  }

 private:
  void limit();
  void in_memory();
  void read();
  void legend();
  void list();

  float x(double bytes) const {
    return at_.left + (at_.right - at_.left) * static_cast<float>(std::min(1., bytes / full_));
  }

  void piece(double from, double to, float y, float high, Role role, float opacity) {
    if (x(to) <= x(from)) return;
    p_.rect({x(from), y, x(to) - x(from), high}, {.fill = role, .fill_opacity = opacity});
  }
  // The same, but no further than the memory; beyond() draws what does not fit.
  void kept(double from, double to, float y, float high, Role role, float opacity) {
    piece(from, std::min(to, fit_.memory), y, high, role, opacity);
  }
  void beyond(double to, float y, float high) {
    if (to <= fit_.memory) return;
    p_.rect({x(fit_.memory), y, x(to) - x(fit_.memory), high},
            {.fill = Role::bad, .stroke = Role::bad, .texture = Texture::hatch});
    if (to <= full_) return;
    chevron(p_, {at_.right + 6, y + high / 2}, Toward::right, Role::bad, 4, high / 2 - 2);
  }

  double layers() const {
    const models::Parts& weights = fit_.row().weights;
    return static_cast<double>(weights.attention + weights.feed_forward + weights.rest);
  }
  double tables() const {
    const models::Parts& weights = fit_.row().weights;
    return static_cast<double>(weights.embedding + weights.head);
  }

  const ModelFit& fit_;
  Painter& p_;
  const Layout at_;
  double full_;  // bytes at the bars' right end
};

constexpr float tables_opacity = 0.5f;

// The line that nothing may cross.
void Drawing::limit() {
  const float at = x(fit_.memory);
  const std::string text = fill("{}: {} GiB", {fit_.machine.empty() ? "memory" : fit_.machine,
                                               brief(fit_.memory / (1024. * 1024 * 1024))});
  const Part part(p_, "memory");
  const Style style = {.stroke = Role::ink, .stroke_width = 1.5f};
  p_.line({at, memory_y - 8}, {at, memory_y + tall + 8}, style);
  p_.line({at, at_.rows}, {at, at_.rows + row_high * fit_formats}, style);
  held_text(p_, {at, 10}, text, strong, 2, at_.width - 2);
}

void Drawing::in_memory() {
  const ModelFit::Row& row = fit_.row();
  const double weights = layers() + tables(), total = fit_.total(row);
  p_.begin("weights");
  p_.text({2, memory_y + tall / 2}, at_.narrow ? "Kept" : "In memory", label);
  kept(0, layers(), memory_y, tall, Role::data, 1);
  kept(layers(), weights, memory_y, tall, Role::data, tables_opacity);
  p_.hotspot({{at_.left, memory_y, std::max(1.f, x(weights) - at_.left), tall},
              fill("Weights: {} GiB in the layers, {} GiB in the embedding and the output matrix",
                   {gib(layers()), gib(tables())})});
  p_.end();
  p_.begin("cache");
  kept(weights, total, memory_y, tall, Role::lane, 1);
  beyond(total, memory_y, tall);
  if (weights < full_) {
    const float from = x(weights), end = x(total);
    const double per_pixel = full_ / static_cast<double>(at_.right - at_.left);
    if (total < full_)
      p_.rect({end - 2, memory_y - 4, 4, tall + 8}, {.fill = Role::ink, .radius = 2});
    p_.hotspot({{from, memory_y - 4, std::max(24.f, at_.right - from), tall + 8},
                fill("KV cache: {} GiB for {}. Drag to choose the context",
                     {gib(fit_.kept), {fit_.context, "token"}}),
                drag_x("context", from, from + static_cast<float>(fit_.longest / per_pixel), 0,
                       longest_fit_context)});
  }
  p_.end();
  p_.text({at_.width - 2, memory_y + tall / 2}, gib(total) + " GiB",
          ended({.role = fit_.fits(row) ? Role::ink : Role::bad,
                 .size = Size::small,
                 .weight = Weight::semibold}));
}

// What one step fetches from that: no more than one row of the token table, and few experts.
void Drawing::read() {
  const ModelFit::Row& row = fit_.row();
  const double head = static_cast<double>(row.weights.head), read = row.read;
  const Part part(p_, "read");
  const float y = read_y;
  p_.text({2, y + tall / 2},
          at_.narrow        ? "Read"
          : fit_.batch == 1 ? "For a token"
                            : "For a step",
          label);
  piece(0, read - head, y, tall, Role::data, 1);
  piece(read - head, read, y, tall, Role::data, tables_opacity);
  piece(read, read + fit_.kept, y, tall, Role::lane, 1);
  p_.text({at_.width - 2, y + tall / 2}, gib(read + fit_.kept) + " GiB", ended(strong));
  const std::string rate =
      fit_.fits(row) ? token_rate(row.tokens) + " tokens/s at most" : "does not fit";
  p_.text({at_.left, y - 10},
          at_.narrow ? rate : fill("read at {} GB/s: {}", {brief(fit_.bandwidth), rate}), label);
  p_.hotspot({{at_.left, y, std::max(1.f, x(read + fit_.kept) - at_.left), tall},
              fill("One step reads {} GiB of weights and {} GiB of keys and values",
                   {gib(read), gib(fit_.kept)})});
}

void Drawing::legend() {
  Legend legend(p_, {at_.left, legend_y}, at_.width - 2);
  legend.add("", fill("layers {}", {gib(layers())}), {.fill = Role::data});
  legend.add("", fill("embedding, output {}", {gib(tables())}),
             {.fill = Role::data, .fill_opacity = tables_opacity});
  legend.add("", fill("KV cache {} GiB", {gib(fit_.kept)}), {.fill = Role::lane});
}

void Drawing::list() {
  const float rate = at_.width - 2, context = rate - 62,
              total = at_.narrow ? rate - 66 : context - 84;
  const float head = at_.rows - 12;
  const Part part(p_, "formats");
  p_.text({2, head}, "weights", quiet);
  p_.text({total, head}, "GiB", ended(quiet));
  if (!at_.narrow) p_.text({context, head}, "max context", ended(quiet));
  p_.text({rate, head}, "tok/s", ended(quiet));
  BarRows rows(p_, {0, at_.rows, at_.width, row_high}, at_.left, at_.right - at_.left);
  for (int i = 0; i < fit_formats; ++i) {
    const ModelFit::Row& row = fit_.rows[static_cast<size_t>(i)];
    const models::WeightFormat& format = models::weight_formats()[static_cast<size_t>(i)];
    const bool here = i == fit_.chosen, fits = fit_.fits(row);
    const double weights = static_cast<double>(row.weights.total());
    rows.next(here);
    rows.name(format.name);
    const float y = rows.middle() - 6;
    kept(0, weights, y, 12, Role::data, 1);
    kept(weights, fit_.total(row), y, 12, Role::lane, 1);
    beyond(fit_.total(row), y, 12);
    TextStyle verdict = ended(here ? strong : label);
    if (!fits) verdict.role = Role::bad;
    p_.text({total, rows.middle()}, gib(fit_.total(row)), verdict);
    if (!at_.narrow)
      rows.cell(context, row.longest == 0        ? "–"
                         : row.longest < 1000000 ? integer(row.longest)
                                                 : integer(row.longest / 1000000) + " million");
    rows.cell(rate, fits ? token_rate(row.tokens) : "–");
    rows.does(fill("{}: {} GiB of weights, {} GiB with the KV cache{}",
                   {format.name, gib(weights), gib(fit_.total(row)), fits ? "" : "; does not fit"}),
              choose("type", std::string(format.id)));
  }
}

}  // namespace

float model_fit_height(float width) { return Layout(width).height(); }

void draw_model_fit(const ModelFit& fit, Painter& painter, const View& view) {
  Drawing(fit, painter, view.width).run();
}

}  // namespace loom::scenes
