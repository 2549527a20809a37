#include "web/scene/display_list.hpp"

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "core/numerics/bits.hpp"

namespace loom::scene {

void Renderer::rects(std::span<const Rect> rects, const Style& style) {
  for (const Rect& each : rects) rect(each, style);
}

namespace {

using display_list::Op;

// Reads one command after the other and stops at the first error. Without a renderer it only
// checks.
class ListReader {
 public:
  ListReader(std::span<const std::uint32_t> words, Renderer* renderer)
      : words_(words), end_(words.size()), renderer_(renderer) {}

  std::optional<Error> run() {
    if (next() != display_list::magic) fail("no display list");
    if (next() != display_list::version) fail("another version of the display list");
    while (good() && at_ < words_.size()) command();
    if (good() && in_part_) fail("a part stays open");
    if (good()) return std::nullopt;
    return Error{"display list, word " + std::to_string(at_) + ": " + wrong_};
  }

 private:
  bool good() const { return wrong_.empty(); }
  void fail(std::string what) {
    if (good()) wrong_ = std::move(what);
  }

  size_t left() const { return end_ - at_; }
  std::uint32_t next() {
    if (!good()) return 0;
    if (left() == 0) {
      fail("cut off");
      return 0;
    }
    return words_[at_++];
  }
  float number() {
    const float value = numerics::float_from_bits(next());
    if (!(std::fabs(value) <= display_list::largest_number))
      fail("a number that is too large or none");
    return value;
  }
  bool flag() {
    const std::uint32_t value = next();
    if (value > 1) fail("neither 0 nor 1");
    return value == 1;
  }
  Point point() {
    const float x = number();
    return {x, number()};
  }
  Rect rect() {
    const Point corner = point();
    const Point size = point();
    return {corner.x, corner.y, size.x, size.y};
  }
  Style style() {
    const std::uint32_t kinds = next();
    const std::uint32_t fill = kinds & 0xff, stroke = kinds >> 8 & 0xff,
                        texture = kinds >> 16 & 0xff;
    if (fill >= role_count || stroke >= role_count || texture > unsigned(Texture::dots) ||
        kinds >> 24 > 1)
      fail("an unknown style");
    const float width = number();
    return {.fill = static_cast<Role>(fill),
            .stroke = static_cast<Role>(stroke),
            .stroke_width = width,
            .fill_opacity = number(),
            .texture = static_cast<Texture>(texture),
            .dashed = kinds >> 24 != 0};
  }
  TextStyle text_style() {
    const std::uint32_t kinds = next();
    const std::uint32_t role = kinds & 0xff, size = kinds >> 8 & 0xff, align = kinds >> 16 & 0xff,
                        weight = kinds >> 24;
    if (role >= role_count || align > unsigned(Align::end) || weight > unsigned(Weight::mono) ||
        (size != unsigned(Size::small) && size != unsigned(Size::normal) &&
         size != unsigned(Size::large)))
      fail("an unknown style of text");
    return {static_cast<Role>(role), static_cast<Size>(size), static_cast<Align>(align),
            static_cast<Weight>(weight)};
  }
  std::string_view bytes() {
    const size_t size = next();
    const size_t words = size / 4 + (size % 4 != 0);
    if (words > left()) fail("cut off");
    if (!good()) return {};
    const auto* first = reinterpret_cast<const char*>(words_.data() + at_);
    at_ += words;
    return {first, size};
  }

  void command() {
    const std::uint32_t head = next();
    const size_t size = head >> 8;
    if (size > words_.size() - at_) return fail("cut off");
    end_ = at_ + size;
    draw(static_cast<Op>(head & 0xff));
    if (good() && left() > 0) fail("words left over");
    end_ = words_.size();
  }

  void draw(Op op) {
    switch (op) {
      case Op::rect:
        return draw_rect();
      case Op::rects:
        return draw_rects();
      case Op::line:
        return draw_line();
      case Op::path:
        return draw_path();
      case Op::circle:
        return draw_circle();
      case Op::text:
        return draw_text();
      case Op::begin:
        return begin();
      case Op::end:
        return end();
      case Op::hotspot:
        return hotspot();
    }
    fail("an unknown command");
  }

  void dash(std::span<const Point> points, bool closed, const Style& style) {
    if (!style.dashed || points.empty()) return;
    for (size_t i = 0; i + (closed ? 0 : 1) < points.size(); ++i) {
      const Point from = points[i], to = points[(i + 1) % points.size()];
      dashed_ += static_cast<double>(std::hypot(to.x - from.x, to.y - from.y));
    }
    if (dashed_ > display_list::largest_dashed_length) fail("too long a dashed line");
  }

  bool drawing() const { return good() && renderer_; }

  void draw_rect() {
    const Rect where = rect();
    Style how = style();
    how.radius = number();
    if (how.texture != Texture::solid && good()) {
      constexpr double rim = 8;  // a little more than the spacing in texture.hpp
      textured_ += (std::fabs(static_cast<double>(where.width)) + rim) *
                   (std::fabs(static_cast<double>(where.height)) + rim);
      if (textured_ > display_list::largest_textured_area) fail("too much hatched and dotted");
    }
    const Point corners[] = {{where.x, where.y},
                             {where.right(), where.y},
                             {where.right(), where.bottom()},
                             {where.x, where.bottom()}};
    dash(corners, true, how);
    if (drawing()) renderer_->rect(where, how);
  }

  void draw_rects() {
    const Style how = style();
    if (how.texture != Texture::solid) fail("many rectangles with a texture");
    std::vector<Rect> all;
    all.reserve(left() / 4);
    while (good() && left() > 0) all.push_back(rect());
    if (drawing()) renderer_->rects(all, how);
  }

  void draw_line() {
    const Point from = point(), to = point();
    const Style how = style();
    dash(std::array{from, to}, false, how);
    if (drawing()) renderer_->line(from, to, how);
  }

  void draw_path() {
    const bool closed = flag();
    const Style how = style();
    std::vector<Point> points;
    points.reserve(left() / 2);
    while (good() && left() > 0) points.push_back(point());
    dash(points, closed, how);
    if (drawing()) renderer_->path(points, closed, how);
  }

  void draw_circle() {
    const Point center = point();
    const float radius = number();
    const Style how = style();
    if (drawing()) renderer_->circle(center, radius, how);
  }

  void draw_text() {
    const Point at = point();
    const TextStyle how = text_style();
    const std::string_view text = bytes();
    if (drawing()) renderer_->text(at, text, how);
  }

  void begin() {
    const bool dimmed = flag();
    const std::string_view part = bytes();
    if (in_part_) fail("a part in a part");
    if (part.empty()) fail("a part without a name");
    in_part_ = true;
    if (drawing()) renderer_->begin(part, dimmed);
  }

  void end() {
    if (!in_part_) fail("an end without a part");
    in_part_ = false;
    if (drawing()) renderer_->end();
  }

  void hotspot() {
    const Rect where = rect();
    const std::string_view tooltip = bytes();
    if (drawing()) renderer_->hotspot(where, tooltip);
  }

  std::span<const std::uint32_t> words_;
  size_t at_ = 0, end_;
  Renderer* renderer_;
  std::string wrong_;
  bool in_part_ = false;
  double textured_ = 0, dashed_ = 0;
};

}  // namespace

std::optional<Error> replay(std::span<const std::uint32_t> words, Renderer& renderer) {
  if (auto error = ListReader(words, nullptr).run()) return error;
  return ListReader(words, &renderer).run();
}

}  // namespace loom::scene
