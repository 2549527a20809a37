#include <numbers>

#include "core/scaling/collective_fit.hpp"
#include "web/scene/kit.hpp"
#include "web/scene/kit/quantity.hpp"
#include "web/scenes/scaling/all_reduce.hpp"

namespace loom::scenes {

using scaling::AllReduceKind, scaling::Transfer;

constexpr Role lines[reduce_kinds] = {Role::series_1, Role::series_3, Role::series_4,
                                      Role::series_5};
constexpr float row = 24, names_high = 15;
constexpr int fit_points = 13;

struct AllReduceDrawing : Picture<ReducePicture> {
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

  float height() const { return by_width(404, circle_.bottom() + 6); }
  void draw() {
    legend();
    in("moving", [&] { transfers(); });
    in("circle", [&] { circle(); });
    in("rows", [&] { rows(); });
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
    return {from.x + dx * std::min(share, 0.5f), from.y + dy * std::min(share, 0.5f)};
  }

  // What the last step has sent, or is sending.
  void transfers() {
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
    const bool with_switch = s_.options.kind == AllReduceKind::in_switch;
    for (int gpu = 0; gpu < gpus_ + with_switch; ++gpu) {
      const Rect all = box(gpu);
      const std::vector<int>& own = nth(nth(s_.sums, done_), gpu);
      p_.rect(all, {.fill = Role::surface, .stroke = Role::muted, .radius = 3});
      p_.text({all.center().x, all.y + 8},
              gpu == gpus_ ? std::string("switch")
              : many_      ? integer(gpu)
                           : fill("GPU {}", gpu),
              centered(label));
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
          p_.rect({cell.x, cell.bottom() - high, cell.width, high},
                  solid(complete ? Role::good : Role::data));
      }
      cells.lines(p_);
      p_.hotspot(all,
                 gpu == gpus_ ? std::string("The switch adds what the GPUs send it")
                              : fill("GPU {}: {} of {} with the whole sum", gpu, whole,
                                     Word(own.size(), "chunk")),
                 gpu == gpus_ ? Action{} : seek(std::min(s_.steps(), gpu)));
    }
  }

  // Every algorithm at this size.
  void rows() {
    const float from = left_ + by_width(86, 92), steps = rows_.right() - 6 - by_width(0, 62),
                sent = rows_.right() - 6, full = steps - from - by_width(90, 106);
    const float y = rows_.y - 11;
    const double most = largest(s_.all, &scaling::AllReduce::seconds);
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
    if (s_.measured) return against_the_rule();
    const Scale y = {plot_.bottom(), plot_.y, 1e-9, 100, true};
    std::vector<Tick> times;
    for (const double seconds : {1e-9, 1e-6, 1e-3, 1.})
      times.push_back({seconds, plain(seconds, "s")});
    axis_left(p_, plot_, y, times);
    sizes("time, logarithmic");
    for (int kind = 0; kind < reduce_kinds; ++kind)
      curve(
          p_, reduce_sizes,
          [&](int i) {
            return Point{x_(reduce_size(i)), y(nth(nth(s_.at, kind), i))};
          },
          stroked(nth(lines, kind), kind == s_.chosen() ? 3.f : 1.5f));
    chosen_size(y(s_.now().seconds));
  }

  // Times of NCCL, and of the other algorithms, divided by the ring's: the chart has octaves, not
  // decades, so that an error can be seen.
  void against_the_rule() {
    const auto all = relative();
    double least = 0.5, most = 4;
    for (const auto& [bytes, ratio] : all) {
      while (ratio < least) least /= 2;
      while (ratio > most) most *= 2;
    }
    const Scale y = {plot_.bottom(), plot_.y, least, most, true};
    axis_left(p_, plot_, y, ticks(y, narrow_ ? 4 : 6, 2), "×");
    sizes(by_width("time ÷ the rule’s; dots: NCCL, dashed: fits",
                   "time ÷ the ring’s by the rule; dots: NCCL, dashed: its fits"));
    for (int kind = 0; kind < reduce_kinds; ++kind)
      curve(
          p_, reduce_sizes,
          [&](int i) {
            return Point{x_(reduce_size(i)), y(nth(nth(s_.at, kind), i) / nth(s_.at[0], i))};
          },
          stroked(nth(lines, kind), kind == s_.chosen() ? 3.f : 1.5f));
    for (const scaling::CollectiveFit& each :
         scaling::collective_fits(scaling::Collective::all_reduce, scaling::h200::collective_runs))
      curve(
          p_, fit_points,
          [&](int i) {
            const double bytes =
                each.least * std::pow(each.most / each.least, i / (fit_points - 1.));
            const double sent = bytes * scaling::sent_share(scaling::Collective::all_reduce, gpus_);
            return Point{x_(bytes), y(each.fit.seconds(sent) / s_.ring_seconds(bytes))};
          },
          dashed(Role::ink));
    for (const auto& [bytes, ratio] : all) p_.circle({x_(bytes), y(ratio)}, 2, solid(Role::ink));
    chosen_size(y(s_.now().seconds / s_.all[0].seconds));
  }

  // Bytes of each measured run, and its time as a multiple of the ring's by the rule.
  std::vector<std::pair<double, double>> relative() const {
    std::vector<std::pair<double, double>> found;
    for (const scaling::h200::CollectiveRun& run : scaling::h200::collective_runs)
      if (run.operation == scaling::Collective::all_reduce)
        found.emplace_back(run.bytes, run.us * 1e-6 / s_.ring_seconds(run.bytes));
    return found;
  }

  void sizes(std::string_view title) {
    std::vector<Tick> sizes;
    for (const double bytes : {1e3, 1e5, 1e7, 1e9, 1e11})
      sizes.push_back({bytes, plain(bytes, "B")});
    axis_below(p_, plot_, x_, sizes);
    p_.text({left_, plot_.y - 16}, title, quiet);
    axis_title(p_, plot_, "data of each GPU, logarithmic");
  }

  void chosen_size(float y) {
    const float at = x_(s_.options.bytes);
    upright(p_, at, plot_.y - 8, plot_.bottom(), stroked(Role::ink, 1.5f));
    p_.circle({at, y}, 4, {.fill = nth(lines, s_.chosen()), .stroke = Role::surface});
    const Scale megabytes = {plot_.x, plot_.right(), least_reduce / 1e6, most_reduce / 1e6, true};
    spot(plot_, drag_x("size", megabytes), "{}. Drag to choose the size",
         prefixed(s_.options.bytes, "B"));
  }

  // A power of ten with its prefix: "10 µs".
  static std::string plain(double value, std::string_view unit) {
    std::string text = prefixed(value, unit);
    if (const size_t point = text.find('.'); point != text.npos)
      text.erase(point, text.find(' ') - point);
    return text;
  }
};

float ReducePicture::picture(const Sheet& sheet) const { return picture_of(*this, sheet); }

}  // namespace loom::scenes
