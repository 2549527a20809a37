#include "tools/loom/site/read/site_file.hpp"

#include <algorithm>
#include <utility>

#include "core/text/nearest.hpp"
#include "core/text/utf8.hpp"
#include "tools/loom/site/read/fields.hpp"

namespace loom::site {
namespace {

// "https://example.org/issues/new?title={title}&body={body}": only these two names in braces are
// allowed, and at least one must be there.
void check_report(Fields& reader, const Source& source, const std::string& pattern) {
  const size_t value = reader.offset("report");
  const bool plain = source.text.compare(value + 1, pattern.size(), pattern) == 0;
  const auto report = [&](size_t at, std::string message) {
    reader.report(plain ? value + 1 + at : value, std::move(message));
  };
  const std::string form = "https://example.org/new?title={title}&body={body}";
  if (!is_web_address(pattern))
    return report(0, "'report' is '" + pattern + "', expected an address like " + form);
  const std::vector<std::string_view> placeholders = {"title", "body"};
  bool filled = false;
  for (size_t at = 0; (at = pattern.find_first_of("{}", at)) != pattern.npos;) {
    const size_t end = pattern.find_first_of("{}", at + 1);
    if (pattern[at] == '}') return report(at, "'}' without '{' in 'report'");
    if (end == pattern.npos || pattern[end] == '{')
      return report(at, "'{' without '}' in 'report'");
    const std::string placeholder = pattern.substr(at + 1, end - at - 1);
    if (std::find(placeholders.begin(), placeholders.end(), placeholder) == placeholders.end())
      return report(at, "unknown placeholder '{" + placeholder +
                            "}' in 'report', expected {title} or {body}" +
                            did_you_mean(placeholder, placeholders));
    filled = true;
    at = end + 1;
  }
  if (!filled)
    report(0, "'report' is '" + pattern + "' without {title} and {body}, expected " + form);
}

// Whether an address is one of those that documentation may use, and nobody answers (RFC 2606).
bool is_example(std::string_view address) {
  std::string_view host = address.substr(address.find("//") + 2);
  host = host.substr(0, host.find_first_of("/?#:"));
  for (const std::string_view name : {"example.com", "example.net", "example.org"})
    if (host == name || host.ends_with("." + std::string(name))) return true;
  return host.ends_with(".example");
}

void check_description(Fields& fields, const std::string& description) {
  if (const size_t length = utf8::count(description); length > longest_description)
    fields.report(fields.offset("description"), "a description of " + std::to_string(length) +
                                                    " characters, expected at most " +
                                                    std::to_string(longest_description));
}

SiteFile::Entry read_entry(Fields& fields) {
  SiteFile::Entry page;
  page.file = {fields.text("file"), fields.offset("file")};
  page.label = fields.text("label", false);
  page.description = fields.text("description", false);
  check_description(fields, page.description);
  page.words = fields.count("words");
  page.lesson = fields.flag("lesson", true);
  page.footer = fields.flag("footer", false);
  page.feed = fields.flag("feed", false);
  const bool says = fields.has("needs");
  auto needs = fields.pairs("needs", "what the reader needs of it");
  if (says) page.needs = std::move(needs);
  return page;
}

SiteFile::Way read_way(Fields& fields) {
  SiteFile::Way way;
  way.name = {fields.text("name"), fields.offset("name")};
  way.minutes = fields.count("minutes");
  fields.objects("routes", "a route", [&](Fields& route) {
    SiteFile::Route read;
    read.readers = {route.text("for"), route.offset("for")};
    read.goal = route.text("goal", false);
    read.steps = route.addresses("steps", true);
    way.routes.push_back(std::move(read));
  });
  if (way.routes.empty() && way.minutes > 0)
    fields.report(fields.offset("minutes"),
                  "'minutes' of a way without 'routes', which has every lesson, expected none");
  return way;
}

// The same readers choose among the ways, so all routes are for those of the first way.
void check_readers(const std::vector<SiteFile::Way>& ways, const Source& source,
                   Diagnostics& diagnostics) {
  std::vector<std::string_view> readers;
  for (const SiteFile::Way& way : ways) {
    if (readers.empty())
      for (const SiteFile::Route& route : way.routes) readers.push_back(route.readers.text);
    std::vector<std::string_view> here;
    for (const SiteFile::Route& route : way.routes) {
      const std::string& name = route.readers.text;
      const auto report = [&](const std::string& message) {
        diagnostics.add(source, route.readers.offset, message);
      };
      if (name.empty()) continue;
      if (std::find(here.begin(), here.end(), name) != here.end())
        report("a second route for '" + name + "' in '" + way.name.text + "', expected one");
      else if (std::find(readers.begin(), readers.end(), name) == readers.end())
        report("unknown readers '" + name + "', expected those of the first way" +
               did_you_mean(name, readers));
      here.push_back(name);
    }
  }
}

}  // namespace

SiteFile read_site_file(const Json& json, const Source& source, Diagnostics& diagnostics) {
  SiteFile site;
  Fields fields(json, "the site's file", source, diagnostics);
  site.title = fields.text("title");
  site.tagline = fields.text("tagline", false);
  site.footer = fields.text("footer", false);
  site.report = fields.text("report", false);
  if (!site.report.empty()) check_report(fields, source, site.report);
  if (is_web_address(site.report) && is_example(site.report)) site.report.clear();
  Unique files(source, "page"), names(source, "way");
  bool has_feed = false;
  fields.objects("pages", "a page", [&](Fields& entry) {
    SiteFile::Entry page = read_entry(entry);
    if (page.feed && std::exchange(has_feed, true))
      entry.report(entry.offset("feed"), "a second feed, expected one page with \"feed\": true");
    files.add(entry, page.file.text, page.file.offset);
    site.pages.push_back(std::move(page));
  });
  fields.objects("ways", "a way", [&](Fields& entry) {
    SiteFile::Way way = read_way(entry);
    names.add(entry, way.name.text, way.name.offset);
    site.ways.push_back(std::move(way));
  });
  check_readers(site.ways, source, diagnostics);
  site.moved = fields.pairs("moved", "an address");
  site.numbered = fields.texts("numbered");
  if (fields.flag("scenes", false)) site.scenes = fields.offset("scenes");
  if (json.kind == Json::Kind::object) fields.finish();
  return site;
}

}  // namespace loom::site
