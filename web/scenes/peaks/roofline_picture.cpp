#include "web/scene/kit.hpp"
#include "web/scenes/peaks/roofline.hpp"

namespace loom::scenes {

constexpr double least_intensity = 0.05, most_intensity = 20000;

constexpr Style ring = edged(Role::surface, Role::data, 1.5f),
                fused = edged(Role::data, Role::data, 1.5f),
                yours = edged(Role::series_4, Role::surface);

struct RooflineDrawing : Picture<RooflineChart> {
  Rect plot_ = {46, 30, (narrow_ ? width_ : 500) - 46 - 10, by_width(190, 240)};
  // Of the times.
  float left_ = by_width(2, 526);
  float top_ = narrow_ ? plot_.bottom() + 62 : 14;

  float height() const { return narrow_ ? top_ + 122 : plot_.bottom() + 44; }
  Scale x_ = {plot_.x, plot_.right(), least_intensity, most_intensity, true};
  Scale y_ = {plot_.bottom(), plot_.y, s_.peak() / 2e4, s_.peak() * 2, true};

  void draw() {
    axes();
    roof();
    measured();
    own();
    in("operation", [&] { operation(); });
    times();
    legend();
  }

  void axes() {
    axis_left(p_, plot_, y_, ticks(y_, 5));
    axis_below(p_, plot_, x_, ticks(x_, 6));
    p_.text({2, 10}, by_width("TFLOP/s, log", "TFLOP/s, logarithmic"), quiet);
    const char* brief_title = s_.own ? "FLOPs a byte" : "FLOPs a byte, log";
    axis_title(p_, plot_, by_width(brief_title, "FLOPs a byte, logarithmic"));
  }

  // What memory feeds, up to what the units do.
  void roof() {
    const double ridge = s_.roof.ridge;
    const Point low = {x_(least_intensity), y_(s_.attainable(least_intensity))},
                bend = {x_(ridge), y_(s_.peak())}, end = {plot_.right(), y_(s_.peak())};
    // Below the plot's lower edge the roof is out of sight.
    const double seen = std::max(least_intensity, y_.from / (s_.gpu->bandwidth.value / 1e3));
    const Point first = seen > least_intensity ? Point{x_(seen), plot_.bottom()} : low;
    Part part(p_, "roof");
    const Point line[] = {first, bend, end}, name_at = {end.x - 2, end.y - 11};
    p_.path(line, false, stroked(Role::ink, 2));
    const std::string name = fill("{}: {} {}", s_.format->name, significant(s_.peak()),
                                  s_.format->id == "int8" ? "TOP/s" : "TFLOP/s");
    plated(p_, name_at, name, ended(label));
    write({plot_.x + 6, plot_.y + 4}, label, "slope: {} GB/s",
          significant(s_.gpu->bandwidth.value));
    part.next("ridge");
    const Style dashes = dashed(Role::muted);
    const Rect rate = rate_box();
    const bool around = bend.x > rate.x && bend.x < rate.right();
    if (around && rate.y > bend.y) upright(p_, bend.x, bend.y, rate.y, dashes);
    upright(p_, bend.x, around ? rate.bottom() : bend.y, plot_.bottom(), dashes);
    // Not across the operation's own line.
    const float before = bend.x - x_(s_.roof.intensity);
    const bool right = before > 0 && before < 76 && bend.x + 80 < plot_.right();
    write({bend.x + (right ? 5.f : -5.f), plot_.bottom() - 10}, right ? quiet : ended(quiet),
          "ridge {}", brief(ridge));
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
    if (!s_.measured()) return;
    const Part part(p_, "measured");
    const auto all = device::h200::measured_operations();
    for (size_t i = 0; i < all.size(); ++i) {
      const auto& one = all[i];
      const device::Roof roof = *device::roofline(*s_.gpu, *s_.format, one.work, s_.overhead);
      const Point place = held(roof.intensity, roof.flops / one.us() / 1e6, 3.5f, Role::data);
      const double share = roof.seconds * 1e6 / one.us();
      const bool is_fused = RooflineChart::is_fused(one, share);
      p_.circle(place, 3.5f, is_fused ? fused : ring);
      const OperationState state = state_of(i);
      Action show = choose("operation", state.operation);
      show.also = state.sizes;
      spot(around(place, 7), show,
           is_fused ? "{}, {}, {}: {}, {} × the unfused limit. Show it"
                    : "{}, {}, {}: {}, {} of its roof. Show it",
           one.name, one.size, one.compiled() ? "compiled" : "eager", quantity(one.us(), "µs"),
           is_fused ? fixed(share, 2) : percent(share, 0));
    }
  }

