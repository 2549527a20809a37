// Who shares whose keys? Query heads, KV heads, and the bytes that one new token reads.
#include "web/scenes/attention/head_sharing.hpp"

#include "core/device/machine.hpp"
#include "web/scene/kit/quantity.hpp"

namespace loom::scenes {
namespace {

using attention::HeadSharing;

constexpr double mib = 1024 * 1024;

constexpr Choice share_choices[] = {{"1", "1: MHA"}, {"2", "2"},   {"4", "4"},
                                    {"8", "8"},      {"16", "16"}, {"all", "All: MQA"}};
constexpr auto& head_choices = number_choices<8, 16, 32, 64>;
// Runs were recorded for these numbers of sequences.
constexpr struct {
  Choice choice;
  int tokens, many;
} contexts[] = {{{"1024", "1,024 tokens"}, 1024, 64},
                {{"8192", "8,192 tokens"}, 8192, 16},
                {{"32768", "32,768 tokens"}, 32768, 8},
                {{"131072", "131,072 tokens"}, 131072, 4}};
constexpr Choice context_choices[] = {contexts[0].choice, contexts[1].choice, contexts[2].choice,
                                      contexts[3].choice};
constexpr Choice batch_choices[] = {{"one", "One"}, {"several", "Several"}};

constexpr Parameter parameters[] = {
    one_of("share", "Query heads to a KV head", share_choices, "4",
           {.help = "You can also click a row"}),
    one_of("heads", "Query heads", head_choices, "32"),
    one_of("context", "Tokens so far", context_choices, "131072"),
    one_of("batch", "Sequences", batch_choices, "one",
           {.help = "Several: 64 of 1,024 tokens, 16 of 8,192, 8 of 32,768 or 4 of 131,072"}),
};

constexpr Preset presets[] = {
    {"Groups of four", ""},
    {"MHA, several sequences", "share=1&batch=several"},
    {"MQA, several sequences", "share=all&batch=several"},
    {"MQA, few tokens", "share=all&context=1024"},
};
constexpr std::string_view parts[] = {"heads", "time", "measured"};
constexpr std::string_view references[] = {"mqa", "gqa", "h200-sheet"};

class HeadSharingScene final : public Pictured<HeadSharingScene> {
 public:
  std::optional<Error> set(const Values& values) override {
    HeadSharingState next;
    const auto& context = contexts[values.choice("context")];
    next.context = context.tokens;
    next.batch = values.choice("batch", {1, context.many});
    next.gb_per_s = device::find_machine("h200")->bandwidth.value;
    HeadSharing sharing{.heads = 8 << values.choice("heads"), .head = attention::h200::decode_head};
    const int group = group_of(values.text("share"), sharing.heads);
    std::vector<int> all = attention::possible_kv_heads(sharing.heads);
    std::reverse(all.begin(), all.end());
    for (int kv_heads : all) {
      sharing.kv_heads = kv_heads;
      if (sharing.group() == group) next.chosen = next.rows.size();
      Result<attention::DecodeCost> cost = attention::decode_cost(sharing, next.context);
      Result<attention::DecodeCost> token = attention::decode_cost(sharing, 1);
      if (!cost) return cost.error();
      cost->flop *= next.batch;
      cost->bytes *= next.batch;
      const bool recorded = sharing.heads == attention::h200::decode_heads;
      next.rows.push_back(
          {sharing, *cost, token->bytes, cost->read_us(next.gb_per_s),
           recorded ? attention::h200::find_decode_run(kv_heads, next.context, next.batch)
                    : nullptr});
    }
    return keep(shown, std::move(next));
  }

  std::string status(int) const override {
    const HeadSharingState::Row& row = shown.row();
    std::string text = fill(
        "{} share {} ({}): a layer keeps {} per token. For the next token of {} it reads {}: {} at "
        "an H200’s {}",
        Word(row.sharing.heads, "query head"), Word(row.sharing.kv_heads, "KV head"),
        sharing_name(row.sharing), binary_bytes(row.token_bytes),
        shown.batch == 1
            ? fill("a sequence of {}", Word(shown.context, "token"))
            : fill("{} of {} each", Word(shown.batch, "sequence"), Word(shown.context, "token")),
        binary_bytes(row.cost.bytes), decode_time(row.us), prefixed(shown.gb_per_s * 1e9, "B/s"));
    text +=
        row.run ? fill(", measured {}.", decode_time(row.run->fastest_us())) : ", not measured.";
    return text + fill(" {} per byte.", Word(row.sharing.group(), "operation"));
  }

  Table table() const override {
    Table table = headed("KV heads", text_column("Name"), Column("A token", "KiB"),
                         Column("Read", "MiB"), "FLOPs per byte", Column("At full bandwidth", "µs"),
                         Column("Measured", "µs"), Column("Of bandwidth", "%", UnitIn::cells));
    for (const HeadSharingState::Row& row : shown.rows)
      table.add({row.sharing.kv_heads, sharing_name(row.sharing), cell(row.token_bytes / 1024, 1),
                 cell(row.cost.bytes / mib, 2), cell(row.cost.intensity(), 0), cell(row.us, 1),
                 row.run ? cell(row.run->fastest_us(), 1) : no_cell(),
                 row.run ? percent_cell(row.share(), row.share_decimals()) : no_cell()});
    return table;
  }

  std::vector<Metric> metrics() const override {
    const HeadSharingState::Row& row = shown.row();
    std::vector<Metric> all = {{"token", "Bytes of a token", row.token_bytes, 0, "B"},
                               {"read", "Read", row.cost.bytes / mib, 2, "MiB"},
                               {"time", "At full bandwidth", row.us, 1, "µs"}};
    if (row.run) {
      all.push_back({"measured", "Measured", row.run->fastest_us(), 1, "µs"});
      all.push_back(
          Metric{"share", "Share of the bandwidth", 100 * row.share(), row.share_decimals(), "%"}
              .told_in("measured", "Measured, Of bandwidth", "share"));
    }
    return all;
  }

  HeadSharingState shown;

 private:
  static int group_of(std::string_view share, int heads) {
    int group = 1;
    for (const Choice& choice : share_choices) {
      if (choice.value == share) return choice.value == "all" ? heads : std::min(group, heads);
      group *= 2;
    }
    return heads;
  }
};

}  // namespace

std::string sharing_name(const HeadSharing& sharing) {
  return sharing.kv_heads == sharing.heads ? "MHA" : sharing.kv_heads == 1 ? "MQA" : "GQA";
}

std::string decode_time(double us) { return prefixed(us * 1e-6, "s"); }

Description head_sharing() {
  return describe<HeadSharingScene, parameters>(
      "head-sharing", "attention", "Shared KV heads", "How many query heads share one KV head?",
      "core/attention/heads.hpp", {presets, parts, references});
}

}  // namespace loom::scenes
