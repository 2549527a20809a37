// The page frame (web/shell/page.html): markup around a page's text, with {{placeholders}} to fill.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "tools/loom/site/read/source.hpp"

namespace loom::site {

class Frame {
 public:
  // Fills the placeholders {{asset:NAME}} with an asset's address, {{text:NAME}} with its text, and
  // {{hash:NAME}} with that text's hash for the page's policy. If there is no such asset, the
  // element around the placeholder is left out (in <html> only the attribute, of a hash only the
  // hash), so that a site without assets works too. Reports unknown and malformed placeholders.
  Frame(const Source& source, const std::map<std::string, std::string>& assets,
        const std::map<std::string, std::string>& texts, Diagnostics& diagnostics);

  // The names that fill() must be given: {{title}} and so on.
  static const std::vector<std::string_view>& placeholders();

  std::string fill(const std::map<std::string_view, std::string>& values) const;

 private:
  struct Piece {
    std::string text;
    std::string placeholder;  // the text after it; "" at the end
  };
  std::vector<Piece> pieces_;
};

// Of the site's pages, and of a figure on another site's page (web/shell/embed.html).
struct Frames {
  Frame page, embed;
};

}  // namespace loom::site
