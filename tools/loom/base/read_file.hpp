// Reading a file as a whole.
#pragma once

#include <filesystem>
#include <string>

namespace loom {

// The bytes of a file. Throws Failure if they cannot be read, or if there are more than a gigabyte.
// Only files with a known size are read: a pipe or a device may never end.
std::string read_file(const std::filesystem::path& path);

}  // namespace loom
