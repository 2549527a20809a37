#include "core/device/measured_h200.hpp"
#include "web/scene/kit.hpp"
#include "web/scenes/peaks/which_limit.hpp"

namespace loom::scenes {

struct WhichLimitDrawing : Picture<WhichLimit> {
  float row_ = 20, rule_row_ = 24, head_ = 24;
  Panels at_ = panels(width_, 0,
                      {.first_height = head_ + row_ * (device::counted_units + 2) + 26,
                       .second_height = head_ + rule_row_ * device::limit_rules,
                       .second_width = 336});
  float from_ = 84, to_ = at_.first.right() - 54;
  Scale percent_ = {from_, to_, 0, 100};
  Rect card_ = {2, at_.bottom() + 14, width_ - 4, by_width(86, 62)};

  float height() const { return card_.bottom() + 2; }

  void draw() {
    in("thresholds", [&] { thresholds(); });
    in("units", [&] { units(); });
    in("rules", [&] { rules(); });
    in("verdict", [&] { verdict(); });
  }

  void thresholds() {
    const float top = at_.first.y + head_ - 4,
                bottom = top + row_ * (device::counted_units + 2) + 4;
    p_.text({at_.first.x, at_.first.y + 10}, by_width("% of peak", "percent of the unit’s peak"),
            strong);
    for (const double each : {0., device::busy_percent, device::saturated_percent, 100.}) {
      const bool threshold = each > 0 && each < 100;
      upright(p_, percent_(each), top, bottom, threshold ? dashed(Role::ink) : stroked(Role::grid));
      tick_below(p_, {percent_(each), bottom}, integer(static_cast<int>(each)));
    }
  }

  void units() {
    using device::CountedUnit;
    BarRows rows(p_, {0, at_.first.y + head_, at_.first.right(), row_}, from_, to_ - from_);
    share(rows, memory_words(), s_.counters.memory, Role::data);
    for (const CountedUnit unit : {CountedUnit::dram, CountedUnit::l2, CountedUnit::l1})
      share(rows, words(unit), s_.counters.of(unit), Role::data);
    share(rows, sm_words(), s_.counters.sm, Role::compute);
    for (const CountedUnit unit : {CountedUnit::issue, CountedUnit::tensor})
      share(rows, words(unit), s_.counters.of(unit), Role::compute);
  }

  void share(BarRows& rows, const UnitWords& its, double percent_used, Role role) {
    const bool counted = percent_used > 0, most = counted && its.key == busiest_words(s_).key;
    rows.next(most, its.brief);
    rows.bar(percent_used / 100, solid(role, percent_used >= device::busy_percent ? 1 : 0.5f), "",
             12);
    const std::string said = counted ? percent(percent_used / 100, 1) : std::string("–");
    p_.text({at_.first.right(), rows.middle()}, said, ended(most ? strong : label));
    const Rect place = band(rows.row(), rows.row().y, row_);
    const std::string_view known = counted ? std::string_view(said) : "not counted";
    if (s_.entered)
      spot(place, drag_x(its.key, percent_), "{}, {}: {}. Drag to change it", its.name, its.counter,
           known);
    else
      spot(place, "{}, {}: {}", its.name, its.counter, known);
  }

  void rules() {
    const Rect& all = at_.second;
    p_.text({all.x, all.y + 10}, "the first rule that holds decides", strong);
    for (int i = 0; i < device::limit_rules; ++i) {
      const auto rule = static_cast<device::LimitRule>(i);
      const Rect row = {all.x, all.y + head_ + rule_row_ * px(i), all.width, rule_row_};
      const bool holds = rule == s_.verdict.rule, asked = rule <= s_.verdict.rule;
      if (holds) chosen_ground(p_, row);
      const TextStyle style = holds ? strong : asked ? label : quiet;
      write({row.x + 4, row.center().y}, style, "{}. {}", i + 1, question(rule));
      if (!asked) continue;
      p_.text({row.right() - 26, row.center().y}, answer(s_, rule), ended(style));
      scene::verdict(p_, {row.right() - 20, row.center().y}, holds);
    }
  }

  void verdict() {
    const Advice& next = advice(s_);
    p_.rect(card_, rounded(edged(Role::page, Role::grid), 6));
    write({card_.x + 12, card_.y + 18}, large, "The limit: {}", limit_name(s_.verdict.limit));
    if (narrow_) {
      std::string_view rest = next.first;
      float y = card_.y + 42;
      // Two lines at most: the first breaks at the last blank that fits.
      while (!rest.empty()) {
        const std::string_view line = first_line(rest, card_.width - 24);
        p_.text({card_.x + 12, y}, line, label);
        rest.remove_prefix(std::min(rest.size(), line.size() + 1));
        y += 16;
      }
      return p_.text({card_.x + 12, y + 1}, next.section, quiet);
    }
    p_.text({card_.x + 12, card_.y + 44}, next.first, label);
    p_.text({card_.right() - 12, card_.y + 18}, next.section, ended(quiet));
  }

  static std::string_view first_line(std::string_view text, float room) {
    while (text_width(text, Size::small) > room) text = text.substr(0, text.rfind(' '));
    return text;
  }
};

float WhichLimit::picture(const Sheet& sheet) const { return picture_of(*this, sheet); }

}  // namespace loom::scenes
