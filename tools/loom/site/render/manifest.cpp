#include "tools/loom/site/render/manifest.hpp"

#include <nlohmann/json.hpp>
#include <string_view>

namespace loom::site {

std::string web_manifest(const Site& site) {
  constexpr std::string_view before = "icon-", maskable = "maskable-", after = ".png";
  nlohmann::json icons = nlohmann::json::array();
  for (const auto& [name, address] : site.assets) {
    if (!name.starts_with(before) || !name.ends_with(after)) continue;
    std::string pixels = name.substr(before.size(), name.size() - before.size() - after.size());
    const bool cut = pixels.starts_with(maskable);
    if (cut) pixels.erase(0, maskable.size());
    icons.push_back({{"src", address},
                     {"sizes", pixels + "x" + pixels},
                     {"type", "image/png"},
                     {"purpose", cut ? "maskable" : "any"}});
  }
  const nlohmann::json manifest = {{"id", site.base_path},
                                   {"start_url", site.base_path},
                                   {"scope", site.base_path},
                                   {"name", site.title},
                                   {"short_name", site.title},
                                   {"description", site.tagline},
                                   {"display", "minimal-ui"},
                                   {"lang", "en"},
                                   {"icons", icons}};
  return manifest.dump(1) + "\n";
}

}  // namespace loom::site
