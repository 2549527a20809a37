// A value, or the reason why there is none. Core code is built without exceptions (WebAssembly), so
// everything that can refuse its input returns one of these.
#pragma once

#include <string>
#include <utility>
#include <variant>

namespace loom {

// What was wrong, where, and what was expected, in one sentence without a final period.
struct Error {
  std::string message;
};

template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  explicit operator bool() const { return state_.index() == 0; }
  const T& operator*() const { return *std::get_if<0>(&state_); }
  T& operator*() { return *std::get_if<0>(&state_); }
  const T* operator->() const { return std::get_if<0>(&state_); }
  T* operator->() { return std::get_if<0>(&state_); }
  const Error& error() const { return *std::get_if<1>(&state_); }

 private:
  std::variant<T, Error> state_;
};

}  // namespace loom
