#include <algorithm>

#include "web/scene/kit.hpp"
#include "web/scenes/attention/no_position.hpp"

namespace loom::scenes {
namespace {

using namespace scene;

constexpr float row = 24, steps_high = 118;
constexpr int narrow_rows = (signal_formats + 1) / 2;  // of formats, in two columns

struct Layout {
  float width;
  bool narrow = is_narrow(width);
  Rect mask = {24, narrow ? 38.f : 44.f, narrow ? 144.f : 228.f, narrow ? 144.f : 228.f};
  Rect signal = {mask.right() + 14, mask.y, narrow ? 88.f : 92.f, mask.height};
  Rect steps = {narrow ? 66.f : 470.f, narrow ? mask.bottom() + 32 : mask.y,
                width - (narrow ? 66.f : 470.f) - 10, narrow ? 76.f : steps_high};
  Rect formats = {narrow ? 2.f : 404.f, steps.bottom() + (narrow ? 63.f : 68.f),
                  width - (narrow ? 4.f : 406.f), row};

  float height() const {
    return formats.y + row * static_cast<float>(narrow ? narrow_rows : signal_formats) + 4;
  }
};

class Drawing {
 public:
  Drawing(const NoPositionRun& run, Painter& painter, float width)
      : run_(run), p_(painter), at_{width}, grid_{at_.mask, run.tokens, run.tokens} {}

  void run() {
    mask();
    signal();
    steps();
    formats();
  }

 private:
  // Whom each token sees, all alike; the first token, which alone has the feature, stands out.
  void mask() {
    p_.text({2, 10}, "what each row sees:", quiet);
    const Part part(p_, "mask");
    std::vector<std::uint8_t> kinds;
    for (int i = 0; i < run_.tokens; ++i)
      for (int j = 0; j < run_.tokens; ++j) kinds.push_back(!run_.sees(i, j) ? 0 : j == 0 ? 1 : 2);
    const Style styles[] = {
        {}, {.fill = Role::data}, {.fill = Role::compute, .fill_opacity = 0.25f}};
    paint_cells(p_, grid_, kinds, styles, 1);
    grid_.lines(p_);
    const std::vector<std::string> names = [&] {
      std::vector<std::string> all;
      for (int i = 1; i <= run_.tokens; ++i) all.push_back(integer(i));
      return all;
    }();
    column_heads(p_, grid_, names);
    row_heads(p_, grid_, names);
  }

  // What each row reads of the first token's feature.
  void signal() {
    const Part part(p_, "signal");
    p_.text({at_.signal.x, 10}, "share of token 1", quiet);
    for (int i = 0; i < run_.tokens; ++i) {
      const auto at = static_cast<size_t>(i);
      const Rect line{at_.signal.x, grid_.cells(0, i).y, at_.signal.width, grid_.high()};
      const float wide = line.width * static_cast<float>(run_.signal[at]);
      if (run_.signal[at] > 0)
        p_.rect({line.x, line.y + 1, std::max(1.f, wide), line.height - 2}, {.fill = Role::data});
      const bool readable_row = grid_.high() >= 12 || i % 2 == 0;
      if (readable_row && wide + 34 < at_.signal.width + 30)
        p_.text({line.x + wide + 6, line.center().y},
                run_.signal[at] > 0 ? fill("1/{}", {run_.seen[at]}) : "0", label);
      p_.hotspot({{at_.mask.x, line.y, line.right() - at_.mask.x, line.height},
                  fill("Token {} sees {}", {i + 1, {run_.seen[at], "token"}})});
    }
  }

