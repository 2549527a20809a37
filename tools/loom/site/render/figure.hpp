// The markup of a figure: heading, controls, picture, sentence, table, sources.
#pragma once

#include <map>
#include <string>

#include "tools/loom/site/site.hpp"

namespace loom::site {

// A picture as a file in assets/.
struct PictureFile {
  std::string name, bytes, size;  // size: ` width="340" height="411"`
};

// A figure's markup around what its place on a page decides: whether its picture is in the page
// (`picture`) or beside it (`narrow`, `wide`), its caption and its citations.
struct FigureMarkup {
  std::string before_picture, picture, after_picture, before_sources, after_sources;
  PictureFile narrow, wide;
};

// The markup of all figures of a site: drawn at once, on all processors, each once however many
// pages show it in the same state.
class FigureRenderer {
 public:
  // `known`: what earlier renderers have drawn; then what this one uses of it, and the rest.
  FigureRenderer(const Site& site, std::map<std::string, FigureMarkup>& known);
  const FigureMarkup& markup(const Figure& figure) const;  // of this site

 private:
  const std::map<std::string, FigureMarkup>& known_;
};

}  // namespace loom::site