  void own() {
    if (!s_.own) return;
    const Part part(p_, "own");
    const Point place =
        held(s_.own->intensity(), s_.own->flops / s_.own->seconds / 1e12, 5, Role::series_4);
    p_.rect(around(place, 5), yours);
  }

  void operation() {
    const Point place = held(s_.roof.intensity, s_.roof.tflops(), 6, Role::compute);
    p_.line({place.x, plot_.bottom()}, place, stroked(Role::compute, 1.5f));
    p_.circle(place, 6, edged(Role::compute, Role::surface, 2));
    const Rect box = rate_box();
    const Point at = {box.x, box.center().y};
    const std::string rate = rate_text(s_.roof.tflops());
    plated(p_, at, rate, strong);
  }

  bool on_ring(const Rect& box) const {
    if (!s_.measured()) return false;
    for (const auto& one : device::h200::measured_operations()) {
      const float x = x_(one.work.flops / (one.work.numbers * s_.format->bytes)),
                  y = y_(one.work.flops / one.us() / 1e6);
      if (x > box.x - 7 && x < box.right() + 7 && y > box.y - 4 && y < box.bottom() + 4)
        return true;
    }
    return false;
  }

  // Beside the operation's line, the first place that is free of rings.
  Rect rate_box() const {
    const float at = x_(s_.roof.intensity),
                wide = text_width(rate_text(s_.roof.tflops()), Size::small, Weight::semibold);
    Rect box = {at > plot_.right() - 110 ? at - 7 - wide : at + 7, 0, wide, 18};
    const float first = y_(s_.roof.tflops()) + 34, last = plot_.bottom() - 26;
    for (float middle = first; middle < last; middle += 6) {
      box.y = middle - 9;
      if (!on_ring(box)) return box;
    }
    box.y = std::min(first, last) - 9;
    return box;
  }

  void legend() {
    Legend legend(p_, {plot_.x, plot_.bottom() + 34}, width_);
    const char* measured = s_.own ? "PyTorch" : "PyTorch, eager or compiled";
    if (s_.measured()) {
      legend.point("", by_width("measured", measured), ring);
      legend.point("", "fused", fused);
    }
    if (s_.own) legend.add("", "yours", yours);
  }

  // How long each of the three takes; the longest is the limit.
  void times() {
    const device::Roof& roof = s_.roof;
    const struct {
      std::string_view name, how;
      double seconds;
      Role role;
    } rows[] = {{"moving bytes", "bytes / bandwidth", roof.memory, Role::data},
                {"arithmetic", "FLOPs / peak", roof.compute, Role::compute},
                {"launch", "in a graph, measured", s_.overhead, Role::wait}};
    // A narrow row has its bar between name and time.
    const float right = width_ - 2, from = left_ + by_width(92, 0),
                full = right - from - by_width(62, 4), pitch = by_width(21, 38);
    const Part part(p_, "times");
    p_.text({left_, top_}, "Time of each, at least", strong);
    float y = top_ + 24;
    for (const auto& row : rows) {
      const bool limit = row.seconds == roof.seconds;
      const TextStyle style = limit ? strong : label;
      const std::string time = prefixed(row.seconds, "s");
      p_.text({left_, y}, row.name, style);
      p_.text({right, y}, time, ended(style));
      p_.rect(
          {from, y + by_width(-5, 10), std::max(1.f, full * px(row.seconds / roof.seconds)), 10},
          solid(row.role, limit ? 1 : 0.5f));
      spot({left_, y - 9, right - left_, pitch - 3}, "{}: {}, {}", row.name, row.how, time);
      y += pitch;
    }
    Lines lines(p_, {left_, narrow_ ? y : y + 14}, by_width(18, 19));
    const auto pytorch = [&] {
      const auto* run = s_.run();
      if (!run) return;
      lines.add(run->compiled() ? "PyTorch, compiled" : "PyTorch, eager", right,
                prefixed(run->us() / 1e6, "s"));
      const double share = roof.seconds * 1e6 / run->us();
      const bool is_fused = RooflineChart::is_fused(*run, share);
      lines.add(is_fused ? "× the unfused limit" : "of its roof", right,
                is_fused ? fixed(share, 2) : percent(share, 0));
    };
    if (narrow_) return pytorch();
    lines.add("FLOPs", right, prefixed(roof.flops, "FLOP"));
    lines.add("bytes", right, prefixed(roof.bytes, "B"));
    lines.add("FLOPs a byte", right, brief(roof.intensity));
    lines.add("ridge", right, brief(roof.ridge));
    pytorch();
  }
};

float RooflineChart::picture(const Sheet& sheet) const { return picture_of(*this, sheet); }

}  // namespace loom::scenes
