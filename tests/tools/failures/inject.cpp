#include "tests/tools/failures/inject.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstdlib>
#include <new>

namespace loom::test {
namespace {

// Calls are counted even before main() begins, so this needs no constructor.
struct Fuse {
  std::atomic<long long> calls{0}, fails_at{-1};
  std::atomic<bool> for_good{false};

  bool blows() {
    const long long call = ++calls, at = fails_at;
    return call == at || (for_good && at >= 0 && call > at);
  }
};
constinit Fuse memory, files;

// The function of that name which this file stands in front of.
template <class F>
F* original(const char* name) {
  return reinterpret_cast<F*>(dlsym(RTLD_NEXT, name));
}

template <class F, class... Arguments>
auto unless(int error, const char* name, Arguments... arguments) {
  using Answer = decltype(original<F>(name)(arguments...));
  if (!files.blows()) return original<F>(name)(arguments...);
  errno = error;
  if constexpr (std::is_pointer_v<Answer>)
    return Answer{nullptr};
  else
    return Answer{-1};
}

}  // namespace

Counts counts() { return {memory.calls, files.calls}; }

void fail_from_now(Resource resource, long long n, bool for_good) {
  Fuse& fuse = resource == Resource::memory ? memory : files;
  fuse.for_good = for_good;
  fuse.fails_at = fuse.calls + n;
}

}  // namespace loom::test

// When an exception leaves a braced list, clang before 18 forgets the elements that are made: every
// JSON value in nested braces would be told as a leak.
extern "C" const char* __lsan_default_suppressions() { return "leak:nlohmann::"; }

using loom::test::memory;
using loom::test::unless;

void* operator new(std::size_t size) {
  void* const made = memory.blows() ? nullptr : std::malloc(size);
  if (!made) throw std::bad_alloc();
  return made;
}
void operator delete(void* old) noexcept { std::free(old); }
void operator delete(void* old, std::size_t) noexcept { std::free(old); }

// These would call the three above, but AddressSanitizer has its own.
void* operator new[](std::size_t size) { return operator new(size); }
void operator delete[](void* old) noexcept { std::free(old); }
void operator delete[](void* old, std::size_t) noexcept { std::free(old); }

// The program's calls, and those of the C++ library, come here first.
extern "C" {

int open(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const auto mode = (flags & O_CREAT) != 0 ? va_arg(rest, mode_t) : mode_t{0};
  va_end(rest);
  const bool writes = (flags & O_ACCMODE) != O_RDONLY;
  return unless<int(const char*, int, ...)>(writes ? ENOSPC : EIO, "open", path, flags, mode);
}
ssize_t read(int file, void* bytes, size_t size) {
  return unless<decltype(read)>(EIO, "read", file, bytes, size);
}
ssize_t write(int file, const void* bytes, size_t size) {
  return unless<decltype(write)>(ENOSPC, "write", file, bytes, size);
}
int fsync(int file) { return unless<decltype(fsync)>(EIO, "fsync", file); }
int fdatasync(int file) { return unless<decltype(fdatasync)>(EIO, "fdatasync", file); }
int syncfs(int file) noexcept { return unless<decltype(syncfs)>(EIO, "syncfs", file); }
int mkdir(const char* path, mode_t mode) noexcept {
  return unless<decltype(mkdir)>(ENOSPC, "mkdir", path, mode);
}
char* mkdtemp(char* path) noexcept { return unless<decltype(mkdtemp)>(ENOSPC, "mkdtemp", path); }
int mkostemp(char* path, int flags) {
  return unless<decltype(mkostemp)>(ENOSPC, "mkostemp", path, flags);
}
int rename(const char* from, const char* to) noexcept {
  return unless<decltype(rename)>(EIO, "rename", from, to);
}
int renameat2(int in, const char* from, int at, const char* to, unsigned flags) noexcept {
  return unless<decltype(renameat2)>(EIO, "renameat2", in, from, at, to, flags);
}

}  // extern "C"
