// Waits for files to change.
#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace loom::serve {

// Only one instance at a time, because the library keeps its state in globals. Use it from one
// thread.
class Watch {
 public:
  // Folders are watched with everything below them, and single files by their name, because editors
  // replace files when they save. Throws Failure if the system refuses.
  Watch(const std::vector<std::filesystem::path>& folders,
        const std::vector<std::filesystem::path>& files);
  ~Watch();
  Watch(const Watch&) = delete;

  // The paths that changed, once nothing has changed for a moment; empty after a second without
  // changes.
  std::set<std::filesystem::path> wait();

 private:
  std::optional<std::filesystem::path> next(int seconds);
  bool concerns(const std::filesystem::path& path) const;

  std::vector<std::filesystem::path> folders_, files_;
};

// Whether `path` is `folder` or below it.
bool is_below(const std::filesystem::path& path, const std::filesystem::path& folder);

}  // namespace loom::serve
