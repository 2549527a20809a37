// Which thread holds which element of a matrix, for the tensor cores' instructions and for
// ldmatrix, which brings elements to them. Source: PTX ISA, "Matrix fragments" of mma.m8n8k4,
// mma.m16n8k8, mma.m16n8k16 and wgmma.mma_async, and ldmatrix; CuTe has the same as thread-value
// layouts. An H200 agrees (core/recorded/h200/fragments.json).
//
// A is M × K, B is N × K as CuTe has it (B's row is a column of the product) and C is M × N. With
// lane l, value v, g = l / 4, t = l mod 4, and w = thread / 32:
//
//   sm80_16x8x16_f16  A  (g + 8·[v/2 odd], 2t + v mod 2 + 8·[v/4])    B  (g, 2t + v mod 2 +
//   8·[v/2]) sm80_16x8x8_f16   A  (g + 8·[v/2],     2t + v mod 2)              B  (g, 2t + v)
//   sm80_16x8x8_tf32  A  (g + 8·[v odd],   t + 4·[v/2])               B  (g, t + 4v)
//   these             C  (g + 8·[v/2],     2t + v mod 2)
//   sm90_64xNx16      A  as sm80_16x8x16_f16, 16w rows further down; B stays in shared memory
//                     C  (16w + g + 8·[v/2 odd], 2t + v mod 2 + 8·[v/4])
//   sm70_8x8x4        h = l mod 4 + 4·[l ≥ 16] in its quadpair: lanes 4q…4q+3 and 16+4q…19+4q, each
//                     with matrices of its own. A row by row, B column by column: (h, v)
//                     C, FP32 sums  (l odd + 2·[v/2 odd] + 4·[l ≥ 16], v mod 2 + 2·[l/2 odd] +
//                     4·[v/4])
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "core/result.hpp"

namespace loom::layout {

enum class Operand { a, b, c };

struct Atom {
  std::string_view id;           // "sm80_16x8x16_f16"
  std::string_view instruction;  // of PTX
  int m, n, k;                   // n: 0 where the instruction has a choice
  int threads;                   // that hold one set of fragments
  int bytes;                     // of an element of A and B
};
std::span<const Atom> atoms();
inline constexpr int least_n = 8, most_n = 256;  // of sm90_64xNx16: multiples of 8

struct Extent {
  int rows = 0, columns = 0;
};
Extent extent(const Atom& atom, Operand operand, int n);  // n: only read where there is a choice

// One element of an operand.
struct Element {
  int row = 0, column = 0;
  bool operator==(const Element&) const = default;
};
struct Slot {
  int thread = 0, value = 0;
  bool operator==(const Slot&) const = default;
};

// Thread × value → element.
class Fragment {
 public:
  Fragment() = default;
  Fragment(int threads, int rows, int columns, std::vector<Element> elements);

  int threads() const { return threads_; }
  int values() const { return static_cast<int>(elements_.size()) / threads_; }
  int rows() const { return rows_; }
  int columns() const { return columns_; }
  const Element& at(int thread, int value) const {
    return elements_[static_cast<std::size_t>(thread * values() + value)];
  }
  // The first thread and value that hold the element: in sm70, for example, all quadpairs have an
  // element (0, 0).
  Slot holder(const Element& element) const;

 private:
  int threads_ = 1, rows_ = 0, columns_ = 0;
  std::vector<Element> elements_;     // thread by thread
  std::vector<std::size_t> holders_;  // of each element, row by row: the first place above
};

// Refuses n that is no multiple of 8 in 8…256 where the atom has a choice (else n is not read), and
// operand b of sm90_64xNx16, which no thread holds.
Result<Fragment> fragment(const Atom& atom, Operand operand, int n = least_n);

// 32-bit registers for a thread's values: two elements of A or B share one if they have 16 bits;
// sums are FP32.
int registers(const Atom& atom, Operand operand, const Fragment& fragment);

// ldmatrix.x1, .x2 or .x4 (`matrices`): lane l names where row l mod 8 of matrix l / 8 begins (16
// bytes; lanes from 8 · matrices on name nothing that is read). The matrices are 8 × 8 elements of
// 16 bits; here they stand one below the other. Two values of each reach every lane: those of
// matrix j are values 2j and 2j + 1.
Result<Fragment> ldmatrix(int matrices, bool transposed);

// How a tile is stored in shared memory: the 16 bytes of a row are neighbors along K, or along M or
// N.
enum class Contiguous { k, mn };

// What ldmatrix brings of operand a or b when a warp (of sm90_64xNx16 each of four) loads the whole
// tile with one instruction: matrices one below the other first, then beside each other.
struct Load {
  Fragment brought;
  int matrices = 1;
  std::vector<std::vector<Element>> named;  // thread → the 16 bytes it names; empty: none

  // How many elements arrive at the thread and value where the fragment has them.
  int in_place(const Fragment& fragment) const;
};
// Refused: operand c, sm70 (ldmatrix came with compute capability 7.5), b of sm90, and .trans of
// elements of 4 bytes, which it would tear in two.
Result<Load> load(const Atom& atom, Operand operand, Contiguous contiguous, bool transposed);

}  // namespace loom::layout
