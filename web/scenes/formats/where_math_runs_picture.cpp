#include <algorithm>

#include "core/gemm/measured_roofline.hpp"
#include "web/scene/kit.hpp"
#include "web/scenes/formats/where_math_runs.hpp"

namespace loom::scenes {
namespace {

using namespace scene;

struct Line {
  Role role;
  float width;  // where two run together, both are seen
};
constexpr Line lines[roof_schemes] = {
    {Role::series_1, 2}, {Role::series_5, 6}, {Role::series_3, 6}, {Role::series_4, 2}};
constexpr int order[roof_schemes] = {1, 2, 0, 3};  // wide lines first

struct Layout {
  float width;
  bool narrow = is_narrow(width);
  float row_high = narrow ? 40 : 54;
  Rect plot = {46, narrow ? 38.f : 30.f, (narrow ? width : 470) - 46 - 10, narrow ? 152.f : 250.f};
  // Of the times.
  float left = narrow ? 2.f : 496.f;
  float top = narrow ? plot.bottom() + 56 : 14;
  float words = narrow ? 10 : 14;  // within a row
  float bars = narrow ? 19 : 26, bar = narrow ? 7 : 8, apart = narrow ? 1 : 2;

  float height() const { return std::max(plot.bottom() + 44, top + 22 + row_high * roof_schemes); }
};

class Drawing {
 public:
  Drawing(const WhereMathRuns& roof, Painter& painter, float width)
      : roof_(roof), p_(painter), at_{width} {
    const double peak =
        std::max({roof.machine->eight.peak.value, roof.machine->four.peak.value, 1.});
    x_ = {at_.plot.x, at_.plot.right(), 1, largest_batch, true};
    y_ = {at_.plot.bottom(), at_.plot.y, roof.at(0, 1).flop_per_second() / 2e12, peak * 1.7, true};
  }

  void run() {
    axes();
    peaks();
    curves();
    measured();
    batch();
    times();
  }

 private:
  float y(double flop_per_second) const { return y_(flop_per_second / 1e12); }

  void axes() {
    axis_left(p_, at_.plot, y_, ticks(y_, 5));
    std::vector<Tick> below = ticks(x_, 6, 2);
    for (Tick& tick : below) tick.text = integer(static_cast<int>(tick.value + 0.5));
    axis_below(p_, at_.plot, x_, below);
    p_.text({2, 10}, at_.narrow ? "TFLOP/s, log" : "TFLOP/s, logarithmic", quiet);
    p_.text({at_.plot.right(), at_.plot.bottom() + 34},
            at_.narrow ? "batch, log" : "tokens in the batch, logarithmic", ended(quiet));
  }

  // The ceilings, one for each kind of math.
  void peaks() {
    const device::Math* all[] = {&roof_.machine->sixteen, &roof_.machine->eight,
                                 &roof_.machine->four};
    const Part part(p_, "peaks");
    std::string named;  // in one line: a narrow picture has no room at the lines
    for (const device::Math* math : all) {
      if (!math->peak.known()) continue;
      const float level = y_(math->peak.value);
      p_.line({at_.plot.x, level}, {at_.plot.right(), level},
              {.stroke = Role::muted, .dashed = true});
      const std::string value = significant(math->peak.value);
      if (!at_.narrow)
        p_.text({at_.plot.x + 4, level - 9}, fill("{}: {}", {math->name, value}), quiet);
      named += fill("{}{} {}", {named.empty() ? "peaks: " : " · ", math->name, value});
    }
    if (at_.narrow) p_.text({2, at_.plot.y - 13}, named, quiet);
  }

  void curves() {
    p_.begin("curves");
    for (int i : order) {
      std::vector<Point> line;
      for (int tokens = 1; tokens <= largest_batch; tokens *= 2) {
        const double ridge = nth(roof_.rows, i).ridge;
        // The bend lies between two of them.
        if (ridge > tokens / 2. && ridge < tokens)
          line.push_back(
              {x_(ridge), y_(gemm::math(*roof_.machine, *nth(roof_.rows, i).scheme).peak.value)});
        line.push_back({x_(tokens), y(roof_.at(i, tokens).flop_per_second())});
      }
      p_.path(line, false,
              {.stroke = lines[i].role,
               .stroke_width = lines[i].width + (i == roof_.chosen ? 1.f : 0.f)});
    }
    p_.end();
    const Part part(p_, "ridge");
    const WhereMathRuns::Row& row = roof_.row();
    if (row.ridge > 1 && row.ridge < largest_batch)
      p_.rect({x_(row.ridge) - 4, y_(gemm::math(*roof_.machine, *row.scheme).peak.value) - 4, 8, 8},
              {.fill = Role::surface, .stroke = Role::ink, .stroke_width = 2});
  }

