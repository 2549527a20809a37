#include <algorithm>

#include "web/scene/kit.hpp"
#include "web/scenes/formats/model_fit.hpp"

namespace loom::scenes {
namespace {

using namespace scene;

constexpr float row_high = 24;

// Bars above, or beside, the list; wide, those of the list are as long for a byte. A narrow
// picture has the list in two columns.
struct Layout {
  explicit Layout(float picture_width)
      : narrow(is_narrow(picture_width)),
        width(picture_width),
        bar(narrow ? picture_width - 60 - 124 : 216),
        left(narrow ? 60 : 2),
        list(narrow ? 2 : left + bar + 46),
        list_bars(list + 66),
        end(narrow ? width - 2 : left + bar),
        tall(narrow ? 24 : 26),
        memory_y(narrow ? 26 : 62),
        read_y(memory_y + (narrow ? 35.f : 92.f)),
        legend_y(read_y + (narrow ? 39.f : 68.f)),
        rows(narrow ? legend_y + 50 : 34) {}

  float list_high() const { return narrow ? cell_high * cell_rows : row_high * fit_formats; }
  float height() const { return rows + list_high() + 26; }

  bool narrow;
  float width, bar;      // length of the bars
  float left, list;      // of the upper bars, of the list …
  float list_bars, end;  // … and its bars; where the words of the upper ones end
  float tall, memory_y, read_y, legend_y, rows;  // of bars: how tall; of them, swatches, list
  static constexpr int cell_rows = (fit_formats + 1) / 2;
  static constexpr float cell_high = 28;
};

constexpr float tables_opacity = 0.5f;

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
  float x(double bytes) const { return x(bytes, at_.left); }
  float x(double bytes, float from) const {
    return from + at_.bar * static_cast<float>(std::min(1., bytes / full_));
  }

  // A stretch of a bar that begins at `origin`.
  void piece(double from, double to, Point origin, float high, Role role, float opacity = 1) {
    const float start = x(from, origin.x), end = x(to, origin.x);
    if (end > start)
      p_.rect({start, origin.y, end - start, high}, {.fill = role, .fill_opacity = opacity});
  }
  // The same, but no further than the memory; beyond() draws what does not fit.
  void kept(double from, double to, Point origin, float high, Role role, float opacity = 1) {
    piece(from, std::min(to, fit_.memory), origin, high, role, opacity);
  }
  void beyond(double to, Point origin, float high) {
    if (to <= fit_.memory) return;
    const float start = x(fit_.memory, origin.x), end = x(to, origin.x);
    p_.rect({start, origin.y, end - start, high},
            {.fill = Role::bad, .stroke = Role::bad, .texture = Texture::hatch});
    if (to > full_)
      chevron(p_, {origin.x + at_.bar + 6, origin.y + high / 2}, Toward::right, Role::bad, 4,
              high / 2 - 2);
  }
  // Yes or no, as a sign; returns where words behind it begin.
  float verdict(Point at, bool fits) {
    const Point tick[] = {{at.x, at.y}, {at.x + 4, at.y + 4}, {at.x + 11, at.y - 5}};
    if (fits)
      p_.path(tick, false, {.stroke = Role::good, .stroke_width = 2.5f});
    else
      cross(p_, {at.x + 5, at.y});
    return at.x + 17;
  }

  double layers() const {
    const models::Parts& weights = fit_.row().weights;
    return static_cast<double>(weights.attention + weights.feed_forward + weights.rest);
  }
  double tables() const {
    const models::Parts& weights = fit_.row().weights;
    return static_cast<double>(weights.embedding + weights.head);
  }

  // The line that nothing may cross.
  void limit() {
    const std::string size = brief(fit_.memory / (1024. * 1024 * 1024));
    const std::string text =
        fill("{}: {} GiB", {fit_.machine.empty() ? "memory" : fit_.machine, size});
    const Part part(p_, "memory");
    const Style style = {.stroke = Role::ink, .stroke_width = 1.5f};
    const float at = x(fit_.memory), below = x(fit_.memory, at_.list_bars);
    p_.line({at, at_.memory_y - 8}, {at, at_.memory_y + at_.tall + 6}, style);
    held_text(p_, {at, at_.memory_y - (at_.narrow ? 17.f : 18.f)}, text, strong, 2, at_.end);
    if (at_.narrow) return;  // each cell of the list has its own
    p_.line({below, at_.rows}, {below, at_.rows + at_.list_high()}, style);
    held_text(p_, {below, at_.rows - 12}, size + " GiB", quiet, at_.list_bars,
              at_.list_bars + at_.bar + 8);
  }

