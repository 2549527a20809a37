// An error that ends a command and is not the author's mistake: a file or folder that cannot be
// read or written, a program that cannot be started.
#pragma once

#include <new>
#include <stdexcept>

namespace loom {

struct Failure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Whether there was too little memory, or too much was asked for.
inline bool out_of_memory(const std::exception& failure) {
  return dynamic_cast<const std::bad_alloc*>(&failure) ||
         dynamic_cast<const std::length_error*>(&failure);
}

// What to tell of an exception. Of memory the library's own words are "std::bad_alloc".
inline const char* reason(const std::exception& failure) {
  return out_of_memory(failure) ? "out of memory" : failure.what();
}

}  // namespace loom
