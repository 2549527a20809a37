// The options of a build.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace loom::site {

struct Options {
  std::filesystem::path content;
  std::optional<std::filesystem::path> glossary,
      references;                               // default: beside the content folder, if there
  std::optional<std::filesystem::path> assets;  // a flat folder of ready files
  std::optional<std::filesystem::path> frame;   // default: the page frame compiled in
  std::filesystem::path math;                   // the script that turns TeX into MathML
  std::filesystem::path highlight;              // the script that colors code
  // The script that draws the social pictures; none: there are none, as in a site that is only
  // served on this machine, whose addresses mean nothing elsewhere.
  std::optional<std::filesystem::path> cards;
  std::optional<std::filesystem::path>
      earlier;  // an output, whose pictures need not be drawn again
  std::string base_url = "http://127.0.0.1:8080/";
  bool published = false;  // for a host: browsers are told to keep it, see render/kept.hpp
};

}  // namespace loom::site
