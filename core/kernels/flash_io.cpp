#include "core/kernels/flash_io.hpp"

#include <algorithm>
#include <optional>
#include <string>

#include "core/limits.hpp"

namespace loom::kernels {
namespace {

using Count = std::int64_t;

std::optional<Error> check_flash(const FlashIoOptions& o) {
  const auto limit = [](Count most) { return static_cast<double>(most); };
  if (auto error = check_limits({{"n", limit(o.n), 1, limit(most_flash_tokens)},
                                 {"d", limit(o.d), 1, limit(most_flash_width)},
                                 {"block_q", limit(o.block_q), 1, limit(most_flash_block)},
                                 {"block_k", limit(o.block_k), 1, limit(most_flash_block)},
                                 {"window", limit(o.window), 0, limit(most_flash_block)},
                                 {"outer", limit(o.outer), 0, limit(most_flash_block)}}))
    return error;
  const Count rows = o.rows(), columns = o.columns();
  if (!o.kept.empty()) {
    if (o.loop == FlashLoop::standard)
      return Error{"kept: standard attention computes all, expected fa1 or fa2"};
    if (rows * columns != static_cast<Count>(o.kept.size()))
      return Error{"kept: expected " + std::to_string(rows) + " times " + std::to_string(columns) +
                   " blocks, got " + std::to_string(o.kept.size())};
  }
  return std::nullopt;
}

// The blocks of keys (or queries) that one block of the other kind is combined with: their number,
// and how many tokens they contain together.
struct Met {
  Count blocks = 0, tokens = 0;
};

class Blocks {
 public:
  explicit Blocks(const FlashIoOptions& options)
      : o_(options), rows_(o_.rows()), columns_(o_.columns()) {}

  Count rows() const { return rows_; }
  Count columns() const { return columns_; }
  Count row_tokens(Count row) const { return length(row, o_.block_q); }
  Count column_tokens(Count column) const { return length(column, o_.block_k); }

  // Calls use(span) for each range of blocks that this one is combined with.
  template <class Use>
  void keys_of(Count row, Use use) const {
    runs(
        keys_around(row), [&](Count column) { return row * columns_ + column; }, use);
  }
  template <class Use>
  void queries_of(Count column, Use use) const {
    runs(
        queries_around(column), [&](Count row) { return row * columns_ + column; }, use);
  }
  Met of_row(Count row) const {
    Met found;
    keys_of(row, [&](const FlashSpan& span) { add(found, span, o_.block_k); });
    return found;
  }
  Met of_column(Count column) const {
    Met found;
    queries_of(column, [&](const FlashSpan& span) { add(found, span, o_.block_q); });
    return found;
  }

 private:
  Count length(Count index, Count block) const { return std::min(block, o_.n - index * block); }

  // What the causal mask and the window leave.
  FlashSpan keys_around(Count row) const {
    const Count first = row * o_.block_q, last = first + row_tokens(row) - 1;
    FlashSpan span{0, o_.causal ? std::min(last / o_.block_k + 1, columns_) : columns_};
    if (o_.window > 0) {
      span.begin = std::max(Count{0}, first - o_.window + 1) / o_.block_k;
      span.end = std::min(span.end, std::min(last + o_.window - 1, o_.n - 1) / o_.block_k + 1);
    }
    return span;
  }
  FlashSpan queries_around(Count column) const {
    const Count first = column * o_.block_k, last = first + column_tokens(column) - 1;
    FlashSpan span{o_.causal ? first / o_.block_q : 0, rows_};
    if (o_.window > 0) {
      span.begin = std::max(span.begin, std::max(Count{0}, first - o_.window + 1) / o_.block_q);
      span.end = std::min(last + o_.window - 1, o_.n - 1) / o_.block_q + 1;
    }
    return span;
  }

  template <class Index, class Use>
  void runs(const FlashSpan& span, Index index, Use use) const {
    if (o_.kept.empty()) return span.begin < span.end ? use(span) : void();
    Count begin = -1;
    for (Count i = span.begin; i <= span.end; ++i) {
      const bool kept = i < span.end && o_.kept[static_cast<std::size_t>(index(i))];
      if (kept && begin < 0) begin = i;
      if (kept || begin < 0) continue;
      use(FlashSpan{begin, i});
      begin = -1;
    }
  }
  void add(Met& found, const FlashSpan& span, Count block) const {
    found.blocks += span.end - span.begin;
    found.tokens += std::min(span.end * block, o_.n) - span.begin * block;
  }

