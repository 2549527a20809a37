#include "web/scene/kit.hpp"
#include "web/scenes/quantization/model_fit.hpp"

namespace loom::scenes {

constexpr Style weights_style = solid(Role::data), tables_style = solid(Role::data, 0.5f),
                cache_style = solid(Role::lane), too_much = textured(Role::bad, Texture::hatch);
struct ModelFitDrawing : Picture<ModelFit> {
  // Bars above, or beside, the list; wide, those of the list are as long for a byte. A narrow
  // picture has the list in two columns.
  float bar_ = by_width(width_ - 60 - 124, 216), left_ = by_width(60, 2);  // the upper bars
  float list_ = by_width(2, left_ + bar_ + 46), list_bars_ = list_ + 66;
  float end_ = by_width(width_ - 2, left_ + bar_);  // of the upper ones' words
  float tall_ = by_width(24, 26), memory_y_ = by_width(26, 62),
        read_y_ = memory_y_ + by_width(35, 92), legend_y_ = read_y_ + by_width(39, 68);
  int rows_ = narrow_ ? (fit_formats + 1) / 2 : fit_formats;
  Rect formats_ = {list_, by_width(legend_y_ + 50, 34), width_ - list_,
                   by_width(28, 24) * px(rows_)};
  double full_ = std::max(s_.memory * 1.12, std::min(most(), s_.memory * 2.5));  // bytes, in bar_
  const models::Parts& weights_ = s_.row().weights;
  double layers_ = double(weights_.attention + weights_.feed_forward + weights_.rest),
         tables_ = double(weights_.embedding + weights_.head);

  float height() const { return formats_.bottom() + 26; }
  double most() const {
    return largest(s_.rows, [&](const ModelFit::Row& row) { return s_.total(row); });
  }

  void draw() {
    in("memory", [&] { limit(); });
    in_memory();
    in("read", [&] { read(); });
    legend();
    list();
    write({2, height() - 10}, quiet,
          by_width("Not counted: activations, the program.",
                   "Not counted: activations, the program itself, what the driver keeps."));
  }

  float x(double bytes) const { return x(bytes, left_); }
  float x(double bytes, float from) const { return from + bar_ * px(std::min(1., bytes / full_)); }

  // A stretch of a bar that begins at `origin`.
  void piece(double from, double to, Point origin, float high, const Style& style) {
    const float start = x(from, origin.x), end = x(to, origin.x);
    if (end > start) p_.rect({start, origin.y, end - start, high}, style);
  }
  // The same, but no further than the memory; beyond() draws what does not fit.
  void kept(double from, double to, Point origin, float high, const Style& style) {
    piece(from, std::min(to, s_.memory), origin, high, style);
  }
  void beyond(double to, Point origin, float high) {
    if (to <= s_.memory) return;
    const float start = x(s_.memory, origin.x);
    p_.rect({start, origin.y, x(to, origin.x) - start, high}, too_much);
    if (to > full_)
      chevron(p_, {origin.x + bar_ + 6, origin.y + high / 2}, Toward::right, Role::bad, 4,
              high / 2 - 2);
  }

  // The line that nothing may cross.
  void limit() {
    const std::string size = brief(s_.memory / (1024. * 1024 * 1024));
    const Style style = stroked(Role::ink, 1.5f);
    const float at = x(s_.memory), below = x(s_.memory, list_bars_);
    upright(p_, at, memory_y_ - 8, memory_y_ + tall_ + 6, style);
    hold({at, memory_y_ - by_width(17, 18)}, strong, 2, end_, "{}: {} GiB",
         s_.machine.empty() ? "memory" : s_.machine, size);
    if (narrow_) return;  // each cell of the list has its own
    upright(p_, below, formats_, style);
    hold({below, formats_.y - 12}, quiet, list_bars_, list_bars_ + bar_ + 8, size + " GiB");
  }

  void in_memory() {
    const double weights = layers_ + tables_, total = s_.total(s_.row());
    const Point bar = {left_, memory_y_};
    const bool fits = s_.fits(s_.row());
    const float from = x(weights), end = x(total);
    Part part(p_, "weights");
    if (narrow_) p_.text({2, bar.y + tall_ / 2}, "Kept", label);
    kept(0, layers_, bar, tall_, weights_style);
    kept(layers_, weights, bar, tall_, tables_style);
    spot({left_, bar.y, std::max(1.f, from - left_), tall_},
         "Weights: {} GiB in the layers, {} GiB in the embedding and the output matrix",
         gib(layers_), gib(tables_));
    part.next("cache");
    kept(weights, total, bar, tall_, cache_style);
    beyond(total, bar, tall_);
    if (weights < full_) {
      const double per_pixel = full_ / static_cast<double>(bar_);
      if (total < full_) p_.rect({end - 2, bar.y - 4, 4, tall_ + 8}, rounded(solid(Role::ink)));
      spot({from, bar.y - 4, std::max(24.f, left_ + bar_ - from), tall_ + 8},
           drag_x("context", from + px(s_.state / per_pixel), from + px(s_.longest / per_pixel), 0,
                  longest_fit_context),
           "KV cache: {} GiB for {}. Drag to choose the context", gib(s_.kept),
           Word(s_.context, "token"));
    }
    part.next("memory");
    const Point sign = by_width(Point{left_ + bar_ + 14, bar.y + 7}, Point{left_ + 2, 14});
    verdict(p_, sign, fits);
    write(
        {sign.x + 17, sign.y}, {.role = fits ? Role::good : Role::bad, .weight = Weight::semibold},
        fits ? by_width("it fits", "Yes, it fits") : by_width("too large", "No, it does not fit"));
    if (narrow_)
      p_.text({width_ - 2, bar.y + tall_ - 2}, gib(total) + " GiB", ended(label));
    else
      write({left_, bar.y + tall_ + 18}, label, "in memory: {} GiB", gib(total));
  }

