// Where did the memory go? Requests of different lengths, in pages or in reserved stretches.
#include "web/scenes/attention/paged_cache.hpp"

#include "core/random.hpp"
#include "web/scene/seed.hpp"

namespace loom::scenes {

using Phase = attention::Serving::Phase;

namespace {

using attention::Request;
using attention::Serving;
using Policy = PagedCacheRun::Policy;

// The longest request that is ever drawn; a reserved stretch must hold it.
constexpr int longest_own_prompt = 8, longest_output = 14, longest_shared = 10;

constexpr Choice policies[] = {{"contiguous", "Stretches"}, {"paged", "Pages"}};

constexpr Parameter parameters[] = {
    one_of("policy", "Memory in", policies, "contiguous"),
    whole_number("page", "Page", "4", {1, 16}, {.unit = "tokens"}),
    whole_number("reserve", "Stretch", "32", {32, 64},
                 {.unit = "tokens", .help = "The longest request allowed."}),
    whole_number("slots", "Memory", "96", {64, most_cache_slots}, {.step = 16, .unit = "tokens"}),
    whole_number("requests", "Requests", "8", {2, most_cache_requests}),
    whole_number("shared", "Shared", "0", {0, longest_shared}, {.unit = "tokens"}),
    seed_parameter(),
};

constexpr Preset presets[] = {
    {"Reserved stretches", "step=4"},
    {"Pages of four", "policy=paged&step=4"},
    {"Pages of sixteen", "policy=paged&page=16&step=4"},
    {"One prompt for all", "policy=paged&shared=10&step=4"},
    {"Too little memory", "policy=paged&page=2&slots=64&step=7"},
};
constexpr std::string_view parts[] = {"memory", "requests", "rivals"};
constexpr std::string_view references[] = {"pagedattention", "orca"};

std::vector<Request> drawn_requests(const Values& values) {
  Random random(chosen_seed(values));
  const int shared = values.integer("shared");
  std::vector<Request> requests;
  for (int i = 0; i < values.integer("requests"); ++i) {
    const int prompt = 2 + static_cast<int>(random.below(longest_own_prompt - 1));
    const int output = 3 + static_cast<int>(random.below(longest_output - 2));
    requests.push_back({.prompt = shared + prompt, .output = output, .shared = shared});
  }
  return requests;
}

class PagedCacheScene final : public Pictured<PagedCacheScene> {
 public:
  std::optional<Error> set(const Values& values) override {
    PagedCacheRun run{
        .policy = values.text("policy") == "paged" ? Policy::paged : Policy::contiguous,
        .page = values.integer("page"),
        .slots = values.integer("slots"),
        .asked = drawn_requests(values)};
    attention::ServingOptions options{
        .slots = run.slots, .page = run.page, .reserve = values.integer("reserve")};
    for (Policy policy : {Policy::paged, Policy::contiguous}) {
      options.policy = policy;
      auto served = attention::serve(run.asked, options);
      if (auto error =
              keep(policy == Policy::paged ? run.paged : run.contiguous, std::move(served)))
        return error;
    }
    return keep(shown, std::move(run));
  }

  int steps() const override { return std::max(shown.paged.length(), shown.contiguous.length()); }

  std::string status(int step) const override;

  Table table() const override {
    Table table = headed(text_column("Request"), Column("Prompt", "tokens"),
                         Column("Output", "tokens"), "Done, pages", "Done, stretches");
    for (int i = 0; i < static_cast<int>(shown.asked.size()); ++i) {
      const Request& request = nth(shown.asked, i);
      table.add({std::string(1, static_cast<char>('A' + i)), request.prompt, request.output,
                 shown.paged.last_step(i), shown.contiguous.last_step(i)});
    }
    return table;
  }

  std::vector<Metric> metrics() const override {
    return {
        Metric{"paged", "Steps with pages", shown.paged.length()}.told_from(shown.paged.length()),
        {"contiguous", "Steps with stretches", shown.contiguous.length()},
        {"together", "Requests at once with pages", shown.paged.most_running()},
        {"reserved", "Requests at once with stretches", shown.contiguous.most_running()},
        {"waste", "Allocated but empty, with pages", 100 * shown.paged.wasted_share(), 0, "%"},
        {"lost", "Allocated but empty, with stretches", 100 * shown.contiguous.wasted_share(), 0,
         "%"}};
  }

  PagedCacheRun shown;
};

std::string PagedCacheScene::status(int step) const {
  const Serving &now = shown.now().at(step), &rival = shown.rival().at(step);
  if (step == 0)
    return fill("Before the first step {} wait, and all {} are free.",
                Word(std::ssize(shown.asked), "request"), Word(shown.slots, "slot"));
  const char *ours = shown.is_paged() ? "pages" : "stretches",
             *other = shown.is_paged() ? "stretches" : "pages";
  if (now.finished()) {
    const int length = shown.now().length();
    const std::string theirs = rival.finished()
                                   ? fill("with {}, after {}", other, shown.rival().length())
                                   : fill("with {}, {} of them are done", other, rival.done());
    return fill("All {} are done after {} with {}; {}.", Word(std::ssize(shown.asked), "request"),
                Word(length, "step"), ours, theirs);
  }
  const attention::Occupied memory = now.memory();
  const int running = static_cast<int>(now.running().size());
  const int waiting = static_cast<int>(shown.asked.size()) - running - now.done();
  std::string text =
      fill("With {}: {} running, {} waiting. {} of {} {} empty.", ours, Word(running, "request"),
           waiting, memory.waste(), Word(memory.allocated, "allocated slot"),
           memory.waste() == 1 ? "is" : "are");
  if (memory.tokens > memory.used)
    text += fill(" Sharing saves {}.", Word(memory.tokens - memory.used, "slot"));
  if (now.preempted() > 0) text += fill(" Pages ran out {}.", Word(now.preempted(), "time"));
  return text + fill(" With {}, {} would be running.", other, std::ssize(rival.running()));
}

}  // namespace

Description paged_cache() {
  return describe<PagedCacheScene, parameters>(
      "paged-cache", "attention", "Paged cache", "Where does the memory of a cache go?",
      "core/attention/serving.hpp", {presets, parts, references});
}

}  // namespace loom::scenes
