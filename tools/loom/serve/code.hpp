// This program, compiled anew while it serves.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace loom::serve {

// Whether a file is compiled, or something that is compiled is generated from it.
bool is_code(const std::filesystem::path& path);

// Runs the shell command, which compiles. Nothing when all went well; else the first error that it
// printed, "file:line:column: error: …", or where it names none, its last line.
std::optional<std::string> compile(const std::string& command);

// The program as it lies on the disk now, in place of this one: with the same options, at that
// port. Returns only where the system refuses.
void start_again(int port);

}  // namespace loom::serve
