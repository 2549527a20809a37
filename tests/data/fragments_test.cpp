// Fragments: an H200's own answers, slot for slot.
#include <set>

#include "core/find.hpp"
#include "core/layout/fragment.hpp"
#include "tests/data/recorded.hpp"
#include "tests/doctest.hpp"

TESTS_OF(data::fragments) {

using namespace loom;
using layout::Element;
using layout::Operand;
using loom::test::Json;

namespace {

// [row, column, row, column, …] of one thread.
std::vector<Element> elements(const Json& thread) {
  std::vector<Element> all;
  for (size_t i = 0; i < thread.size(); i += 2) all.push_back({thread[i], thread[i + 1]});
  return all;
}

void check_thread(const layout::Fragment& fragment, int thread, const Json& recorded) {
  const std::vector<Element> found = elements(recorded);
  REQUIRE(found.size() == static_cast<size_t>(fragment.values()));
  for (int value = 0; value < fragment.values(); ++value)
    if (!(fragment.at(thread, value) == found[static_cast<size_t>(value)]))
      FAIL_CHECK("thread " << thread << ", value " << value);
}

}  // namespace

TEST_CASE("mma.sync: which slots of A and B meet, and in which slot of C") {
  const Json recorded = test::recorded("h200/fragments.json");
  REQUIRE(recorded["mma"].size() == 4);
  for (const Json& mma : recorded["mma"]) {
    CAPTURE(mma["atom"]);
    const layout::Atom* atom = find_by_id(layout::atoms(), mma["atom"].get<std::string>());
    REQUIRE(atom != nullptr);
    const auto a = layout::fragment(*atom, Operand::a), b = layout::fragment(*atom, Operand::b),
               c = layout::fragment(*atom, Operand::c);
    CHECK(mma["values"] == Json({a->values(), b->values(), c->values()}));
    CHECK(mma["products"] >= 64);
    CHECK(mma["wrong"] == 0);
    const auto quadpair = [&](int lane) { return atom->k == 4 ? lane % 16 / 4 : 0; };
    int slot_a = 0;
    for (const Json& meets : mma["meets"]) {
      const int lane = slot_a / a->values();
      const Element of_a = a->at(lane, slot_a % a->values());
      std::set<std::pair<int, int>> seen, expected;
      for (size_t i = 0; i < meets.size(); i += 2)
        seen.emplace(meets[i].get<int>(), meets[i + 1].get<int>());
      for (int other = 0; other < 32 * b->values(); ++other) {
        const Element of_b = b->at(other / b->values(), other % b->values());
        if (of_b.column != of_a.column || quadpair(other / b->values()) != quadpair(lane)) continue;
        for (int to = 0; to < 32 * c->values(); ++to)
          if (quadpair(to / c->values()) == quadpair(lane) &&
              c->at(to / c->values(), to % c->values()) == Element{of_a.row, of_b.row})
            expected.insert({other, to});
      }
      CHECK_MESSAGE(seen == expected, "slot " << slot_a);
      CHECK(seen.size() == static_cast<size_t>(atom->n));
      ++slot_a;
    }
    CHECK(slot_a == 32 * a->values());
  }
}

TEST_CASE("wgmma: where each sum stands, and each value of A in registers") {
  const Json recorded = test::recorded("h200/fragments.json");
  const layout::Atom& atom = *find_by_id(layout::atoms(), "sm90_64xNx16");
  std::set<int> sizes;
  for (const Json& wgmma : recorded["wgmma"]) {
    const auto c = layout::fragment(atom, Operand::c, wgmma["n"]);
    CHECK(wgmma["wrong"] == 0);
    sizes.insert(wgmma["n"].get<int>());
    const int each = wgmma["each"];
    for (size_t i = 0; i < wgmma["c"].size(); ++i)
      check_thread(*c, each * static_cast<int>(i), wgmma["c"][i]);
  }
  CHECK(sizes == std::set{8, 24, 64, 256});
  const auto a = layout::fragment(atom, Operand::a);
  REQUIRE(recorded["wgmma_a"].size() == 128);
  for (int thread = 0; thread < 128; ++thread)
    check_thread(*a, thread, recorded["wgmma_a"][static_cast<size_t>(thread)]);
}

TEST_CASE("ldmatrix: what reaches each lane, from the rows that the lanes name") {
  const Json recorded = test::recorded("h200/fragments.json");
  REQUIRE(recorded["ldmatrix"].size() == 6);
  for (const Json& load : recorded["ldmatrix"]) {
    const auto found = layout::ldmatrix(load["matrices"], load["transposed"]);
    for (int lane = 0; lane < 32; ++lane)
      check_thread(*found, lane, load["lanes"][static_cast<size_t>(lane)]);
  }
}

}  // TESTS_OF(data::fragments)
