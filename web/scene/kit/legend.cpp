#include "web/scene/kit/legend.hpp"

#include "web/scene/marks.hpp"
#include "web/scene/measure.hpp"

namespace loom::scene {
namespace {

constexpr float sample = 12, indent = 17, line_height = 20;

}  // namespace

float Legend::width(std::string_view text) { return indent + text_width(text, Size::small); }

void Legend::next_line() { at_ = {left_, at_.y + line_height}; }

// Whether the entry is in a part of its own.
bool Legend::begin(std::string_view part, float wide) {
  if (at_.x > left_ && at_.x + wide > right_) next_line();
  if (part.empty()) return false;
  p_.begin(part);
  return true;
}

void Legend::end(std::string_view text, float wide, bool parted) {
  p_.text({at_.x + indent, at_.y}, text, label);
  if (parted) p_.end();
  at_.x += wide + gap_;
}

void Legend::add(std::string_view part, std::string_view text, const Style& box) {
  const float wide = width(text);
  const bool parted = begin(part, wide);
  // A border is drawn inside, so that all samples have the same size.
  const float edge = box.stroke == Role::none ? 0 : box.stroke_width / 2;
  p_.rect(inset({at_.x, at_.y - 5, sample, 10}, edge), box);
  end(text, wide, parted);
}

void Legend::line(std::string_view part, std::string_view text, const Style& stroke) {
  const float wide = width(text);
  const bool parted = begin(part, wide);
  p_.line(at_, {at_.x + sample, at_.y}, stroke);
  end(text, wide, parted);
}

void Legend::tick(std::string_view part, std::string_view text, const Style& stroke) {
  const float wide = width(text);
  const bool parted = begin(part, wide);
  const float x = at_.x + sample / 2;
  p_.line({x, at_.y - 6}, {x, at_.y + 6}, stroke);
  end(text, wide, parted);
}

void Legend::point(std::string_view part, std::string_view text, const Style& circle) {
  const float wide = width(text);
  const bool parted = begin(part, wide);
  p_.circle({at_.x + sample / 2, at_.y}, 3.5f, circle);
  end(text, wide, parted);
}

void Legend::words(std::string_view text) {
  const float wide = text_width(text, Size::small);
  if (at_.x > left_ && at_.x + wide > right_) next_line();
  p_.text(at_, text, quiet);
  at_.x += wide + gap_;
}

}  // namespace loom::scene