  void in_memory() {
    const ModelFit::Row& row = fit_.row();
    const double weights = layers() + tables(), total = fit_.total(row);
    const Point bar = {at_.left, at_.memory_y};
    const bool fits = fit_.fits(row);
    p_.begin("weights");
    if (at_.narrow) p_.text({2, bar.y + at_.tall / 2}, "Kept", label);
    kept(0, layers(), bar, at_.tall, Role::data);
    kept(layers(), weights, bar, at_.tall, Role::data, tables_opacity);
    p_.hotspot({{at_.left, bar.y, std::max(1.f, x(weights) - at_.left), at_.tall},
                fill("Weights: {} GiB in the layers, {} GiB in the embedding and the output matrix",
                     {gib(layers()), gib(tables())})});
    p_.end();
    p_.begin("cache");
    kept(weights, total, bar, at_.tall, Role::lane);
    beyond(total, bar, at_.tall);
    if (weights < full_) {
      const float from = x(weights), end = x(total);
      const double per_pixel = full_ / static_cast<double>(at_.bar);
      if (total < full_)
        p_.rect({end - 2, bar.y - 4, 4, at_.tall + 8}, {.fill = Role::ink, .radius = 2});
      p_.hotspot(
          {{from, bar.y - 4, std::max(24.f, at_.left + at_.bar - from), at_.tall + 8},
           fill("KV cache: {} GiB for {}. Drag to choose the context",
                {gib(fit_.kept), {fit_.context, "token"}}),
           drag_x("context", from + static_cast<float>(fit_.state / per_pixel),
                  from + static_cast<float>(fit_.longest / per_pixel), 0, longest_fit_context)});
    }
    p_.end();
    const Part part(p_, "memory");
    const TextStyle words = {
        .role = fits ? Role::good : Role::bad, .size = Size::normal, .weight = Weight::semibold};
    if (at_.narrow) {
      const float from = verdict({at_.left + at_.bar + 14, bar.y + 7}, fits);
      p_.text({from, bar.y + 7}, fits ? "it fits" : "too large", words);
      p_.text({at_.width - 2, bar.y + at_.tall - 2}, gib(total) + " GiB", ended(label));
    } else {
      const float from = verdict({at_.left + 2, 14}, fits);
      p_.text({from, 14}, fits ? "Yes, it fits" : "No, it does not fit", words);
      p_.text({at_.left, bar.y + at_.tall + 18}, fill("in memory: {} GiB", {gib(total)}), label);
    }
  }

  // What one step fetches from that: no more than one row of the token table, and few experts.
  void read() {
    const ModelFit::Row& row = fit_.row();
    const double head = static_cast<double>(row.weights.head), read = row.read;
    const Part part(p_, "read");
    const Point bar = {at_.left, at_.read_y};
    if (at_.narrow) p_.text({2, bar.y + at_.tall / 2}, "Read", label);
    piece(0, read - head, bar, at_.tall, Role::data);
    piece(read - head, read, bar, at_.tall, Role::data, tables_opacity);
    piece(read, read + fit_.kept, bar, at_.tall, Role::lane);
    const std::string size = gib(read + fit_.kept),
                      rate = fit_.fits(row) ? token_rate(row.tokens) + " tokens/s at most"
                                            : std::string("does not run");
    if (at_.narrow) {
      p_.text({at_.width - 2, bar.y + 7}, size + " GiB", ended(label));
      p_.text({at_.width - 2, bar.y + at_.tall - 2},
              fit({rate, token_rate(row.tokens) + " tokens/s"}, 118, Size::small), ended(strong));
    } else {
      p_.text({at_.left, bar.y - 12},
              fill("read for a {}: {} GiB", {fit_.batch == 1 ? "token" : "step", size}), label);
      p_.text({at_.left, bar.y + at_.tall + 16},
              fill("at {} GB/s: {}", {brief(fit_.bandwidth), rate}), strong);
    }
    p_.hotspot({{at_.left, bar.y, std::max(1.f, x(read + fit_.kept) - at_.left), at_.tall},
                fill("One step reads {} GiB of weights and {} GiB of keys and values",
                     {gib(read), gib(fit_.kept)})});
  }

  void legend() {
    Legend legend(p_, {at_.narrow ? 2 : at_.left, at_.legend_y},
                  at_.end + (at_.narrow ? 0.f : 40.f));
    legend.add("", fill("layers {} GiB", {gib(layers())}), {.fill = Role::data});
    legend.add("", fill("embedding, output {} GiB", {gib(tables())}),
               {.fill = Role::data, .fill_opacity = tables_opacity});
    legend.add("", fill("KV cache {} GiB", {gib(fit_.kept)}), {.fill = Role::lane});
    legend.add("", "too much", {.fill = Role::bad, .stroke = Role::bad, .texture = Texture::hatch});
  }

