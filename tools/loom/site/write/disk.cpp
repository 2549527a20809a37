#include "tools/loom/site/write/disk.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "tools/loom/base/failure.hpp"

namespace loom::site {

void fail(const std::string& what, const std::filesystem::path& path) {
  throw Failure("cannot " + what + " '" + path.string() + "': " + std::strerror(errno));
}

Descriptor::~Descriptor() {
  if (open()) close(number_);
}

void write_bytes(const Descriptor& file, const std::string& bytes,
                 const std::filesystem::path& path) {
  if (!file.open()) fail("write", path);
  for (size_t written = 0; written < bytes.size();) {
    const ssize_t count = ::write(file.number(), bytes.data() + written, bytes.size() - written);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail("write", path);
    written += static_cast<size_t>(count);
  }
}

void sync(const Descriptor& file, const std::filesystem::path& path) {
  // Some file systems cannot do this for a folder.
  if (fsync(file.number()) != 0 && errno != EINVAL) fail("write", path);
}

void sync_folder(const std::filesystem::path& folder) {
  const Descriptor list(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (list.open()) sync(list, folder);  // a folder may be closed to readers
}

Uninterrupted::Uninterrupted() {
  sigset_t signals;
  sigemptyset(&signals);
  for (int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&signals, signal);
  pthread_sigmask(SIG_BLOCK, &signals, &before_);
}

Uninterrupted::~Uninterrupted() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

}  // namespace loom::site
