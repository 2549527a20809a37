#include "web/scene/gantt.hpp"
#include "web/scene/kit.hpp"
#include "web/scenes/scaling/ring_attention.hpp"

namespace loom::scenes {

constexpr float row = 24;

struct RingAttentionDrawing : Picture<RingPicture> {
  float gutter_ = by_width(38, 46);
  Rect square_ = {30, by_width(44, 57), by_width(132, 245), by_width(132, 245)};
  Rect chart_ = {by_width(gutter_, 366), by_width(206, 40), width_ - by_width(gutter_, 366) - 22,
                 by_width(118, 178)};
  Rect rows_ = {by_width(2, 318), chart_.bottom() + 52, width_ - by_width(4, 320), row * 2};
  Point words_ = by_width(Point{184, 60}, Point{30, square_.bottom() + 24});
  int pieces_ = scaling::ring_pieces(s_.gpus, s_.order);
  Grid grid_ = {square_, pieces_, pieces_};
  Gantt gantt_ = Gantt(p_, chart_, s_.until(s_.gpus),
                       now([&](int step) { return s_.until(std::max(step, 0)); }));

  float height() const { return std::max(rows_.bottom(), words_.y + by_width(0, 56)) + 8; }
  void draw() {
    legend();
    in("triangle", [&] { triangle(); });
    in("work", [&] { work(); });
    in("orders", [&] { orders(); });
    in("overlap", [&] { overlap(); });
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
    std::vector<Rect> before, now;
    std::vector<std::string> owners;
    for (int query = 0; query < pieces_; ++query) {
      const int owner = scaling::ring_owner(s_.gpus, query);
      owners.push_back(integer(owner));
      for (int key = 0; key <= query; ++key) {
        const int step = (owner - scaling::ring_owner(s_.gpus, key) + s_.gpus) % s_.gpus;
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
      p_.text({2, square_.y - 27}, "GPU with these queries (rows), keys (columns)", quiet);
    spot(square_, "Each row of cells is computed by the GPU at its left: {} of {} tokens",
         Word(pieces_, "piece"), s_.tokens / pieces_);
  }

  // A row for each GPU; a step begins for all when the busiest is done and the keys are there.
  void work() {
    gantt_.axis("%");
    const float pitch = chart_.height / px(s_.gpus), gap = pitch > 12 ? 2.f : 1.f;
    for (int step = 0; step < s_.gpus; ++step) {
      const double from = s_.until(step), end = s_.until(step + 1);
      for (int gpu = 0; gpu < s_.gpus; ++gpu) {
        const Lane lane = {chart_.y + pitch * px(gpu) + gap / 2, pitch - gap};
        const auto pairs = static_cast<double>(nth(nth(s_.now().work, gpu), step));
        const double done = from + s_.share(pairs);
        if (done > from) gantt_.work(lane, from, done, step % 2 == 0 ? Role::compute : Role::lane);
        gantt_.wait(lane, done, end);
      }
    }
    for (int gpu = 0; gpu < s_.gpus; ++gpu)
      if (pitch >= 13 || gpu % 2 == 0)
        gantt_.name({chart_.y + pitch * px(gpu), pitch},
                    fill("GPU {}", gpu).substr(narrow_ ? 4 : 0));
    gantt_.cursor();
    spot(chart_, drag_x("step", chart_.x, chart_.right(), 0, s_.gpus),
         "The GPUs use {} of their time. Drag to move through the steps",
         percent(s_.schedule().efficiency, 1));
  }

  void orders() {
    const float from = rows_.x + by_width(104, 112), end = rows_.right() - 6;
    p_.text({from, rows_.y - 11}, "time, 100%: equal work, no waiting", quiet);
    const double most = largest(
        s_.schedules, [](const auto& each) { return 100 / each.efficiency; }, 100);
    BarRows rows(p_, {rows_.x, rows_.y, rows_.width, row}, from, end - from - 54);
    for (int order : {0, 1}) {
      const double time = 100 / nth(s_.schedules, order).efficiency;
      const bool chosen = order == static_cast<int>(s_.order);
      rows.next(chosen, ring_name(order));
      rows.bar(time / most, solid(Role::compute, chosen ? 1.f : 0.5f), ring_time(time) + "%");
      rows.does(choose("order", ring_value(order)), "{}: {}% of the time of equal work",
                ring_name(order), ring_time(time));
    }
  }

  // Whether a transfer is over before the computation is.
  void overlap() {
    Lines lines(p_, words_, by_width(19, 18));
    const std::string own = integer(s_.own()),
                      least = integer(static_cast<long long>(std::ceil(s_.overlap)));
    if (narrow_) {
      lines.add("Tokens of a GPU:", quiet);
      lines.add(own, strong);
      lines.add("needed to hide the", quiet);
      lines.add(fill("keys on the way: {}", least), label);
    } else {
      lines.add(fill("Each GPU has {} tokens.", own), label);
      lines.add(fill("To hide the keys on the way it needs {}.", least), label);
    }
    const int late = s_.schedule().late;
    lines.add(late == 0            ? "They arrive in time."
              : late < s_.gpus - 1 ? "The first arrive late."
                                   : "They arrive late.",
              colored(strong, late == 0 ? Role::good : Role::bad));
  }
};

float RingPicture::picture(const Sheet& sheet) const { return picture_of(*this, sheet); }

}  // namespace loom::scenes
