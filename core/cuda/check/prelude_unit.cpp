#include "core/cuda/check/prelude.hpp"
#include "core/cuda/parse/parser.hpp"
#include "core/cuda/text/preprocess.hpp"
#include "core/result.hpp"

namespace loom::cuda {
namespace {

struct Prelude {
  const std::string text = prelude_text();
  Unit unit;

  Prelude() {
    // Never an error, says a test.
    if (const auto done = read(); !done) unit.broken.emplace(text, done.error().message);
  }

  Result<bool> read() {
    auto words = preprocess(text);
    if (!words) return words.error();
    for (Token& token : words->tokens) token.place = {};
    unit.tokens.push_back(std::move(words->tokens));
    unit.sources.push_back(std::move(*words));
    if (const auto done = parse_declarations(unit, 0); !done) return done.error();
    // Bodies may add functions: lambdas.
    for (Callable& each : unit.functions)  // lambdas join them
      if (const auto done = parse_body(unit, each); !done) return done.error();
    return true;
  }
};

}  // namespace

const Unit& prelude() {
  static const Prelude made;
  return made.unit;
}

}  // namespace loom::cuda
