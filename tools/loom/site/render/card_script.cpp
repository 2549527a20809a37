#include "tools/loom/site/render/card_script.hpp"

#include <algorithm>

#include "tools/loom/base/base64.hpp"
#include "tools/loom/base/failure.hpp"
#include "tools/loom/base/hash.hpp"
#include "tools/loom/base/parallel.hpp"
#include "tools/loom/base/read_file.hpp"
#include "tools/loom/site/render/card.hpp"

namespace loom::site {
namespace {

// What decides what a picture looks like, besides its SVG: the fonts, the script, and the versions
// of npm's packages, which stand beside it.
std::string renderer(const Options& options, const std::map<std::string, std::string>& assets) {
  std::string all;
  for (const auto& [name, bytes] : assets)
    if (is_card_font(name)) all += bytes;
  for (const std::filesystem::path& file :
       {*options.cards, options.cards->parent_path() / "package.json"})
    if (std::filesystem::exists(file)) all += read_file(file);
  return content_hash(all);
}

std::string file_name(const Page& page) {
  std::string name = "card-" + (page.path.empty() ? "index/" : page.path);
  name.pop_back();
  std::replace(name.begin(), name.end(), '/', '-');
  return name + ".png";
}

}  // namespace

void to_json(nlohmann::json& question, const Card& card) {
  question = {{"svg", card.svg}, {"fonts", card.fonts}};
}

void from_json(const nlohmann::json& answer, CardImage& image) {
  image.error = answer.value("error", "");
  image.png = from_base64(answer.value("png", "")).value_or("");
}

bool fits(const Card&, const CardImage& image) {
  return !image.error.empty() || image.png.starts_with("\x89PNG\r\n\x1A\n");
}

Script card_script(std::filesystem::path path) {
  return {std::move(path), {"draw social pictures", "draws social pictures", "picture"}};
}

bool is_card_font(const std::string& asset) {
  return asset.starts_with("card-") && (asset.ends_with(".otf") || asset.ends_with(".ttf"));
}

DrawnCards draw_cards(Site& site, const Options& options, const Inputs& inputs) {
  DrawnCards drawn;
  std::vector<std::string> fonts;
  for (const auto& [name, bytes] : inputs.assets)
    if (is_card_font(name)) fonts.push_back((*options.assets / name).string());
  if (!options.cards || fonts.empty()) return drawn;
  const auto favicon = inputs.assets.find("favicon.svg");
  const std::string icon = favicon == inputs.assets.end() ? "" : favicon->second;
  const std::string by = renderer(options, inputs.assets);
  std::vector<std::string> pictures(site.pages.size());
  parallel(pictures.size(), [&](size_t i) {
    pictures[i] = card_svg(site.pages[i], site, icon);
    // The name changes with the picture, and is known before the picture is there.
    site.pages[i].card = hashed_name(file_name(site.pages[i]), pictures[i] + by);
  });
  for (size_t i = 0; i < pictures.size(); ++i) {
    const Page& page = site.pages[i];
    if (const auto known = inputs.cards.find(page.card); known != inputs.cards.end()) {
      drawn.files["assets/" + page.card] = known->second;
    } else {
      drawn.fresh.push_back({std::move(pictures[i]), fonts});
      drawn.pages.push_back(&page);
    }
  }
  return drawn;
}

void place_cards(DrawnCards&& drawn, const Cards::Answers& answers, Files& files) {
  for (size_t i = 0; i < answers.size(); ++i) {
    const Page& page = *drawn.pages[i];
    if (!answers[i]->error.empty())
      throw Failure("cannot draw the social picture of '" + page.source().path +
                    "': " + answers[i]->error);
    files["assets/" + page.card] = answers[i]->png;
  }
  files.merge(drawn.files);
}

}  // namespace loom::site
