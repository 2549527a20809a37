#include "web/canvas/glyphs.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "core/text/utf8.hpp"

// Dear ImGui's copy of stb_truetype. Unlike Dear ImGui's font atlas it can render a single glyph.
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wextra"
#endif
#define STBTT_STATIC
#define STB_TRUETYPE_IMPLEMENTATION
#include <imstb_truetype.h>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

namespace loom::canvas {
namespace {

constexpr int phases = 4;      // a glyph is drawn at quarters of a pixel,
constexpr float coarse = 48;   // from this size on at whole ones
constexpr int solid = 3;       // side of the solid square in the corner
constexpr int tallest = 4096;  // of the image
constexpr float largest_size = 400;

int phase_of(float position) {
  return static_cast<int>((position - std::floor(position)) * phases) % phases;
}

}  // namespace

struct Glyphs::Face {
  std::vector<unsigned char> bytes;
  stbtt_fontinfo info = {};
  float scale_of_em = 0;  // font units → share of an em
};

uint32_t next_code_point(std::string_view& text) {
  constexpr uint32_t replacement = 0xFFFD;
  const size_t length = utf8::sequence(text, 0);
  const uint32_t code = length == 0 ? replacement : utf8::code_point(text.substr(0, length));
  text.remove_prefix(std::max<size_t>(1, length));
  return code;
}

Glyphs::Glyphs() { clear(false); }
Glyphs::~Glyphs() = default;

bool Glyphs::set_font(int face, std::vector<unsigned char> bytes) {
  constexpr size_t smallest_header = 12;
  if (face < 0 || face >= faces || bytes.size() < smallest_header) return false;
  auto font = std::make_unique<Face>();
  font->bytes = std::move(bytes);
  const int offset = stbtt_GetFontOffsetForIndex(font->bytes.data(), 0);
  if (offset < 0 || !stbtt_InitFont(&font->info, font->bytes.data(), offset)) return false;
  font->scale_of_em = stbtt_ScaleForMappingEmToPixels(&font->info, 1);
  faces_[face] = std::move(font);
  if (used_ > 0) clear(false);  // emptying takes time, so an empty image is left alone
  return true;
}

float Glyphs::measure(int face, float size, std::string_view text) const {
  const Face* font = faces_[face].get();
  if (!font) return 0;
  float width = 0;
  while (!text.empty()) {
    int advance = 0, bearing = 0;
    stbtt_GetCodepointHMetrics(&font->info, static_cast<int>(next_code_point(text)), &advance,
                               &bearing);
    width += static_cast<float>(advance) * font->scale_of_em * size;
  }
  return width;
}

std::optional<Glyphs::Glyph> Glyphs::find(int face, float size, uint32_t code_point, float pen_x) {
  Face* font = faces_[face].get();
  if (!font || !(size > 0) || size > largest_size) return Glyph{};
  const int phase = size < coarse ? phase_of(pen_x) : 0;
  const auto eighths = static_cast<uint64_t>(std::lround(size * 8));  // finer sizes look the same
  const uint64_t key = uint64_t{1} << 63 | eighths << 32 | static_cast<uint64_t>(face) << 28 |
                       static_cast<uint64_t>(phase) << 24 | code_point;
  if ((used_ + 1) * 2 > entries_.size()) enlarge_table();
  Entry* entry = slot(key);
  if (entry->key == key) return entry->glyph;

  const float scale = font->scale_of_em * static_cast<float>(eighths) / 8;
  const int index = stbtt_FindGlyphIndex(&font->info, static_cast<int>(code_point));
  int advance = 0, bearing = 0, x0 = 0, y0 = 0, x1 = 0, y1 = 0;
  stbtt_GetGlyphHMetrics(&font->info, index, &advance, &bearing);
  const float shift = static_cast<float>(phase) / phases;
  stbtt_GetGlyphBitmapBoxSubpixel(&font->info, index, scale, scale, shift, 0, &x0, &y0, &x1, &y1);
  Glyph glyph;
  glyph.advance = static_cast<float>(advance) * font->scale_of_em * size;
  if (x1 > x0 && y1 > y0) {
    const std::optional<Spot> spot = place(x1 - x0, y1 - y0);
    if (!spot) return std::nullopt;
    glyph.x = static_cast<int16_t>(spot->x);
    glyph.y = static_cast<int16_t>(spot->y);
    glyph.width = static_cast<int16_t>(x1 - x0);
    glyph.height = static_cast<int16_t>(y1 - y0);
    glyph.left = static_cast<int16_t>(x0);
    glyph.top = static_cast<int16_t>(y0);
    stbtt_MakeGlyphBitmapSubpixel(&font->info,
                                  &image_[static_cast<size_t>(spot->y * image_width + spot->x)],
                                  x1 - x0, y1 - y0, image_width, scale, scale, shift, 0, index);
    changed(glyph);
  }
  *entry = {key, glyph};
  ++used_;
  return glyph;
}

std::optional<Glyphs::Glyph> Glyphs::disc(float radius, float x, float y) {
  if (!(radius > 0) || radius > largest_size || !std::isfinite(x) || !std::isfinite(y))
    return Glyph{};
  const int column = phase_of(x), row = phase_of(y);
  const auto eighths = static_cast<uint64_t>(std::lround(radius * 8));
  const uint64_t key = uint64_t{1} << 62 | eighths << 32 | static_cast<uint64_t>(row) << 8 |
                       static_cast<uint64_t>(column);
  if ((used_ + 1) * 2 > entries_.size()) enlarge_table();
  Entry* entry = slot(key);
  if (entry->key == key) return entry->glyph;

  const int reach = static_cast<int>(std::ceil(radius)) + 1, side = 2 * reach + 1;
  const std::optional<Spot> spot = place(side, side);
  if (!spot) return std::nullopt;
  const auto size = static_cast<int16_t>(side), corner = static_cast<int16_t>(-reach);
  const Glyph glyph = {.x = static_cast<int16_t>(spot->x),
                       .y = static_cast<int16_t>(spot->y),
                       .width = size,
                       .height = size,
                       .left = corner,
                       .top = corner};
  const float middle_x = static_cast<float>(reach) + static_cast<float>(column) / phases;
  const float middle_y = static_cast<float>(reach) + static_cast<float>(row) / phases;
  for (int v = 0; v < side; ++v)
    for (int u = 0; u < side; ++u) {
      const float distance = std::hypot(static_cast<float>(u) + 0.5f - middle_x,
                                        static_cast<float>(v) + 0.5f - middle_y);
      const float coverage = std::clamp(radius + 0.5f - distance, 0.f, 1.f);
      image_[static_cast<size_t>((spot->y + v) * image_width + spot->x + u)] =
          static_cast<unsigned char>(std::lround(255 * coverage));
    }
  changed(glyph);
  *entry = {key, glyph};
  ++used_;
  return glyph;
}

void Glyphs::changed(const Glyph& glyph) {
  changed_ = {std::min(changed_.first, int{glyph.y}),
              std::max(changed_.last, glyph.y + glyph.height)};
}

Glyphs::Entry* Glyphs::slot(uint64_t key) {
  const size_t mask = entries_.size() - 1;
  size_t i = static_cast<size_t>(key * 0x9E3779B97F4A7C15u >> 32) & mask;
  while (entries_[i].key != 0 && entries_[i].key != key) i = (i + 1) & mask;
  return &entries_[i];
}

void Glyphs::enlarge_table() {
  std::vector<Entry> old(entries_.size() * 2);
  old.swap(entries_);
  for (const Entry& entry : old)
    if (entry.key != 0) *slot(entry.key) = entry;
}

// Glyphs are placed on shelves, because those of one text have about the same height. One empty
// pixel separates neighbors.
std::optional<Glyphs::Spot> Glyphs::place(int width, int height) {
  if (width + 2 > image_width) return std::nullopt;
  if (shelf_x_ + width + 1 > image_width) {
    shelf_y_ += shelf_height_ + 1;
    shelf_x_ = 0;
    shelf_height_ = 0;
  }
  if (shelf_y_ + height + 1 > height_) return std::nullopt;
  const Spot spot = {shelf_x_, shelf_y_};
  shelf_x_ += width + 1;
  shelf_height_ = std::max(shelf_height_, height);
  return spot;
}

Glyphs::Rows Glyphs::take_changed() {
  const Rows rows = changed_;
  changed_ = {height_, 0};
  return rows;
}

bool Glyphs::can_grow() const { return height_ < tallest; }

void Glyphs::clear(bool grow) {
  if (grow) height_ = std::min(height_ * 2, tallest);
  constexpr size_t first_entries = 512;
  entries_.assign(first_entries, {});
  used_ = 0;
  image_.assign(static_cast<size_t>(image_width * height_), 0);
  shelf_x_ = shelf_y_ = shelf_height_ = 0;
  (void)place(solid, solid);
  for (int y = 0; y < solid; ++y)
    std::fill_n(&image_[static_cast<size_t>(y * image_width)], solid, 255);
  change_all();
}

}  // namespace loom::canvas
