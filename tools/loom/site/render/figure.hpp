// The markup of a figure: heading, controls, picture, sentence, table, sources.
#pragma once

#include <map>
#include <string>

#include "tools/loom/site/resolve/site.hpp"

namespace loom::site {

// A picture as a file in assets/.
struct PictureFile {
  std::string name, bytes, size;  // size: ` width="340" height="411"`
};

// A figure's markup, without the parts that depend on its place on a page: whether its picture is
// in the page (`picture`) or beside it (`narrow`, `wide`), its caption and its citations.
struct FigureMarkup {
  std::string before_picture, picture, after_picture, before_sources, after_sources;
  PictureFile narrow, wide;
};

using DrawnFigures = std::map<std::string, FigureMarkup>;  // by everything that they depend on

// The markup of all figures of a site, drawn at once on all processors. A state is drawn once,
// however many pages show it.
class FigureRenderer {
 public:
  // `known`: what an earlier build has drawn. Afterwards it holds what this build uses of it, and
  // what it has added.
  FigureRenderer(const Site& site, DrawnFigures& known);
  const FigureMarkup& markup(const Figure& figure) const;  // of this site

 private:
  const DrawnFigures& known_;
};

}  // namespace loom::site
