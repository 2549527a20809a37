// Child processes.
#pragma once

#include <string>
#include <vector>

namespace loom::site {

// Runs a program found on PATH with `input` on its standard input and returns what it wrote to its
// standard output. Its standard error is ours. Throws Failure when it cannot be started or fails.
std::string run_process(const std::vector<std::string>& command, const std::string& input);

// Runs a shell command with our standard output and error; its exit status. Throws Failure when it
// cannot be started or dies of a signal.
int run_shell(const std::string& command);

// Starts a program and does not wait for it. False when it cannot be started.
bool start_detached(const std::vector<std::string>& command);

}  // namespace loom::site
