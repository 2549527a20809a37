// A file that an author wrote, and the mistakes found in it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace loom::site {

struct Source {
  std::string path;  // as messages show it
  std::string text;
  bool unreadable = false;  // not text: reported once, and nothing more is said about it
};

// Counted from 1; columns count characters, not bytes.
struct Position {
  int line = 1, column = 1;
};

Position locate(const Source& source, size_t offset);
int line_of(const Source& source, size_t offset);

// The right text for a mistake; `loom check --fix` writes it.
struct Fix {
  std::string path;   // of the source
  size_t begin, end;  // in its text, of what is replaced
  std::string text;
};

// Collects mistakes, so that one run reports all of them.
class Diagnostics {
 public:
  // `offset`: in the text, or its end; within a character it is that character's. `message`: what
  // was found and what was expected, without a final period; characters that are not text are shown
  // as U+FFFD.
  void add(const Source& source, size_t offset, std::string_view message);
  void add(std::string path, std::string_view message);  // about a file as a whole

  void take(Diagnostics&& others);  // adds the mistakes of another collection

  // A mistake together with the right text.
  void fix(Fix fix) { fixes_.push_back(std::move(fix)); }
  const std::vector<Fix>& fixes() const { return fixes_; }

  bool empty() const { return entries_.empty(); }
  size_t size() const { return entries_.size(); }

  // "file:line:column: error: message", sorted by file, line and column, without duplicates.
  std::vector<std::string> lines(std::string_view severity = "error") const;

 private:
  struct Entry {
    std::string path;
    Position position;
    bool whole_file;
    std::string message;
  };
  Position position(const Source& source, size_t offset);

  std::vector<Entry> entries_;
  std::vector<Fix> fixes_;
  // The position of the last call. Most mistakes are found from first to last, so counting need not
  // start from the beginning again.
  struct {
    std::string path;
    size_t offset = 0;
    Position position;
  } last_;
};

}  // namespace loom::site
