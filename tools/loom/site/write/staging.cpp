#include "tools/loom/site/write/staging.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <system_error>
#include <utility>

namespace loom::site {
namespace {

namespace fs = std::filesystem;

constexpr const char* infix = ".new-";
constexpr size_t random_letters = 6;                   // that mkdtemp() chooses
constexpr const char* staging_mark = ".loom-staging";  // a file in every staging folder

bool is_there(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(fs::symlink_status(path, ignored));
}

// Follows no link.
std::unique_ptr<Descriptor> open_folder(const fs::path& folder) {
  return std::make_unique<Descriptor>(
      open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

bool is_at(const Descriptor& folder, const fs::path& path) {
  struct stat one, other;
  return fstat(folder.number(), &one) == 0 && lstat(path.c_str(), &other) == 0 &&
         one.st_dev == other.st_dev && one.st_ino == other.st_ino;
}

bool is_own(const Descriptor& folder) {
  struct stat status;
  return fstat(folder.number(), &status) == 0 && status.st_uid == geteuid();
}

// The mark goes last, so that a removal that is interrupted can go on.
void remove_staging(const fs::path& path, const fs::path& out) {
  std::error_code error;
  // Where two folders cannot be swapped, the old site is moved aside first.
  if (!is_there(out) && is_there(path / "old")) fs::rename(path / "old", out, error);
  if (error) return;
  for (const char* part : {"site", "old", staging_mark}) fs::remove_all(path / part, error);
  rmdir(path.c_str());
}

bool is_staging_name(const std::string& name, const std::string& out) {
  const std::string begin = out + infix;
  return name.size() == begin.size() + random_letters && name.starts_with(begin) &&
         std::all_of(name.end() - random_letters, name.end(),
                     [](unsigned char c) { return std::isalnum(c); });
}

}  // namespace

Staging::Staging(fs::path out, NotYetMade) : out_(std::move(out)) {}

// Delegates, so that the destructor removes what a constructor that fails has made.
Staging::Staging(fs::path out) : Staging(std::move(out), NotYetMade()) {
  do {
    std::string name = out_.string() + infix + std::string(random_letters, 'X');
    if (!mkdtemp(name.data())) fail("create a folder beside", out_);
    path_ = name;
    lock_ = open_folder(path_);
    if (!lock_->open() && errno != ENOENT) fail("open", path_);
    flock(lock_->number(), LOCK_EX);  // where there are no locks, leftovers stay
    // Another build may have taken the folder for a leftover before it was locked.
  } while (!is_at(*lock_, path_));
  const Descriptor mark(
      open((path_ / staging_mark).c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  write_bytes(mark, "A 'loom build' writes here; if it was killed, the next one removes this.\n",
              path_ / staging_mark);
  if (mkdir(site().c_str(), 0777) != 0) fail("create", site());
}

Staging::~Staging() {
  if (!path_.empty()) remove_staging(path_, out_);
}

fs::path Staging::site() const { return path_ / "site"; }

void Staging::sync_all() const {
  if (syncfs(lock_->number()) != 0) fail("write", path_);
}

void Staging::publish() const {
  const fs::path fresh = site(), old = path_ / "old";
  // One system call swaps old and new.
  const auto swap = [&] {
    return renameat2(AT_FDCWD, fresh.c_str(), AT_FDCWD, out_.c_str(), RENAME_EXCHANGE) == 0;
  };
  const auto move = [](const fs::path& from, const fs::path& to) {
    return rename(from.c_str(), to.c_str()) == 0;
  };
  bool done = swap();
  // The first site, unless another build has just made one.
  if (!done && errno == ENOENT) done = move(fresh, out_) || swap();
  // A file system that cannot swap. If this fails halfway, the destructor moves the old site back.
  if (!done && (errno == EINVAL || errno == ENOSYS))
    done = (move(out_, old) || errno == ENOENT) && move(fresh, out_);
  if (!done) fail("replace", out_);
  sync_folder(out_.parent_path());  // before the old site is removed
}

void remove_leftovers(const fs::path& out) {
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(out.parent_path(), ignored)) {
    if (!is_staging_name(entry.path().filename().string(), out.filename().string())) continue;
    const std::unique_ptr<Descriptor> lock = open_folder(entry.path());
    if (!is_own(*lock) || flock(lock->number(), LOCK_EX | LOCK_NB) != 0) continue;
    // A build that was killed at its first step has left an empty folder.
    if (fs::is_regular_file(fs::symlink_status(entry.path() / staging_mark, ignored)))
      remove_staging(entry.path(), out);
    else
      rmdir(entry.path().c_str());
  }
}

}  // namespace loom::site
