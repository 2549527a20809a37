// Sentences with values in them. Joining texts with + takes several times as much code at each
// place, and the program is downloaded. For the same reason a pattern, and any other text that is
// always written out at the call, is a const char*: one number, where a std::string_view is two,
// which WebAssembly passes through memory.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <type_traits>

namespace loom::cuda {

struct CType;
std::string spelled(const CType* type);  // with the types, in check/ctype.cpp

// A text, a type or a whole number. It lives no longer than what it is made of.
class Part {
 public:
  Part(std::string_view text) : data_(text.data()), size_(text.size()) {}
  Part(const char* text) : Part(std::string_view(text)) {}
  Part(const std::string& text) : Part(std::string_view(text)) {}
  Part(const CType* type) : data_(type), size_(is_type) {}
  template <std::integral T>
  Part(const T& number) : data_(&number) {
    static_assert(sizeof number >= 4);
    size_ = sizeof number == 8 ? is_long : std::is_signed_v<T> ? is_int : is_unsigned;
  }

  void add_to(std::string& out) const;

 private:
  static constexpr std::size_t is_type = ~std::size_t{0}, is_long = is_type - 1,
                               is_int = is_type - 2, is_unsigned = is_type - 3;
  const void* data_;
  std::size_t size_;  // of a text, else what it is
};
using Parts = std::initializer_list<Part>;

// The pattern with a part in place of each %; without parts as it is.
std::string message(const char* pattern, const Parts& parts = {});

}  // namespace loom::cuda
