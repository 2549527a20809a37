#include "tools/loom/site/render/gallery.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "tools/loom/site/parallel.hpp"
#include "tools/loom/site/render/standalone.hpp"
#include "tools/loom/site/text/html.hpp"
#include "tools/loom/site/write/assets.hpp"

namespace loom::site {
namespace {

// What its picture depends on.
std::string key_of(const scene::State& state) {
  return std::string(state.description().id) + "\n" + state.query() + "\n" +
         std::to_string(state.step());
}

}  // namespace

Gallery::Gallery(const Site& site, std::map<std::string, std::string>& known) : site_(site) {
  const auto wanted = [](const Page& page) { return page.gallery > 0; };
  if (std::none_of(site.pages.begin(), site.pages.end(), wanted)) return;
  std::vector<Tile*> all;
  for (const Page& page : site.pages) {
    for (const Figure& figure : page.figures)
      if (figure.controls.empty()) tiles_[&page].push_back({&figure, ""});
    for (Tile& tile : tiles_[&page]) all.push_back(&tile);
  }
  const auto before = std::exchange(known, {});
  std::vector<std::string> pictures(all.size());
  parallel(all.size(), [&](size_t i) {
    const scene::State& state = *all[i]->figure->state;
    const auto drawn = before.find(key_of(state));
    pictures[i] =
        drawn == before.end() ? standalone_picture(state, scene::narrow_width) : drawn->second;
    all[i]->file = hashed_name(all[i]->figure->id + ".svg", pictures[i]);
  });
  for (size_t i = 0; i < all.size(); ++i) {
    known[key_of(*all[i]->figure->state)] = pictures[i];
    files_[all[i]->file] = std::move(pictures[i]);
  }
}

void Gallery::render(std::string& out, const Page& here) const {
  for (const Page& page : site_.pages) {
    const auto found = tiles_.find(&page);
    if (found == tiles_.end() || found->second.empty()) continue;
    out += "<p class=\"gallery-page\">" + escaped(page.label) + "</p>\n<ul class=\"gallery\">\n";
    for (const Tile& tile : found->second) {
      const scene::State& state = *tile.figure->state;
      const scene::Description& scene = state.description();
      const std::string address = (&page == &here ? "" : site_.href(page)) + "#" + tile.figure->id;
      const auto height = std::ceil(state.scene().height(scene::narrow_width));
      out += "<li><a" + attribute("href", address) + "><img loading=\"lazy\" alt=\"\" width=\"" +
             std::to_string(static_cast<int>(scene::narrow_width)) + "\" height=\"" +
             std::to_string(static_cast<int>(height)) + "\"" +
             attribute("src", site_.base_path + "assets/" + tile.file) + "><span>" +
             escaped(title_of(*tile.figure)) + "</span> " + "<small>" + escaped(scene.question) +
             "</small></a></li>\n";
    }
    out += "</ul>\n";
  }
}

}  // namespace loom::site
