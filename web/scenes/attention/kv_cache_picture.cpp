#include <algorithm>
#include <cmath>

#include "web/scene/kit.hpp"
#include "web/scenes/attention/kv_cache.hpp"

namespace loom::scenes {
namespace {

using namespace scene;

constexpr float row_high = 24;
constexpr int most_apart = 120;    // sequences that are drawn one by one
constexpr size_t all_models = 24;  // with the reader's own

struct Layout {
  float width;
  bool narrow = is_narrow(width);
  int columns = narrow ? 2 : 3;
  int rows = (static_cast<int>(all_models) + columns - 1) / columns;
  float line = narrow ? 16 : 18;
  float memory = 10 + 4 * line + (narrow ? 2 : 8);
  float bar = memory + (narrow ? 12 : 14), bar_high = narrow ? 20 : 26;
  float legend = bar + bar_high + (narrow ? 13 : 16);
  Point list = {2, legend + (narrow ? 18 : 22)};  // its heading
  Rect cells = {0, list.y + (narrow ? 10 : 14), width - 2, row_high* static_cast<float>(rows)};

  float height() const { return cells.bottom() + 2; }
};

class Drawing {
 public:
  Drawing(const KvCache& cache, Painter& painter, float width)
      : s_(cache), p_(painter), at_{width} {
    const double wanted = s_.row().weights + s_.one();
    full_ = std::max(s_.memory, std::min(wanted, 2 * s_.memory));
  }

  void run() {
    formula();
    memory();
    models();
  }

 private:
  float x(double bytes) const {
    return 2 + (at_.width - 4) * static_cast<float>(std::min(1., bytes / full_));
  }

  // One line a kind of layer, and what the tokens come to.
  void formula() {
    const KvCache::Row& row = s_.row();
    const Part part(p_, "formula");
    Lines lines(p_, {2, 10}, at_.line);
    const auto kinds = row.model.layer_kinds();
    if (kinds.size() < 3)  // there is room for four lines
      lines.add(at_.narrow ? "Of every token:"
                           : "Of every token: layers × key and value × KV heads × numbers × bytes",
                quiet);
    for (size_t i = 0; i < kinds.size(); ++i) {
      const std::string terms = cache_formula(kinds[i], *s_.format);
      if (kinds[i].state > 0) {
        const std::string all = fill("{} = {}", {terms, cache_size(row.cost.state)});
        lines.add(fit({all + ", whatever the length", all}, at_.width - 4, Size::small), strong);
        continue;
      }
      const std::string size = cache_size(row.cost.kinds[i].per_token);
      lines.add(fit({fill("{} = {}", {terms, size}), terms}, at_.width - 4, Size::small), strong);
    }
    std::string kept;
    for (size_t i = 0; i < kinds.size(); ++i)
      if (kinds[i].window > 0)
        kept = fill(at_.narrow ? "; a {} keeps {}" : "; layers with a {} keep {}",
                    {kinds[i].name == "window" ? "window" : "chunk", row.cost.kinds[i].tokens});
    const std::string sequences = s_.batch > 1 ? fill("{} × ", {s_.batch})
                                  : at_.narrow ? ""
                                               : "A sequence of ";
    const std::string all =
        fill("{}{} tokens: {}", {sequences, s_.tokens, cache_size(row.cost.bytes)});
    lines.add(fit({all + kept, all}, at_.width - 4, Size::small), label);
  }

