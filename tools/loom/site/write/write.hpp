// Last stage: files on disk.
#pragma once

#include <filesystem>
#include <vector>

#include "tools/loom/base/files.hpp"
#include "tools/loom/site/read/source.hpp"

namespace loom::site {

// Replaces the folder as a whole, so that it always holds the old site or the new one. Refuses to
// replace a folder that is neither empty nor an earlier output. Throws Failure.
void write(const Files& files, const std::filesystem::path& out);

// fix.cpp: writes the right text into the authors' files, each as a whole or not at all; returns
// the number of places. Throws Failure.
size_t write_fixes(std::vector<Fix> fixes);

// compress.cpp: adds .br and .gz beside every file that becomes smaller. They are taken from
// `earlier`, an output folder that may not exist, where the file is the same there.
void compress(Files& files, const std::filesystem::path& earlier);

}  // namespace loom::site
