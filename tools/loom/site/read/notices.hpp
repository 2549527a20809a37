// What others have made and the site ships, with its license.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace loom::site {

struct Notice {
  std::string name, license, use;  // license: its identifier; use: what it does in the site
  std::string asset;               // the file with the license in full
};

// Of the assets license-*.txt, in the order of their names. Each begins with lines "Name: …",
// "License: …", "Use: …" and an empty line: tools/licenses writes them. Throws Failure for one
// without them.
std::vector<Notice> read_notices(const std::map<std::string, std::string>& assets);

}  // namespace loom::site
