// The barrier of asynchronous copies, mbarrier, after the PTX ISA: an object in shared memory that
// counts arrivals and, for copies, bytes.
//
//   init n           phase 0, n arrivals expected and pending, no bytes outstanding
//   arrive n         n fewer are pending
//   expect_tx b      b bytes more are outstanding; complete_tx b, by the copy engine, b fewer
// A phase ends when neither arrivals nor bytes are outstanding; the next begins at once, with as
// many arrivals pending as the first had. Bytes may come before they are expected: then fewer than
// none are outstanding.
//
// A wait names only the parity of a phase. It ends if the current phase has the other parity. That
// gives the right answer as long as the phase meant is the current one or the one before. For a
// phase that ended earlier, and for a later one, the answer is wrong.
// Source: PTX ISA, Asynchronous barriers (mbarrier).
#pragma once

#include <cstdint>
#include <optional>

#include "core/result.hpp"

namespace loom::async {

inline constexpr std::int64_t most_arrivals = (1 << 20) - 1, most_bytes = (1 << 20) - 1;

class Mbarrier {
 public:
  // Refused: a number outside 1…most_arrivals.
  static Result<Mbarrier> init(std::int64_t arrivals);

  std::int64_t phase() const { return phase_; }        // how many have ended
  std::int64_t expected() const { return expected_; }  // arrivals of a phase
  std::int64_t pending() const { return pending_; }    // arrivals that are missing
  std::int64_t bytes() const { return bytes_; }        // that are missing: the tx-count
  int parity() const { return static_cast<int>(phase_ % 2); }

  // Refused, and nothing done: more arrivals than are pending, a count outside of its range.
  std::optional<Error> arrive(std::int64_t count = 1);
  std::optional<Error> expect_tx(std::int64_t bytes);
  std::optional<Error> complete_tx(std::int64_t bytes);
  std::optional<Error> arrive_expect_tx(std::int64_t bytes);  // expects, then arrives once

  // test_wait.parity: has the phase of this parity ended?
  bool ended(int of_parity) const { return parity() != of_parity; }

  // Waiting for a certain phase by its parity: what the barrier says, and whether that is right.
  // Phase −1 stands for the one before the first, which has ended.
  struct Test {
    bool ended;    // the answer
    bool aliases;  // the phase is neither the current one nor the one before: the answer is wrong
  };
  Test test(std::int64_t of_phase) const;

 private:
  explicit Mbarrier(std::int64_t arrivals) : expected_(arrivals), pending_(arrivals) {}
  std::optional<Error> outstanding(std::int64_t change);
  void settle();

  std::int64_t phase_ = 0, expected_, pending_, bytes_ = 0;
};

}  // namespace loom::async
