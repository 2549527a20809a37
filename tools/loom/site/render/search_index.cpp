#include "tools/loom/site/render/search_index.hpp"

#include <nlohmann/json.hpp>

namespace loom::site {

std::string search_index(const Site& site) {
  constexpr const char* kinds[] = {"section", "figure", "term", "reference"};
  nlohmann::json pages = nlohmann::json::array(), entries = nlohmann::json::array(),
                 means = nlohmann::json::array();
  for (const Page& page : site.pages) pages.push_back({page.path, page.label});
  for (const SearchEntry& entry : site.search)
    entries.push_back({kinds[static_cast<size_t>(entry.kind)], entry.page - site.pages.data(),
                       entry.id, entry.title, entry.text, entry.part_of, entry.synonyms});
  for (const Synonym& synonym : site.synonyms)
    for (const Named& word : synonym.words)
      if (!synonym.means.text.empty()) means.push_back({word.text, synonym.means.text});
  return nlohmann::json{{"pages", pages}, {"entries", entries}, {"means", means}}.dump();
}

}  // namespace loom::site
