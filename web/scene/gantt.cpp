#include "web/scene/gantt.hpp"

#include <algorithm>

#include "web/scene/format.hpp"
#include "web/scene/measure.hpp"

namespace loom::scene {

long long round_step(long long span, int pieces) {
  pieces = std::max(1, pieces);
  const long long least = span / pieces + (span % pieces > 0);
  constexpr long long largest = 1'000'000'000'000'000'000;
  for (long long ten = 1;; ten *= 10)
    for (long long step : {ten, 2 * ten, 5 * ten})
      if (step >= least || step == 5 * largest) return step;
}

Gantt::Gantt(Painter& painter, const Rect& plot, double cycles, double until)
    : p_(painter),
      plot_(plot),
      cycles_(cycles > 0 ? std::min(cycles, 1e15) : 0),
      until_(until > 0 ? until : 0) {}

float Gantt::x(double cycle) const {
  const double share = cycle > 0 && cycles_ > 0 ? std::min(cycle / cycles_, 1.) : 0;
  return plot_.x + plot_.width * static_cast<float>(share);
}

void Gantt::axis(std::string_view unit) const {
  const TextStyle style{.role = Role::muted, .size = Size::small, .align = Align::middle};
  const auto last = static_cast<long long>(cycles_);
  const float y = plot_.bottom() + 13, widest = text_width(integer(last), Size::small) + 14;
  const long long step = round_step(last, static_cast<int>(plot_.width / widest));
  for (long long at = 0; at <= last; at += step) {
    const float place = x(static_cast<double>(at));
    p_.line({place, plot_.y}, {place, plot_.bottom() + 4}, {.stroke = Role::grid});
    p_.text({place, y}, integer(at), style);
  }
  p_.text({plot_.x - 10, y}, unit, {.role = Role::muted, .size = Size::small, .align = Align::end});
}

void Gantt::name(const Lane& lane, std::string_view text, Weight weight, Role role) const {
  p_.text({plot_.x - 10, lane.middle()}, text,
          {.role = role, .size = Size::small, .align = Align::end, .weight = weight});
}

// Its width is zero if it has not begun yet.
Rect Gantt::clipped(const Lane& lane, double from, double to) const {
  if (from >= until_) return {};
  const float left = x(from), right = std::max(x(std::min(to, until_)), left + 1);
  const float shift = std::max(0.f, right - plot_.right());
  return {left - shift, lane.y, right - left, lane.height};
}

void Gantt::work(const Lane& lane, double from, double to, Role role, std::string_view text) const {
  const Rect box = clipped(lane, from, to);
  if (box.width == 0) return;
  p_.rect(box, {.fill = role, .radius = box.width > 6 && lane.height > 6 ? 2.f : 0.f});
  if (!text.empty() && until_ >= to && text_width(text, Size::small) + 4 <= box.width)
    p_.text(box.center(), text,
            {.role = Role::surface, .size = Size::small, .align = Align::middle});
}

void Gantt::ready(const Lane& lane, double from, double to, Role role) const {
  const Rect box = clipped(lane, from, to);
  if (box.width > 0) p_.rect(box, {.fill = role, .fill_opacity = 0.28f});
}

void Gantt::wait(const Lane& lane, double from, double to) const {
  if (to <= from) return;
  const Rect box = clipped(lane, from, to);
  if (box.width > 0) p_.rect(box, {.fill = Role::wait, .texture = Texture::hatch});
}

void Gantt::bracket(float y, double from, double to, std::initializer_list<std::string> labels,
                    Role role) const {
  if (until_ < to) return;
  const float left = x(from), right = x(to);
  const std::string text = fit(labels, right - left - 16, Size::small);
  const float gap = text.empty() ? 0 : text_width(text, Size::small) / 2 + 5;
  if (text.empty() && labels.size() > 0) {  // otherwise beside it
    TextStyle style = {.role = role, .size = Size::small};
    const std::string& last = *(labels.end() - 1);
    const bool after = right + 6 + text_width(last, Size::small) <= plot_.right();
    if (!after) style.align = Align::end;
    p_.text({after ? right + 6 : left - 6, y}, last, style);
  }
  const float middle = (left + right) / 2;
  for (float end : {left, right}) {
    p_.line({end, y - 4}, {end, y + 4}, {.stroke = role});
    p_.line({end, y}, {middle + (end < middle ? -gap : gap), y}, {.stroke = role});
  }
  if (!text.empty())
    p_.text({middle, y}, text, {.role = role, .size = Size::small, .align = Align::middle});
}

void Gantt::cursor() const {
  if (until_ >= cycles_) return;
  const float at = x(until_);
  p_.line({at, plot_.y - 3}, {at, plot_.bottom() + 4}, {.stroke = Role::ink, .stroke_width = 1.5f});
  p_.circle({at, plot_.y - 3}, 3.5f, {.fill = Role::ink});
}

}  // namespace loom::scene
