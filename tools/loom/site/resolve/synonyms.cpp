#include <algorithm>

#include "core/text/nearest.hpp"
#include "tools/loom/site/resolve/search.hpp"
#include "tools/loom/site/resolve/sections.hpp"
#include "tools/loom/text/strings.hpp"

namespace loom::site {
namespace {

// Everything that can be found, in lower case.
std::string all_words(const Site& site) {
  std::string out;
  for (const SearchEntry& entry : site.search) out += entry.title + "\n" + entry.text + "\n";
  return text::lower_case(out);
}

// The first of the words that is nowhere; or "".
std::string missing_word(const std::string& words, const std::string& all) {
  for (size_t at = 0; at < words.size();) {
    const size_t end = std::min(words.find(' ', at), words.size());
    const std::string word = words.substr(at, end - at);
    if (!word.empty() && all.find(text::lower_case(word)) == all.npos) return word;
    at = end + 1;
  }
  return "";
}

}  // namespace

void place_synonyms(Site& site, const Inputs& inputs, Diagnostics& diagnostics) {
  if (site.synonyms.empty() || any_unreadable(inputs)) return;
  std::map<std::string, SearchEntry*> places;
  std::vector<std::string_view> addresses;
  for (SearchEntry& entry : site.search) places.emplace(address_of(*entry.page, entry.id), &entry);
  for (const auto& [address, entry] : places) addresses.push_back(address);
  const std::string all = all_words(site);
  for (const Synonym& synonym : site.synonyms) {
    for (const Named& address : synonym.leads_to)
      if (const auto found = places.find(address.text); found == places.end())
        diagnostics.add(*inputs.synonyms, address.offset,
                        "'" + address.text +
                            "' under 'leads_to', expected the address of a page, section, figure, "
                            "term or reference" +
                            did_you_mean(address.text, addresses));
      else
        for (const Named& word : synonym.words) found->second->synonyms.push_back(word.text);
    if (const std::string word = missing_word(synonym.means.text, all); !word.empty())
      diagnostics.add(*inputs.synonyms, synonym.means.offset,
                      "'" + word + "' under 'means', expected words of this site's texts");
  }
}

}  // namespace loom::site
