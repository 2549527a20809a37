// Last stage: files on disk.
#pragma once

#include <filesystem>
#include <vector>

#include "tools/loom/base/files.hpp"
#include "tools/loom/site/read/source.hpp"

namespace loom::site {

// Replaces the folder as a whole, so that it holds the old site or the new one and nothing in
// between. Refuses to replace a folder that is neither empty nor an earlier output. Throws Failure.
void write(const Files& files, const std::filesystem::path& out);

// fix.cpp: writes the right text into the authors' files, each as a whole or not at all; how many
// places. Throws Failure.
size_t write_fixes(std::vector<Fix> fixes);

// compress.cpp: adds .br and .gz beside every file that gains from it.
void compress(Files& files);

}  // namespace loom::site
