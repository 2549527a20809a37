#include "tools/loom/site/write/write.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "tools/loom/base/failure.hpp"
#include "tools/loom/base/parallel.hpp"

namespace loom::site {
namespace {

namespace fs = std::filesystem;

constexpr const char* mark = ".loom";  // in every output folder: it may be replaced

[[noreturn]] void fail(const std::string& what, const fs::path& path) {
  throw Failure("cannot " + what + " '" + path.string() + "': " + std::strerror(errno));
}

void write_file(const fs::path& path, const std::string& bytes) {
  const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file < 0) fail("write", path);
  for (size_t written = 0; written < bytes.size();) {
    const ssize_t count = ::write(file, bytes.data() + written, bytes.size() - written);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) {
      close(file);
      fail("write", path);
    }
    written += static_cast<size_t>(count);
  }
  if (close(file) != 0) fail("write", path);
}

// A folder that is removed when it goes out of scope, unless it was moved away.
struct Temporary {
  fs::path path;
  ~Temporary() {
    std::error_code ignored;
    fs::remove_all(path, ignored);
  }
};

// Ctrl-C and similar signals wait until the folders are in order.
class Uninterrupted {
 public:
  Uninterrupted() {
    sigset_t signals;
    sigemptyset(&signals);
    for (int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&signals, signal);
    pthread_sigmask(SIG_BLOCK, &signals, &before_);
  }
  ~Uninterrupted() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  Uninterrupted(const Uninterrupted&) = delete;

 private:
  sigset_t before_;
};

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
  check_replaceable(out);
  fs::create_directories(out.parent_path());
  const Uninterrupted until_done;
  const Temporary fresh{out.string() + ".new-" + std::to_string(getpid())};
  fs::create_directory(fresh.path);
  write_all(files, fresh.path);
  if (!fs::exists(out)) {
    if (rename(fresh.path.c_str(), out.c_str()) != 0) fail("create", out);
    return;
  }
  // One system call swaps old and new; then the old one goes out of scope.
  if (renameat2(AT_FDCWD, fresh.path.c_str(), AT_FDCWD, out.c_str(), RENAME_EXCHANGE) == 0) return;
  if (errno != EINVAL && errno != ENOSYS) fail("replace", out);
  // For a file system that cannot swap: the old site is moved aside, and comes back if the new one
  // cannot take its place.
  const fs::path old = out.string() + ".old-" + std::to_string(getpid());
  if (rename(out.c_str(), old.c_str()) != 0) fail("replace", out);
  if (rename(fresh.path.c_str(), out.c_str()) != 0) {
    const int error = errno;
    if (rename(old.c_str(), out.c_str()) != 0) fail("move back '" + old.string() + "' to", out);
    errno = error;
    fail("replace", out);
  }
  fs::remove_all(old);
} catch (const fs::filesystem_error& error) {
  throw Failure(error.what());
}

}  // namespace loom::site
