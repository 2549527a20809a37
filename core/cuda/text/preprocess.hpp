// Macros, conditions and includes: what the compiler proper reads.
#pragma once

#include <list>
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
  std::shared_ptr<std::list<std::string>> made;  // texts that macros made; tokens look into them
};

// The text must live as long as the tokens. Headers of CUDA and of C++ are known by name and bring
// their macros. Names that several namespaces declare are told apart (namespaces.hpp).
Result<Source> preprocess(std::string_view text);

struct Macro {
  std::string_view name;
  bool function = false, variadic = false;
  std::vector<std::string_view> parameters;
  std::vector<Token> body;
};

using MacroTable = std::map<std::string_view, std::shared_ptr<const Macro>>;

// The macro of the tokens after #define.
Result<Macro> macro_of(const std::vector<Token>& line);

// The macros of CUDA's and C's headers, made at the first call. Their tokens have no place.
const MacroTable& header_macros();

// Replaces macros in a list of tokens: those of the headers and those that are defined.
class Macros {
 public:
  explicit Macros(std::list<std::string>& made) : made_(made) { number_of({}); }

  void define(Macro macro);
  void undefine(std::string_view name) { macros_[name] = nullptr; }
  bool has(std::string_view name) const;

  Result<std::vector<Token>> expand(std::vector<Token> tokens, int depth = 0);

 private:
  using Arguments = std::vector<std::vector<Token>>;
  using Set = std::vector<const Macro*>;  // sorted

  Result<bool> expand_one(std::vector<Token>& waiting, std::vector<Token>& out, int depth);
  Result<Arguments> arguments_of(const Macro& macro, const Place& place,
                                 std::vector<Token>& waiting, std::int32_t& closing);
  Result<std::vector<Token>> replaced(const Macro& macro, const Arguments& arguments, int depth);
  std::optional<Token> of_the_place(const Token& token);
  Token text_of(const std::vector<Token>& tokens, const Place& place);
  Result<bool> paste(std::vector<Token>& out, const std::vector<Token>& right);
  std::int32_t hide(std::int32_t set, const Macro* macro);
  std::int32_t both(std::int32_t one, std::int32_t other);
  std::int32_t either(std::int32_t one, std::int32_t other);
  std::int32_t number_of(const Set& set);
  const Macro* find(std::string_view name) const;

  std::list<std::string>& made_;
  MacroTable macros_;                               // null: not even that of the headers
  std::vector<std::shared_ptr<const Macro>> kept_;  // also after #undef: sets name them
  std::map<Set, std::int32_t> numbers_;
  std::vector<const Set*> hidden_;  // the sets by number
  int made_tokens_ = 0, counter_ = 0;
  std::size_t work_ = 0;
};

// The value of #if's line, in which macros are already replaced.
Result<bool> condition_of(const Place& place, const std::vector<Token>& line);

bool known_header(std::string_view name);
std::string nearest_header(std::string_view name);  // "; did you mean …?" or ""

// The text of header_macros(), one a line, as after #define.
std::string_view header_macro_lines();

}  // namespace loom::cuda
