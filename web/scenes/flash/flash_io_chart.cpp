#include "web/scenes/flash/flash_io_picture.hpp"

namespace loom::scenes {

using namespace scene;

void FlashIoDrawing::chart() {
  Part part(p_, "chart");
  static constexpr Role roles[] = {Role::series_1, Role::series_2, Role::series_3, Role::muted};
  static constexpr std::string_view names[] = {"standard", "FA-1", "FA-2", "once"};
  std::vector<Tick> marks;
  for (int tokens = flash_least_tokens; tokens <= flash_most_tokens; tokens *= narrow_ ? 64 : 4)
    marks.push_back({px(tokens), integer(tokens)});
  axis_below(p_, chart_, tokens_, marks);
  axis_left(p_, chart_, bytes_, ticks(bytes_, narrow_ ? 3 : 4));
  Legend legend(p_, by_width(Point{206, 148}, Point{chart_.x - 50, chart_.y - 14}), width_, 10);
  legend.words("MB (log)");
  const auto style = [&](int loop) {
    return loop == flash_loops ? dashed(roles[loop], 1.5f)
                               : stroked(roles[loop], loop == s_.chosen() ? 3.f : 1.5f);
  };
  const auto draw_one = [&](int loop) {
    std::vector<Point> points;
    for (int point = 0; point < flash_points; ++point)
      if (const double bytes = nth(nth(s_.curves, loop), point); bytes > 0)
        points.push_back({tokens_(static_cast<double>(flash_tokens(point))), bytes_(bytes / 1e6)});
    p_.path(points, false, style(loop));
  };
  draw_one(s_.chosen());  // the thick line first, so that it hides no thin one
  for (int loop = 0; loop <= flash_loops; ++loop) {
    if (loop != s_.chosen()) draw_one(loop);
    legend.line("", names[loop], style(loop));
  }
  part.next("bounds");
  bounds(legend);
  part.next("chart");
  axis_title(p_, chart_, by_width("tokens (log)", "tokens (log scale)"), 30);
  const float x = tokens_(static_cast<double>(s_.options.n));
  upright(p_, x, chart_.y, chart_.bottom(), dashed(Role::lane, 1.5f));
  knob(p_, {x, bytes_(s_.bytes(s_.chosen()) / 1e6)}, Role::lane);
  p_.hotspot(chart_, fill("{}. Drag to choose their number", Word(s_.options.n, "token")),
             drag_x("tokens", tokens_));
}

// What theory says of the growth, as far as the chart reaches.
void FlashIoDrawing::bounds(Legend& legend) {
  const Style styles[] = {stroked(Role::ink, 1), dashed(Role::ink, 1)};
  for (const int loop : {0, 1}) {
    std::vector<Point> points;
    for (int point = 0; point < flash_points; ++point) {
      const auto tokens = static_cast<double>(flash_tokens(point));
      const double bytes = s_.bound(loop, tokens);
      if (bytes >= s_.curves[flash_loops][0] && bytes <= s_.curves[0][flash_points - 1])
        points.push_back({tokens_(tokens), bytes_(bytes / 1e6)});
    }
    p_.path(points, false, nth(styles, loop));
  }
  if (narrow_) return legend.line("", "bounds", styles[0]);
  legend.line("", "Nd + N²", styles[0]);
  legend.line("", s_.share() < 1 ? "sN²d²/M" : "N²d²/M", styles[1]);
}

}  // namespace loom::scenes
