// One child process: text in, text out.
#pragma once

#include <string>
#include <vector>

namespace loom::site {

// Runs a program found on PATH with `input` on its standard input and returns what it wrote to its
// standard output. Its standard error is ours. Throws Failure when it cannot be started or fails.
std::string run_process(const std::vector<std::string>& command, const std::string& input);

}  // namespace loom::site
