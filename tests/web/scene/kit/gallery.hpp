// Every piece of the kit, drawn: for authors to look at (tools/gallery), and for a test that it
// fits.
#pragma once

#include <span>
#include <string_view>

#include "web/scene/scene.hpp"

namespace loom::scene {

// A picture of one piece. `shows` says what there is to see, `header` where it is declared.
class Exhibit final : public Scene {
 public:
  using Draw = void (*)(Painter& painter, float width);

  std::string_view name, header, shows;
  float tall;
  Draw drawing;

  Exhibit(std::string_view piece, std::string_view file, std::string_view text, float pixels,
          Draw function)
      : name(piece), header(file), shows(text), tall(pixels), drawing(function) {}

  std::optional<Error> set(const Values&) override { return std::nullopt; }
  std::string status(int) const override { return std::string(shows); }
  Table table() const override { return {}; }
  float height(float) const override { return tall; }
  void draw(Painter& painter, const View& view) const override { drawing(painter, view.width); }
};

std::span<const Exhibit> gallery();

// One HTML page of them all, in both themes and widths, with these style sheets in it.
std::string gallery_page(std::string_view tokens, std::string_view picture_rules);

}  // namespace loom::scene
