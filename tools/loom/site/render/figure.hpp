// The markup of a figure: heading, controls, picture, sentence, table, sources.
#pragma once

#include <map>
#include <string>

#include "tools/loom/base/files.hpp"
#include "tools/loom/site/resolve/site.hpp"

namespace loom::site {

// A picture as a file in assets/.
struct PictureFile {
  std::string name, bytes, size;  // size: ` width="340" height="411"`
};

// A figure's markup, without the parts that depend on its place on a page: the level of its title
// (which is a heading's content with its attributes), whether its picture is in the page
// (`picture`) or beside it (`narrow`, `wide`), its caption, and the links and citations of its last
// line, between `link` and `after_sources`.
struct FigureMarkup {
  std::string before_title, title, before_picture, picture, after_picture, foot, link, computed,
      after_sources;
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

// A figure's picture as two files, which are added to `files`.
std::string picture_beside(const Figure& figure, const FigureMarkup& markup, const Site& site,
                           Files& files);

// What a reader can take away: the still picture; take/take.js puts the choices of the live figure
// in its place.
std::string render_take(const Figure& figure, const FigureMarkup& markup, const Site& site,
                        Files& files);

}  // namespace loom::site
