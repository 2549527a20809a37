#include "tools/loom/site/render/places.hpp"

#include <nlohmann/json.hpp>

namespace loom::site {
std::string places_of(const Page& page, const Site& site) {
  nlohmann::json places = nlohmann::json::object();
  for (const Moved& moved : site.moved)
    if (moved.from.page == &page) places[moved.from.id] = moved.to.page->path + "#" + moved.to.id;
  for (const Page& other : site.pages) {
    if (&page != &site.pages.front() || &other == &page) continue;
    for (const std::string& id : other.items)
      if (!page.ids.contains(id) && !places.contains(id)) places[id] = other.path;
  }
  return places.empty() ? "" : places.dump();
}

}  // namespace loom::site
