#include <algorithm>

#include "web/scene/kit.hpp"
#include "web/scene/kit/quantity.hpp"
#include "web/scenes/chips/roofline.hpp"

namespace loom::scenes {
namespace {

using namespace scene;

constexpr double least_intensity = 0.05, most_intensity = 20000;

constexpr Style ring = {.fill = Role::surface, .stroke = Role::data, .stroke_width = 1.5f},
                fused = {.fill = Role::data, .stroke = Role::data, .stroke_width = 1.5f},
                yours = {.fill = Role::series_4, .stroke = Role::surface};

// Three digits that count, of small rates too.
std::string rate_text(double tflops) {
  return tflops < 0.1 ? prefixed(tflops * 1e12, "FLOP/s") : quantity(tflops, "TFLOP/s");
}

struct Layout {
  float width;
  bool narrow = is_narrow(width);
  Rect plot = {46, 30, (narrow ? width : 500) - 46 - 10, narrow ? 190.f : 240.f};
  // Of the times.
  float left = narrow ? 2.f : 526.f;
  float top = narrow ? plot.bottom() + 62 : 14;

  float height() const { return narrow ? top + 122 : plot.bottom() + 44; }
};

class Drawing {
 public:
  Drawing(const RooflineChart& chart, Painter& painter, float width)
      : chart_(chart), p_(painter), at_{width} {
    x_ = {at_.plot.x, at_.plot.right(), least_intensity, most_intensity, true};
    y_ = {at_.plot.bottom(), at_.plot.y, chart.peak() / 2e4, chart.peak() * 2, true};
  }

  void run() {
    axes();
    roof();
    measured();
    own();
    operation();
    times();
    legend();
  }

 private:
  void axes() {
    axis_left(p_, at_.plot, y_, ticks(y_, 5));
    axis_below(p_, at_.plot, x_, ticks(x_, 6));
    p_.text({2, 10}, at_.narrow ? "TFLOP/s, log" : "TFLOP/s, logarithmic", quiet);
    p_.text({at_.plot.right(), at_.plot.bottom() + 34},
            at_.narrow ? (chart_.own ? "FLOPs a byte" : "FLOPs a byte, log")
                       : "FLOPs a byte, logarithmic",
            ended(quiet));
  }

  // What memory feeds, up to what the units do.
  void roof() {
    const double ridge = chart_.roof.ridge;
    const Point low = {x_(least_intensity), y_(chart_.attainable(least_intensity))},
                bend = {x_(ridge), y_(chart_.peak())}, end = {at_.plot.right(), y_(chart_.peak())};
    // Below the plot's lower edge the roof is out of sight.
    const double seen = std::max(least_intensity, y_.from / (chart_.gpu->bandwidth.value / 1e3));
    const Point first = seen > least_intensity ? Point{x_(seen), at_.plot.bottom()} : low;
    {
      const Part part(p_, "roof");
      const Point line[] = {first, bend, end};
      p_.path(line, false, {.stroke = Role::ink, .stroke_width = 2});
      const Point name_at = {end.x - 2, end.y - 11};
      const std::string name =
          fill("{}: {} {}", {chart_.format->name, significant(chart_.peak()),
                             chart_.format->id == "int8" ? "TOP/s" : "TFLOP/s"});
      plate(p_, name_at, name, ended(label));
      p_.text(name_at, name, ended(label));
      p_.text({at_.plot.x + 6, at_.plot.y + 4},
              fill("slope: {} GB/s", {significant(chart_.gpu->bandwidth.value)}), label);
    }
    const Part part(p_, "ridge");
    const Style dashes = {.stroke = Role::muted, .dashed = true};
    const Rect rate = rate_box();
    if (bend.x > rate.x && bend.x < rate.right()) {  // around it
      if (rate.y > bend.y) p_.line(bend, {bend.x, rate.y}, dashes);
      p_.line({bend.x, rate.bottom()}, {bend.x, at_.plot.bottom()}, dashes);
    } else {
      p_.line(bend, {bend.x, at_.plot.bottom()}, dashes);
    }
    // Not across the operation's own line.
    const float before = bend.x - x_(chart_.roof.intensity);
    const bool right = before > 0 && before < 76 && bend.x + 80 < at_.plot.right();
    p_.text({bend.x + (right ? 5.f : -5.f), at_.plot.bottom() - 10},
            fill("ridge {}", {brief(ridge)}), right ? quiet : ended(quiet));
  }

