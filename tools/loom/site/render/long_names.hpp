// Names of code that are longer than a phone is wide.
#pragma once

#include <string>
#include <string_view>

namespace loom::site {

// Escaped text that may break between the parts of such a name: behind '_', '.', ':' and '/',
// and before a capital letter.
std::string breakable(std::string_view text);

}  // namespace loom::site
