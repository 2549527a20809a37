#include "tools/loom/site/render/book.hpp"

#include "tools/loom/site/render/html.hpp"
#include "tools/loom/site/render/render.hpp"

namespace loom::site {

nlohmann::json book_of(const Site& site) {
  nlohmann::json pages = nlohmann::json::array();
  const auto add = [&](const Page* page, bool appendix) {
    if (page)
      pages.push_back({{"path", page->path}, {"title", page->title}, {"appendix", appendix}});
  };
  for (const Page& page : site.pages)
    if (page.lesson && !page.scene) add(&page, false);
  add(site.glossary_page, true);
  add(site.references_page, true);
  return {{"base", site.base_path},  {"origin", site.origin},     {"title", site.title},
          {"tagline", site.tagline}, {"credit", credit_of(site)}, {"pages", pages}};
}

}  // namespace loom::site
