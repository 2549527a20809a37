// The folder beside the output in which a build prepares the new site.
#pragma once

#include <filesystem>
#include <memory>

#include "tools/loom/site/write/disk.hpp"

namespace loom::site {

// OUT.new-XXXXXX, which did not exist before, and which nobody else may enter. It is locked while
// the build runs; a killed build loses the lock and leaves the folder.
class Staging {
 public:
  explicit Staging(std::filesystem::path out);
  ~Staging();
  Staging(const Staging&) = delete;

  std::filesystem::path site() const;  // an empty folder, with the permissions that it is to have
  // On the disk, whatever happens next. Throws Failure.
  void sync_all() const;
  // The site takes the place of the output, which is removed.
  void publish() const;

 private:
  struct NotYetMade {};
  Staging(std::filesystem::path out, NotYetMade);

  std::filesystem::path out_, path_;
  std::unique_ptr<Descriptor> lock_;
};

// Removes what killed builds left beside the output.
void remove_leftovers(const std::filesystem::path& out);

}  // namespace loom::site
