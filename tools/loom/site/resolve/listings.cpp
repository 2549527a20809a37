#include "tools/loom/site/resolve/listings.hpp"

#include "tools/loom/site/parse/languages.hpp"

namespace loom::site {

std::vector<Listing> number_listings(std::span<const Tree> texts) {
  std::vector<Listing> out;
  for (const Tree& text : texts)
    for (const Node* node : text.listings) {
      if (!is_colored(node->more->target)) continue;
      node->more->number = static_cast<int>(out.size());
      out.push_back({std::string(node->more->target), std::string(node->text)});
    }
  return out;
}

void color_listings(Site& site, const Listings::Answers& answers) {
  for (Page& page : site.pages)
    for (const Node* node : page.text.listings)
      if (is_colored(node->more->target))
        node->more->colors = answers[static_cast<size_t>(node->more->number)];
}

}  // namespace loom::site
