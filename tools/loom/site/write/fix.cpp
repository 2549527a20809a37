#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>

#include "tools/loom/base/failure.hpp"
#include "tools/loom/site/read/read.hpp"
#include "tools/loom/site/write/disk.hpp"
#include "tools/loom/site/write/write.hpp"

namespace loom::site {
namespace {

namespace fs = std::filesystem;

// A link stays: the file that it leads to gets the text. The new file's name is hidden from the
// builder and from those who watch the folder, and is nobody else's.
void replace_file(const fs::path& link, const std::string& text) {
  const fs::path path = fs::canonical(link);
  std::string fresh = path.parent_path() / ".loom-XXXXXX";
  const Descriptor file(mkostemp(fresh.data(), O_CLOEXEC));
  if (!file.open()) fail("write", path);
  try {
    struct stat before;
    if (stat(path.c_str(), &before) != 0) fail("read", path);
    // Only root may give a file away; others keep what they own.
    [[maybe_unused]] const int owned = fchown(file.number(), before.st_uid, before.st_gid);
    if (fchmod(file.number(), before.st_mode & 07777) != 0) fail("write", path);
    write_bytes(file, text, path);
    sync(file, path);
    if (rename(fresh.c_str(), path.c_str()) != 0) fail("replace", path);
  } catch (...) {
    unlink(fresh.c_str());
    throw;
  }
  sync_folder(path.parent_path());
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
  const Uninterrupted until_done;
  for (const auto& [path, text] : texts) replace_file(path, text);
  return fixes.size();
}

}  // namespace loom::site
