#include <algorithm>
#include <set>

#include "tools/loom/site/resolve/sections.hpp"
#include "tools/loom/site/resolve/ways.hpp"

namespace loom::site {
namespace {

class Needs {
 public:
  Needs(Site& site, const SiteFile& file, const Source& source, Diagnostics& diagnostics)
      : site_(site), file_(file), source_(source), diagnostics_(diagnostics) {}

  void place() {
    for (const SiteFile::Entry& entry : file_.pages) {
      const auto page = std::find_if(site_.pages.begin(), site_.pages.end(), [&](const Page& each) {
        return each.file->name == entry.file.text;
      });
      if (page == site_.pages.end() || !entry.needs) continue;
      page->needs.emplace();
      for (const auto& [address, words] : *entry.needs) {
        const SiteAddress to = split_address(site_, address.text);
        Section from = to.page ? find_section(*to.page, to.id) : Section{};
        if (from.parts.empty())
          report(address, expected_section(site_, address.text));
        else if (from.page >= &*page)
          out_of_order(address, *page, *from.page);
        else
          page->needs->push_back({from, words.text});
      }
    }
  }

 private:
  void report(const Named& address, const std::string& message) {
    diagnostics_.add(source_, address.offset, "'" + address.text + "' under 'needs', " + message);
  }

  void out_of_order(const Named& address, const Page& page, const Page& needed) {
    const std::string here = page.file->name, there = needed.file->name;
    if (&page == &needed)
      return report(address, "a section of the page itself, expected another page");
    std::set<const Page*> seen;
    report(address, (leads_to(needed, page, seen)
                         ? "a circle: " + here + " needs " + there + ", which needs " + here
                         : there + " comes after " + here + " in the order of the pages") +
                        ", expected a page before it");
  }

  // Whether a page needs another one, by itself or through others.
  bool leads_to(const Page& from, const Page& to, std::set<const Page*>& seen) const {
    if (!seen.insert(&from).second) return false;
    for (const SiteFile::Entry& entry : file_.pages) {
      if (entry.file.text != from.file->name || !entry.needs) continue;
      for (const auto& [address, words] : *entry.needs) {
        const Page* next = split_address(site_, address.text).page;
        if (next && (next == &to || leads_to(*next, to, seen))) return true;
      }
    }
    return false;
  }

  Site& site_;
  const SiteFile& file_;
  const Source& source_;
  Diagnostics& diagnostics_;
};

}  // namespace

void place_needs(Site& site, const SiteFile& file, const Inputs& inputs, Diagnostics& diagnostics) {
  if (inputs.site && !any_unreadable(inputs)) Needs(site, file, *inputs.site, diagnostics).place();
}

}  // namespace loom::site
