#include "web/scenes/kernels/online_softmax_headers.hpp"

#include <array>
#include <cmath>

#include "web/scene/kit.hpp"

namespace loom::scenes {
namespace {

using namespace scene;
using kernels::SoftmaxRow;

// An entry of a chart's legend: a mark and what it means.
struct Legend {
  enum class Mark { none, line, dashes, band } mark;
  std::string text;
  Role role;

  static constexpr float gap = 14;
  float width() const { return text_width(text, Size::small) + (mark == Mark::none ? 0.f : 21.f); }
};

constexpr std::array<std::string_view, 3> titles = {"Scores", "Weights exp(score − m)",
                                                    "Values, shaded by weight"};

class Headers {
 public:
  Headers(const SoftmaxRun& run, Painter& painter, const SoftmaxLayout& layout)
      : run_(run), p_(painter), layout_(layout) {}
  void draw(int tile);

 private:
  void title(int chart);
  void maximum();
  void weights();
  void legend(int chart, const std::vector<std::vector<Legend>>& choices);
  void write(float right, float y, const std::vector<Legend>& entries);

  const SoftmaxRun& run_;
  Painter& p_;
  const SoftmaxLayout& layout_;
  const SoftmaxRow* row_ = nullptr;
};

void Headers::draw(int tile) {
  if (tile >= 0) row_ = &run_.row(tile);
  p_.begin("scores");
  title(0);
  p_.end();
  p_.begin("denominator");
  title(1);
  p_.end();
  if (row_ != nullptr) {
    maximum();
    weights();
  }
  const Part part(p_, "output");
  title(2);
  if (row_ != nullptr)
    legend(2, {{{Legend::Mark::line, "output " + fixed(row_->output, 3), Role::lane}}});
}

void Headers::title(int chart) {
  p_.text({layout_.margin, layout_.title_y(chart)}, nth(titles, chart), strong);
}

std::string show_weight(double weight) {
  return weight < 100 ? fixed(weight, 2) : integer(std::llround(weight));
}

void Headers::maximum() {
  using Mark = Legend::Mark;
  const Legend m{Mark::line, "m " + run_.show_score(row_->m), Role::lane};
  const Part part(p_, "maximum");
  if (run_.conditional) {
    const std::string max = run_.show_score(row_->true_max), limit = run_.show_score(row_->limit);
    const Legend long_max{Mark::dashes, "true max " + max, Role::ink};
    const Legend short_max{Mark::dashes, "max " + max, Role::ink};
    legend(0, {{m, long_max, {Mark::band, "no rescale up to " + limit, Role::muted}},
               {m, short_max, {Mark::band, "limit " + limit, Role::muted}},
               {m, short_max}});
  } else {
    legend(0, {{m}});
  }
}

void Headers::weights() {
  using Mark = Legend::Mark;
  if (row_->rescaled) {
    const std::string factor = "× " + fixed(row_->rescale, 3);
    const Part part(p_, "rescale");
    legend(1, {{{Mark::dashes, "earlier ones " + factor, Role::ink}},
               {{Mark::none, factor, Role::ink}}});
  } else if (run_.conditional) {
    const double heaviest = kernels::softmax_weight(row_->true_max, row_->m);
    const std::string largest = "largest " + show_weight(heaviest);
    const std::string both = fill("{} of at most {}", largest, show_weight(run_.largest_weight));
    const Part part(p_, "denominator");
    legend(1, {{{Mark::none, both, Role::compute}}, {{Mark::none, largest, Role::compute}}});
  }
}

// The first choice that has room beside the chart's title.
void Headers::legend(int chart, const std::vector<std::vector<Legend>>& choices) {
  const float room =
      layout_.charts_right() - layout_.margin - 12 - text_width(nth(titles, chart), Size::small);
  for (const std::vector<Legend>& entries : choices) {
    float width = -Legend::gap;
    for (const Legend& entry : entries) width += entry.width() + Legend::gap;
    if (width <= room) return write(layout_.charts_right(), layout_.title_y(chart), entries);
  }
}

void Headers::write(float right, float y, const std::vector<Legend>& entries) {
  using Mark = Legend::Mark;
  for (auto entry = entries.rbegin(); entry != entries.rend(); ++entry) {
    p_.text({right, y}, entry->text, ended(colored(strong, entry->role)));
    const float left = right - entry->width();
    if (entry->mark == Mark::band)
      p_.rect({left, y - 5, 16, 10}, solid(Role::lane, 0.16f));
    else if (entry->mark != Mark::none)
      p_.line({left, y}, {left + 16, y},
              {.stroke = entry->role,
               .stroke_width = entry->mark == Mark::line ? 3.f : 1.f,
               .dashed = entry->mark == Mark::dashes});
    right = left - Legend::gap;
  }
}

}  // namespace

void draw_softmax_headers(const SoftmaxRun& run, Painter& painter, const SoftmaxLayout& layout,
                          int tile) {
  Headers(run, painter, layout).draw(tile);
}

}  // namespace loom::scenes
