// A JSON text (RFC 8259) from its start to its end, without a tree: who reads it takes what comes
// next. After the first mistake every read is empty.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace loom::json {

struct Mistake {
  std::size_t at;  // in the text
  std::string what;
};

class Scanner {
 public:
  explicit Scanner(std::string_view text);

  std::size_t at() const { return at_; }
  char next() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  // What stands between brackets, one element after another. At most 64 deep.
  //   for (bool more = in.open('['); more; more = in.another(']')) in.value();
  bool open(char bracket);
  bool another(char closing);

  // Each as it is written.
  std::string_view key();    // without its quotes; past the ':'
  std::string_view text();   // without its quotes
  std::string_view word();   // a number, true, false or null
  std::string_view value();  // any value

  void end(std::string_view what);  // which must be the last

  // Ends the reading, unless there was a mistake before.
  bool fail(std::size_t at, std::string what);
  // The same with what stands there: "expected WHAT, got '…'".
  bool expected(std::size_t at, const std::string& what);
  const std::optional<Mistake>& mistake() const { return mistake_; }

 private:
  void skip();
  bool character();
  bool escape();

  std::string_view text_;
  std::size_t at_ = 0;
  int depth_ = 0;
  std::optional<Mistake> mistake_;
};

}  // namespace loom::json
