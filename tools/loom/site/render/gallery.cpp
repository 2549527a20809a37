#include "tools/loom/site/render/gallery.hpp"

#include "tools/loom/site/render/far.hpp"
#include "tools/loom/site/render/html.hpp"

namespace loom::site {
namespace {

std::string tile(const Figure& figure, const std::string& page, const PictureFile& picture,
                 const Site& site) {
  return "<li><a" + attribute("href", page + "#" + figure.id) + "><img loading=\"lazy\" alt=\"\"" +
         picture.size + attribute("src", site.base_path + "assets/" + picture.name) + "><span>" +
         escaped(title_of(figure)) + "</span> " + "<small>" +
         escaped(figure.state->description().question) + "</small></a></li>\n";
}

}  // namespace

void render_gallery(std::string& out, const Page& here, const Renderer& renderer, Files& files) {
  for (const Page& page : renderer.site.pages) {
    std::string tiles;
    int count = 0;
    for (const Figure& figure : page.figures) {
      if (!renderer.site.at_home(figure, page)) continue;
      const PictureFile& picture = renderer.figures.markup(figure).narrow;
      files["assets/" + picture.name] = picture.bytes;
      ++count;
      tiles += tile(figure, &page == &here ? "" : renderer.site.href(page), picture, renderer.site);
    }
    if (!tiles.empty())
      out += "<p class=\"gallery-page\">" + escaped(page.label) + "</p>\n<ul class=\"gallery\"" +
             far_gallery(count) + ">\n" + tiles + "</ul>\n";
  }
}

}  // namespace loom::site
