#include "tools/loom/site/render/gallery.hpp"

#include "tools/loom/site/render/far.hpp"
#include "tools/loom/site/render/html.hpp"
#include "tools/loom/site/render/own.hpp"
#include "tools/loom/site/resolve/ids.hpp"

namespace loom::site {
namespace {

// A link with picture, title and question. Its picture is added to `files`.
std::string tile(const Figure& figure, const std::string& address, const Renderer& renderer,
                 Files& files) {
  const PictureFile& picture = renderer.figures.markup(figure).narrow;
  files["assets/" + picture.name] = picture.bytes;
  return "<a" + attribute("href", address) + "><img loading=\"lazy\" alt=\"\"" + picture.size +
         attribute("src", renderer.site.base_path + "assets/" + picture.name) +
         "><span class=\"name\">" + escaped(title_of(figure)) + "</span> <small>" +
         escaped(figure.state->description().question) + "</small></a>";
}

std::string list(const std::string& items, size_t count) {
  return "<ul class=\"gallery\"" + far_gallery(static_cast<int>(count)) + ">\n" + items + "</ul>\n";
}

}  // namespace

void render_gallery(std::string& out, const Page& here, const Renderer& renderer, Files& files) {
  for (const Page& page : renderer.site.pages) {
    const std::vector<const Figure*> figures = renderer.site.first_figures(page);
    if (figures.empty()) continue;
    const std::string address = &page == &here ? "" : renderer.site.href(page);
    std::string items;
    for (const Figure* figure : figures)
      items += "<li>" + tile(*figure, address + "#" + figure->id, renderer, files) + "</li>\n";
    out +=
        "<p class=\"gallery-page\">" + escaped(page.label) + "</p>\n" + list(items, figures.size());
  }
}

void render_figures(std::string& out, const Renderer& renderer, Files& files) {
  const Site& site = renderer.site;
  render_filter(out, "figures");
  for (const Page& page : site.pages) {
    const std::vector<const Figure*> figures = site.first_figures(page);
    if (figures.empty()) continue;
    std::string items;
    for (const Figure* figure : figures) {
      const Page* own = site.page_of(figure->state->description());
      const std::string there = site.href(page) + "#" + figure->id;
      items += "<li class=\"entry\">" +
               tile(*figure, own ? address_of(*figure, *own, site) : there, renderer, files) +
               "<a class=\"in\"" + attribute("href", there) + ">" +
               escaped(figure->section.text.empty() ? page.title : figure->section.text) +
               "</a></li>\n";
    }
    render_group(out, figures_id(page.path), page.label);
    out += list(items, figures.size()) + "</section>\n";
  }
  out += "</div>\n";
}

}  // namespace loom::site
