// Where does order come from? A query and a key whose pairs turn with their positions.
#include "web/scenes/positions/rope.hpp"

namespace loom::scenes {
namespace {

using attention::Pairing;

constexpr Choice pairings[] = {{"adjacent", "i, i + 1"}, {"halves", "i, i + d/2"}};

constexpr Parameter parameters[] = {
    whole_number("m", "Query position m", "9", {0, rope_farthest}),
    whole_number("n", "Key position n", "4", {0, rope_farthest}),
    whole_number("shift", "Shift both by", "0", {0, 8000}, {.step = 10, .unit = "tokens"}),
    real_number("theta", "Base θ", "10000", {10, 1000000}, {.spacing = Spacing::decimal}),
    one_of("made", "Checkpoint’s pairs", pairings, "halves",
           {.help = "Which numbers form a pair in the trained weights."}),
    one_of("read", "The code turns", pairings, "halves"),
};

constexpr Preset presets[] = {
    {"Five apart", ""},
    {"Five apart, far along", "m=20&n=15&shift=8000"},
    {"The key comes later", "m=4&n=9"},
    {"The wrong pairs", "read=adjacent&m=12&n=9"},
};
constexpr std::string_view parts[] = {"positions", "dials", "curve"};
constexpr std::string_view references[] = {"rope"};

// Made up, for pairs of halves: a key that resembles what the query looks for.
constexpr double given_query[rope_dim] = {0.6, 1.2, 0.3, 0.5, 0.3, 0.5, -0.6, 0.4};
constexpr double key[rope_dim] = {0.7, 1.1, 0.4, 0.4, 0.2, 0.6, -0.5, 0.5};

std::vector<double> stored(std::span<const double> numbers, Pairing made) {
  std::vector<double> found;
  for (int from : attention::reordered(Pairing::halves, made, rope_dim))
    found.push_back(nth(numbers, from));
  return found;
}

class RopeScene final : public Pictured<RopeScene> {
 public:
  std::optional<Error> set(const Values& values) override {
    RopeRun run;
    run.m = values.integer("m");
    run.n = values.integer("n");
    run.shift = values.integer("shift");
    run.theta = values.real("theta");
    run.made = values.choice("made", {Pairing::adjacent, Pairing::halves});
    run.read = values.choice("read", {Pairing::adjacent, Pairing::halves});
    if (auto error = keep(run.rope, attention::rope(rope_dim, run.theta))) return error;
    run.q = stored(given_query, run.made);
    run.k = stored(key, run.made);
    run.turned_q = attention::rotated(run.rope, run.read, run.q, run.m + run.shift);
    run.turned_k = attention::rotated(run.rope, run.read, run.k, run.n + run.shift);
    for (int i = 0; i < rope_pairs; ++i) {
      double& adds = nth(run.adds, i);
      const attention::PairIndices at = run.pair(i);
      for (int place : {at.first, at.second})
        adds += nth(run.turned_q, place) * nth(run.turned_k, place);
      run.score += adds;
    }
    const auto score = [&](Pairing pairing, double m, double n) {
      return attention::rotated_score(run.rope, pairing, run.q, run.k, m, n);
    };
    run.right = score(run.made, run.m + run.shift, run.n + run.shift);
    for (int distance = -rope_farthest; distance <= rope_farthest; ++distance) {
      run.curve.push_back(score(run.read, distance, 0));
      run.right_curve.push_back(score(run.made, distance, 0));
    }
    return keep(shown, std::move(run));
  }

  std::string status(int) const override {
    const int distance = shown.m - shown.n;
    std::string text = fill("A query at position {} and a key at {}: the score is {}",
                            shown.m + shown.shift, shown.n + shown.shift, fixed(shown.score, 3));
    if (shown.wrong())
      return text + fill(
                        ", because the code turns the wrong pairs. With the checkpoint’s pairs it "
                        "is {}.",
                        fixed(shown.right, 3));
    return text + fill(", as for every pair of positions at distance {}.", fixed(distance, 0));
  }

  Table table() const override {
    Table table = headed("Pair", text_column("Numbers"), Column("One turn", "tokens"),
                         Column("Query", "°"), Column("Key", "°"), "Adds");
    for (int i = 0; i < rope_pairs; ++i) {
      const auto at = static_cast<size_t>(i);
      const double frequency = shown.rope.frequencies[at];
      const auto degrees = [&](int position) { return cell(shown.degrees(i, position), 1); };
      table.add({i, fill("{}, {}", shown.pair(i).first, shown.pair(i).second),
                 cell(attention::wavelength(frequency), significant), degrees(shown.m),
                 degrees(shown.n), cell(shown.adds[at], 3)});
    }
    return table;
  }

  std::vector<Metric> metrics() const override {
    return {{"score", "Score", shown.score, 3},
            {"right", "Score with the checkpoint’s pairs", shown.right, 3},
            {"distance", "Distance", shown.m - shown.n, "tokens"}};
  }

  RopeRun shown;
};

}  // namespace

Description rope() {
  return describe<RopeScene, parameters>("rope", "attention", "Rotary positions",
                                         "How does a rotation encode a position?",
                                         "core/attention/rope.hpp", {presets, parts, references});
}

}  // namespace loom::scenes
