// Files in memory.
#pragma once

#include <map>
#include <string>

namespace loom {

using Files = std::map<std::string, std::string>;  // path below a folder → bytes

}  // namespace loom
