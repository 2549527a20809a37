// The one place where an exception that nobody expected becomes a message and an exit status.
#pragma once

#include <cstdlib>
#include <exception>
#include <iostream>
#include <string_view>

#include "tools/loom/base/failure.hpp"
#include "tools/loom/command/command.hpp"

namespace loom::command {

// Where an exception cannot be passed on: thrown by a destructor that needs memory, for example.
[[noreturn]] inline void end_at_once() noexcept {
  try {
    if (const std::exception_ptr thrown = std::current_exception()) std::rethrow_exception(thrown);
  } catch (const std::exception& failure) {
    std::cerr << "loom: " << reason(failure) << std::endl;
    std::_Exit(usage);
  } catch (...) {
  }
  std::abort();
}

// The exit status of a command; `name` stands before what went wrong.
template <class Run>
int guarded(std::string_view name, Run run) {
  std::set_terminate(end_at_once);
  try {
    return run();
  } catch (const std::exception& failure) {
    std::cerr << name << ": " << reason(failure) << "\n";
    return usage;
  }
}

}  // namespace loom::command
