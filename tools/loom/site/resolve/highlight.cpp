#include "tools/loom/site/resolve/highlight.hpp"

namespace loom::site {

void to_json(nlohmann::json& question, const Listing& listing) {
  question = {{"language", listing.language}, {"code", listing.code}};
}

void from_json(const nlohmann::json& answer, Colors& colors) {
  answer.at("lengths").get_to(colors.lengths);
  answer.at("roles").get_to(colors.roles);
}

bool fits(const Listing& listing, const Colors& colors) {
  size_t left = listing.code.size();
  for (const size_t length : colors.lengths) {
    if (length > left) return false;
    left -= length;
  }
  return left == 0 && colors.lengths.size() == colors.roles.size() &&
         colors.roles.find_first_not_of(" ktsncfa") == std::string::npos;
}

Script highlight_script(std::filesystem::path path) {
  return {std::move(path), {"color code", "colors code", "listing"}};
}

}  // namespace loom::site
