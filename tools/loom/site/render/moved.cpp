#include "tools/loom/site/render/moved.hpp"

#include <nlohmann/json.hpp>

namespace loom::site {

std::string moved_addresses(const Page& page, const Site& site) {
  nlohmann::json addresses = nlohmann::json::object();
  for (const Moved& moved : site.moved)
    if (moved.from.page == &page)
      addresses[moved.from.id] = moved.to.page->path + "#" + moved.to.id;
  for (const Page& other : site.pages) {
    if (&page != &site.pages.front() || &other == &page) continue;
    for (const std::string& id : other.items)
      if (!page.ids.contains(id) && !addresses.contains(id)) addresses[id] = other.path;
  }
  return addresses.empty() ? "" : addresses.dump();
}

}  // namespace loom::site
