// Colors of code: tools/highlight.cjs divides a listing into the words of its language.
#pragma once

#include <string>

#include "tools/loom/site/parse/node.hpp"
#include "tools/loom/site/resolve/script.hpp"

namespace loom::site {

struct Listing {
  std::string language, code;
  auto operator<=>(const Listing&) const = default;
};

void to_json(nlohmann::json& question, const Listing& listing);
void from_json(const nlohmann::json& answer, Colors& colors);
bool fits(const Listing& listing, const Colors& colors);

using Listings = Questions<Listing, Colors>;

Script highlight_script(std::filesystem::path path);

}  // namespace loom::site
