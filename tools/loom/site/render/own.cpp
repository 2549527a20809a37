#include "tools/loom/site/render/own.hpp"

#include "tools/loom/site/render/html.hpp"

namespace loom::site {

void render_taught(std::string& out, const Node& block, const Site& site) {
  std::string items, last;
  for (const Page& page : site.pages)
    for (const Figure& figure : page.figures) {
      if (page.scene || figure.state->description().id != block.more->target) continue;
      const Spot& place = figure.heading;
      const std::string hash = place.id.empty() ? "" : "#" + place.id;
      const std::string where = place.text.empty() ? page.label : page.label + ": " + place.text;
      const std::string item = "<li><a" + attribute("href", site.href(page) + hash) + ">" +
                               escaped(where) + "</a></li>\n";
      if (item != last) items += item;
      last = item;
    }
  out += items.empty() ? "<p>No page of this site shows it yet.</p>\n"
                       : "<ul class=\"taught\">\n" + items + "</ul>\n";
}

std::string address_of(const Figure& figure, const Page& own, const Site& site) {
  const std::string query = figure.state->query();
  return site.href(own) + (query.empty() ? "" : "#" + std::string(own.scene->id) + "?" + query);
}

std::string link_to_own(const Figure& figure, const Page& own, const Site& site) {
  const std::string text = "About this figure";
  return "<a class=\"own\"" + attribute("href", address_of(figure, own, site)) +
         attribute("aria-label", text + ": " + std::string(title_of(figure))) + ">" + text + "</a>";
}

std::string embed_button(const Figure& figure) {
  return " <button type=\"button\" data-do=\"embed\"" +
         attribute("aria-label", "Embed: " + std::string(title_of(figure))) + ">Embed</button>";
}

std::string render_embed(const Page& own, const Renderer& renderer, Files& files) {
  const Figure& figure = own.figures.front();
  const FigureMarkup& markup = renderer.figures.markup(figure);
  const std::string link = "<a class=\"own\" target=\"_blank\" rel=\"noopener\"" +
                           attribute("href", address_of(figure, own, renderer.site)) + ">" +
                           escaped(renderer.site.title + ": " + std::string(title_of(figure))) +
                           "</a>";
  return markup.before_title + "<h1" + markup.title + "</h1>" + markup.before_picture +
         picture_beside(figure, markup, renderer.site, files) + markup.after_picture + markup.foot +
         render_take(figure, markup, renderer.site, files) + "<p class=\"source\">" + link +
         markup.computed + markup.after_sources;
}

}  // namespace loom::site