  // Where a point stands. One beyond the plot is held inside, and a head points to where it would
  // be.
  Point held(double intensity, double tflops, float radius, Role role) {
    Point place = {x_(intensity), y_(tflops)};
    const float off = radius + 6;
    if (tflops < y_.from || tflops > y_.to) {
      const bool below = tflops < y_.from;
      arrow_head(p_, place, below ? Toward::down : Toward::up, role, 5, 4);
      place.y += below ? -off : off;
    }
    if (intensity < x_.from || intensity > x_.to) {
      const bool before = intensity < x_.from;
      arrow_head(p_, {place.x, place.y}, before ? Toward::left : Toward::right, role, 5, 4);
      place.x += before ? off : -off;
    }
    return place;
  }

  // What PyTorch reached, eager or compiled: a ring for each operation.
  void measured() {
    if (!chart_.measured()) return;
    const Part part(p_, "measured");
    const auto all = device::h200::measured_operations();
    for (size_t i = 0; i < all.size(); ++i) {
      const auto& one = all[i];
      const device::Roof roof =
          *device::roofline(*chart_.gpu, *chart_.format, one.work, chart_.overhead);
      const Point place = held(roof.intensity, roof.flops / one.us() / 1e6, 3.5f, Role::data);
      const double share = roof.seconds * 1e6 / one.us();
      p_.circle(place, 3.5f, RooflineChart::is_fused(one, share) ? fused : ring);
      const OperationState state = state_of(i);
      Action show = choose("operation", std::string(state.operation));
      show.also = state.sizes;
      p_.hotspot({{place.x - 7, place.y - 7, 14, 14},
                  fill(RooflineChart::is_fused(one, share)
                           ? "{}, {}, {}: {}, {} × the unfused limit. Show it"
                           : "{}, {}, {}: {}, {} of its roof. Show it",
                       {one.name, one.size, one.compiled() ? "compiled" : "eager",
                        quantity(one.us(), "µs"),
                        RooflineChart::is_fused(one, share) ? fixed(share, 2) : percent(share, 0)}),
                  show});
    }
  }

  void own() {
    if (!chart_.own) return;
    const Part part(p_, "own");
    const Point place = held(chart_.own->intensity(),
                             chart_.own->flops / chart_.own->seconds / 1e12, 5, Role::series_4);
    p_.rect({place.x - 5, place.y - 5, 10, 10}, yours);
  }

  void operation() {
    const Part part(p_, "operation");
    const Point place = held(chart_.roof.intensity, chart_.roof.tflops(), 6, Role::compute);
    p_.line({place.x, at_.plot.bottom()}, place, {.stroke = Role::compute, .stroke_width = 1.5f});
    p_.circle(place, 6, {.fill = Role::compute, .stroke = Role::surface, .stroke_width = 2});
    const Rect box = rate_box();
    const Point at = {box.x, box.center().y};
    const std::string rate = rate_text(chart_.roof.tflops());
    plate(p_, at, rate, strong);
    p_.text(at, rate, strong);
  }

  bool on_ring(const Rect& box) const {
    if (!chart_.measured()) return false;
    for (const auto& one : device::h200::measured_operations()) {
      const float x = x_(one.work.flops / (one.work.numbers * chart_.format->bytes)),
                  y = y_(one.work.flops / one.us() / 1e6);
      if (x > box.x - 7 && x < box.right() + 7 && y > box.y - 4 && y < box.bottom() + 4)
        return true;
    }
    return false;
  }

