#include "tools/loom/site/write/assets.hpp"

#include "tools/loom/base/failure.hpp"
#include "tools/loom/base/hash.hpp"

namespace loom::site {
namespace {

bool mentions_others(const std::string& name) {
  return name.ends_with(".css") || name.ends_with(".js") || name.ends_with(".mjs");
}

bool name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
         c == '_' || c == '.';
}

class Hasher {
 public:
  explicit Hasher(const std::map<std::string, std::string>& assets) : assets_(assets) {}

  HashedAssets run() {
    for (const auto& [name, bytes] : assets_) finish(name);
    return std::move(out_);
  }

 private:
  const std::string& finish(const std::string& name) {
    if (const auto done = out_.names.find(name); done != out_.names.end()) return done->second;
    if (!open_.insert(name).second)
      throw Failure("the assets mention each other in a circle around '" + name + "'");
    std::set<std::string> mentions;
    std::string bytes =
        mentions_others(name) ? rewrite(name, assets_.at(name), mentions) : assets_.at(name);
    open_.erase(name);
    const std::string& hashed = out_.names[name] = hashed_name(name, bytes);
    if (!mentions.empty()) out_.mentions[hashed] = std::move(mentions);
    out_.files[hashed] = std::move(bytes);
    return hashed;
  }

  // Looks at every run of name characters between the delimiters of a string or a url().
  std::string rewrite(const std::string& own, const std::string& text,
                      std::set<std::string>& mentions) {
    constexpr std::string_view before = "\"'`(/", after = "\"'`)?#";
    std::string out;
    for (size_t at = 0; at < text.size();) {
      size_t end = at;
      while (end < text.size() && name_character(text[end])) ++end;
      if (end == at) {
        out += text[at++];
        continue;
      }
      const std::string word = text.substr(at, end - at);
      const bool delimited = at > 0 && end < text.size() &&
                             before.find(text[at - 1]) != before.npos &&
                             after.find(text[end]) != after.npos;
      if (delimited && word != own && assets_.contains(word))
        out += *mentions.insert(finish(word)).first;
      else
        out += word;
      at = end;
    }
    return out;
  }

  const std::map<std::string, std::string>& assets_;
  HashedAssets out_;
  std::set<std::string> open_;
};

}  // namespace

HashedAssets hash_assets(const std::map<std::string, std::string>& assets) {
  return Hasher(assets).run();
}

std::string within_page(const HashedAssets& assets, const std::string& name,
                        const std::string& folder) {
  std::string text = assets.files.at(assets.names.at(name));
  for (const auto& [file, bytes] : assets.files) {
    const std::string mention = "url(" + file;
    for (size_t at = 0; (at = text.find(mention, at)) != text.npos; at += folder.size())
      text.insert(at + 4, folder);
  }
  while (text.ends_with('\n')) text.pop_back();
  return text;
}

}  // namespace loom::site
