// The one place where an exception that nobody expected becomes a message and an exit status.
#pragma once

#include <cstdlib>
#include <exception>
#include <iostream>
#include <string_view>

#include "tools/loom/base/failure.hpp"
#include "tools/loom/command/command.hpp"

namespace loom::command {

// Where an exception cannot be passed on: in a destructor, or within the C++ library. What such
// places throw is that memory ends; GCC 12 does not say what was thrown there.
[[noreturn]] inline void end_at_once() noexcept {
  const char* why = std::uncaught_exceptions() > 0 ? "out of memory" : nullptr;
  try {
    if (const std::exception_ptr thrown = std::current_exception()) std::rethrow_exception(thrown);
  } catch (const std::exception& failure) {
    why = reason(failure);
  } catch (...) {
  }
  if (!why) std::abort();
  std::cerr << "loom: " << why << std::endl;
  std::_Exit(usage);
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
