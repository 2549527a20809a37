// A picture as plain numbers. Painter writes it, and replay() passes it to a renderer: SvgPainter,
// or the canvas program, which has no scenes and receives lists from the scenes programs.
//
// Version 1: words of 32 bits, numbers in the machine's order of bytes (WebAssembly: little
// endian).
//
//   list      magic, version, then commands to the end
//   command   op | words that follow << 8
//     rect      x y width height STYLE radius
//     rects     STYLE, then x y width height of each
//     line      x0 y0 x1 y1 STYLE
//     path      closed (0 or 1) STYLE, then x y of each point
//     circle    x y radius STYLE
//     text      x y TEXT_STYLE BYTES
//     begin     dimmed (0 or 1) BYTES        a part, by name; parts do not nest
//     end
//     hotspot   x y width height BYTES       its tooltip
//
//   STYLE       fill | stroke << 8 | texture << 16 | dashed << 24, stroke width, fill opacity
//   TEXT_STYLE  role | size << 8 | align << 16 | weight << 24
//   BYTES       how many, then these, with zeros up to a whole word
//
// Numbers are IEEE float32 in the picture's units (CSS px at its layout width).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "core/result.hpp"
#include "web/scene/painter.hpp"

namespace loom::scene {

namespace display_list {

inline constexpr std::uint32_t magic = 0x4d4f4f4c;  // "LOOM"
inline constexpr std::uint32_t version = 1;

enum class Op : std::uint8_t { rect = 1, rects, line, path, circle, text, begin, end, hotspot };

// Limits of replay(). No picture is a tenth as large, and a renderer need not handle more.
inline constexpr float largest_number = 1e5f;
// For all hatched and dotted rectangles together, each enlarged by one spacing of the pattern: thin
// ones have many strokes too.
inline constexpr double largest_textured_area = 1e7;
inline constexpr double largest_dashed_length = 1e6;  // of all dashed lines, outlines and paths

}  // namespace display_list

// Complete wherever a table of Renderer's functions is made: otherwise the linker of WebAssembly
// takes a function of an unknown type as one without parameters.
static_assert(sizeof(std::span<const Rect>) > 0);

// A list is replayed to a renderer.
class Renderer {
 public:
  virtual ~Renderer() = default;
  virtual void rect(const Rect& rect, const Style& style) = 0;
  virtual void rects(std::span<const Rect> rects, const Style& style);  // one by one
  virtual void line(Point from, Point to, const Style& style) = 0;
  virtual void path(std::span<const Point> points, bool closed, const Style& style) = 0;
  virtual void circle(Point center, float radius, const Style& style) = 0;
  virtual void text(Point at, std::string_view text, const TextStyle& style) = 0;
  virtual void begin(std::string_view part, bool dimmed) = 0;
  virtual void end() = 0;
  virtual void hotspot(const Rect& rect, std::string_view tooltip) = 0;
};

// All or nothing: a malformed list (another version, a command that is cut off or has words left
// over, an unknown style, a number that is not finite or too large, parts that nest or stay open)
// is refused, with the number of the word, before anything is drawn.
std::optional<Error> replay(std::span<const std::uint32_t> words, Renderer& renderer);

}  // namespace loom::scene
