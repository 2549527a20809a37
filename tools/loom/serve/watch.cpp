#include "tools/loom/serve/watch.hpp"

#include <inotifytools/inotify.h>
#include <inotifytools/inotifytools.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <thread>

#include "tools/loom/base/failure.hpp"

namespace loom::serve {
namespace {

namespace fs = std::filesystem;

constexpr int changes = IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO;
constexpr std::chrono::milliseconds settle{20};  // editors save in several steps

fs::path clean(const fs::path& path) {
  fs::path out = fs::absolute(path).lexically_normal();
  return out.has_filename() ? out : out.parent_path();
}

[[noreturn]] void refuse(const fs::path& path) {
  throw Failure("cannot watch '" + path.string() + "': " + std::strerror(inotifytools_error()) +
                "; --no-watch serves without");
}

}  // namespace

bool is_below(const fs::path& path, const fs::path& folder) {
  const fs::path whole = clean(path), base = clean(folder);
  return std::mismatch(base.begin(), base.end(), whole.begin(), whole.end()).first == base.end();
}

Watch::Watch(const std::vector<fs::path>& folders, const std::vector<fs::path>& files) {
  if (!inotifytools_initialize()) throw Failure("cannot watch files; --no-watch serves without");
  for (const fs::path& folder : folders) {
    folders_.push_back(clean(folder));
    if (!inotifytools_watch_recursively(folders_.back().c_str(), changes)) refuse(folder);
  }
  std::set<fs::path> parents;
  for (const fs::path& file : files) {
    files_.push_back(clean(file));
    parents.insert(files_.back().parent_path());
  }
  for (const fs::path& parent : parents) {
    const bool watched = std::any_of(folders_.begin(), folders_.end(), [&](const fs::path& folder) {
      return is_below(parent, folder);
    });
    if (!watched && !inotifytools_watch_file(parent.c_str(), changes)) refuse(parent);
  }
}

Watch::~Watch() { inotifytools_cleanup(); }

bool Watch::concerns(const fs::path& path) const {
  // Editors create and remove swap and backup files; these changes mean nothing.
  const std::string name = path.filename().string();
  if (name.starts_with('.') || name.ends_with('~') || name == "4913") return false;
  return std::any_of(folders_.begin(), folders_.end(),
                     [&](const fs::path& folder) { return is_below(path, folder); }) ||
         std::find(files_.begin(), files_.end(), path) != files_.end();
}

// Not inotifytools_next_event(), which waits forever if given 0 seconds.
std::optional<fs::path> Watch::next(int seconds) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
  while (const inotify_event* event = inotifytools_next_events(seconds, 1)) {
    const char* folder = inotifytools_filename_from_wd(event->wd);
    const fs::path path =
        folder ? clean(fs::path(folder) / (event->len > 0 ? event->name : "")) : fs::path();
    if (folder && concerns(path)) {
      if (event->mask & IN_ISDIR && event->mask & (IN_CREATE | IN_MOVED_TO))
        inotifytools_watch_recursively(path.c_str(), changes);
      return path;
    }
    if (seconds > 0 && std::chrono::steady_clock::now() > end)
      break;  // other programs may change files without end
  }
  return std::nullopt;
}

std::set<fs::path> Watch::wait() {
  std::set<fs::path> changed;
  for (auto path = next(1); path; path = next(0)) {
    while (path) {
      changed.insert(*path);
      path = next(0);
    }
    std::this_thread::sleep_for(settle);
  }
  return changed;
}

}  // namespace loom::serve
