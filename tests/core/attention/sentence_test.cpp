#include "core/attention/sentence.hpp"

#include <algorithm>
#include <string>

#include "core/attention/step.hpp"
#include "tests/doctest.hpp"

TESTS_OF(core::attention::sentence) {

using namespace loom;
using namespace loom::attention;

TEST_CASE("sentence: each word looks where its features say") {
  const Sentence& s = example_sentence();
  REQUIRE(static_cast<int>(s.words.size()) == s.embeddings.rows);
  REQUIRE(static_cast<int>(s.features.size()) == s.embeddings.columns);
  Operands operands{product(s.embeddings, s.w_q), product(s.embeddings, s.w_k),
                    product(s.embeddings, s.w_v)};
  const auto most = [&](std::string_view word) {
    const auto row =
        static_cast<int>(std::find(s.words.begin(), s.words.end(), word) - s.words.begin());
    const Result<Step> step = attend(operands);
    REQUIRE(step);
    const auto weights = step->weights.row(row);
    return s.words[static_cast<size_t>(std::max_element(weights.begin(), weights.end()) -
                                       weights.begin())];
  };
  for (const Mask::Kind kind : {Mask::Kind::full, Mask::Kind::causal}) {
    operands.masks.first.kind = kind;
    CHECK(most("it") == "cat");
    CHECK(most("slept") == "cat");
    CHECK(most("was") == "cat");
  }
  // A thing looks for what happens, which a causal mask hides when it comes later.
  operands.masks.first.kind = Mask::Kind::full;
  CHECK(most("cat") == "slept");
  operands.masks.first.kind = Mask::Kind::causal;
  CHECK(most("cat") != "slept");
}

}  // TESTS_OF(core::attention::sentence)
