// All figures of the site as small pictures, each a link to its place.
#pragma once

#include <map>
#include <string>

#include "tools/loom/site/site.hpp"

namespace loom::site {

// The pictures, as figures open, where a page of the site shows them; else nothing.
class Gallery {
 public:
  // `known`: what earlier ones have drawn; then what this one shows.
  Gallery(const Site& site, std::map<std::string, std::string>& known);
  // The list, by page; figures that show a scene again, with other controls, are left out.
  void render(std::string& out, const Page& here) const;
  const std::map<std::string, std::string>& files() const { return files_; }  // in assets/

 private:
  struct Tile {
    const Figure* figure;
    std::string file;  // its name in assets/
  };
  const Site& site_;
  std::map<const Page*, std::vector<Tile>> tiles_;
  std::map<std::string, std::string> files_;
};

}  // namespace loom::site
