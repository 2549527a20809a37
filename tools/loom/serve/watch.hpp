// Waits for files to change.
#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace loom::serve {

// One at a time: the library behind it keeps its state in globals. To be used from one thread.
class Watch {
 public:
  // Folders are watched with everything below them, single files by their name (editors replace
  // files when they save). Throws Failure when the system refuses.
  Watch(const std::vector<std::filesystem::path>& folders,
        const std::vector<std::filesystem::path>& files);
  ~Watch();
  Watch(const Watch&) = delete;

  // The paths that changed, once nothing has changed for a moment; nothing after a second of quiet.
  std::set<std::filesystem::path> wait();

 private:
  std::optional<std::filesystem::path> next(int seconds);
  bool concerns(const std::filesystem::path& path) const;

  std::vector<std::filesystem::path> folders_, files_;
};

// Whether `path` is `folder` or below it.
bool is_below(const std::filesystem::path& path, const std::filesystem::path& folder);

}  // namespace loom::serve
