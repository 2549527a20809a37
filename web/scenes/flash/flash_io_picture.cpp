#include "web/scenes/flash/flash_io_picture.hpp"

#include <string>

#include "web/scene/kit/quantity.hpp"

namespace loom::scenes {

using namespace scene;

double FlashIoDrawing::most() const {
  double most = 0;
  for (int loop = 0; loop < flash_loops; ++loop)
    most = std::max({most, s_.bytes(loop), s_.bound(loop)});
  return most;
}

void FlashIoDrawing::bars() {
  const float left = by_width(2, 300), row = bars_.height / 4;
  Legend legend(p_, {left + 4, 9}, width_, 12);
  legend.add("bars", "read", flash_read_style);
  legend.add("bars", "written", flash_write_style);
  legend.tick("bounds", by_width("bound", "bound, without its constant"), stroked(Role::ink, 2));
  Part part(p_, "bars");
  static constexpr std::string_view names[] = {"B", "kB", "MB", "GB", "TB", "PB", "EB"};
  int prefix = 0;
  double unit = 1;
  for (; most_ / unit >= 1000; ++prefix) unit *= 1000;
  const Scale scale = {x_.from_px, x_.to_px, 0, most_ / unit};
  axis_below(p_, bars_, scale, ticks(scale, narrow_ ? 3 : 4),
             std::string(" ").append(nth(names, prefix)));
  BarRows rows(p_, {left, bars_.y, width_ - left, row}, bars_.x, bars_.width);
  const double done = now([&](int step) { return nth(s_.steps, std::max(0, step)).bytes; });
  for (int loop = 0; loop < flash_loops; ++loop) {
    const kernels::FlashIo& io = nth(s_.all, loop);
    const bool here = loop == s_.chosen();
    const float end = x_(s_.bytes(loop)), middle = x_(static_cast<double>(io.reads) * s_.element);
    rows.next(here);
    rows.name(flash_name(loop));
    const float top = rows.middle() - 6;
    // What is still to come is pale.
    const auto piece = [&](float from, float to, Role role) {
      const float until = here ? std::clamp(x_(done), from, to) : to;
      if (to > until) p_.rect({until, top, to - until, 12}, solid(role, 0.3f));
      if (until > from) p_.rect({from, top, until - from, 12}, solid(role));
    };
    piece(bars_.x, middle, Role::data);
    piece(middle, end, Role::compute);
    p_.text({std::max(end, x_(s_.bound(loop))) + 6, rows.middle()}, prefixed(s_.bytes(loop), "B"),
            here ? strong : label);
    rows.does(fill("{}: {} read, {} written", flash_name(loop),
                   prefixed(static_cast<double>(io.reads) * s_.element, "B"),
                   prefixed(static_cast<double>(io.writes) * s_.element, "B")),
              choose("loop", flash_value(loop)));
  }
  rows.next();
  rows.name("Each tensor once");
  rows.bar_to(x_(s_.least), solid(Role::muted), 12);
  p_.text({x_(s_.least) + 6, rows.middle()}, prefixed(s_.least, "B"), label);
  part.next("bounds");
  for (int loop = 0; loop < flash_loops; ++loop) {
    const float y = bars_.y + row * (px(loop) + 0.5f);
    upright(p_, x_(s_.bound(loop)), y - 9, y + 9, stroked(Role::ink, 2));
  }
}

void FlashIoDrawing::kernels() {
  const Part part(p_, "blocks");
  const float left = 2, right = by_width(204, 262), row = by_width(19, 24);
  const float first = by_width(170, 40), writes = right - 6, reads = writes - by_width(52, 68);
  p_.text({left + 4, first - 14}, step_.backward ? "Backward" : "Forward", strong);
  p_.text({reads, first - 14}, "read", ended(quiet));
  p_.text({writes, first - 14}, "written", ended(quiet));
  const auto all = kernels::standard_kernels(s_.options, step_.backward);
  for (int i = 0; i < static_cast<int>(all.size()); ++i) {
    const kernels::StandardKernel& kernel = nth(all, i);
    const Rect box = {left, first + row * px(i), right - left, row};
    const bool here = view_.step > 0 && i == step_.outer - 1;
    if (here) chosen_ground(p_, box);
    const float y = box.center().y;
    const TextStyle style = i >= step_.outer ? quiet : here ? strong : label;
    p_.text({left + 4, y}, kernel.name, style);
    p_.text({reads, y}, prefixed(static_cast<double>(kernel.reads) * s_.element, "B"),
            ended(style));
    p_.text({writes, y}, prefixed(static_cast<double>(kernel.writes) * s_.element, "B"),
            ended(style));
  }
}

void FlashIoDrawing::notes() {
  const Part part(p_, "blocks");
  if (s_.standard()) {
    const float y = by_width(334, 40 + 24 * 6 + 20);
    Lines lines(p_, {6, y}, 18);
    lines.add(fill("S and P: {} × {} numbers each", s_.options.n, s_.options.n), quiet);
    return;
  }
  Legend legend(p_, by_width(Point{2, 334}, Point{2, square_.bottom() + 36}), width_, 10);
  legend.add("", "stays on the chip", flash_kept_style);
  legend.add("", "read", flash_read_style);
  legend.add("", "written", flash_write_style);
  write(by_width(Point{2, 352}, Point{2, square_.bottom() + 58}), label,
        "{} × {} blocks; on chip: {}", s_.rows(), s_.columns(), binary_bytes(2 * s_.on_chip()));
}

float FlashIoState::picture(const Sheet& sheet) const {
  return drawn<FlashIoDrawing>(*this, sheet);
}

}  // namespace loom::scenes
