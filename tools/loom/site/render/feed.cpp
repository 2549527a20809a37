#include "tools/loom/site/render/feed.hpp"

#include "tools/loom/site/render/html.hpp"

namespace loom::site {
namespace {

std::string element(const std::string& name, std::string_view text,
                    const std::string& attributes = "") {
  return "<" + name + attributes + ">" + escaped(text) + "</" + name + ">\n";
}

std::string link(std::string_view relation, std::string_view type, std::string_view address) {
  return "<link" + attribute("rel", relation) + attribute("type", type) +
         attribute("href", address) + "/>\n";
}

// The day's begin: a date is all that is known.
std::string updated(const Dated& section) {
  return element("updated", section.date + "T00:00:00Z");
}

// RFC 4151. The host belonged to the site on that day, whoever has it later.
std::string tag(const Dated& section, const Page& page, const Site& site) {
  std::string host = site.origin.substr(site.origin.find("://") + 3);
  const size_t port = host.rfind(':');
  if (port != host.npos && host.find(']', port) == host.npos) host.erase(port);  // not in [::1]
  return "tag:" + host + "," + section.date + ":" + site.href(page);
}

// Feed readers show the text elsewhere: its addresses begin with the site's. In HTML that is
// escaped, these quotes are only those of attributes.
std::string with_absolute_addresses(std::string html, const Page& page, const Site& site) {
  for (const std::string name : {" href=\"", " src=\"", " srcset=\""})
    for (size_t at = 0; (at = html.find(name, at)) != html.npos;) {
      at += name.size();
      if (html[at] == '#') html.insert(at, escaped(site.absolute(page)));
      if (html[at] == '/') html.insert(at, escaped(site.origin));
    }
  return html;
}

std::string entry(const Dated& section, const Page& page, const Renderer& renderer, Files& files) {
  const Site& site = renderer.site;
  const std::string html = with_absolute_addresses(
      render_section(page, section.begin, section.end, renderer, files), page, site);
  return "<entry>\n" + element("title", page.title + ": " + section.title) +
         element("id", tag(section, page, site)) + updated(section) +
         link("alternate", "text/html", site.absolute(page) + "#" + section.id) +
         element("content", html, " type=\"html\"") + "</entry>\n";
}

}  // namespace

std::string feed_href(const Site& site) { return site.base_path + "feed.xml"; }

std::string feed_title(const Page& page, const Site& site) {
  return site.title + ": " + page.title;
}

std::string render_feed(const Page& page, const Renderer& renderer, Files& files) {
  const Site& site = renderer.site;
  std::string out =
      "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<feed "
      "xmlns=\"http://www.w3.org/2005/Atom\" xml:lang=\"en\">\n" +
      element("title", feed_title(page, site));
  if (!site.tagline.empty()) out += element("subtitle", site.tagline);
  out += element("id", site.root()) + updated(page.dated.front()) + "<author>" +
         element("name", site.title) + "</author>\n" +
         link("self", "application/atom+xml", site.origin + feed_href(site)) +
         link("alternate", "text/html", site.absolute(page));
  for (const Dated& section : page.dated) out += entry(section, page, renderer, files);
  return out + "</feed>\n";
}

}  // namespace loom::site
