// About how high a part of a page will be, for the place that browsers keep for what they have not
// laid out yet: later.css. A browser that comes near lays it out and knows better; until
// then the scroll bar and the parts below go by this.
#pragma once

#include <string>
#include <vector>

#include "tools/loom/site/resolve/site.hpp"

namespace loom::site {

// CSS px on a phone of 390 px and on a screen of 1280 px.
struct Room {
  float narrow = 0, wide = 0;
};
Room operator+(Room a, Room b);

// Blocks one below the other, with the figures of their page.
Room room(const Node* first, const Node* last, const Page& page);
// A list of entries that hold so many characters each, `apart` px between them.
Room room(const std::vector<size_t>& entries, float apart);

// Whether what begins there may be on the screen before a script has run.
bool first_screens(Room top);

// ` class="NAME later" data-narrow="812" data-wide="640"`; the name may be "".
std::string laid_out_later(std::string_view name, Room room);

}  // namespace loom::site
