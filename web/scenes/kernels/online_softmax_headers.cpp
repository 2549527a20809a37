#include <cmath>

#include "web/scenes/kernels/online_softmax_layout.hpp"

namespace loom::scenes {
namespace {

constexpr Style band = solid(Role::lane, 0.16f), no_mark = {};

// An entry of a chart's legend: what it means, and its mark.
struct Entry {
  std::string text;
  Role role;
  Style mark = stroked(role);

  static constexpr float gap = 14;
  bool marked() const { return mark.fill != Role::none || mark.stroke != Role::none; }
  float width() const { return text_width(text, Size::small) + (marked() ? 21.f : 0.f); }
};

constexpr std::string_view titles[] = {"Scores", "Weights exp(score − m)",
                                       "Values, shaded by weight"};

std::string show_weight(double weight) {
  return weight < 100 ? fixed(weight, 2) : integer(std::llround(weight));
}

struct Headers : SoftmaxLayout {
  void draw() const {
    Part part(p_, "scores");
    title(0);
    part.next("denominator");
    title(1);
    part.end();
    if (row_ != nullptr) {
      maximum();
      if (row_->rescaled || s_.conditional) weights();
    }
    part.next("output");
    title(2);
    if (row_ != nullptr) legend(2, {{level_entry("output " + fixed(row_->output, 3))}});
  }

  float title_y(int chart) const { return chart_top(0, chart) - by_width(11, 13); }
  void title(int chart) const { p_.text({margin, title_y(chart)}, titles[chart], strong); }
  static Entry level_entry(std::string text) {
    return {std::move(text), Role::lane, stroked(Role::lane, 3)};
  }

  void maximum() const {
    const Entry m = level_entry("m " + s_.show_score(row_->m));
    const Part part(p_, "maximum");
    if (!s_.conditional) return legend(0, {{m}});
    const std::string max = "max " + s_.show_score(row_->true_max),
                      limit = s_.show_score(row_->limit);
    const Entry longer{"true " + max, Role::ink, dashed(Role::ink)},
        shorter{max, Role::ink, dashed(Role::ink)};
    legend(0, {{m, longer, {"no rescale up to " + limit, Role::muted, band}},
               {m, shorter, {"limit " + limit, Role::muted, band}},
               {m, shorter}});
  }

  void weights() const {
    const Part part(p_, row_->rescaled ? "rescale" : "denominator");
    const std::string factor = "× " + fixed(row_->rescale, 3),
                      largest = "largest " +
                                show_weight(kernels::softmax_weight(row_->true_max, row_->m));
    if (row_->rescaled)
      legend(1, {{{"earlier ones " + factor, Role::ink, dashed(Role::ink)}},
                 {{factor, Role::ink, no_mark}}});
    else
      legend(1, {{{fill("{} of at most {}", largest, show_weight(s_.largest_weight)), Role::compute,
                   no_mark}},
                 {{largest, Role::compute, no_mark}}});
  }

  // The first choice that has room beside the chart's title.
  void legend(int chart, const std::vector<std::vector<Entry>>& choices) const {
    const float room = charts_right_ - margin - 12 - text_width(titles[chart], Size::small);
    for (const std::vector<Entry>& entries : choices) {
      float wide = -Entry::gap;
      for (const Entry& entry : entries) wide += entry.width() + Entry::gap;
      if (wide <= room) return list(entries, charts_right_, title_y(chart));
    }
  }

  void list(const std::vector<Entry>& entries, float right, float y) const {
    for (auto entry = entries.rbegin(); entry != entries.rend(); ++entry) {
      p_.text({right, y}, entry->text, ended(colored(strong, entry->role)));
      const float left = right - entry->width();
      if (entry->mark.fill != Role::none)
        p_.rect({left, y - 5, 16, 10}, entry->mark);
      else if (entry->marked())
        level(p_, y, left, left + 16, entry->mark);
      right = left - Entry::gap;
    }
  }
};

}  // namespace

void SoftmaxLayout::draw_headers() const { Headers{*this}.draw(); }

}  // namespace loom::scenes
