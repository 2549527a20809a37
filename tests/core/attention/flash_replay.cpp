#include "tests/core/attention/flash_replay.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace loom::attention::replay {
namespace {

using kernels::FlashLoop;

constexpr double lowest = -std::numeric_limits<double>::infinity();

// Every transfer between HBM and the chip goes through here, number by number.
struct Memory {
  Counts counts;

  Matrix load(const Matrix& from, int first, int rows) {
    Matrix chip(std::min(rows, from.rows - first), from.columns);
    for (int i = 0; i < chip.rows; ++i)
      for (int j = 0; j < chip.columns; ++j, ++counts.reads) chip.at(i, j) = from.at(first + i, j);
    return chip;
  }
  Matrix load(const Matrix& from) { return load(from, 0, from.rows); }
  void store(Matrix& to, int first, const Matrix& chip) {
    for (int i = 0; i < chip.rows; ++i)
      for (int j = 0; j < chip.columns; ++j, ++counts.writes) to.at(first + i, j) = chip.at(i, j);
  }
  void store(Matrix& to, const Matrix& chip) { store(to, 0, chip); }
};

double dot(const Matrix& a, int i, const Matrix& b, int j) {
  double sum = 0;
  for (int x = 0; x < a.columns; ++x) sum += a.at(i, x) * b.at(j, x);
  return sum;
}

void add(Matrix& to, int row, double factor, const Matrix& from, int from_row) {
  for (int x = 0; x < to.columns; ++x) to.at(row, x) += factor * from.at(from_row, x);
}

// One block of keys more for a block of queries; its outputs are not yet divided by the sums.
struct Tile {
  Matrix out, sum, maximum;

