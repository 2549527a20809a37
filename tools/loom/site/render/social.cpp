#include "tools/loom/site/render/social.hpp"

#include "tools/loom/site/render/card.hpp"
#include "tools/loom/site/render/feed.hpp"
#include "tools/loom/site/render/html.hpp"

namespace loom::site {
namespace {

std::string property(std::string_view name, std::string_view content) {
  return "<meta" + attribute("property", name) + attribute("content", content) + ">\n";
}

}  // namespace

std::string title_outside(const Page& page, const Site& site) {
  if (page.title != site.title) return page.title + " · " + site.title;
  return site.tagline.empty() ? site.title : site.title + ": " + site.tagline;
}

std::string social_tags(const Page& page, const Site& site) {
  const bool start = page.path.empty();
  std::string out =
      property("og:type", start ? "website" : "article") + property("og:site_name", site.title) +
      property("og:title", start ? title_outside(page, site) : page.title) +
      property("og:description", page.description) + property("og:url", site.absolute(page));
  if (!page.card.empty())
    out += property("og:image", card_address(page, site)) +
           property("og:image:width", std::to_string(card_width)) +
           property("og:image:height", std::to_string(card_height)) +
           property("og:image:alt", card_words(page)) +
           "<meta name=\"twitter:card\" content=\"summary_large_image\">\n";
  if (const Page* feed = site.feed())
    out += "<link rel=\"alternate\" type=\"application/atom+xml\"" +
           attribute("title", feed_title(*feed, site)) + attribute("href", feed_href(site)) + ">\n";
  out.pop_back();  // the frame has the end of the line
  return out;
}

}  // namespace loom::site
