#include "core/attention/pages.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "core/random.hpp"
#include "tests/doctest.hpp"

TESTS_OF(core::attention::pages) {

using namespace loom;
using namespace loom::attention;

namespace {

// A pool beside what its sequences have written: the content of every slot, by the places that the
// pool gives out.
class Shadow {
 public:
  Shadow(int pages, int page_tokens) : pool(pages, page_tokens) {}

  void append(int sequence, int token) {
    const int free = pool.free_pages();
    const auto place = pool.append(sequence);
    if (!place) {
      CHECK(free == 0);
      return;
    }
    CHECK(place->opened == (pool.free_pages() == free - 1));
    if (place->copied_from >= 0)
      for (int slot = 0; slot < place->slot; ++slot)
        slots[{place->page, slot}] = slots[{place->copied_from, slot}];
    slots[{place->page, place->slot}] = token;
    texts[sequence].push_back(token);
  }

  void fork(int like, int tokens) {
    const int sequence = pool.begin_like(like, tokens);
    texts[sequence].assign(texts[like].begin(), texts[like].begin() + tokens);
  }

  void end(int sequence) {
    pool.end(sequence);
    texts.erase(sequence);
  }

  void check() {
    std::map<int, int> named;
    std::vector<int> sequences;
    long long tokens = 0;
    std::set<std::pair<int, int>> reached;
    for (const auto& [sequence, text] : texts) {
      sequences.push_back(sequence);
      tokens += static_cast<long long>(text.size());
      REQUIRE(pool.length(sequence) == static_cast<int>(text.size()));
      const std::span<const int> table = pool.table(sequence);
      const int page_tokens = pool.page_tokens();
      CHECK(static_cast<int>(table.size()) ==
            (static_cast<int>(text.size()) + page_tokens - 1) / page_tokens);
      for (int page : table) ++named[page];
      // What it reads is what it wrote, whoever else shares its pages.
      bool same = true;
      for (int t = 0; t < static_cast<int>(text.size()); ++t) {
        const std::pair slot{table[static_cast<size_t>(t / page_tokens)], t % page_tokens};
        same = same && slots[slot] == text[static_cast<size_t>(t)];
        reached.insert(slot);
      }
      CHECK(same);
    }
    for (int page = 0; page < pool.pages(); ++page) CHECK(pool.references(page) == named[page]);
    const auto used =
        std::count_if(named.begin(), named.end(), [](const auto& each) { return each.second > 0; });
    CHECK(pool.free_pages() + used == pool.pages());
    const Occupied memory = occupied(pool, sequences);
    CHECK(memory.allocated == used * pool.page_tokens());
    CHECK(memory.used == static_cast<long long>(reached.size()));
    CHECK(memory.tokens == tokens);
    CHECK(memory.waste() >= 0);
  }

  PagePool pool;
  std::map<int, std::vector<int>> texts;  // of the sequences that there are

 private:
  std::map<std::pair<int, int>, int> slots;
};

}  // namespace

TEST_CASE("pages: nothing is lost, leaked or overwritten in random streams of requests") {
  Random random(1);
  const auto below = [&](size_t bound) {
    return static_cast<int>(random.below(static_cast<std::uint32_t>(bound)));
  };
  for (int trial = 0; trial < 200; ++trial) {
    Shadow shadow{1 + below(30), 1 + below(6)};
    for (int step = 0; step < 150; ++step) {
      const int what = below(12);
      if (shadow.texts.empty() || what == 0) {
        shadow.texts[shadow.pool.begin()];
        continue;
      }
      auto chosen = shadow.texts.begin();
      std::advance(chosen, below(shadow.texts.size()));
      if (what == 1)
        shadow.end(chosen->first);
      else if (what == 2)
        shadow.fork(chosen->first, below(chosen->second.size() + 1));
      else
        shadow.append(chosen->first, step);
      if (step % 10 == 0) shadow.check();
    }
    shadow.check();
    while (!shadow.texts.empty()) shadow.end(shadow.texts.begin()->first);
    CHECK(shadow.pool.free_pages() == shadow.pool.pages());
  }
}

TEST_CASE("pages: whoever writes first into a shared page takes a copy") {
  PagePool pool(8, 4);
  const int first = pool.begin();
  for (int i = 0; i < 6; ++i) pool.append(first);
  const int second = pool.begin_like(first, 6);
  CHECK(pool.free_pages() == 6);
  CHECK(pool.references(0) == 2);
  const auto place = pool.append(first);
  REQUIRE(place);
  CHECK(place->page == 2);
  CHECK(place->slot == 2);
  CHECK(place->copied_from == 1);
  // The other one now has the page to itself and writes where it is.
  const auto other = pool.append(second);
  CHECK(other->page == 1);
  CHECK_FALSE(other->opened);
  CHECK(pool.table(first)[0] == pool.table(second)[0]);
  // 4 shared slots and 3 of each.
  const int both[] = {first, second};
  CHECK(occupied(pool, both).used == 10);
  CHECK(occupied(pool, both).tokens == 14);
  CHECK(occupied(pool, both).waste() == 2);
}

}  // TESTS_OF(core::attention::pages)
