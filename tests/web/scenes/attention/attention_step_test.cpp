// The scene `attention-step`: sentences, table, and a picture whose bars are the weights.
#include <cmath>

#include "core/attention/sentence.hpp"
#include "tests/web/scenes/subject.hpp"
#include "web/scenes/scenes.hpp"

using namespace loom;
using namespace loom::scene;
using namespace loom::scenes;

namespace {

const Subject subject(attention_step());

}  // namespace

TEST_CASE("attention-step: the words are those of the sentence") {
  const attention::Sentence& made = attention::example_sentence();
  for (const Parameter& parameter : subject.description().parameters) {
    if (parameter.key != "word") continue;
    REQUIRE(parameter.choices.size() == made.words.size());
    for (size_t i = 0; i < made.words.size(); ++i)
      CHECK(parameter.choices[i].label == made.words[i]);
  }
}
