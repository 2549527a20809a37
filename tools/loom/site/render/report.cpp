#include "tools/loom/site/render/report.hpp"

#include "tools/loom/site/render/html.hpp"
#include "web/scene/parameter.hpp"

namespace loom::site {
namespace {

void replace(std::string& text, std::string_view place, const std::string& with) {
  for (size_t at = 0; (at = text.find(place, at)) != text.npos; at += with.size())
    text.replace(at, place.size(), with);
}

// Both are already encoded.
std::string form(const Site& site, const std::string& title, const std::string& body) {
  std::string address = site.report;
  replace(address, "{title}", title);
  replace(address, "{body}", body);
  return address;
}

std::string page_line(const Page& page, const Site& site) {
  return "Page: " + site.origin + site.href(page);
}

}  // namespace

std::string report_pattern(const Page& page, const Site& site) {
  const auto encoded = [](const std::string& text) { return scene::percent_encode(text); };
  if (site.report.empty()) return "";
  return form(site, encoded(page.title + ": ") + "{section}",
              encoded(page_line(page, site) + "#") + "{id}" + encoded("\nSection: ") + "{section}" +
                  encoded("\n\n"));
}

void render_report_place(std::string& out, const Page& page, const Site& site) {
  if (page.lesson && !site.report.empty()) out += "<p class=\"report\"></p>\n";
}

void render_page_report(std::string& out, const Page& page, const Site& site) {
  if (site.report.empty()) return;
  const std::string address = form(site, scene::percent_encode(page.title),
                                   scene::percent_encode(page_line(page, site) + "\n\n"));
  out += "<p class=\"report-page\"><a" + attribute("href", address) +
         ">Report a mistake on this page</a></p>\n";
}

}  // namespace loom::site