  const FlashIoOptions& o_;
  Count rows_, columns_;
};

FlashIo sum(const std::vector<StandardKernel>& kernels, Count first) {
  FlashIo io;
  for (const StandardKernel& kernel : kernels) {
    if (first-- <= 0) break;
    io.reads += kernel.reads;
    io.writes += kernel.writes;
  }
  return io;
}

}  // namespace

// A byte an entry, as numbers of two bytes.
std::vector<StandardKernel> standard_kernels(const FlashIoOptions& o, bool backward) {
  const Count nd = o.n * o.d, nn = o.n * o.n, bytes = (nn + 1) / 2;
  std::vector<StandardKernel> all;
  if (!backward) {
    all.push_back({"S from Q, K", 2 * nd, nn});
    if (o.separate_mask) all.push_back({"mask", nn, nn});
    all.push_back({"P = softmax(S)", nn, nn});
    if (o.separate_dropout) all.push_back({"dropout", nn, nn + bytes});
    all.push_back({"O from P, V", nn + nd, nd});
    return all;
  }
  all.push_back({"dV from P, dO", nn + nd, nd});
  all.push_back({"dP from dO, V", 2 * nd, nn});
  if (o.separate_dropout) all.push_back({"dropout", nn + bytes, nn});
  all.push_back({"dS from P, dP", 2 * nn, nn});
  all.push_back({"dQ from dS, K", nn + nd, nd});
  all.push_back({"dK from dS, Q", nn + nd, nd});
  return all;
}

bool flash_rows_first(const FlashIoOptions& o, bool backward) {
  return o.loop == FlashLoop::fa2 && !backward;
}

std::int64_t flash_outer(const FlashIoOptions& o, bool backward) {
  if (o.loop == FlashLoop::standard)
    return static_cast<Count>(standard_kernels(o, backward).size());
  return flash_rows_first(o, backward) ? o.rows() : o.columns();
}

std::vector<FlashSpan> flash_met(const FlashIoOptions& options, bool rows_first,
                                 std::int64_t index) {
  std::vector<FlashSpan> found;
  const auto keep = [&](const FlashSpan& span) { found.push_back(span); };
  if (rows_first)
    Blocks(options).keys_of(index, keep);
  else
    Blocks(options).queries_of(index, keep);
  return found;
}

Result<FlashIo> flash_io(const FlashIoOptions& options) {
  if (auto error = check_flash(options)) return *error;
  const Count n = options.n, d = options.d;
  FlashIo io;
  if (options.loop == FlashLoop::standard) {
    io = sum(standard_kernels(options, false), options.outer);
    io.extra = 2 * n * n;
    return io;
  }
  const Blocks blocks(options);
  if (options.loop == FlashLoop::fa1) {
    for (Count column = 0; column < std::min(options.outer, blocks.columns()); ++column) {
      const Met queries = blocks.of_column(column);
      io.reads += 2 * blocks.column_tokens(column) * d;  // K and V
      io.reads += queries.tokens * (d + d + 2);          // Q; O, maximum and sum
      io.writes += queries.tokens * (d + 2);
      io.blocks += queries.blocks;
    }
    io.extra = 2 * n;
    return io;
  }
  for (Count row = 0; row < std::min(options.outer, blocks.rows()); ++row) {
    const Met keys = blocks.of_row(row);
    io.reads += blocks.row_tokens(row) * d;         // Q
    io.reads += 2 * keys.tokens * d;                // K and V
    io.writes += blocks.row_tokens(row) * (d + 1);  // O and log-sum-exp
    io.blocks += keys.blocks;
  }
  io.extra = n;
  return io;
}

Result<FlashIo> flash_backward_io(const FlashIoOptions& options) {
  if (auto error = check_flash(options)) return *error;
  const Count n = options.n, d = options.d;
  FlashIo io;
  if (options.loop == FlashLoop::standard) {
    io = sum(standard_kernels(options, true), options.outer);
    io.extra = 3 * n * n;
    return io;
  }
  const Blocks blocks(options);
  const bool first = options.loop == FlashLoop::fa1;
  if (!first) {
    io.reads += 2 * n * d;  // O and dO, for the rows' sums of their products
    io.writes += n;
  }
  for (Count column = 0; column < std::min(options.outer, blocks.columns()); ++column) {
    const Met queries = blocks.of_column(column);
    io.reads += 2 * blocks.column_tokens(column) * d;        // K and V
    io.writes += 2 * blocks.column_tokens(column) * d;       // dK and dV
    io.reads += queries.tokens * ((first ? 4 : 3) * d + 2);  // Q, dO, dQ; O; two numbers a row
    io.writes += queries.tokens * d;                         // dQ
    io.blocks += queries.blocks;
  }
  io.extra = 2 * n;
  return io;
}

std::int64_t least_io(std::int64_t n, std::int64_t d, bool backward) {
  return (backward ? 8 : 4) * n * d;
}

double standard_bound(double n, double d) { return n * d + n * n; }

double flash_bound(double n, double d, double on_chip) { return n * n * d * d / on_chip; }

double sparse_flash_bound(double n, double d, double on_chip, double share) {
  return n * d + flash_bound(n, d, on_chip) * share;
}

FlashBlocks flash_blocks(std::int64_t on_chip, std::int64_t d) {
  const Count keys = (on_chip - 1) / (4 * d) + 1;
  return {std::min(keys, d), keys};
}

}  // namespace loom::kernels
