#include "tools/loom/site/render/places.hpp"

#include <nlohmann/json.hpp>

namespace loom::site {
namespace {

// What a reader does on a page: figures, quizzes, predictions.
void collect(std::span<const Node> nodes, std::vector<std::string>& ids) {
  for (const Node& node : nodes) {
    if (node.kind == Kind::scene || node.kind == Kind::quiz) ids.emplace_back(node.more->id);
    if (node.kind == Kind::predict) ids.emplace_back(node.more->form);
    if (node.kind < Kind::text) collect(node.children, ids);
  }
}

}  // namespace

std::string places_of(const Page& page, const Site& site) {
  nlohmann::json places = nlohmann::json::object();
  for (const Moved& moved : site.moved)
    if (moved.from.page == &page) places[moved.from.id] = moved.to.page->path + "#" + moved.to.id;
  for (const Page& other : site.pages) {
    std::vector<std::string> ids;
    if (&page == &site.pages.front() && &other != &page) collect(other.text.nodes, ids);
    for (const std::string& id : ids)
      if (!page.ids.contains(id) && !places.contains(id)) places[id] = other.path;
  }
  return places.empty() ? "" : places.dump();
}

}  // namespace loom::site
