#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>

#include "tools/loom/base/failure.hpp"
#include "tools/loom/site/read/read.hpp"
#include "tools/loom/site/write/write.hpp"

namespace loom::site {
namespace {

namespace fs = std::filesystem;

void replace_file(const fs::path& path, const std::string& text) {
  const fs::path fresh = path.string() + ".new";
  std::ofstream file(fresh, std::ios::binary);
  file << text;
  file.close();
  std::error_code error;
  if (file) fs::permissions(fresh, fs::status(path).permissions(), error);
  if (file) fs::rename(fresh, path, error);
  if (file && !error) return;
  fs::remove(fresh, error);
  throw Failure("cannot write '" + path.string() + "'");
}

}  // namespace

size_t write_fixes(std::vector<Fix> fixes) {
  // From the end, so that earlier positions stay valid; the same number may be reported twice.
  const auto place = [](const Fix& fix) { return std::tie(fix.path, fix.begin); };
  std::sort(fixes.begin(), fixes.end(),
            [&](const Fix& a, const Fix& b) { return place(b) < place(a); });
  fixes.erase(std::unique(fixes.begin(), fixes.end(),
                          [&](const Fix& a, const Fix& b) { return place(a) == place(b); }),
              fixes.end());
  std::map<std::string, std::string> texts;
  for (const Fix& fix : fixes) {
    const auto [at, fresh] = texts.try_emplace(fix.path);
    if (fresh) at->second = read_file(fix.path);
    const size_t mark = at->second.starts_with("\xEF\xBB\xBF") ? 3 : 0;  // which sources lack
    at->second.replace(fix.begin + mark, fix.end - fix.begin, fix.text);
  }
  for (const auto& [path, text] : texts) replace_file(path, text);
  return fixes.size();
}

}  // namespace loom::site
