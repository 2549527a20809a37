// Macros, conditions and includes: what the compiler proper reads.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/cuda/text/token.hpp"

namespace loom::cuda {

struct Source {
  std::vector<Token> tokens;         // the last is Word::end; their places are those of the text, a
                                     // macro's where it is used
  std::vector<std::string> missing;  // headers of the reader's own, which are not here
  std::shared_ptr<std::deque<std::string>> made;  // texts that macros made; tokens look into them
};

// The text must live as long as the tokens. Headers of CUDA and of C++ are known by name and bring
// their macros.
Result<Source> preprocess(std::string_view text);

struct Macro {
  std::string_view name;
  bool function = false, variadic = false;
  std::vector<std::string_view> parameters;
  std::vector<Token> body;
};

// Replaces macros in a list of tokens.
class Macros {
 public:
  explicit Macros(std::deque<std::string>& made) : made_(made) { hidden_.push_back({}); }

  // The tokens after #define.
  Result<bool> define(const std::vector<Token>& line);
  void undefine(std::string_view name) { macros_.erase(name); }
  bool has(std::string_view name) const;

  Result<std::vector<Token>> expand(std::vector<Token> tokens, int depth = 0);

 private:
  using Arguments = std::vector<std::vector<Token>>;

  Result<bool> expand_one(std::vector<Token>& waiting, std::vector<Token>& out, int depth);
  Result<Arguments> arguments_of(const Macro& macro, Place place, std::vector<Token>& waiting,
                                 std::int32_t& closing);
  Result<std::vector<Token>> replaced(const Macro& macro, const Arguments& arguments, int depth);
  std::optional<Token> of_the_place(const Token& token);
  Token text_of(const std::vector<Token>& tokens, Place place);
  Result<bool> paste(std::vector<Token>& out, const std::vector<Token>& right);
  std::int32_t hide(std::int32_t set, const Macro* macro);
  std::int32_t both(std::int32_t one, std::int32_t other);
  std::int32_t number_of(std::vector<const Macro*> set);

  std::deque<std::string>& made_;
  std::map<std::string_view, std::shared_ptr<Macro>> macros_;
  std::vector<std::shared_ptr<Macro>> kept_;       // also after #undef: sets name them
  std::vector<std::vector<const Macro*>> hidden_;  // sets of macros, each sorted
  int made_tokens_ = 0, counter_ = 0;
};

// The value of #if's line, in which macros are already replaced.
Result<bool> condition_of(Place place, const std::vector<Token>& line);

bool known_header(std::string_view name);
std::string nearest_header(std::string_view name);  // "; did you mean …?" or ""

// Macros of CUDA's and C's headers, one a line, as after #define.
std::string_view header_macros();

}  // namespace loom::cuda
