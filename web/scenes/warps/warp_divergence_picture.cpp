#include "web/scene/kit.hpp"
#include "web/scenes/warps/warp_divergence.hpp"

namespace loom::scenes {

using sm::BranchPart;

constexpr int lanes = memory::warp_lanes;
constexpr float gutter = 34, chart_top = 50, bars_high = 50, fact_high = 19;

struct WarpDivergenceDrawing : Picture<DivergencePicture> {
  const float facts_ = by_width(3, 4);  // the sentence and the table have the others
  Rect chart_ = {gutter, chart_top, width_ - gutter - 10, by_width(136, 160)};
  Panels sides_ = panels(width_, chart_.bottom() + by_width(32, 36),
                         {.first_height = 16 + bars_high + 22,
                          .second_height = fact_high * facts_ + by_width(-6, 6),
                          .second_width = 280,
                          .gap = 40});
  Rect bars_ = {gutter, sides_.first.y + 20, sides_.first.right() - gutter - 8, bars_high};
  Grid grid_ = {chart_, s_.run.warp_instructions, lanes};

  float height() const { return sides_.bottom() + 2; }
  void draw() {
    legend();
    int from = 0;
    for (const sm::Stretch& stretch : s_.run.stretches) {
      draw(stretch, from);
      from += stretch.instructions;
    }
    axes();
    in("bars", [&] { bars(); });
    in("facts", [&] { numbers(); });
  }

  static Role role(BranchPart part) {
    return part == BranchPart::then        ? Role::lane
           : part == BranchPart::otherwise ? Role::compute
                                           : Role::muted;
  }
  static std::string_view part_of(BranchPart part) {
    return part == BranchPart::then ? "then" : part == BranchPart::otherwise ? "else" : "branch";
  }

  void legend() {
    Legend legend(p_, {by_width(2, gutter), 10}, 10000, by_width(9, 18));
    legend.add("then", "then", solid(Role::lane));
    legend.add("else", "else", solid(Role::compute));
    legend.add("branch", "branch", solid(Role::muted));
    legend.add("masked", "switched off", waiting);
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
    each(false, "masked", waiting);
    each(true, part_of(stretch.part), solid(role(stretch.part)));
    const Part within(p_, part_of(stretch.part));
    const int active = std::popcount(stretch.lanes);
    const Rect all = grid_.cells(from, 0, stretch.instructions, lanes);
    if (stretch.part == BranchPart::then || stretch.part == BranchPart::otherwise) {
      const std::string what(name(stretch, s_.options)), count = plural(active, "lane");
      const TextStyle style = centered(colored(strong, role(stretch.part)));
      const std::string text =
          fit({fill("{}: {} for {}", what, Word(stretch.instructions, "instruction"), count),
               fill("{}: {}", what, count), what},
              all.width + 8, Size::small);
      if (!text.empty())
        hold({all.center().x, chart_top - 12}, style, chart_.x, chart_.right(), text);
    }
    spot(all, "{}: {}, {}", name(stretch, s_.options), Word(stretch.instructions, "instruction"),
         Word(active, "lane"));
  }

  void axes() {
    if (grid_.wide() >= 4) grid_.lines(p_, Role::surface);
    row_heads(p_, grid_, numbered(lanes));
    const Rect& chart = chart_;
    const Scale scale{chart.x, chart.right(), 0, static_cast<double>(s_.run.warp_instructions)};
    const int pieces = std::min(s_.run.warp_instructions, narrow_ ? 5 : 10);
    ticks_below(p_, chart.bottom(), scale, ticks(scale, pieces), 13);
    p_.text({chart.x - 6, chart_top - 12}, "lane", ended(quiet));
    p_.text({chart.x - 9, chart.bottom() + 13}, "slot", ended(quiet));
  }

  void bars() {
    const Rect& box = bars_;
    write({narrow_ ? sides_.first.x : box.x, sides_.first.y + 4}, strong,
          by_width("Issued, by lanes that branch",
                   "Instructions issued, by number of lanes that branch"));
    const int most = *std::max_element(s_.issued.begin(), s_.issued.end());
    const Grid grid{box, lanes + 1, 1};
    for (int count = 0; count <= lanes; ++count) {
      const int issued = nth(s_.issued, count);
      const float high = box.height * px(issued) / px(most);
      const Rect cell = inset(grid.cells(count, 0), 1);
      const bool chosen = count == s_.taking;
      p_.rect(band(cell, box.bottom() - high, high), solid(Role::data, chosen ? 1.f : 0.4f));
      if (count % 8 == 0)
        p_.text({cell.center().x, box.bottom() + 12}, integer(count), centered(quiet));
    }
    level(p_, box.bottom(), box, stroked(Role::muted));
    p_.text({box.x - 6, box.y + 5}, integer(most), ended(quiet));
    const float half = grid.wide() / 2;
    spot(box, drag_x("lanes", box.x + half, box.right() - half, 0, lanes),
         "Drag to change how many lanes take the branch");
  }

  void numbers() {
    const Rect& box = sides_.second;
    Lines lines(p_, {box.x, box.y + 4}, fact_high);
    const int issued = s_.run.warp_instructions;
    lines.add("Instructions issued", box.right(), integer(issued), strong);
    if (!narrow_) lines.add("Places: 32 each", box.right(), integer(lanes * issued));
    lines.add(by_width("Places used, of 32 for each", "Places used"), box.right(),
              fill("{}, {}", s_.run.lane_instructions, percent(s_.run.utilization, 1)));
    const auto cycles = sm::branch_cycles(s_.options);
    lines.add("Cycles of a chain, H200", box.right(), cycles ? integer(*cycles) : "–");
  }
};

float DivergencePicture::picture(const Sheet& sheet) const { return picture_of(*this, sheet); }

}  // namespace loom::scenes
