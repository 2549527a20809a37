#include "core/attention/sentence.hpp"

namespace loom::attention {
namespace {

constexpr std::string_view words[] = {"The", "cat", "slept", "because", "it", "was", "tired"};
constexpr std::string_view features[] = {"thing", "lives", "happens", "refers"};

Matrix square(std::initializer_list<double> numbers) {
  Matrix out(4, 4);
  out.numbers = numbers;
  return out;
}

}  // namespace

const Sentence& example_sentence() {
  static const Sentence sentence = [] {
    Sentence made{words, features, Matrix(7, 4), {}, {}, {}};
    made.embeddings.numbers = {
        0, 0, 0, 1,    // The
        3, 2, 0, 0,    // cat
        0, 1, 3, 0,    // slept
        0, 0, 1, 1,    // because
        1, 0, 0, 3,    // it
        0, 0, 2, 0,    // was
        0, 2, 1, 0.5,  // tired
    };
    // What each word attends to: a pronoun attends to living things; an event, to the one
    // that it happens to; a thing, to events.
    made.w_q = square({0, 0, 1, 0,  //
                       0, 0, 0, 0,  //
                       1, 0, 0, 0,  //
                       1, 1, 0, 0});
    made.w_k = square({1, 0, 0, 0,  //
                       0, 1, 0, 0,  //
                       0, 0, 1, 0,  //
                       0, 0, 0, 1});
    made.w_v = made.w_k;
    return made;
  }();
  return sentence;
}

}  // namespace loom::attention
