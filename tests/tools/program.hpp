// Runs the real program.
#pragma once

#include <string>
#include <vector>

namespace loom::test {

struct Ran {
  int status = 0;  // exit status; 128 + signal when it died of one
  std::string out, err;
};

// `loom ARGUMENT…` with `input` on its standard input. If given, standard output goes to the file
// `out`, and standard input is what is at `in`.
Ran run_loom(const std::vector<std::string>& arguments, const std::string& input = "",
             const std::string& out = "", const std::string& in = "");

// The program in the background: its output so far, and how to end it.
class Background {
 public:
  explicit Background(const std::vector<std::string>& arguments);
  ~Background();
  Background(const Background&) = delete;

  // Waits until the output (both streams together) after its first `from` bytes contains the text;
  // false after some seconds.
  bool says(const std::string& text, size_t from = 0);
  const std::string& output() const { return output_; }

  // Sends the signal and waits for the end.
  int end(int signal);

 private:
  void read_some();

  int process_ = 0, pipe_ = -1;
  std::string output_;
};

}  // namespace loom::test
