#include "tools/loom/site/render/places.hpp"

#include <nlohmann/json.hpp>

namespace loom::site {

std::string places_of(const Page& page, const Site& site) {
  nlohmann::json places = nlohmann::json::object();
  for (const Moved& moved : site.moved)
    if (moved.from.page == &page) places[moved.from.id] = moved.to.page->path + "#" + moved.to.id;
  if (&page == &site.pages.front())
    for (const Page& other : site.pages)
      if (other.lesson && &other != &page)
        for (const auto& [id, offset] : other.ids)
          if (offset != from_frame && !page.ids.contains(id) && !places.contains(id))
            places[id] = other.path;
  return places.empty() ? "" : places.dump();
}

}  // namespace loom::site
