#include <algorithm>
#include <bit>

#include "web/scene/kit.hpp"
#include "web/scenes/machine/warp_divergence.hpp"

namespace loom::scenes {
namespace {

using namespace scene;
using sm::BranchPart;

constexpr int lanes = memory::warp_lanes;
constexpr float gutter = 34, chart_top = 50, bars_high = 50, fact_high = 19;

constexpr Style masked = {.fill = Role::wait, .texture = Texture::hatch};

struct Layout {
  float width;
  int facts = is_narrow(width) ? 3 : 4;  // the sentence and the table have the others
  Rect chart = {gutter, chart_top, width - gutter - 10, is_narrow(width) ? 136.f : 160.f};
  Panels sides = panels(
      width, chart.bottom() + (is_narrow(width) ? 32.f : 36.f),
      {.first_height = 16 + bars_high + 22,
       .second_height = fact_high * static_cast<float>(facts) + (is_narrow(width) ? -6.f : 6.f),
       .second_width = 280,
       .gap = 40});
  Rect bars = {gutter, sides.first.y + 20, sides.first.right() - gutter - 8, bars_high};
};

class Drawing {
 public:
  Drawing(const DivergencePicture& data, Painter& painter, float width)
      : d_(data),
        p_(painter),
        at_{width},
        narrow_(is_narrow(width)),
        grid_{at_.chart, data.run.warp_instructions, lanes} {}

  void run() {
    legend();
    int from = 0;
    for (const sm::Stretch& stretch : d_.run.stretches) {
      draw(stretch, from);
      from += stretch.instructions;
    }
    axes();
    bars();
    numbers();
  }

 private:
  static Role role(BranchPart part) {
    return part == BranchPart::then        ? Role::lane
           : part == BranchPart::otherwise ? Role::compute
                                           : Role::muted;
  }
  static std::string_view part_of(BranchPart part) {
    return part == BranchPart::then ? "then" : part == BranchPart::otherwise ? "else" : "branch";
  }

  void legend() {
    Legend legend(p_, {narrow_ ? 2 : gutter, 10}, 10000, narrow_ ? 9.f : 18.f);
    legend.add("then", "then", {.fill = Role::lane});
    legend.add("else", "else", {.fill = Role::compute});
    legend.add("branch", "branch", {.fill = Role::muted});
    legend.add("masked", "switched off", masked);
  }

  // Neighboring lanes of one mind are one rectangle.
  void draw(const sm::Stretch& stretch, int from) {
    const auto each = [&](bool active, std::string_view part, const Style& style) {
      const Part within(p_, part);
      for (int lane = 0; lane < lanes;) {
        int end = lane + 1;
        const auto is = [&](int i) { return (stretch.lanes >> i & 1) == 1; };
        while (end < lanes && is(end) == is(lane)) ++end;
        if (is(lane) == active)
          p_.rect(grid_.cells(from, lane, stretch.instructions, end - lane), style);
        lane = end;
      }
    };
    each(false, "masked", masked);
    each(true, part_of(stretch.part), {.fill = role(stretch.part)});
    const Part within(p_, part_of(stretch.part));
    const int active = std::popcount(stretch.lanes);
    const Rect all = grid_.cells(from, 0, stretch.instructions, lanes);
    if (stretch.part == BranchPart::then || stretch.part == BranchPart::otherwise) {
      const std::string what(name(stretch, d_.options)), count = plural(active, "lane");
      TextStyle style = centered(strong);
      style.role = role(stretch.part);
      const std::string text =
          fit({fill("{}: {} for {}", {what, {stretch.instructions, "instruction"}, count}),
               fill("{}: {}", {what, count}), what},
              all.width + 8, Size::small);
      if (!text.empty())
        held_text(p_, {all.center().x, chart_top - 12}, text, style, at_.chart.x,
                  at_.chart.right());
    }
    p_.hotspot({all, fill("{}: {}, {}", {name(stretch, d_.options),
                                         {stretch.instructions, "instruction"},
                                         {active, "lane"}})});
  }

  void axes() {
    if (grid_.wide() >= 4) grid_.lines(p_, Role::surface);
    row_heads(p_, grid_, numbered(lanes));
    const Rect& chart = at_.chart;
    const Scale scale{chart.x, chart.right(), 0, static_cast<double>(d_.run.warp_instructions)};
    for (const Tick& tick : ticks(scale, std::min(d_.run.warp_instructions, narrow_ ? 5 : 10))) {
      const float x = scale(tick.value);
      p_.line({x, chart.bottom()}, {x, chart.bottom() + 4}, {.stroke = Role::muted});
      p_.text({x, chart.bottom() + 13}, tick.text, centered(quiet));
    }
    p_.text({chart.x - 6, chart_top - 12}, "lane", ended(quiet));
    p_.text({chart.x - 9, chart.bottom() + 13}, "slot", ended(quiet));
  }

  void bars() {
    const Rect& box = at_.bars;
    const Part within(p_, "bars");
    p_.text({narrow_ ? at_.sides.first.x : box.x, at_.sides.first.y + 4},
            narrow_ ? "Issued, by lanes that branch"
                    : "Instructions issued, by number of lanes that branch",
            strong);
    const int most = *std::max_element(d_.issued.begin(), d_.issued.end());
    const Grid grid{box, lanes + 1, 1};
    for (int count = 0; count <= lanes; ++count) {
      const int issued = nth(d_.issued, count);
      const float high = box.height * static_cast<float>(issued) / static_cast<float>(most);
      const Rect cell = inset(grid.cells(count, 0), 1);
      const bool chosen = count == d_.taking;
      p_.rect({cell.x, box.bottom() - high, cell.width, high},
              {.fill = Role::data, .fill_opacity = chosen ? 1.f : 0.4f});
      if (count % 8 == 0)
        p_.text({cell.center().x, box.bottom() + 12}, integer(count), centered(quiet));
    }
    p_.line({box.x, box.bottom()}, {box.right(), box.bottom()}, {.stroke = Role::muted});
    p_.text({box.x - 6, box.y + 5}, integer(most), ended(quiet));
    const float half = grid.wide() / 2;
    p_.hotspot({box, "Drag to change how many lanes take the branch",
                drag_x("lanes", box.x + half, box.right() - half, 0, lanes)});
  }

  void numbers() {
    const Part within(p_, "facts");
    const Rect& box = at_.sides.second;
    Lines lines(p_, {box.x, box.y + 4}, fact_high);
    const int issued = d_.run.warp_instructions;
    lines.add("Instructions issued", box.right(), integer(issued), strong);
    if (!narrow_) lines.add("Places: 32 each", box.right(), integer(lanes * issued));
    lines.add(narrow_ ? "Places used, of 32 for each" : "Places used", box.right(),
              fill("{}, {}", {d_.run.lane_instructions, percent(d_.run.utilization, 1)}));
    const auto cycles = sm::branch_cycles(d_.options);
    lines.add("Cycles of a chain, H200", box.right(), cycles ? integer(*cycles) : "–");
  }

  const DivergencePicture& d_;
  Painter& p_;
  const Layout at_;
  const bool narrow_;
  const Grid grid_;
};

}  // namespace

float DivergencePicture::height(float width) const { return Layout{width}.sides.bottom() + 2; }

void DivergencePicture::draw(Painter& painter, const View& view) const {
  Drawing(*this, painter, view.width).run();
}

}  // namespace loom::scenes