  void list() {
    if (at_.narrow) return cells();
    const float rate = at_.width - 2, context = rate - 62, total = context - 84;
    const float head = at_.rows - 12;
    const Part part(p_, "formats");
    p_.text({at_.list, head}, "weights", quiet);
    p_.text({total, head}, "GiB", ended(quiet));
    p_.text({context, head}, "max context", ended(quiet));
    p_.text({rate, head}, "tok/s", ended(quiet));
    BarRows rows(p_, {at_.list - 2, at_.rows, at_.width - at_.list + 2, row_high}, at_.list_bars,
                 at_.bar);
    for (int i = 0; i < fit_formats; ++i) {
      const ModelFit::Row& row = nth(fit_.rows, i);
      const models::WeightFormat& format = nth(models::weight_formats(), i);
      const bool here = i == fit_.chosen, fits = fit_.fits(row);
      const double weights = static_cast<double>(row.weights.total());
      rows.next(here);
      rows.name(format.name);
      const Point bar = {at_.list_bars, rows.middle() - 6};
      kept(0, weights, bar, 12, Role::data);
      kept(weights, fit_.total(row), bar, 12, Role::lane);
      beyond(fit_.total(row), bar, 12);
      verdict({total - 56, rows.middle()}, fits);
      TextStyle size = ended(here ? strong : label);
      if (!fits) size.role = Role::bad;
      p_.text({total, rows.middle()}, gib(fit_.total(row)), size);
      rows.cell(context, row.longest == 0        ? "–"
                         : row.longest < 1000000 ? integer(row.longest)
                                                 : integer(row.longest / 1000000) + " million");
      rows.cell(rate, rate_text(row));
      rows.does(tooltip(i), choose("type", std::string(format.id)));
    }
  }

  std::string rate_text(const ModelFit::Row& row) const {
    return fit_.fits(row) ? token_rate(row.tokens) : "–";
  }
  std::string tooltip(int i) const {
    const ModelFit::Row& row = nth(fit_.rows, i);
    return fill(
        "{}: {} GiB of weights, {} GiB with the KV cache{}",
        {nth(models::weight_formats(), i).name, gib(static_cast<double>(row.weights.total())),
         gib(fit_.total(row)), fit_.fits(row) ? "" : "; does not fit"});
  }

  // The list of a narrow picture.
  void cells() {
    constexpr float sign = 56, total = 112;  // from a cell's left: the verdict, the end of a size
    const Part part(p_, "formats");
    const Grid grid = {{0, at_.rows, at_.width, at_.list_high()}, 2, at_.cell_rows};
    BarCells cells(p_, grid);
    for (int column : {0, 1}) {
      const Rect first = grid.cells(column, 0);
      p_.text({first.x + 5, first.y - 9}, "weights", quiet);
      p_.text({first.x + 5 + total, first.y - 9}, "GiB", ended(quiet));
      p_.text({first.right() - 5, first.y - 9}, "tok/s", ended(quiet));
    }
    for (int i = 0; i < fit_formats; ++i) {
      const ModelFit::Row& row = nth(fit_.rows, i);
      const models::WeightFormat& format = nth(models::weight_formats(), i);
      const double weights = static_cast<double>(row.weights.total()), all = fit_.total(row);
      const double limit = fit_.memory / full_;
      cells.next(i == fit_.chosen);
      cells.words({std::string(format.name)}, rate_text(row));
      const Rect bar = cells.track();
      verdict({bar.x + sign, bar.y - 9}, fit_.fits(row));
      cells.number(total, gib(all));
      cells.bar(0, std::min(weights / full_, limit), {.fill = Role::data});
      cells.bar(std::min(weights / full_, limit), std::min(all / full_, limit),
                {.fill = Role::lane});
      cells.bar(limit, all / full_, {.fill = Role::bad});
      const float at = bar.x + bar.width * static_cast<float>(limit);
      p_.line({at, bar.y - 2}, {at, bar.bottom() + 2}, {.stroke = Role::ink, .stroke_width = 1.5f});
      cells.does(tooltip(i), choose("type", std::string(format.id)));
    }
  }

  const ModelFit& fit_;
  Painter& p_;
  const Layout at_;
  double full_;  // bytes at the bars' right end
};

}  // namespace

float ModelFit::height(float width) const { return Layout(width).height(); }

void ModelFit::draw(Painter& painter, const View& view) const {
  Drawing(*this, painter, view.width).run();
}

}  // namespace loom::scenes
