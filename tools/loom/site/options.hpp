// What a build is told.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>

namespace loom::site {

struct Earlier;  // earlier.hpp

struct Options {
  std::filesystem::path content;
  std::optional<std::filesystem::path> glossary,
      references;                               // default: beside the content folder, if there
  std::optional<std::filesystem::path> assets;  // a flat folder of ready files
  std::optional<std::filesystem::path> frame;   // default: the page frame compiled in
  std::filesystem::path math;                   // the script that turns TeX into MathML
  std::string base_url = "http://127.0.0.1:8080/";
  bool compress = false;
  std::shared_ptr<Earlier> earlier;  // what earlier builds have computed; nullptr: forget it
};

// A file or folder that cannot be read or written, a program that cannot be started: not the
// author's mistake.
struct Failure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace loom::site