  Tile(int rows, int d) : out(rows, d), sum(rows, 1), maximum(rows, 1) {
    std::fill(maximum.numbers.begin(), maximum.numbers.end(), lowest);
  }
  void take(const Problem& p, int first_q, int first_k, const Matrix& q, const Matrix& k,
            const Matrix& v) {
    for (int i = 0; i < q.rows; ++i)
      for (int j = 0; j < k.rows; ++j) {
        if (!p.allowed(first_q + i, first_k + j)) continue;
        const double score = dot(q, i, k, j), now = std::max(maximum.at(i, 0), score);
        const double rescale = std::exp(maximum.at(i, 0) - now), weight = std::exp(score - now);
        sum.at(i, 0) = sum.at(i, 0) * rescale + weight;
        add(out, i, rescale - 1, out, i);
        add(out, i, weight, v, j);
        maximum.at(i, 0) = now;
      }
  }
  // Divided by the sums, or multiplied by them.
  void scale(bool up) {
    for (int i = 0; i < out.rows; ++i) {
      const double all = sum.at(i, 0);
      if (all > 0) add(out, i, (up ? all : 1 / all) - 1, out, i);
    }
  }
};

void forward_fa1(const Problem& p, Memory& memory, Forward& made) {
  for (int j = 0; j < p.n; j += p.block_k) {
    const Matrix k = memory.load(p.k, j, p.block_k), v = memory.load(p.v, j, p.block_k);
    for (int i = 0; i < p.n; i += p.block_q) {
      if (!p.visited(i, j)) continue;
      const Matrix q = memory.load(p.q, i, p.block_q);
      Tile tile(q.rows, p.d);
      tile.out = memory.load(made.out, i, p.block_q);
      tile.sum = memory.load(made.sum, i, p.block_q);
      tile.maximum = memory.load(made.maximum, i, p.block_q);
      tile.scale(true);
      tile.take(p, i, j, q, k, v);
      tile.scale(false);
      memory.store(made.out, i, tile.out);
      memory.store(made.sum, i, tile.sum);
      memory.store(made.maximum, i, tile.maximum);
    }
  }
}

void forward_fa2(const Problem& p, Memory& memory, Forward& made) {
  for (int i = 0; i < p.n; i += p.block_q) {
    const Matrix q = memory.load(p.q, i, p.block_q);
    Tile tile(q.rows, p.d);
    for (int j = 0; j < p.n; j += p.block_k) {
      if (!p.visited(i, j)) continue;
      const Matrix k = memory.load(p.k, j, p.block_k), v = memory.load(p.v, j, p.block_k);
      tile.take(p, i, j, q, k, v);
    }
    tile.scale(false);
    memory.store(made.out, i, tile.out);
    // Log-sum-exp: one number a row. As a sum beside the maximum 0 it serves the backward pass.
    for (int row = 0; row < q.rows; ++row) {
      const double sum = tile.sum.at(row, 0);
      tile.sum.at(row, 0) = sum > 0 ? std::exp(tile.maximum.at(row, 0)) * sum : 0;
      made.maximum.at(i + row, 0) = 0;
    }
    memory.store(made.sum, i, tile.sum);
  }
}

// Rows of softmax; zeros where no key is seen.
Matrix softmax(const Problem& p, const Matrix& scores) {
  Matrix weights(p.n, p.n);
  for (int i = 0; i < p.n; ++i) {
    double most = lowest, sum = 0;
    for (int j = 0; j < p.n; ++j)
      if (p.allowed(i, j)) most = std::max(most, scores.at(i, j));
    for (int j = 0; j < p.n; ++j)
      if (p.allowed(i, j)) sum += weights.at(i, j) = std::exp(scores.at(i, j) - most);
    for (int j = 0; j < p.n; ++j)
      if (sum > 0) weights.at(i, j) /= sum;
  }
  return weights;
}

Matrix products(const Matrix& a, const Matrix& b) {  // A Bᵀ
  Matrix made(a.rows, b.rows);
  for (int i = 0; i < a.rows; ++i)
    for (int j = 0; j < b.rows; ++j) made.at(i, j) = dot(a, i, b, j);
  return made;
}
Matrix transposed(const Matrix& a) {
  Matrix made(a.columns, a.rows);
  for (int i = 0; i < a.rows; ++i)
    for (int j = 0; j < a.columns; ++j) made.at(j, i) = a.at(i, j);
  return made;
}
Matrix product(const Matrix& a, const Matrix& b) { return products(a, transposed(b)); }

Matrix forward_standard(const Problem& p, Memory& memory, Forward& made) {
  Matrix s(p.n, p.n), weights(p.n, p.n);  // in HBM
  memory.store(s, products(memory.load(p.q), memory.load(p.k)));
  memory.store(weights, softmax(p, memory.load(s)));
  memory.store(made.out, product(memory.load(weights), memory.load(p.v)));
  return weights;
}

Matrix score_gradients(const Matrix& weights, const Matrix& d_weights) {
  Matrix made(weights.rows, weights.columns);
  for (int i = 0; i < weights.rows; ++i) {
    const double sum = dot(weights, i, d_weights, i);
    for (int j = 0; j < weights.columns; ++j)
      made.at(i, j) = weights.at(i, j) * (d_weights.at(i, j) - sum);
  }
  return made;
}

void backward_standard(const Problem& p, Memory& memory, const Matrix& weights, Backward& made) {
  Matrix d_weights(p.n, p.n), d_scores(p.n, p.n);  // in HBM
  memory.store(made.d_v, product(transposed(memory.load(weights)), memory.load(p.d_out)));
  memory.store(d_weights, products(memory.load(p.d_out), memory.load(p.v)));
  memory.store(d_scores, score_gradients(memory.load(weights), memory.load(d_weights)));
  memory.store(made.d_q, product(memory.load(d_scores), memory.load(p.k)));
  memory.store(made.d_k, product(transposed(memory.load(d_scores)), memory.load(p.q)));
}

// Keys outside. `means` has the row sums of dO ∘ O, which fa1 computes again in every block.
void backward_blocks(const Problem& p, Memory& memory, const Forward& saved, const Matrix* means,
                     Backward& made) {
  for (int j = 0; j < p.n; j += p.block_k) {
    const Matrix k = memory.load(p.k, j, p.block_k), v = memory.load(p.v, j, p.block_k);
    Matrix d_k(k.rows, p.d), d_v(k.rows, p.d);
    for (int i = 0; i < p.n; i += p.block_q) {
      if (!p.visited(i, j)) continue;
      const Matrix q = memory.load(p.q, i, p.block_q), d_out = memory.load(p.d_out, i, p.block_q),
                   sum = memory.load(saved.sum, i, p.block_q),
                   // fa2: the sums of dO ∘ O; fa1: the maxima
          other = memory.load(means ? *means : saved.maximum, i, p.block_q);
      const Matrix out = means ? Matrix(q.rows, p.d) : memory.load(saved.out, i, p.block_q);
      Matrix d_q = memory.load(made.d_q, i, p.block_q);
      for (int a = 0; a < q.rows; ++a) {
        const double mean = means ? other.at(a, 0) : dot(d_out, a, out, a);
        for (int b = 0; b < k.rows; ++b) {
          if (!p.allowed(i + a, j + b)) continue;
          const double most = means ? 0 : other.at(a, 0),
                       weight = std::exp(dot(q, a, k, b) - most) / sum.at(a, 0),
                       d_score = weight * (dot(d_out, a, v, b) - mean);
          add(d_v, b, weight, d_out, a);
          add(d_q, a, d_score, k, b);
          add(d_k, b, d_score, q, a);
        }
      }
      memory.store(made.d_q, i, d_q);
    }
    memory.store(made.d_k, j, d_k);
    memory.store(made.d_v, j, d_v);
  }
}

Matrix row_means(const Problem& p, Memory& memory, const Matrix& out) {
  const Matrix o = memory.load(out), d_out = memory.load(p.d_out);
  Matrix means(p.n, 1), made(p.n, 1);
  for (int i = 0; i < p.n; ++i) made.at(i, 0) = dot(o, i, d_out, i);
  memory.store(means, made);
  return means;
}

Forward empty(const Problem& p) {
  Forward made{Matrix(p.n, p.d), Matrix(p.n, 1), Matrix(p.n, 1), {}};
  std::fill(made.maximum.numbers.begin(), made.maximum.numbers.end(), lowest);
  return made;
}

}  // namespace