  void memory() {
    const KvCache::Row& row = s_.row();
    const Part part(p_, "memory");
    const bool beyond = row.weights > s_.memory;
    p_.text({2, at_.memory}, fill("{}: {}", {s_.machine, cache_size(s_.memory)}), strong);
    p_.text(
        {at_.width - 2, at_.memory},
        beyond ? "the weights do not fit"
        : row.fit == 0
            ? "no sequence fits"
            : fill(at_.narrow ? "{} fit" : "{} fit beside the weights", {{row.fit, "sequence"}}),
        ended(beyond || row.fit == 0
                  ? TextStyle{.role = Role::bad, .size = Size::small, .weight = Weight::semibold}
                  : strong));
    const Rect frame{x(0), at_.bar, x(s_.memory) - x(0), at_.bar_high};
    p_.rect({x(0), at_.bar, x(std::min(row.weights, s_.memory)) - x(0), at_.bar_high},
            {.fill = Role::wait, .fill_opacity = 0.45f});
    sequences();
    if (row.fit == 0) {
      const float from = x(std::min(row.weights, s_.memory));
      p_.rect({from, at_.bar, x(row.weights + s_.one()) - from, at_.bar_high},
              {.fill = Role::bad, .stroke = Role::bad, .texture = Texture::hatch});
    }
    p_.rect(frame, {.stroke = Role::ink, .stroke_width = 1.5f});
    Legend legend(p_, {2, at_.legend}, at_.width);
    legend.add("", fill("weights {}", {cache_size(row.weights)}),
               {.fill = Role::wait, .fill_opacity = 0.45f});
    legend.add("", fill("a sequence {}", {cache_size(s_.one())}),
               row.fit > 0
                   ? Style{.fill = Role::data}
                   : Style{.fill = Role::bad, .stroke = Role::bad, .texture = Texture::hatch});
    if (row.cost.state > 0)
      legend.add("", fill(at_.narrow ? "state" : "state in it {}", {cache_size(row.cost.state)}),
                 {.fill = Role::lane});
    p_.hotspot(
        {frame, fill("{} of {} are weights", {cache_size(row.weights), cache_size(s_.memory)})});
  }

  void sequences() {
    const KvCache::Row& row = s_.row();
    const double one = s_.one();
    if (row.fit == 0) return;
    const double end = row.weights + one * static_cast<double>(row.fit);
    if (row.fit > most_apart) {
      p_.rect({x(row.weights), at_.bar, x(end) - x(row.weights), at_.bar_high},
              {.fill = Role::data});
      return;
    }
    std::vector<Rect> each;
    for (long long i = 0; i < row.fit; ++i) {
      const float from = x(row.weights + one * static_cast<double>(i));
      const float to = x(row.weights + one * static_cast<double>(i + 1));
      each.push_back({from + 0.5f, at_.bar, std::max(0.5f, to - from - 1), at_.bar_high});
    }
    p_.rects(each, {.fill = Role::data});
  }

  void models() {
    const Part part(p_, "models");
    double most = 0;
    for (const KvCache::Row& row : s_.rows) most = std::max(most, row.cost.bytes);
    p_.text(at_.list,
            fill(at_.narrow ? "{} tokens in other models" : "The same {} tokens in every model",
                 {s_.tokens}),
            label);
    BarCells cells(p_, {at_.cells, at_.columns, at_.rows});
    for (size_t i = 0; i < s_.rows.size(); ++i) {
      const KvCache::Row& row = s_.rows[i];
      const bool here = i == s_.chosen;
      const std::string size = cache_size(row.cost.bytes);
      const std::string_view name = row.model.name;
      cells.next(here);
      cells.words({std::string(name), std::string(name.substr(0, name.rfind('-'))),
                   std::string(name.substr(0, name.rfind(' ')))},
                  size);
      cells.bar(0, row.cost.bytes / most, {.fill = Role::data, .fill_opacity = here ? 1.f : 0.55f});
      cells.bar(0, row.cost.state * s_.batch / most, {.fill = Role::lane});
      cells.does(fill("{}: {} of a token, {} of {}",
                      {row.model.name, cache_size(row.cost.per_token), size, {s_.tokens, "token"}}),
                 choose("model", std::string(row.model.id)));
    }
  }

  const KvCache& s_;
  Painter& p_;
  const Layout at_;
  double full_;  // bytes at the right end of the memory's bar
};

}  // namespace

float KvCache::height(float width) const { return Layout{width}.height(); }

void KvCache::draw(Painter& painter, const View& view) const {
  Drawing(*this, painter, view.width).run();
}

}  // namespace loom::scenes
