#include "web/scene/kit.hpp"
#include "web/scenes/attention/kv_cache.hpp"

namespace loom::scenes {

constexpr float row_high = 24;
constexpr int most_apart = 120;  // sequences that are drawn one by one
constexpr int all_models = 24;   // with the reader's own
constexpr Style weights_style = solid(Role::wait, 0.45f),
                refused = textured(Role::bad, Texture::hatch);

struct KvCacheDrawing : Picture<KvCache> {
  const KvCache::Row& row_ = s_.row();
  int columns_ = narrow_ ? 2 : 3, rows_ = (all_models + columns_ - 1) / columns_;
  float line_ = by_width(16, 18), memory_ = 10 + 4 * line_ + by_width(2, 8);
  float bar_ = memory_ + by_width(12, 14), bar_high_ = by_width(20, 26);
  float legend_ = bar_ + bar_high_ + by_width(13, 16);
  Point list_ = {2, legend_ + by_width(18, 22)};  // its heading
  Rect cells_ = {0, list_.y + by_width(10, 14), width_ - 2, row_high* px(rows_)};
  // Bytes at the right end of the memory's bar.
  double full_ = std::max(s_.memory, std::min(row_.weights + s_.one(), 2 * s_.memory));

  float height() const { return cells_.bottom() + 2; }
  void draw() {
    in("formula", [&] { formula(); });
    in("memory", [&] { memory(); });
    in("models", [&] { models(); });
  }

  float x(double bytes) const { return 2 + (width_ - 4) * px(std::min(1., bytes / full_)); }
  Rect bar(double from, double to) const { return {x(from), bar_, x(to) - x(from), bar_high_}; }

  // One line a kind of layer, and what the tokens come to.
  void formula() {
    Lines lines(p_, {2, 10}, line_);
    const auto add = [&](std::string_view all, std::string_view more, const TextStyle& style) {
      lines.add(fit({fill("{}{}", all, more), std::string(all)}, width_ - 4, Size::small), style);
    };
    const auto kinds = row_.model.layer_kinds();
    if (kinds.size() < 3)  // there is room for four lines
      lines.add(by_width("Of every token:",
                         "Of every token: layers × key and value × KV heads × numbers × bytes"),
                quiet);
    std::string kept;
    for (size_t i = 0; i < kinds.size(); ++i) {
      const std::string terms = cache_formula(kinds[i], *s_.format);
      if (kinds[i].state > 0)
        add(fill("{} = {}", terms, cache_size(row_.cost.state)), ", whatever the length", strong);
      else
        add(terms, " = " + cache_size(row_.cost.kinds[i].per_token), strong);
      if (kinds[i].window > 0)
        kept = fill(by_width("; a {} keeps {}", "; layers with a {} keep {}"),
                    kinds[i].name == "window" ? "window" : "chunk", row_.cost.kinds[i].tokens);
    }
    add(fill("{}{} tokens: {}",
             s_.batch > 1 ? fill("{} × ", s_.batch) : by_width("", "A sequence of "), s_.tokens,
             cache_size(row_.cost.bytes)),
        kept, label);
  }

  void memory() {
    const bool beyond = row_.weights > s_.memory, refuses = beyond || row_.fit == 0;
    const double held = std::min(row_.weights, s_.memory);
    write({2, memory_}, strong, "{}: {}", s_.machine, cache_size(s_.memory));
    write({width_ - 2, memory_}, ended(refuses ? colored(strong, Role::bad) : strong),
          beyond ? "the weights do not fit"
          : row_.fit == 0
              ? "no sequence fits"
              : fill(by_width("{} fit", "{} fit beside the weights"), Word(row_.fit, "sequence")));
    p_.rect(bar(0, held), weights_style);
    sequences();
    if (row_.fit == 0)
      p_.rect({x(held), bar_, x(row_.weights + s_.one()) - x(held), bar_high_}, refused);
    p_.rect(bar(0, s_.memory), stroked(Role::ink, 1.5f));
    Legend legend(p_, {2, legend_}, width_);
    legend.add("", fill("weights {}", cache_size(row_.weights)), weights_style);
    const double shown = beyond ? row_.weights + s_.one() - s_.memory : s_.one();
    legend.add("", fill(beyond ? "missing {}" : "a sequence {}", cache_size(shown)),
               row_.fit > 0 ? solid(Role::data) : refused);
    if (row_.cost.state > 0)
      legend.add("", fill(by_width("state", "state in it {}"), cache_size(row_.cost.state)),
                 solid(Role::lane));
    spot(bar(0, s_.memory), "{} of {} are weights", cache_size(row_.weights),
         cache_size(s_.memory));
  }

  void sequences() {
    const auto end = [&](auto count) {
      return row_.weights + s_.one() * static_cast<double>(count);
    };
    if (row_.fit == 0) return;
    if (row_.fit > most_apart) return p_.rect(bar(row_.weights, end(row_.fit)), solid(Role::data));
    std::vector<Rect> each;
    for (long long i = 0; i < row_.fit; ++i) {
      const Rect all = bar(end(i), end(i + 1));
      each.push_back({all.x + 0.5f, bar_, std::max(0.5f, all.width - 1), bar_high_});
    }
    p_.rects(each, solid(Role::data));
  }

  void models() {
    const double most = largest(s_.rows, [](const KvCache::Row& row) { return row.cost.bytes; });
    write(list_, label, by_width("{} tokens in other models", "The same {} tokens in every model"),
          s_.tokens);
    BarCells cells(p_, {cells_, columns_, rows_});
    for (const KvCache::Row& row : s_.rows) {
      const bool here = &row == &row_;
      const std::string size = cache_size(row.cost.bytes), name(row.model.name);
      cells.next(here);
      cells.words({name, name.substr(0, name.rfind('-')), name.substr(0, name.rfind(' '))}, size);
      cells.bar(0, row.cost.bytes / most, solid(Role::data, here ? 1.f : 0.55f));
      cells.bar(0, row.cost.state * s_.batch / most, solid(Role::lane));
      cells.does(choose("model", row.model.id), "{}: {} of a token, {} of {}", name,
                 cache_size(row.cost.per_token), size, Word(s_.tokens, "token"));
    }
  }
};

float KvCache::picture(const Sheet& sheet) const { return picture_of(*this, sheet); }

}  // namespace loom::scenes
