// Where the attributes of links, images, terms and fences begin in a Markdown text.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace loom::site {

// The offset of each attribute, in the order of md4c's events: a link's or image's address, a
// term's name, the first line of a block of code. `nowhere` for one that is empty or has an escaped
// backtick.
//
// md4c copies an attribute that has a '\' or a '&', and a copy has no place. So this reads the text
// once more, with other characters in place of these.
std::vector<size_t> attribute_offsets(std::string_view markdown);

}  // namespace loom::site
