#include <numbers>

#include "web/scene/kit.hpp"
#include "web/scenes/scaling/all_reduce.hpp"
#include "web/scenes/scaling/measured_runs.hpp"

namespace loom::scenes {

using scaling::AllReduceKind, scaling::Transfer;

constexpr Role lines[reduce_kinds] = {Role::series_1, Role::series_3, Role::series_4,
                                      Role::series_5};
constexpr float row = 24, names_high = 15;

template <>
struct PictureOf<ReducePicture> : Picture<ReducePicture> {
  int gpus_ = s_.options.gpus;
  bool many_ = gpus_ > 8;
  // Two GPUs leave room for the curves on a phone, too.
  bool low_ = narrow_ && gpus_ == 2;
  Rect circle_ = {2, 24, by_width(width_ - 4, 366), by_width(low_ ? 84.f : 240.f, 356)};
  float box_wide_ = many_ ? by_width(34, 46) : by_width(56, 64), box_high_ = by_width(30, 34);
  float left_ = by_width(2, 396);  // of the rows
  Rect rows_ = {left_, by_width(circle_.bottom() + 34, 24), width_ - left_ - 2, row* reduce_kinds};
  Rect plot_ = {left_ + 52, rows_.bottom() + 44, width_ - left_ - 66, by_width(80, 172)};
  bool resting_ = view_.fraction >= 1 || view_.step == 0;
  int done_ = resting_ ? view_.step : view_.step - 1;  // steps whose transfers have arrived
  Scale x_ = {plot_.x, plot_.right(), least_reduce, most_reduce, true};
  Scale y_ = {plot_.bottom(), plot_.y, 1e-9, 100, true};

  float height() const { return by_width(404, circle_.bottom() + 6); }
  void draw() {
    legend();
    transfers();
    circle();
    rows();
    if (!narrow_ || low_) curves();
  }

  void legend() {
    Legend legend(p_, {2, 11}, by_width(width_, left_), by_width(8, 14));
    legend.add("circle", by_width("part of the sum", "has a part of the sum"), solid(Role::data));
    legend.add("circle", "all of it", solid(Role::good));
    legend.line("moving", by_width("sent", "sent in this step"), stroked(Role::lane, 2));
  }

  // GPU 0 is at the top, the others follow clockwise; the switch is in the middle.
  Point place(int gpu) const {
    const Point center = circle_.center();
    if (gpu == gpus_) return center;
    const double angle = 2 * std::numbers::pi * gpu / gpus_;
    return {center.x + px(std::sin(angle)) * (circle_.width - box_wide_) / 2,
            center.y - px(std::cos(angle)) * (circle_.height - box_high_) / 2};
  }
  Rect box(int gpu) const {
    const Point at = place(gpu);
    return {at.x - box_wide_ / 2, at.y - box_high_ / 2, box_wide_, box_high_};
  }

  // Where a line from one box to another leaves the first.
  Point edge(Point from, Point to) const {
    const float dx = to.x - from.x, dy = to.y - from.y;
    const float share = std::min((box_wide_ / 2 + 3) / std::max(std::abs(dx), 0.01f),
                                 (box_high_ / 2 + 3) / std::max(std::abs(dy), 0.01f));
    return between(from, to, std::min(share, 0.5f));
  }

  // What the last step has sent, or is sending.
  void transfers() {
    const Part part(p_, "moving");
    if (view_.step == 0) return;
    const auto& moved = nth(s_.transfers, view_.step - 1);
    for (const Transfer& each : moved) {
      const Point from = edge(place(each.from), place(each.to)),
                  to = edge(place(each.to), place(each.from));
      if (moved.size() > 32)  // heads would hide each other
        p_.line(from, to, stroked(Role::lane, 0.75f));
      else
        arrow(p_, from, to, s_.chunks() == 2 && each.chunk == 1 ? Role::compute : Role::lane);
      if (resting_) continue;
      p_.rect(around(between(from, to, view_.fraction), 4), rounded(solid(Role::data)));
    }
  }

