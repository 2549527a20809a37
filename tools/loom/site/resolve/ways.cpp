#include "tools/loom/site/resolve/ways.hpp"

#include <cmath>
#include <set>

#include "tools/loom/site/resolve/sections.hpp"
#include "tools/loom/text/slug.hpp"

namespace loom::site {
namespace {

// How much longer or shorter a route may be than its way says.
constexpr double tolerance = 0.1;

std::vector<Section> all_lessons(const Site& site) {
  std::vector<Section> steps;
  for (const Page& page : site.pages)
    if (page.lesson) steps.push_back(find_section(page, ""));
  return steps;
}

class Steps {
 public:
  Steps(const Site& site, const Source& source, Diagnostics& diagnostics)
      : site_(site), source_(source), diagnostics_(diagnostics) {}

  std::vector<Section> of(const SiteFile::Route& route) {
    std::vector<Section> steps;
    std::set<const Part*> taken;
    for (const Named& address : route.steps) {
      const auto report = [&](const std::string& message) {
        diagnostics_.add(source_, address.offset,
                         "'" + address.text + "' under 'steps', " + message);
      };
      const SiteAddress to = split_address(site_, address.text);
      const Section step = to.page ? find_section(*to.page, to.id) : Section{};
      if (step.parts.empty()) {
        report(expected_section(site_, address.text));
        continue;
      }
      bool fresh = true;
      for (const Part& part : step.parts) fresh = taken.insert(&part).second && fresh;
      if (!fresh) report("which an earlier step has, or a part of it, expected each section once");
      steps.push_back(step);
    }
    return steps;
  }

 private:
  const Site& site_;
  const Source& source_;
  Diagnostics& diagnostics_;
};

}  // namespace

std::vector<Way> name_ways(const SiteFile& file) {
  std::vector<Way> ways;
  for (const SiteFile::Way& from : file.ways) {
    Way way{text::slug(from.name.text), from.name.text, {}};
    for (const SiteFile::Route& route : from.routes)
      way.routes.push_back({text::slug(from.name.text + " for " + route.readers.text),
                            route.readers.text,
                            route.goal,
                            {}});
    if (way.routes.empty()) way.routes.emplace_back();
    ways.push_back(std::move(way));
  }
  return ways;
}

void place_ways(Site& site, const SiteFile& file, const Inputs& inputs, Diagnostics& diagnostics,
                Diagnostics& warnings) {
  if (site.ways.empty() || any_unreadable(inputs)) return;
  const Source& source = *inputs.site;
  if (!site.ways_page)
    diagnostics.add(source, file.ways.front().name.offset,
                    "ways that no page shows, expected a block ```ways on one");
  Steps steps(site, source, diagnostics);
  for (size_t i = 0; i < site.ways.size(); ++i) {
    Way& way = site.ways[i];
    const SiteFile::Way& from = file.ways[i];
    if (from.routes.empty()) way.routes.front().steps = all_lessons(site);
    for (size_t k = 0; k < from.routes.size(); ++k) {
      way.routes[k].steps = steps.of(from.routes[k]);
      const double takes = way.routes[k].minutes();
      if (from.minutes > 0 && std::abs(takes - from.minutes) > tolerance * from.minutes)
        warnings.add(source, from.routes[k].readers.offset,
                     "the way '" + way.name + "' for " + way.routes[k].readers + " takes " +
                         std::to_string(std::lround(takes)) + " minutes, expected about " +
                         std::to_string(from.minutes));
    }
  }
}

}  // namespace loom::site