  // FP8's mark; BF16's is a ring.
  void diamond(Point center) {
    constexpr float reach = 4;
    const Point corners[] = {{center.x, center.y - reach},
                             {center.x + reach, center.y},
                             {center.x, center.y + reach},
                             {center.x - reach, center.y}};
    p_.path(corners, true, {.fill = Role::ink, .stroke = Role::surface});
  }

  // What cuBLASLt reached with the same layer.
  void measured() {
    if (!roof_.measured()) return;
    const Part part(p_, "measured");
    for (int i = 0; i < gemm::h200::roofline_runs; ++i) {
      p_.circle({x_(1 << i), y_(gemm::h200::bf16_layer[i])}, 2.75f, hollow);
      diamond({x_(1 << i), y_(gemm::h200::fp8_layer[i])});
    }
    Legend legend(p_, {at_.plot.x - 10, at_.plot.bottom() + 34}, at_.width, 10);
    legend.words("measured:");
    legend.point("", "BF16", hollow);
    const Point next = legend.next();
    diamond({next.x + 5, next.y});
    p_.text({next.x + 15, next.y}, "FP8", quiet);
  }

  void batch() {
    const float at = x_(roof_.batch);
    const Part part(p_, "batch");
    p_.line({at, at_.plot.y - 8}, {at, at_.plot.bottom()},
            {.stroke = Role::ink, .stroke_width = 1.5f});
    const std::string text = fill("batch {}", {roof_.batch});
    held_text(p_, {at, at_.narrow ? 10 : at_.plot.y - 18}, text, strong, at_.narrow ? 88 : 134,
              at_.plot.right() + 8);
    for (int i : order)
      p_.circle({at, y(nth(roof_.rows, i).now.flop_per_second())}, 4,
                {.fill = lines[i].role, .stroke = Role::surface});
    Action drag = drag_x("batch", at_.plot.x, at_.plot.right(), 1, largest_batch);
    drag.logarithmic = true;
    p_.hotspot({at_.plot, fill("{}. Drag to choose the batch", {{roof_.batch, "token"}}), drag});
  }

  // For the batch: how long the bytes take, and how long the math.
  void times() {
    double longest = 0;
    for (const WhereMathRuns::Row& row : roof_.rows) longest = std::max(longest, row.now.time());
    const float left = at_.left, right = at_.width - 2, full = right - left - 12;
    const Part part(p_, "times");
    Legend legend(p_, {left + 6, at_.top}, right);
    legend.add("", "moving bytes", {.fill = Role::data});
    legend.add("", "math", {.fill = Role::compute});
    const std::string whole = microseconds(longest);
    p_.text({right - 6, at_.top},
            fit({fill("full bar: {}", {whole}), fill("bar: {}", {whole}), whole},
                right - 6 - legend.next().x, Size::small),
            ended(quiet));
    for (int i = 0; i < roof_schemes; ++i) {
      const WhereMathRuns::Row& row = nth(roof_.rows, i);
      const float y = at_.top + 16 + at_.row_high * static_cast<float>(i);
      const Rect all = {left, y, right - left, at_.row_high - 4};
      const bool here = i == roof_.chosen;
      if (here) chosen_ground(p_, all);
      p_.line({left + 6, y + at_.words}, {left + 24, y + at_.words},
              {.stroke = lines[i].role, .stroke_width = lines[i].width});
      p_.text({left + 32, y + at_.words}, row.scheme->name, here ? strong : label);
      p_.text({left + 92, y + at_.words},
              fill("{} math", {gemm::math(*roof_.machine, *row.scheme).name}), quiet);
      p_.text({right - 6, y + at_.words}, microseconds(row.now.time()),
              ended(here ? strong : label));
      const double times[] = {row.now.memory, row.now.math};
      for (int which = 0; which < 2; ++which)
        p_.rect({left + 6, y + at_.bars + static_cast<float>(which) * (at_.bar + at_.apart),
                 std::max(1.f, full * static_cast<float>(times[which] / longest)), at_.bar},
                {.fill = which == 0 ? Role::data : Role::compute,
                 .fill_opacity = times[which] < row.now.time() ? 0.5f : 1.f});
      p_.hotspot(
          {all,
           fill("{}: {} to move its bytes, {} of math",
                {row.scheme->name, microseconds(row.now.memory), microseconds(row.now.math)}),
           choose("scheme", std::string(row.scheme->id))});
    }
  }

  const WhereMathRuns& roof_;
  Painter& p_;
  const Layout at_;
  Scale x_, y_;
};

}  // namespace

float WhereMathRuns::height(float width) const { return Layout{width}.height(); }

void WhereMathRuns::draw(Painter& painter, const View& view) const {
  Drawing(*this, painter, view.width).run();
}

}  // namespace loom::scenes
