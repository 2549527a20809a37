#include "web/scene/kit.hpp"
#include "web/scenes/scaling/ring_attention.hpp"

namespace loom::scenes {

constexpr float row = 24;

template <>
struct PictureOf<RingPicture> : Picture<RingPicture> {
  float gutter_ = by_width(38, 46);
  Rect square_ = {30, by_width(44, 52), by_width(132, 250), by_width(132, 250)};
  Rect chart_ = {by_width(gutter_, 366), by_width(206, 40), width_ - by_width(gutter_, 366) - 22,
                 by_width(118, 178)};
  Rect rows_ = {by_width(2, 318), chart_.bottom() + 52, width_ - by_width(4, 320), row * 2};
  Point words_ = by_width(Point{184, 60}, Point{30, square_.bottom() + 24});
  int pieces_ = s_.pieces();
  Grid grid_ = {square_, pieces_, pieces_};
  Gantt gantt_ = Gantt(p_, chart_, s_.until(s_.gpus),
                       now([&](int step) { return s_.until(std::max(step, 0)); }));

  float height() const { return std::max(rows_.bottom(), words_.y + by_width(0, 56)) + 8; }
  void draw() {
    legend();
    triangle();
    work();
    orders();
    overlap();
  }

  void legend() {
    Legend legend(p_, {2, 11}, width_, by_width(8, 16));
    legend.add("triangle", by_width("this step", "computed in this step"), solid(Role::compute));
    legend.add("triangle", "before", solid(Role::compute, 0.3f));
    legend.add("work", by_width("even steps", "steps 2, 4, …"), solid(Role::lane));
    legend.add("work", "waiting", waiting);
  }

  // Queries down, keys to the right, a cell for each pair of pieces; on the diagonal, half of it.
  void triangle() {
    const Part part(p_, "triangle");
    std::vector<Rect> before, now;
    std::vector<std::string> owners;
    for (int query = 0; query < pieces_; ++query) {
      owners.push_back(integer(s_.owner(query)));
      for (int key = 0; key <= query; ++key) {
        const int step = (s_.owner(query) - s_.owner(key) + s_.gpus) % s_.gpus;
        if (step >= view_.step) continue;
        const Rect cell = grid_.cells(key, query);
        const bool last = step == view_.step - 1;
        if (query > key) {
          (last ? now : before).push_back(cell);
          continue;
        }
        const Point corners[] = {
            {cell.x, cell.y}, {cell.right(), cell.bottom()}, {cell.x, cell.bottom()}};
        p_.path(corners, true, solid(Role::compute, last ? 1.f : 0.3f));
      }
    }
    p_.rects(before, solid(Role::compute, 0.3f));
    p_.rects(now, solid(Role::compute));
    grid_.lines(p_);
    row_heads(p_, grid_, owners);
    column_heads(p_, grid_, owners);
    if (!narrow_)
      p_.text({2, square_.y - 22}, "GPU with these queries (rows), keys (columns)", quiet);
    spot(square_, "Each row of cells is computed by the GPU at its left: {} of {} tokens",
         Word(pieces_, "piece"), s_.tokens / pieces_);
  }

  // A row for each GPU; a step begins for all when the last has the keys that it needs.
  void work() {
    const Part part(p_, "work");
    gantt_.axis("%");
    const float pitch = chart_.height / px(s_.gpus), gap = pitch > 12 ? 2.f : 1.f;
    double from = 0;
    for (int step = 0; step < s_.gpus; ++step) {
      const double end = from + s_.busiest(step);
      for (int gpu = 0; gpu < s_.gpus; ++gpu) {
        const Lane lane = {chart_.y + pitch * px(gpu) + gap / 2, pitch - gap};
        const double done = from + s_.share(nth(nth(s_.now().work, gpu), step));
        if (done > from) gantt_.work(lane, from, done, step % 2 == 0 ? Role::compute : Role::lane);
        gantt_.wait(lane, done, end);
      }
      from = end;
    }
    for (int gpu = 0; gpu < s_.gpus; ++gpu)
      if (pitch >= 13 || gpu % 2 == 0)
        gantt_.name({chart_.y + pitch * px(gpu), pitch},
                    fill("GPU {}", gpu).substr(narrow_ ? 4 : 0));
    gantt_.cursor();
    spot(chart_, drag_x("step", chart_.x, chart_.right(), 0, s_.gpus),
         "The GPUs use {} of their time. Drag to move through the steps",
         percent(s_.now().efficiency(), 1));
  }

  void orders() {
    const Part part(p_, "orders");
    const float from = rows_.x + by_width(104, 112), end = rows_.right() - 6;
    p_.text({from, rows_.y - 11}, "time, 100% if all had the same work", quiet);
    const double most = largest(
        s_.both, [](const auto& each) { return 100 / each.efficiency(); }, 100);
    BarRows rows(p_, {rows_.x, rows_.y, rows_.width, row}, from, end - from - 48);
    for (int order : {0, 1}) {
      const double time = 100 / nth(s_.both, order).efficiency();
      const bool chosen = order == static_cast<int>(s_.order);
      rows.next(chosen, ring_name(order));
      rows.bar(time / most, solid(Role::compute, chosen ? 1.f : 0.5f), fixed(time, 0) + "%");
      rows.does(choose("order", ring_value(order)), "{}: {}% of the time of equal work",
                ring_name(order), fixed(time, 1));
    }
  }

  // Whether a transfer is over before the computation is.
  void overlap() {
    const Part part(p_, "overlap");
    Lines lines(p_, words_, by_width(19, 18));
    const std::string own = integer(s_.own()),
                      least = integer(static_cast<long long>(std::ceil(s_.overlap)));
    if (narrow_) {
      lines.add("Tokens of a GPU:", quiet);
      lines.add(own, strong);
      lines.add("needed to hide the", quiet);
      lines.write(label, "keys on the way: {}", least);
    } else {
      lines.write(label, "Each GPU has {} tokens.", own);
      lines.write(label, "To hide the keys on the way it needs {}.", least);
    }
    lines.add(s_.in_time() ? "They arrive in time." : "They arrive late.",
              colored(strong, s_.in_time() ? Role::good : Role::bad));
  }
};

float RingPicture::picture(const Sheet& sheet) const { return picture_of(*this, sheet); }

}  // namespace loom::scenes
