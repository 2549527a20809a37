// An error that ends a command and is not the author's mistake: a file or folder that cannot be
// read or written, a program that cannot be started.
#pragma once

#include <stdexcept>

namespace loom {

struct Failure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace loom
