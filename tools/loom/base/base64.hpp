// Bytes as text.
#pragma once

#include <optional>
#include <string>

namespace loom {

std::string to_base64(const std::string& bytes);
std::optional<std::string> from_base64(const std::string& text);  // nothing if it is not base64

}  // namespace loom
