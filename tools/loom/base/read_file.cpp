#include "tools/loom/base/read_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "tools/loom/base/failure.hpp"

namespace loom {
namespace {

constexpr off_t most_bytes = 1 << 30;

struct File {
  int number;
  ~File() { close(number); }
};

[[noreturn]] void refuse(const std::filesystem::path& path, const std::string& why) {
  throw Failure("cannot read '" + path.string() + "': " + why);
}

// As many bytes as are asked for, or as there are.
size_t read_into(char* bytes, size_t size, const File& file, const std::filesystem::path& path) {
  size_t done = 0;
  while (done < size) {
    const ssize_t count = ::read(file.number, bytes + done, size - done);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) refuse(path, std::strerror(errno));
    if (count == 0) break;
    done += static_cast<size_t>(count);
  }
  return done;
}

}  // namespace

std::string read_file(const std::filesystem::path& path) {
  struct stat status;
  if (stat(path.c_str(), &status) != 0) refuse(path, std::strerror(errno));
  if (!S_ISREG(status.st_mode)) refuse(path, "not a file");
  if (status.st_size > most_bytes)
    refuse(path, std::to_string(status.st_size) + " bytes, expected at most " +
                     std::to_string(most_bytes));
  const File file{open(path.c_str(), O_RDONLY | O_CLOEXEC)};
  if (file.number < 0) refuse(path, std::strerror(errno));
  std::string bytes(static_cast<size_t>(status.st_size), '\0');
  char more = 0;  // of a file of the system, like those in /proc, whose size is said to be 0
  if (read_into(bytes.data(), bytes.size(), file, path) < bytes.size() ||
      read_into(&more, 1, file, path) > 0)
    refuse(path, "its size is not the one that the system says: perhaps it is being written");
  return bytes;
}

}  // namespace loom
