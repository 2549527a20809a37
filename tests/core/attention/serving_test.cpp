#include "core/attention/serving.hpp"

#include <algorithm>
#include <numeric>

#include "core/random.hpp"
#include "tests/doctest.hpp"

TESTS_OF(core::attention::serving) {

using namespace loom;
using namespace loom::attention;

namespace {

using Policy = ServingOptions::Policy;
using Phase = Serving::Phase;

Serving made(std::span<const Request> requests, const ServingOptions& options) {
  Result<Serving> serving = Serving::make(requests, options);
  if (!serving) FAIL(serving.error().message);
  return *serving;
}

int in_phase(const Serving& serving, int requests, Phase phase) {
  int count = 0;
  for (int i = 0; i < requests; ++i) count += serving.phase(i) == phase;
  return count;
}

// Invariants after every step.
void check(const Serving& serving, std::span<const Request> requests,
           const ServingOptions& options) {
  const int count = static_cast<int>(requests.size());
  CHECK(in_phase(serving, count, Phase::done) == serving.done());
  CHECK(in_phase(serving, count, Phase::running) == static_cast<int>(serving.running().size()));
  long long tokens = 0;
  int outputs = 0;
  for (int i = 0; i < count; ++i) {
    const Request& asked = requests[static_cast<size_t>(i)];
    outputs += serving.made(i);
    CHECK(serving.made(i) <= asked.output);
    CHECK((serving.phase(i) == Phase::done) == (serving.made(i) == asked.output));
    const bool running = serving.phase(i) == Phase::running;
    CHECK(serving.length(i) == (running ? asked.prompt + serving.made(i) : 0));
    tokens += serving.length(i);
  }
  CHECK(outputs == serving.tokens_made());
  const Occupied memory = serving.memory();
  CHECK(memory.tokens == tokens);
  CHECK(memory.used <= memory.tokens);
  CHECK(memory.used <= memory.allocated);
  CHECK(memory.allocated <= options.slots);
  if (options.policy == Policy::paged) {
    const PagePool& pool = serving.pool();
    CHECK(memory.allocated == (pool.pages() - pool.free_pages()) * options.page);
    return;
  }
  std::vector<int> begins;
  for (int request : serving.running()) begins.push_back(serving.stretch(request));
  std::sort(begins.begin(), begins.end());
  for (size_t i = 0; i < begins.size(); ++i) {
    const int next = i + 1 < begins.size() ? begins[i + 1] : options.slots;
    CHECK(begins[i] + serving.reserve() <= next);
  }
}

std::vector<Request> random_requests(Random& random, int most) {
  std::vector<Request> requests;
  for (int i = 1 + static_cast<int>(random.below(12)); i > 0; --i) {
    const int prompt = 1 + static_cast<int>(random.below(static_cast<std::uint32_t>(most / 2))),
              output = 1 + static_cast<int>(random.below(static_cast<std::uint32_t>(most / 2)));
    const int shared = random.below(2)
                           ? static_cast<int>(random.below(static_cast<std::uint32_t>(prompt + 1)))
                           : 0;
    requests.push_back({prompt, output, shared});
  }
  return requests;
}

}  // namespace

TEST_CASE("serving: every request gets all its tokens, and memory adds up at every step") {
  Random random(1);
  for (int trial = 0; trial < 300; ++trial) {
    const int most = 8 + static_cast<int>(random.below(40));
    const std::vector<Request> requests = random_requests(random, most);
    ServingOptions options{.policy = random.below(2) ? Policy::paged : Policy::contiguous,
                           .page = 1 + static_cast<int>(random.below(8))};
    options.slots = most + options.page + static_cast<int>(random.below(200));
    Serving serving = made(requests, options);
    int steps = 0;
    while (!serving.finished() && steps < 10000) {
      serving.advance();
      ++steps;
      if (steps % 3 == 0) check(serving, requests, options);
    }
    CHECK(serving.finished());
    check(serving, requests, options);
    const int outputs =
        std::accumulate(requests.begin(), requests.end(), 0,
                        [](int sum, const Request& each) { return sum + each.output; });
    CHECK(serving.tokens_made() == outputs);
    CHECK(serving.steps() == steps);
    CHECK(serving.pool().free_pages() == serving.pool().pages());
    serving.advance();
    CHECK(serving.steps() == steps);
  }
}

TEST_CASE("serving: pages waste less than one page a request, stretches what is not yet written") {
  Random random(2);
  for (int trial = 0; trial < 100; ++trial) {
    const std::vector<Request> requests = random_requests(random, 60);
    for (Policy policy : {Policy::paged, Policy::contiguous}) {
      Serving serving = made(requests, {.policy = policy, .slots = 300, .page = 8});
      while (!serving.finished()) {
        serving.advance();
        const auto running = static_cast<long long>(serving.running().size());
        const Occupied memory = serving.memory();
        if (policy == Policy::contiguous)
          CHECK(memory.waste() == running * serving.reserve() - memory.tokens);
        else
          CHECK(memory.waste() <= running * 7);
      }
    }
  }
}

TEST_CASE("serving: slots are those that memory counts") {
  Random random(5);
  for (int trial = 0; trial < 100; ++trial) {
    const std::vector<Request> requests = random_requests(random, 40);
    for (Policy policy : {Policy::paged, Policy::contiguous}) {
      Serving serving = made(requests, {.policy = policy, .slots = 200, .page = 8});
      while (!serving.finished()) {
        serving.advance();
        int given = 0, used = 0, newest = 0, tokens = 0;
        for (const Serving::Slot& slot : serving.slots()) {
          given += slot.given;
          used += slot.owners > 0;
          newest += slot.newest;
          tokens += slot.owners;
          CHECK((slot.owner >= 0) == (slot.owners > 0));
          if (slot.owners > 0) CHECK(serving.phase(slot.owner) == Serving::Phase::running);
        }
        int stored = 0;
        for (int request : serving.running()) stored += serving.length(request);
        CHECK(tokens == stored);
        CHECK(given == serving.memory().allocated);
        CHECK(used == serving.memory().used);
        CHECK(newest <= std::ssize(serving.running()));
      }
    }
  }
}

TEST_CASE("serving: as many at once as fit") {
  // Ten requests of 16 + 16 tokens in 128 slots: four stretches, or, at first, eight prompts.
  const std::vector<Request> requests(10, {16, 16});
  Serving contiguous = made(requests, {.policy = Policy::contiguous, .slots = 128, .page = 4});
  Serving paged = made(requests, {.policy = Policy::paged, .slots = 128, .page = 4});
  contiguous.advance();
  CHECK(contiguous.running().size() == 4);
  while (!contiguous.finished()) contiguous.advance();
  CHECK(contiguous.steps() == 3 * 16);  // 4, 4 and 2 at a time
  CHECK(contiguous.preempted() == 0);
  paged.advance();
  CHECK(paged.running().size() > 4);
  while (!paged.finished()) paged.advance();
  CHECK(paged.steps() < contiguous.steps());
}

TEST_CASE("serving: the whole day, and what it was like") {
  const std::vector<Request> requests = {{3, 9}, {5, 2}, {2, 14}, {8, 4}, {1, 1}};
  for (const ServingOptions& options :
       {ServingOptions{.slots = 40, .page = 3},
        ServingOptions{.policy = Policy::contiguous, .slots = 48, .page = 1}}) {
    const Result<Served> served = serve(requests, options);
    REQUIRE(served);
    Serving now = made(requests, options);
    std::vector<int> ends(requests.size());
    int length = 0;
    size_t running = 0;
    double empty = 0, given = 0;
    for (; !now.finished(); ++length) {
      CHECK(served->at(length).tokens_made() == now.tokens_made());
      now.advance();
      running = std::max(running, now.running().size());
      empty += static_cast<double>(now.memory().waste());
      given += static_cast<double>(now.memory().allocated);
      for (size_t i = 0; i < requests.size(); ++i)
        if (now.phase(static_cast<int>(i)) != Phase::done) ends[i] = length + 1;
    }
    CHECK(served->length() == length);
    CHECK(served->at(length + 7).finished());
    CHECK(served->most_running() == static_cast<int>(running));
    CHECK(served->wasted_share() == doctest::Approx(empty / given));
    for (size_t i = 0; i < requests.size(); ++i)
      CHECK(served->last_step(static_cast<int>(i)) == ends[i] + 1);
  }
  CHECK(serve({}, {.slots = 8, .page = 1}).error().message == "requests: expected 1 to 4096");
}

TEST_CASE("serving: requests that begin alike share pages") {
  // 20 shared tokens: two whole pages of 8 and a piece, which each copies before it goes on.
  const std::vector<Request> requests(4, {24, 1, 20});
  Serving serving = made(requests, {.slots = 128, .page = 8});
  // Between letting in and the end of the step all are done; look at the copies.
  serving.advance();
  CHECK(serving.copies() == 3);
  CHECK(serving.finished());
  const std::vector<Request> longer(4, {24, 9, 20});
  Serving running = made(longer, {.slots = 128, .page = 8});
  running.advance();
  // 16 slots together, and 9 of each: 4 + 4 tokens of the third page and one made.
  CHECK(running.memory().used == 16 + 4 * 9);
  CHECK(running.memory().tokens == 4 * 25);
  CHECK(running.memory().allocated == 16 + 4 * 16);
}

TEST_CASE("serving: when pages run out the last one let in gives its own back") {
  // Two prompts of 4 fill the memory, and the first token that is made takes a page.
  const std::vector<Request> requests(2, {4, 4});
  Serving serving = made(requests, {.slots = 8, .page = 1});
  serving.advance();
  CHECK(serving.preempted() == 1);
  CHECK(serving.phase(0) == Phase::running);
  CHECK(serving.phase(1) == Phase::waiting);
  while (!serving.finished()) serving.advance();
  CHECK(serving.tokens_made() == 8);
}

TEST_CASE("serving: what is refused") {
  const auto error = [](std::vector<Request> requests, const ServingOptions& options) {
    const auto serving = Serving::make(requests, options);
    return serving ? "answered" : serving.error().message;
  };
  CHECK(error({}, {.slots = 8, .page = 1}) == "requests: expected 1 to 4096");
  CHECK(error({{0, 1}}, {.slots = 8, .page = 1}) ==
        "request 1: expected 1 to 1048576 tokens, got 0");
  CHECK(error({{1, 1, 2}}, {.slots = 8, .page = 1}).ends_with("as the prompt has, got 2"));
  CHECK(error({{1, 1}, {5, 5}}, {.slots = 12, .page = 8}) ==
        "request 2: expected at most 8 tokens, which fit, got 10");
  CHECK(error({{1, 1}}, {.slots = 0}).starts_with("slots: "));
  CHECK(error({{1, 1}}, {.slots = 8, .page = 9}).starts_with("page: "));
  CHECK(error({{4, 4}}, {.policy = Policy::contiguous, .slots = 8, .page = 1, .reserve = 7}) ==
        "request 1: expected at most the reserve, 7 tokens, got 8");
  CHECK(error({{4, 4}}, {.slots = 8, .page = 1, .reserve = 9}).starts_with("reserve: "));
}

}  // TESTS_OF(core::attention::serving)
