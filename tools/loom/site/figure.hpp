// The markup of a figure: heading, controls, picture, sentence, table, sources.
#pragma once

#include <map>
#include <mutex>
#include <string>

#include "tools/loom/site/site.hpp"

namespace loom::site {

// A figure's markup around the two things that its place on a page adds: caption and citations.
struct FigureMarkup {
  std::string before_caption, before_sources, after_sources;
};

// Renders each figure once, however many pages show it in the same state. Pages may ask at the same
// time.
class FigureRenderer {
 public:
  const FigureMarkup& render(const Figure& figure);

 private:
  std::mutex mutex_;
  std::map<std::string, FigureMarkup> known_;
};

}  // namespace loom::site
