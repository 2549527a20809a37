// Which words does this word look at? One step of attention with every number in between.
#include "web/scenes/attention/attention_step.hpp"

#include "core/attention/sentence.hpp"
#include "web/scenes/attention/vector_text.hpp"

namespace loom::scenes {
namespace {

constexpr int own_queries = 3, own_width = 2;

constexpr Choice sources[] = {{"sentence", "A sentence"}, {"own", "Your matrices"}};
constexpr Choice mask_choices[] = {
    {"none", "None"}, {"causal", "Causal"}, {"window", "Causal window"}};

constexpr Parameter parameters[] = {
    one_of("source", "Input", sources, "sentence"),
    one_of("word", "Word", word_choices, "it",
           {.help = "You can also click a word", .when = "source=sentence"}),
    whole_number("row", "Query", "3", {1, own_queries}, {.when = "source=own"}),
    one_of("mask", "Mask", mask_choices, "causal"),
    whole_number("window", "Window", "3", {1, 7}, {.unit = "tokens", .when = "mask=window"}),
    on_off("scale", "Divide by √d", "on"),
    number_list("q", "Queries", "1,0,0,1,1,1", {-9, 9}, {6, 6},
                {.help = "Three, of two numbers each", .when = "source=own"}),
    number_list("k", "Keys", "1,0,0,1,1,1", {-9, 9}, {2, 6},
                {.help = "One to three, of two numbers each", .when = "source=own"}),
    number_list("v", "Values", "1,2,3,4,5,6", {-9, 9}, {2, 6},
                {.help = "As many as keys", .when = "source=own"}),
};

constexpr Preset presets[] = {
    {"What does ‘it’ look for?", ""},
    {"The verb as query", "word=slept&mask=none"},
    {"Three words back", "word=tired&mask=window&scale=off"},
    {"By hand: three tokens", "source=own"},
    {"A query without a key", "source=own&row=1&k=1,0&v=1,2"},
};
constexpr std::string_view parts[] = {"words", "scores", "weights", "square", "output"};
constexpr std::string_view references[] = {"vaswani2017"};

std::string score_text(double score) { return std::isinf(score) ? "masked" : fixed(score, 2); }

class AttentionStepScene final : public Pictured<AttentionStepScene> {
 public:
  std::optional<Error> set(const Values& values) override {
    AttentionStep next;
    next.sentence = values.text("source") == "sentence";
    if (next.sentence)
      take_sentence(next, values.choice("word"));
    else if (auto error = take_own(next, values))
      return error;
    using enum attention::Mask::Kind;
    next.operands.masks.first = {.kind = values.choice("mask", {full, causal, causal_window}),
                                 .window = values.integer("window")};
    next.scaled = values.toggle("scale");
    if (!next.scaled) next.operands.scale = 1;
    if (auto error = keep(next.step, attention::attend(next.operands))) return error;
    return keep(shown, std::move(next));
  }

  std::string status(int) const override {
    const std::string asking = fill("‘{}’", nth(shown.asking, shown.query));
    const int best = shown.strongest();
    if (best < 0)
      return fill(
          "{} comes before every key and may attend to none: its weights and its output are zero.",
          asking);
    std::string text =
        fill("{} gives {} of its weight to ‘{}’, whose score is {}.", asking,
             percent(shown.weight(best), 1), nth(shown.words, best), fixed(shown.score(best), 2));
    if (hidden() > 0)
      text += fill(" The mask hides {}.", Word(hidden(), shown.sentence ? "word" : "key"));
    return text + fill(" The output is {}.", vector_text(shown.step.out.row(shown.query)));
  }

  Table table() const override {
    Table table = headed(text_column("Token"), text_column("Key"), "q · k", "Score",
                         Column("Weight", "%", UnitIn::cells), text_column("Value"));
    for (int key = 0; key < shown.keys(); ++key)
      table.add({nth(shown.words, key), vector_text(shown.operands.k.row(key)),
                 cell(shown.product(key), 2), cell(shown.score(key), score_text(shown.score(key))),
                 percent_cell(shown.weight(key), 1), vector_text(shown.operands.v.row(key))});
    return table;
  }

  std::vector<Metric> metrics() const override {
    constexpr Numbered outputs[] = {{"first", "First number of the output"},
                                    {"second", "Second number of the output"},
                                    {"third", "Third number of the output"},
                                    {"fourth", "Fourth number of the output"}};
    const auto out = shown.step.out.row(shown.query);
    std::vector<Metric> all;
    for (std::size_t i = 0; i < out.size(); ++i)
      all.push_back({nth(outputs, static_cast<int>(i)).key, nth(outputs, static_cast<int>(i)).label,
                     out[i], 2});
    all.push_back({"hidden", "Keys that the mask hides", hidden()});
    if (const int best = shown.strongest(); best >= 0) {
      all.push_back({"score", "Largest score", shown.score(best), 2});
      all.push_back({"weight", "Largest weight", 100 * shown.weight(best), 1, "%"});
    }
    return all;
  }

  AttentionStep shown;

 private:
  struct Numbered {
    std::string_view key, label;
  };

  int hidden() const {
    int count = 0;
    for (int key = 0; key < shown.keys(); ++key) count += shown.allowed(key) ? 0 : 1;
    return count;
  }

  static void take_sentence(AttentionStep& next, int word) {
    const attention::Sentence& made = attention::example_sentence();
    next.words.assign(made.words.begin(), made.words.end());
    next.features.assign(made.features.begin(), made.features.end());
    next.asking = next.words;
    next.operands.q = attention::product(made.embeddings, made.w_q);
    next.operands.k = attention::product(made.embeddings, made.w_k);
    next.operands.v = attention::product(made.embeddings, made.w_v);
    next.query = word;
  }

  static std::optional<Error> take_own(AttentionStep& next, const Values& values) {
    const std::vector<double> k = values.numbers("k"), v = values.numbers("v");
    if (k.size() % own_width != 0)
      return Error{fill("'k': got {}, expected 2, 4 or 6: two to a key", Word(k.size(), "number"))};
    if (v.size() != k.size())
      return Error{fill("'v': got {}, expected {}: a value for every key", Word(v.size(), "number"),
                        k.size())};
    next.operands.q = {own_width, values.numbers("q")};
    next.operands.k = {own_width, k};
    next.operands.v = {own_width, v};
    for (int i = 1; i <= own_queries; ++i) next.asking.push_back(fill("query {}", i));
    for (int i = 1; i <= next.operands.k.rows; ++i) next.words.push_back(fill("key {}", i));
    next.query = values.integer("row") - 1;
    return std::nullopt;
  }
};

}  // namespace

Description attention_step() {
  return describe<AttentionStepScene, parameters>(
      "attention-step", "attention", "One step of attention", "Which words does this word look at?",
      "core/attention/step.hpp", {presets, parts, references});
}

}  // namespace loom::scenes
