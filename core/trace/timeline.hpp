// Where the time of one step goes, from a trace of it: what the GPU ran, when the host asked for
// it, and what the host did meanwhile. Every moment of the step has one cause. While the GPU works,
// it is the kind of that work; of pieces of work that overlap, the one that started first counts.
// While the GPU is idle, it waits either for the host to ask for its next work, or, from the moment
// that the host's call has returned, for that work to start. Behind the last work it waits for the
// host.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace loom::trace {

using Ticks = std::int64_t;  // of any length

struct Span {
  Ticks start = 0, end = 0;
  bool operator==(const Span&) const = default;
};

enum class Cause : std::uint8_t {
  product,      // matrix products
  attention,    // fused kernels of attention
  elementwise,  // all other kernels: elementwise, norms, softmax, conversions, gathers
  optimizer,    // kernels that change the weights
  copy,         // copies and memory that is set
  operators,    // idle: the host is in an operator of the framework
  host,         // idle: the host does something else, such as Python, or the call that launches
  between,      // idle: the host has asked for the next work, and it has not started
};
inline constexpr int cause_count = 8;
constexpr bool is_idle(Cause cause) { return cause >= Cause::operators; }

// One kernel, copy or memset.
struct Work {
  Span call;  // of the host, which asked for it; one call may ask for much work
  Span run;   // on the GPU
  int name = 0;
  Cause kind = Cause::elementwise;
};

struct Operation {
  Span span;
  int name = 0;
};

// One step, from 0 to `length`. Work and operations come in any order and may overlap; what is
// outside of the step does not count.
struct Trace {
  Ticks length = 0;
  std::vector<Work> work;
  std::vector<Operation> host;
};

struct Account {
  std::array<Ticks, cause_count> of = {};  // the causes' times; their sum is the step's length
  int pieces = 0;                          // of work
  int calls = 0;                           // of the host that asked for work

  Ticks at(Cause cause) const { return of[static_cast<std::size_t>(cause)]; }
  Ticks busy() const;
  Ticks idle() const;
  Cause largest() const;  // the first of the largest
};

Account account(const Trace& trace);

// The same moments in one list, ascending and disjoint; empty spans are left out.
std::vector<Span> united(std::vector<Span> spans);

// How much of a span is in `parts`, which are as united() gives them.
Ticks covered(std::span<const Span> parts, const Span& span);

// The share of each of `count` equal parts of the step in which the GPU works.
std::vector<double> busy_shares(const Trace& trace, int count);

}  // namespace loom::trace