Forward forward(const Problem& problem, FlashLoop loop) {
  Memory memory;
  Forward made = empty(problem);
  if (loop == FlashLoop::standard)
    forward_standard(problem, memory, made);
  else if (loop == FlashLoop::fa1)
    forward_fa1(problem, memory, made);
  else
    forward_fa2(problem, memory, made);
  made.counts = memory.counts;
  return made;
}

Backward backward(const Problem& p, FlashLoop loop) {
  Memory memory, before;
  Backward made{Matrix(p.n, p.d), Matrix(p.n, p.d), Matrix(p.n, p.d), {}};
  Forward saved = empty(p);
  if (loop == FlashLoop::standard) {
    backward_standard(p, memory, forward_standard(p, before, saved), made);
  } else {
    saved = forward(p, loop);
    if (loop == FlashLoop::fa1) {
      backward_blocks(p, memory, saved, nullptr, made);
    } else {
      const Matrix means = row_means(p, memory, saved.out);
      backward_blocks(p, memory, saved, &means, made);
    }
  }
  made.counts = memory.counts;
  return made;
}

Forward defined(const Problem& p) {
  Forward made = empty(p);
  made.out = product(softmax(p, products(p.q, p.k)), p.v);
  return made;
}

Backward defined_gradients(const Problem& p) {
  const Matrix weights = softmax(p, products(p.q, p.k)),
               d_scores = score_gradients(weights, products(p.d_out, p.v));
  return {product(d_scores, p.k),
          product(transposed(d_scores), p.q),
          product(transposed(weights), p.d_out),
          {}};
}

}  // namespace loom::attention::replay