  // Beside the operation's line, the first place that is free of rings.
  Rect rate_box() const {
    const float at = x_(chart_.roof.intensity),
                wide = text_width(rate_text(chart_.roof.tflops()), Size::small, Weight::semibold);
    Rect box = {at > at_.plot.right() - 110 ? at - 7 - wide : at + 7, 0, wide, 18};
    const float first = y_(chart_.roof.tflops()) + 34, last = at_.plot.bottom() - 26;
    for (float middle = first; middle < last; middle += 6) {
      box.y = middle - 9;
      if (!on_ring(box)) return box;
    }
    box.y = std::min(first, last) - 9;
    return box;
  }

  void legend() {
    Legend legend(p_, {at_.plot.x, at_.plot.bottom() + 34}, at_.width);
    if (chart_.measured())
      legend.point("",
                   at_.narrow   ? "measured"
                   : chart_.own ? "PyTorch"
                                : "PyTorch, eager or compiled",
                   ring);
    if (chart_.measured()) legend.point("", "fused", fused);
    if (chart_.own) legend.add("", "yours", yours);
  }

  // How long each of the three takes; the longest is the limit.
  void times() {
    const device::Roof& roof = chart_.roof;
    const struct {
      std::string_view name, how;
      double seconds;
      Role role;
    } rows[] = {{"moving bytes", "bytes / bandwidth", roof.memory, Role::data},
                {"arithmetic", "FLOPs / peak", roof.compute, Role::compute},
                {"launch", "in a graph, measured", chart_.overhead, Role::wait}};
    // A narrow row has its bar between name and time.
    const float right = at_.width - 2, from = at_.left + (at_.narrow ? 92.f : 0.f),
                full = right - from - (at_.narrow ? 62.f : 4.f), pitch = at_.narrow ? 21 : 38;
    const Part part(p_, "times");
    p_.text({at_.left, at_.top}, "Time of each, at least", strong);
    float y = at_.top + 24;
    for (const auto& row : rows) {
      const bool limit = row.seconds == roof.seconds;
      p_.text({at_.left, y}, row.name, limit ? strong : label);
      p_.text({right, y}, prefixed(row.seconds, "s"), ended(limit ? strong : label));
      const Rect bar = {from, at_.narrow ? y - 5 : y + 10,
                        std::max(1.f, full * static_cast<float>(row.seconds / roof.seconds)), 10};
      p_.rect(bar, {.fill = row.role, .fill_opacity = limit ? 1 : 0.5f});
      p_.hotspot({{at_.left, y - 9, right - at_.left, pitch - 3},
                  fill("{}: {}, {}", {row.name, row.how, prefixed(row.seconds, "s")})});
      y += pitch;
    }
    Lines lines(p_, {at_.left, at_.narrow ? y : y + 14}, at_.narrow ? 18.f : 19.f);
    const auto pytorch = [&] {
      const auto* run = chart_.run();
      if (!run) return;
      lines.add(run->compiled() ? "PyTorch, compiled" : "PyTorch, eager", right,
                prefixed(run->us() / 1e6, "s"));
      const double share = roof.seconds * 1e6 / run->us();
      if (RooflineChart::is_fused(*run, share))
        lines.add("× the unfused limit", right, fixed(share, 2));
      else
        lines.add("of its roof", right, percent(share, 0));
    };
    if (at_.narrow) return pytorch();
    lines.add("FLOPs", right, prefixed(roof.flops, "FLOP"));
    lines.add("bytes", right, prefixed(roof.bytes, "B"));
    lines.add("FLOPs a byte", right, brief(roof.intensity));
    lines.add("ridge", right, brief(roof.ridge));
    pytorch();
  }

  const RooflineChart& chart_;
  Painter& p_;
  const Layout at_;
  Scale x_, y_;
};

}  // namespace

float RooflineChart::height(float width) const { return Layout{width}.height(); }

void RooflineChart::draw(Painter& painter, const View& view) const {
  Drawing(*this, painter, view.width).run();
}

}  // namespace loom::scenes
