#include "core/cuda/message.hpp"

namespace loom::cuda {

void Part::add_to(std::string& out) const {
  if (size_ == is_type)
    out += spelled(static_cast<const CType*>(data_));
  else if (size_ == is_long)
    out += std::to_string(*static_cast<const std::int64_t*>(data_));
  else if (size_ == is_int)
    out += std::to_string(*static_cast<const std::int32_t*>(data_));
  else if (size_ == is_unsigned)
    out += std::to_string(*static_cast<const std::uint32_t*>(data_));
  else
    out += std::string_view(static_cast<const char*>(data_), size_);
}

std::string message(const char* pattern, const Parts& parts) {
  std::string out;
  const Part* next = parts.begin();
  for (; *pattern; ++pattern) {
    if (*pattern == '%' && next != parts.end())
      (next++)->add_to(out);
    else
      out += *pattern;
  }
  return out;
}

}  // namespace loom::cuda
