#include <iterator>

#include "core/text/word_list.hpp"
#include "web/scene/kit.hpp"
#include "web/scenes/kernels/authoring_ladder.hpp"
#include "web/scenes/kernels/authoring_ladder_rungs.hpp"

namespace loom::scenes {

using kernels::h200::LadderRun;

constexpr float row_high = 24, character = 7.2f;

struct AuthoringLadderDrawing : Picture<LadderChart> {
  const LadderRung& rung_ = nth(ladder_rungs, s_.chosen);
  // Columns: a name, a dot for each control, lines of code, a bar and its number.
  float heads_ = by_width(82, 20), rows_ = heads_ + 8;
  float dots_ = by_width(122, 130), dot_ = by_width(13.5f, 64);
  float lines_ = dots_ + dot_ * ladder_controls + by_width(20, 30),
        bars_ = lines_ + by_width(6, 12), end_ = width_ - by_width(38, 44);
  float card_y_ = rows_ + row_high * rung_count + by_width(28, 36), left_ = 2;
  Rect code_ = {by_width(2, width_ - 340), by_width(card_y_ + 20, card_y_),
                by_width(width_ - 4, 338), by_width(106, 132)};

  float height() const { return code_.bottom() + 2; }
  void draw() {
    heads();
    list();
    card();
  }

  void heads() {
    const Part part(p_, "control");
    p_.text({2, heads_ - 10}, "you decide", quiet);
    for (int i = 0; i < ladder_controls; ++i) {
      const std::string_view name = nth(control_names, i);
      const float x = dots_ + dot_ * (px(i) + 0.5f);
      if (!narrow_) {
        p_.text({x, heads_ - 10}, name, centered(quiet));
        continue;
      }
      // One above the other, each with a line down to its column.
      const float y = 7 + 12 * px(i);
      p_.text({x + 5, y}, name, quiet);
      upright(p_, x, y, heads_ + 4, stroked(Role::grid));
    }
  }

  void list() {
    BarRows rows(p_, {0, rows_, width_, row_high}, bars_, end_ - bars_);
    Part part(p_, "control");
    p_.text({lines_, heads_ - by_width(-2, 10)}, "lines", ended(quiet));
    write({width_ - 2, heads_ - by_width(-2, 10)}, ended(quiet),
          by_width("of {}", "of an H200’s {}"), prefixed(s_.published * 1e9, "B/s"));
    part.end();
    for (int i = 0; i < rung_count; ++i) {
      const LadderRung& rung = nth(ladder_rungs, i);
      const LadderRun& run = rung.run();
      rows.next(i == s_.chosen);
      part.next("control");
      rows.name(fill("{}. {}", rung.rung, rung.name));
      for (int c = 0; c < ladder_controls; ++c) dot(c, rows.middle(), nth(rung.controls, c));
      rows.cell(lines_, integer(run.lines));
      part.next(rung.part());
      rows.bar(s_.share(run), solid(Role::data));
      rows.cell(width_ - 2, percent(s_.share(run), 0));
      part.end();
      rows.does(fill("{}: you decide {}", rung.name, rung.you), choose("rung", rung.id));
    }
    Legend legend(p_, {2, rows_ + row_high * rung_count + 14}, width_);
    legend.point("control", "you decide", solid(Role::lane));
    legend.point("control", by_width("you in part", "you, and the compiler"), part_style);
    legend.add("control", by_width("bandwidth used", "softmax, bytes read and written once"),
               solid(Role::data));
  }

  static constexpr Style part_style = {
      .fill = Role::surface, .stroke = Role::lane, .stroke_width = 2};

  void dot(int control, float y, Control who) {
    const Point at = {dots_ + dot_ * (px(control) + 0.5f), y};
    if (who == Control::compiler)
      p_.circle(at, 1.5f, solid(Role::muted));
    else
      p_.circle(at, 5, who == Control::you ? solid(Role::lane) : part_style);
  }

  void card() {
    const Part part(p_, "code");
    if (s_.layers)
      write({left_, card_y_ + 8}, strong, "{}. {}", rung_.rung, rung_.name);
    else
      write({left_, card_y_ + 8}, strong, "{}. {}: some of its {}", rung_.rung, rung_.name,
            Word(rung_.run().lines, "line"));
    if (narrow_) return code();  // the sentence below says the rest
    Lines lines(p_, {left_, card_y_ + 30}, 18);
    sentence(lines, fill("You decide {}; {}.", rung_.you, rung_.rest));
    code();
  }

  void code() {
    if (s_.layers) return layers();
    p_.rect(code_, {.fill = Role::page, .stroke = Role::grid, .radius = 6});
    float y = code_.y + by_width(12, 18);
    for (std::string_view line : rung_.code) {
      if (line.empty()) continue;
      const size_t indent = line.find_first_not_of(' ');
      p_.text({code_.x + 10 + character * px(indent), y}, line.substr(indent), mono);
      y += by_width(16.5f, 19);
    }
  }

  // Cut between words so that it fits beside, or above, the code.
  void sentence(Lines& lines, std::string_view text) {
    const float room = by_width(width_ - 4, code_.x - 24);
    std::string line;
    for (const std::string_view word : words_in(text)) {
      if (text_width(line + std::string(word), Size::small) > room) {
        lines.add(line);
        line.clear();
      }
      line += std::string(word) + " ";
    }
    lines.add(line);
  }

  // CUTLASS from the outside in, each layer inside the one before.
  void layers() {
    const float pitch = by_width(21, 26);
    int index = 0;
    for (const CutlassLayer& layer : cutlass_layers) {
      const float inset = 5 * px(index), y = code_.y + pitch * px(index);
      p_.rect({code_.x + inset, y, code_.width - 2 * inset,
               pitch * px(std::size(cutlass_layers)) - pitch * px(index) - 2 * px(index)},
              rounded({.fill = Role::lane, .stroke = Role::lane, .fill_opacity = 0.08f}, 5));
      p_.text({code_.x + inset + 8, y + pitch / 2}, layer.name, strong);
      p_.text({code_.x + 96, y + pitch / 2}, layer.what, label);
      ++index;
    }
  }
};

float LadderChart::picture(const Sheet& sheet) const { return picture_of(*this, sheet); }

}  // namespace loom::scenes
