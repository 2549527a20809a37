// A text cut short, for messages.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace loom {

// The first `bytes` bytes of a text, cut between characters, and "…" if more would follow.
std::string clipped(std::string_view text, std::size_t bytes);

}  // namespace loom
