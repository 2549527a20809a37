// Ready files (styles, scripts, fonts, wasm) under names that carry their content's hash.
#pragma once

#include <map>
#include <set>
#include <string>

namespace loom::site {

struct HashedAssets {
  std::map<std::string, std::string> names;  // name → hashed name
  std::map<std::string, std::string> files;  // hashed name → bytes
  std::map<std::string, std::set<std::string>>
      mentions;  // hashed name → hashed names that stand in it
};

// In .css, .js and .mjs files every mention of another file of the folder (quoted, in url(…), or
// after "./") becomes its hashed name. The file's own hash is taken after that. Throws Failure if
// files mention each other in a circle.
HashedAssets hash_assets(const std::map<std::string, std::string>& assets);

// The text of an asset as it stands within a page, where url(FILE) needs the folder of the assets,
// for instance "/assets/".
std::string within_page(const HashedAssets& assets, const std::string& name,
                        const std::string& folder);

}  // namespace loom::site
