// Social pictures on their way to Node.js and back: tools/cards.cjs turns SVG into PNG.
#pragma once

#include <string>
#include <vector>

#include "tools/loom/base/files.hpp"
#include "tools/loom/site/read/read.hpp"
#include "tools/loom/site/resolve/script.hpp"
#include "tools/loom/site/resolve/site.hpp"

namespace loom::site {

struct Card {
  std::string svg;
  std::vector<std::string> fonts;  // files; no others are used
  auto operator<=>(const Card&) const = default;
};

struct CardImage {
  std::string png;    // or
  std::string error;  // why it was refused
};

void to_json(nlohmann::json& question, const Card& card);
void from_json(const nlohmann::json& answer, CardImage& image);
bool fits(const Card& card, const CardImage& image);

using Cards = Questions<Card, CardImage>;

Script card_script(std::filesystem::path path);

// Whether an asset is a font for these pictures, which no page loads.
bool is_card_font(const std::string& asset);

// The pictures of a site's pages.
struct DrawnCards {
  std::vector<Card> fresh;
  std::vector<const Page*> pages;  // of the fresh ones
  Files files;                     // the others, from an earlier output
};

// One for each page, which gets the name of its file. There are none if the options have no script,
// or the assets no fonts.
DrawnCards draw_cards(Site& site, const Options& options, const Inputs& inputs);

// Adds the files. Throws Failure if one was refused.
void place_cards(DrawnCards&& drawn, const Cards::Answers& answers, Files& files);

}  // namespace loom::site