  // What tokens around n read: exact, and as the format holds it.
  void steps() {
    const int from = run_.from(), to = run_.to();
    const double least = run_.counts() ? run_.exact(to) : 0,
                 most = run_.counts() ? 1. / from : 2 * run_.exact(from);
    const Scale x{at_.steps.x + 6, at_.steps.right() - 12, static_cast<double>(from),
                  static_cast<double>(to)},
        y{at_.steps.bottom() - 8, at_.steps.y + 8, least, most};
    p_.text({at_.narrow ? 2.f : 404.f, at_.steps.y - (at_.narrow ? 15.f : 34.f)},
            fill("what token n reads, exact and in {} ({}from 0)",
                 {run_.format->name, least > 0 ? "not " : ""}),
            quiet);
    const Part part(p_, "steps");
    p_.line({at_.steps.x, at_.steps.bottom()}, {at_.steps.right(), at_.steps.bottom()},
            {.stroke = Role::grid});
    for (int n : {from, (from + to) / 2, to})
      p_.text({x(n), at_.steps.bottom() + 14}, integer(n),
              centered(n == run_.n && run_.counts() ? strong : quiet));
    p_.text({at_.steps.x - 8, y(1. / run_.share(from))}, fill("1/{}", {run_.share(from)}),
            ended(quiet));
    p_.text({at_.steps.x - 8, y(least)}, least > 0 ? fill("1/{}", {to}) : "0", ended(quiet));
    std::vector<Point> exact;
    double before = -1;
    for (int n = from; n <= to; ++n) {
      exact.push_back({x(n), y(run_.exact(n))});
      const double held = run_.held(n);
      const bool same = held == before;
      const Point at{x(n), y(held)};
      if (same) p_.line({x(n - 1), at.y}, at, {.stroke = Role::bad, .stroke_width = 3});
      p_.circle(at, 3.5f, {.fill = same ? Role::bad : Role::compute});
      before = held;
    }
    p_.path(exact, false, {.stroke = Role::ink, .stroke_width = 1, .dashed = true});
    Legend legend(p_, {at_.narrow ? 2.f : 404.f, at_.steps.bottom() + 31}, at_.width);
    legend.line("", "exact", {.stroke = Role::ink, .dashed = true});
    legend.point("", "told apart", {.fill = Role::compute});
    legend.line("", "one number for several", {.stroke = Role::bad, .stroke_width = 3});
  }

  // Where each format stops counting. Bars: logarithmic, an equal length for an equal factor.
  void formats() {
    const Part part(p_, "formats");
    p_.text({at_.formats.x, at_.formats.y - 13}, "first token equal to the next (logarithmic)",
            quiet);
    const float from = at_.formats.x + 78, full = at_.formats.right() - from - 52;
    const Scale length{0, 1, 1, 8192, true};
    BarRows rows(p_, at_.formats, from, full);
    BarCells cells(p_,
                   {{at_.formats.x - 2, at_.formats.y, at_.formats.width + 4, row * narrow_rows},
                    2,
                    narrow_rows});
    for (size_t i = 0; i < signal_formats; ++i) {
      const long long first = run_.first_confused[i];
      const std::string_view name = signal_choices[i].label;
      const bool here = i == run_.chosen;
      const auto share = static_cast<double>(length(static_cast<double>(first)));
      const Style style = {.fill = Role::compute, .fill_opacity = here ? 1.f : 0.5f};
      const std::string tooltip = fill("{} confuses token {} with the next", {name, first});
      const Action action = choose("type", std::string(signal_choices[i].value));
      if (at_.narrow) {
        cells.next(here);
        cells.words({std::string(name)}, integer(first));
        cells.bar(0, share, style);
        cells.does(tooltip, action);
      } else {
        rows.next(here);
        rows.name(name);
        rows.bar(share, style, integer(first));
        rows.does(tooltip, action);
      }
    }
  }

  const NoPositionRun& run_;
  Painter& p_;
  const Layout at_;
  const Grid grid_;
};

}  // namespace

float NoPositionRun::height(float width) const { return Layout{width}.height(); }

void NoPositionRun::draw(Painter& painter, const View& view) const {
  Drawing(*this, painter, view.width).run();
}

}  // namespace loom::scenes
