// Child processes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace loom {

// A program found on PATH that reads text and writes text. Its standard error is ours. The
// destructor ends a child that has not finished.
class Child {
 public:
  // `without`: the variable of our environment that the child does not get.
  explicit Child(const std::vector<std::string>& command, std::string_view without = "");
  ~Child();
  Child(const Child&) = delete;

  // "cannot start 'node': No such file or directory", or "".
  std::string why_not_started() const;

  // Writes all of `input` and reads until the child is done. Throws Failure when the child could
  // not be started, or failed.
  std::string exchange(const std::string& input);

 private:
  // One end of a pipe, open until it goes out of scope.
  struct End {
    ~End() { close(); }
    void close();
    int number = -1;
  };

  std::string name_;
  End input_, output_;  // ours
  int process_ = 0;     // 0: none
  int error_ = 0;       // why it could not be started
};

// Runs a shell command with our standard output and error, and returns its exit status. Throws
// Failure when the command cannot be started or dies of a signal.
int run_shell(const std::string& command);

// Starts a program and does not wait for it. False when it cannot be started.
bool start_detached(const std::vector<std::string>& command);

}  // namespace loom
