// Heading text to id, as GitHub does it.
#pragma once

#include <string>
#include <string_view>

namespace loom::text {

// Lower case (ASCII), spaces to '-', letters, digits, '-' and '_' kept, punctuation dropped.
std::string slug(std::string_view text);

}  // namespace loom::text
