// What is written to the disk stands there as a whole, or not at all.
#pragma once

#include <csignal>
#include <filesystem>
#include <string>

namespace loom::site {

// "cannot WHAT 'PATH': No space left on device"
[[noreturn]] void fail(const std::string& what, const std::filesystem::path& path);

// An open file or folder.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor();
  Descriptor(const Descriptor&) = delete;

  bool open() const { return number_ >= 0; }
  int number() const { return number_; }

 private:
  int number_;
};

// Writes all bytes to an open file. `path` is for the message.
void write_bytes(const Descriptor& file, const std::string& bytes,
                 const std::filesystem::path& path);

// Waits until the file, or the list of a folder's files, is on the disk.
void sync(const Descriptor& file, const std::filesystem::path& path);
void sync_folder(const std::filesystem::path& folder);

// Ctrl-C and similar signals wait until the files are in order.
class Uninterrupted {
 public:
  Uninterrupted();
  ~Uninterrupted();
  Uninterrupted(const Uninterrupted&) = delete;

 private:
  sigset_t before_;
};

}  // namespace loom::site