  // What one step fetches from that: no more than one row of the token table, and few experts.
  void read() {
    const ModelFit::Row& row = s_.row();
    const double read = row.read, head = static_cast<double>(weights_.head), all = read + s_.kept;
    const Point bar = {left_, read_y_};
    if (narrow_) p_.text({2, bar.y + tall_ / 2}, "Read", label);
    piece(0, read - head, bar, tall_, weights_style);
    piece(read - head, read, bar, tall_, tables_style);
    piece(read, all, bar, tall_, cache_style);
    const std::string rate =
        s_.fits(row) ? token_rate(row.tokens) + " tokens/s at most" : std::string("does not run");
    if (narrow_) {
      p_.text({width_ - 2, bar.y + 7}, gib(all) + " GiB", ended(label));
      fitted({width_ - 2, bar.y + tall_ - 2}, 118, ended(strong),
             {rate, token_rate(row.tokens) + " tokens/s"});
    } else {
      write({left_, bar.y - 12}, label, "read for a {}: {} GiB", s_.batch == 1 ? "token" : "step",
            gib(all));
      write({left_, bar.y + tall_ + 16}, strong, "at {} GB/s: {}", brief(s_.bandwidth), rate);
    }
    spot({left_, bar.y, std::max(1.f, x(all) - left_), tall_},
         "One step reads {} GiB of weights and {} GiB of keys and values", gib(read), gib(s_.kept));
  }

  void legend() {
    Legend legend(p_, {by_width(2, left_), legend_y_}, end_ + by_width(0, 40));
    legend.add("", fill("layers {} GiB", gib(layers_)), weights_style);
    legend.add("", fill("embedding, output {} GiB", gib(tables_)), tables_style);
    legend.add("", fill("KV cache {} GiB", gib(s_.kept)), cache_style);
    legend.add("", "too much", too_much);
  }

  void list() {
    if (narrow_) return cells();
    const float rate = width_ - 2, context = rate - 62, total = context - 84;
    const float head = formats_.y - 12;
    const Part part(p_, "formats");
    column_names(p_, head,
                 {{list_, "weights", Align::start},
                  {total, "GiB"},
                  {context, "max context"},
                  {rate, "tok/s"}});
    BarRows rows(p_, {list_ - 2, formats_.y, formats_.width + 2, 24}, list_bars_, bar_);
    for (int i = 0; i < fit_formats; ++i) {
      const ModelFit::Row& row = nth(s_.rows, i);
      const double weights = static_cast<double>(row.weights.total()), all = s_.total(row);
      rows.next(i == s_.chosen, nth(models::weight_formats(), i).name);
      const Point bar = {list_bars_, rows.middle() - 6};
      kept(0, weights, bar, 12, weights_style);
      kept(weights, all, bar, 12, cache_style);
      beyond(all, bar, 12);
      verdict(p_, {total - 56, rows.middle()}, s_.fits(row));
      p_.text(
          {total, rows.middle()}, gib(all),
          ended(colored(i == s_.chosen ? strong : label, s_.fits(row) ? Role::ink : Role::bad)));
      rows.cell(context, row.longest == 0        ? "–"
                         : row.longest < 1000000 ? integer(row.longest)
                                                 : integer(row.longest / 1000000) + " million");
      rows.cell(rate, rate_text(row));
      rows.does(action(i), s_.told(i));
    }
  }

  static Action action(int i) { return choose("type", nth(models::weight_formats(), i).id); }

  std::string rate_text(const ModelFit::Row& row) const {
    return s_.fits(row) ? token_rate(row.tokens) : "–";
  }
  // The list of a narrow picture.
  void cells() {
    constexpr float sign = 56, total = 112;  // from a cell's left: the verdict, the end of a size
    const Part part(p_, "formats");
    const Grid grid = {{0, formats_.y, width_, formats_.height}, 2, rows_};
    BarCells cells(p_, grid);
    for (int column : {0, 1}) {
      const Rect first = grid.cells(column, 0);
      column_names(p_, first.y - 9,
                   {{first.x + 5, "weights", Align::start},
                    {first.x + 5 + total, "GiB"},
                    {first.right() - 5, "tok/s"}});
    }
    const double limit = s_.memory / full_;
    for (int i = 0; i < fit_formats; ++i) {
      const ModelFit::Row& row = nth(s_.rows, i);
      const double weights = std::min(static_cast<double>(row.weights.total()) / full_, limit),
                   all = s_.total(row) / full_;
      cells.next(i == s_.chosen);
      cells.words({std::string(nth(models::weight_formats(), i).name)}, rate_text(row));
      const Rect bar = cells.track();
      verdict(p_, {bar.x + sign, bar.y - 9}, s_.fits(row));
      cells.number(total, gib(s_.total(row)));
      cells.bar(0, weights, solid(Role::data));
      cells.bar(weights, std::min(all, limit), solid(Role::lane));
      cells.bar(limit, all, solid(Role::bad));
      upright(p_, bar.x + bar.width * px(limit), bar.y - 2, bar.bottom() + 2,
              stroked(Role::ink, 1.5f));
      cells.does(action(i), s_.told(i));
    }
  }
};

float ModelFit::picture(const Sheet& sheet) const { return picture_of(*this, sheet); }

}  // namespace loom::scenes
