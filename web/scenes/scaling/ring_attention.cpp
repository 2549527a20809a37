// How is a million tokens split? Keys and values that go round a ring of GPUs, and who waits.
#include "web/scenes/scaling/ring_attention.hpp"

#include "core/device/links.hpp"
#include "core/device/machine.hpp"
#include "web/scene/format.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {
namespace {

using namespace scene;
using scaling::RingAttention, scaling::RingOrder;

constexpr Choice orders[] = {{"plain", "One piece each"}, {"zigzag", "Zigzag"}};
constexpr auto& gpu_choices = number_choices<2, 4, 8, 16>;
constexpr Choice sharing_choices[] = {{"1", "1: MHA"}, {"4", "4"}, {"8", "8"}, {"16", "16"}};
constexpr Choice link_choices[] = {{"nvlink", "NVLink 4"}, {"network", "Network"}};

constexpr Parameter parameters[] = {
    one_of("order", "Each GPU has", orders, "plain", {.help = "You can also click a row"}),
    one_of("gpus", "GPUs", gpu_choices, "8"),
    whole_number("tokens", "Tokens", "1048576", {1024, 1 << 24}, {.spacing = Spacing::binary}),
    one_of("sharing", "Query heads to a KV head", sharing_choices, "8"),
    one_of("link", "Link to the next GPU", link_choices, "network",
           {.help = "NVLink 4: 450 GB/s in one direction. Network: 50 GB/s."}),
};

constexpr Preset presets[] = {
    {"A million tokens", ""},
    {"Zigzag over NVLink", "order=zigzag&link=nvlink"},
    {"Too short to hide", "order=zigzag&gpus=16&tokens=16384&sharing=1"},
};
constexpr std::string_view parts[] = {"triangle", "work", "orders", "overlap"};
constexpr std::string_view references[] = {"ring-attn", "striped-attn", "llama3", "ml-engineering",
                                           "h100-sheet"};

class RingAttentionScene final : public Pictured<RingAttentionScene> {
 public:
  std::optional<Error> set(const Values& values) override {
    RingPicture next;
    next.order = values.choice("order", {RingOrder::plain, RingOrder::zigzag});
    next.gpus = 2 << values.choice("gpus");
    next.tokens = values.integer("tokens");
    next.sharing = values.choice("sharing", {1, 4, 8, 16});
    next.network = values.choice("link") == 1;
    const int pieces = scaling::ring_pieces(next.gpus, RingOrder::zigzag);  // shown in any state
    if (next.tokens % pieces != 0)
      return Error{fill("'Tokens': got '{}', but {} need a multiple of {}; the nearest is {}",
                        next.tokens, Word(next.gpus, "GPU"), pieces,
                        (next.tokens + pieces / 2) / pieces * pieces)};
    const double peak = device::find_machine("h100")->sixteen.peak.value * 1e12,
                 bandwidth =
                     (next.network ? device::network400 : device::nvlink4).bytes_per_second();
    for (const RingOrder order : {RingOrder::plain, RingOrder::zigzag}) {
      if (auto error =
              keep(nth(next.both, order), scaling::ring_attention(next.gpus, next.tokens, order)))
        return error;
      nth(next.schedules, order) = scaling::ring_schedule(
          nth(next.both, order),
          scaling::ring_transfer_pairs(peak, bandwidth, next.sharing, next.own()));
    }
    next.overlap = scaling::ring_overlap_tokens(peak, bandwidth, next.sharing, next.order);
    return keep(shown, std::move(next));
  }

  int steps() const override { return shown.gpus; }

  std::string status(int step) const override {
    if (step == 0)
      return fill("Each of {} has the queries, keys and values of {} tokens. Nothing is computed.",
                  Word(shown.gpus, "GPU"), shown.own());
    return step < steps() ? midway(step) : whole();
  }

  Table table() const override {
    Table table = headed("GPU", "Pairs", Column("Works", "%", UnitIn::cells),
                         Column("Waits", "%", UnitIn::cells));
    const double whole = shown.schedule().ends.back();
    for (int gpu = 0; gpu < shown.gpus; ++gpu) {
      const std::int64_t pairs = shown.now().of_gpu(static_cast<size_t>(gpu));
      const double works = static_cast<double>(pairs) / whole;
      table.add({gpu, pairs, percent_cell(works, 1), percent_cell(1 - works, 1)});
    }
    return table;
  }

  std::vector<Metric> metrics() const override {
    return {
        Metric{"efficiency", "Used time of all GPUs", 100 * shown.schedule().efficiency, 1, "%"}
            .told_in("orders", "", "order"),
        Metric{"critical", "Time, if equal work takes 100", shown.until(steps()), 1, "%"}.told_in(
            "orders", "", "order"),
        {"own", "Tokens of a GPU", shown.own()},
        {"overlap", "Tokens of a GPU that hide the transfer", std::ceil(shown.overlap), 0}};
  }

  RingPicture shown;

 private:
  std::string midway(int step) const {
    const auto place = static_cast<size_t>(step) - 1;
    const std::string from = step == 1 ? "its own keys"
                             : step == 2
                                 ? "the keys of the GPU just before it"
                                 : fill("the keys of the GPU {} places before it", step - 1);
    return fill(
        "Step {} of {}: each GPU computes with {}. {} of {} have nothing to do.{}", step, steps(),
        from, shown.now().idle(place), Word(shown.gpus, "GPU"),
        shown.schedule().waits[place] ? " Then all wait for the next keys, which are late." : "");
  }

  std::string whole() const {
    const int late = shown.schedule().late;
    return fill(
        "{} over {}: {} of the GPUs’ time is used, and the whole takes {}% of what equal work "
        "would, without waiting. {} Each GPU has {}; with {} it computes for as long as keys "
        "travel.",
        Word(shown.tokens, "token"), Word(shown.gpus, "GPU"),
        percent(shown.schedule().efficiency, 1), ring_time(shown.until(steps())),
        late == 0 ? "All keys arrive in time."
                  : fill("Keys arrive late in {} of {} steps.", late, steps()),
        Word(shown.own(), "token"), static_cast<long long>(std::ceil(shown.overlap)));
  }
};

}  // namespace

double RingPicture::until(int step) const {
  return step > 0 ? share(nth(schedule().ends, step - 1)) : 0;
}

std::string ring_time(double time) {
  return time < 1000 ? fixed(time, 1) : integer(std::llround(time));
}

std::string_view ring_name(int order) { return nth(orders, order).label; }
std::string_view ring_value(int order) { return nth(orders, order).value; }

Description ring_attention() {
  return describe<RingAttentionScene, parameters>(
      "ring-attention", "scaling", "Ring attention", "How is a million tokens split?",
      "core/scaling/ring_attention.hpp",
      {.presets = presets, .parts = parts, .references = references, .opens_at_end = true});
}

}  // namespace loom::scenes
