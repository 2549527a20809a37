// Glyphs of the site's own fonts. Each is drawn when it is first needed, at exactly the size and
// the fraction of a pixel at which it is shown, and is kept in one image. So text is crisp at any
// pixel ratio, and nothing has to be rebuilt when the ratio changes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace loom::canvas {

// The next code point of UTF-8 text, removed from it; U+FFFD for invalid bytes.
uint32_t next_code_point(std::string_view& text);

class Glyphs {
 public:
  static constexpr int faces =
      3;  // Inter regular, Inter semibold, JetBrains Mono: as scene::Weight

  Glyphs();
  ~Glyphs();

  // The bytes of an OpenType or TrueType file. False (and the face as before) when they are not a
  // font.
  bool set_font(int face, std::vector<unsigned char> bytes);

  // Width of a line of text, in pixels, for an em of `size` pixels. 0 without a font.
  float measure(int face, float size, std::string_view text) const;

  // A glyph's place in the image and around the pen, all in pixels. Nothing to draw: width 0.
  struct Glyph {
    int16_t x = 0, y = 0, width = 0, height = 0;  // in the image
    int16_t left = 0, top = 0;  // of its corner, from the pen on the baseline; y down
    float advance = 0;          // to the next pen, not rounded
  };

  // `pen_x` decides at which fraction of a pixel the glyph is drawn. Returns nothing when the image
  // is full: see clear().
  std::optional<Glyph> find(int face, float size, uint32_t code_point, float pen_x);

  // A disc, stored like a glyph, because pictures have thousands of dots. Its middle is at `x`,
  // `y`; its place is relative to the whole pixel there.
  std::optional<Glyph> disc(float radius, float x, float y);

  // The image: one byte of coverage per pixel; the pixel (1, 1) and its neighbors are solid, for
  // shapes.
  static constexpr int image_width = 1024;
  int image_height() const { return height_; }
  const unsigned char* image() const { return image_.data(); }

  // Rows that changed since the last call: [first, last).
  struct Rows {
    int first, last;
  };
  Rows take_changed();
  void change_all() { changed_ = {0, height_}; }  // the graphics card has forgotten the image

  // Forgets all glyphs. If a single picture's glyphs filled the image, the image grows as far as it
  // can.
  void clear(bool grow);
  bool can_grow() const;

 private:
  struct Face;
  struct Entry {
    uint64_t key = 0;
    Glyph glyph;
  };
  struct Spot {
    int x, y;
  };
  Entry* slot(uint64_t key);
  void enlarge_table();
  std::optional<Spot> place(int width, int height);
  void changed(const Glyph& glyph);

  std::unique_ptr<Face> faces_[faces];
  std::vector<Entry> entries_;  // open addressing; the size is a power of two
  size_t used_ = 0;
  std::vector<unsigned char> image_;
  int height_ = 1024;
  int shelf_x_ = 0, shelf_y_ = 0, shelf_height_ = 0;
  Rows changed_ = {0, 0};
};

}  // namespace loom::canvas
