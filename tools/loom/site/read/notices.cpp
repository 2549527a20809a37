#include "tools/loom/site/read/notices.hpp"

#include "tools/loom/base/failure.hpp"

namespace loom::site {
namespace {

std::string field(const std::string& asset, const std::string& text, const std::string& name) {
  const std::string lines = "\n" + text.substr(0, text.find("\n\n")) + "\n";
  const size_t at = lines.find("\n" + name + ": ");
  if (at == lines.npos)
    throw Failure("the asset '" + asset + "' has no line '" + name +
                  ": …' before its first empty line");
  const size_t begin = at + name.size() + 3;
  return lines.substr(begin, lines.find('\n', begin) - begin);
}

}  // namespace

std::vector<Notice> read_notices(const std::map<std::string, std::string>& assets) {
  std::vector<Notice> notices;
  for (const auto& [name, text] : assets)
    if (name.starts_with("license-") && name.ends_with(".txt"))
      notices.push_back({field(name, text, "Name"), field(name, text, "License"),
                         field(name, text, "Use"), name});
  return notices;
}

}  // namespace loom::site
