// Character references: "&nbsp;", "&#176;", "&#xb0;".
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace loom::site {

// The character in UTF-8. Nothing for a name that is not in the short list, or an invalid number.
std::optional<std::string> decode_entity(std::string_view entity);

// "unknown character reference '&foo;', expected …"
std::string unknown_entity(std::string_view entity);

}  // namespace loom::site
