// read → parse → resolve → render → write: the site builder.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "tools/loom/site/earlier.hpp"
#include "tools/loom/site/options.hpp"
#include "tools/loom/site/read/read.hpp"
#include "tools/loom/site/render/render.hpp"

namespace loom::site {

struct Built {
  Files files;                        // empty when there were mistakes
  std::vector<std::string> mistakes;  // "file:line:column: error: …", sorted
  std::vector<std::string> warnings;  // "file:line:column: warning: …": not in the way of a build
  std::vector<Fix> fixes;             // of those mistakes that have one
  size_t pages = 0;
  NumberCount counted;
};

// Everything but writing. Throws Failure for what is not the author's mistake.
Built build(const Options& options);

// The same of what has been read, with the mistakes found while reading.
Built build(const Inputs& inputs, const Options& options, Diagnostics diagnostics);

// The stages between reading and writing.
std::vector<Tree> parse(const Inputs& inputs, Diagnostics& diagnostics);
Site resolve(std::vector<Tree> texts, const Inputs& inputs, const Options& options, States& states,
             Files& image_files, Diagnostics& diagnostics, Diagnostics& warnings);

// write/write.cpp: replaces the folder as a whole, so that it holds the old site or the new one and
// nothing in between. Refuses to replace a folder that is neither empty nor an earlier output.
// Throws Failure.
void write(const Files& files, const std::filesystem::path& out);

// write/fix.cpp: writes the right text into the authors' files, each as a whole or not at all; how
// many places. Throws Failure.
size_t write_fixes(std::vector<Fix> fixes);

// write/compress.cpp: adds .br and .gz beside every file that gains from it.
void compress(Files& files);

}  // namespace loom::site
