#include "tools/loom/site/write/write.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>

#include "tools/loom/base/failure.hpp"
#include "tools/loom/base/parallel.hpp"
#include "tools/loom/site/write/disk.hpp"
#include "tools/loom/site/write/staging.hpp"

namespace loom::site {
namespace {

namespace fs = std::filesystem;

constexpr const char* mark = ".loom";  // in every output folder: it may be replaced

void write_file(const fs::path& path, const std::string& bytes) {
  write_bytes(Descriptor(open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666)), bytes,
              path);
}

void check_replaceable(const fs::path& out) {
  if (!fs::exists(out)) return;
  if (!fs::is_directory(out)) throw Failure("'" + out.string() + "' is not a folder");
  if (!fs::is_empty(out) && !fs::exists(out / mark))
    throw Failure(
        "'" + out.string() +
        "' holds files that 'loom build' has not written: choose another folder, or empty it");
}

void write_all(const Files& files, const fs::path& folder) {
  std::vector<const Files::value_type*> all;
  for (const auto& file : files) all.push_back(&file);
  parallel(all.size(), [&](size_t i) {
    const fs::path target = folder / all[i]->first;
    // Most folders hold one page, and many have the same parent, so usually one call creates one.
    const fs::path parent = target.parent_path();
    if (mkdir(parent.c_str(), 0777) != 0 && errno == ENOENT) fs::create_directories(parent);
    write_file(target, all[i]->second);
  });
  write_file(folder / mark, "Written by 'loom build', which replaces this folder as a whole.\n");
}

}  // namespace

void write(const Files& files, const fs::path& folder) try {
  fs::path out =
      fs::weakly_canonical(fs::absolute(folder));  // a link stays; its target is replaced
  if (!out.has_filename()) out = out.parent_path();
  const Uninterrupted until_done;
  remove_leftovers(out);
  check_replaceable(out);
  fs::create_directories(out.parent_path());
  const Staging staging(out);
  write_all(files, staging.site());
  staging.sync_all();
  staging.publish();
} catch (const fs::filesystem_error& error) {
  throw Failure(error.what());
}

}  // namespace loom::site
