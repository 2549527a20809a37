// What search engines and previews say of a page.
#include "tools/loom/site/resolve/resolver.hpp"
#include "tools/loom/text/strings.hpp"

namespace loom::site {
namespace {

// A citation is not part of the text, but the space before it is.
std::string without_gaps(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (out.ends_with(' ') && std::string_view(".,;:?!)").find(c) != std::string_view::npos)
      out.pop_back();
    out += c;
  }
  return out;
}

std::string first_words(const Page& page, const Site& site) {
  if (page.scene && !page.figures.empty() && page.figures.front().state) {
    const scene::State& state = *page.figures.front().state;
    return std::string(page.scene->question) + " " + state.scene().status(state.step());
  }
  if (page.text.nodes.size() > 1 && page.text.nodes[1].kind == Kind::paragraph)
    return plain_text(page.text.nodes[1]);
  return site.tagline.empty() ? page.title : site.tagline;
}

}  // namespace

void describe(Page& page, const Site& site) {
  if (!page.description.empty()) return;
  page.description = text::whole_sentences(without_gaps(text::collapse(first_words(page, site))),
                                           longest_description);
}

}  // namespace loom::site