  // A GPU's name, and below it a cell for each chunk: as full as it has GPUs in its sum.
  void circle() {
    const Part part(p_, "circle");
    const bool with_switch = s_.options.kind == AllReduceKind::in_switch;
    for (int gpu = 0; gpu < gpus_ + with_switch; ++gpu) {
      const Rect all = box(gpu);
      const std::vector<int>& own = nth(nth(s_.sums, done_), gpu);
      p_.rect(all, rounded(edged(Role::surface, Role::muted), 3));
      write({all.center().x, all.y + 8}, centered(label),
            gpu == gpus_ ? std::string("switch")
            : many_      ? integer(gpu)
                         : fill("GPU {}", gpu));
      const Grid cells = {
          {all.x + 3, all.y + names_high, all.width - 6, all.height - names_high - 3},
          static_cast<int>(own.size()),
          1};
      int whole = 0;
      for (size_t chunk = 0; chunk < own.size(); ++chunk) {
        const Rect cell = cells.cell(static_cast<int>(chunk));
        const bool complete = own[chunk] == gpus_;
        const float high = cell.height * px(own[chunk]) / px(gpus_);
        whole += complete;
        if (own[chunk] > 0)
          p_.rect(band(cell, cell.bottom() - high, high),
                  solid(complete ? Role::good : Role::data));
      }
      cells.lines(p_);
      spot(all, gpu == gpus_ ? Action{} : seek(std::min(s_.steps(), gpu)),
           gpu == gpus_ ? std::string("The switch adds what the GPUs send it")
                        : fill("GPU {}: {} of {} with the whole sum", gpu, whole,
                               Word(own.size(), "chunk")));
    }
  }

  // Every algorithm at this size.
  void rows() {
    const Part part(p_, "rows");
    const float from = left_ + by_width(86, 92), steps = rows_.right() - 6 - by_width(0, 62),
                sent = rows_.right() - 6, full = steps - from - by_width(90, 106);
    const float y = rows_.y - 11;
    const double most =
        largest(s_.all, [](const scaling::AllReduce& each) { return each.seconds; });
    write({from, y}, quiet, by_width("time for {}", "time for {} of data"),
          prefixed(s_.options.bytes, "B"));
    p_.text({steps, y}, "steps", ended(quiet));
    if (!narrow_) p_.text({sent, y}, "sent", ended(quiet));
    BarRows rows(p_, {left_, rows_.y, rows_.width, row}, from, full);
    for (int kind = 0; kind < reduce_kinds; ++kind) {
      const scaling::AllReduce& each = nth(s_.all, kind);
      const bool chosen = kind == s_.chosen();
      rows.next(chosen, reduce_name(kind));
      rows.bar(most > 0 ? each.seconds / most : 0, solid(nth(lines, kind), chosen ? 1.f : 0.6f),
               prefixed(each.seconds, "s"));
      rows.cell(steps, integer(each.steps));
      if (!narrow_) rows.cell(sent, prefixed(each.bytes_sent, "B"));
      rows.does(choose("algorithm", reduce_value(kind)), "{}: {}, the busiest GPU sends {}, {}",
                reduce_name(kind), Word(each.steps, "step"), prefixed(each.bytes_sent, "B"),
                prefixed(each.seconds, "s"));
    }
  }

  // The same for every size. Latency decides at the left, bandwidth at the right.
  void curves() {
    const Part part(p_, "curves");
    axis_left(p_, plot_, y_, {{1e-9, "1 ns"}, {1e-6, "1 µs"}, {1e-3, "1 ms"}, {1, "1 s"}});
    axis_below(p_, plot_, x_,
               {{1e3, "1 kB"}, {1e5, "100 kB"}, {1e7, "10 MB"}, {1e9, "1 GB"}, {1e11, "100 GB"}});
    write({left_, plot_.y - 16}, quiet, "time, logarithmic{}",
          s_.measured ? "; dots: NCCL on two H200s" : "");
    axis_title(p_, plot_, "data of each GPU, logarithmic");
    for (int kind = 0; kind < reduce_kinds; ++kind)
      curve(p_, stroked(nth(lines, kind), kind == s_.chosen() ? 3.f : 1.5f), reduce_sizes,
            [&](int i) { return placed(x_, y_, reduce_size(i), nth(nth(s_.at, kind), i)); });
    if (s_.measured) measured_runs(p_, scaling::Collective::all_reduce, x_, y_);
    const float at = x_(s_.options.bytes);
    upright(p_, at, plot_.y - 8, plot_.bottom(), stroked(Role::ink, 1.5f));
    p_.circle({at, y_(s_.now().seconds)}, 4, edged(nth(lines, s_.chosen()), Role::surface));
    spot(plot_,
         drag_x("size", Scale{plot_.x, plot_.right(), least_reduce / 1e6, most_reduce / 1e6, true}),
         "{}. Drag to choose the size", prefixed(s_.options.bytes, "B"));
  }
};

float ReducePicture::picture(const Sheet& sheet) const { return picture_of(*this, sheet); }

}  // namespace loom::scenes
