// Compiles this program again while it serves.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace loom::serve {

// Whether a file is compiled, or is the source of a generated file that is compiled.
bool is_code(const std::filesystem::path& path);

// Runs the shell command, which compiles. Nothing if it succeeded; else the first error that it
// printed, "file:line:column: error: …", or its last line if it printed none.
std::optional<std::string> compile(const std::string& command);

// Replaces this program by the one that is on the disk now, with the same options and that port.
// Returns only if the system refuses.
void start_again(int port);

}  // namespace loom::serve
