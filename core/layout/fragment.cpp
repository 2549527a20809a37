#include "core/layout/fragment.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "core/warp.hpp"

namespace loom::layout {
namespace {

constexpr Atom all_atoms[] = {
    {"sm70_8x8x4", "mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32", 8, 8, 4, 32, 2},
    {"sm80_16x8x16_f16", "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32", 16, 8, 16, 32, 2},
    {"sm80_16x8x8_f16", "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32", 16, 8, 8, 32, 2},
    {"sm80_16x8x8_tf32", "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32", 16, 8, 8, 32, 4},
    {"sm90_64xNx16", "wgmma.mma_async.sync.aligned.m64nNk16.f32.f16.f16", 64, 0, 16, 128, 2},
};

bool is_sm70(const Atom& atom) { return atom.k == 4; }
bool is_sm90(const Atom& atom) { return atom.threads > warp_lanes; }

int bit(int number, int place) { return number >> place & 1; }

Element quadpair_element(Operand operand, int lane, int value) {
  const int upper = 4 * bit(lane, 4);
  if (operand != Operand::c) return {lane % 4 + upper, value};
  return {bit(lane, 0) + 2 * bit(value, 1) + upper,
          bit(value, 0) + 2 * bit(lane, 1) + 4 * bit(value, 2)};
}

// A's blocks of 8 rows are below each other, then beside each other; B's are beside each other. A
// block is 16 bytes wide, so that a lane holds 4 bytes of it; for C, 8 sums wide.
Element warp_element(const Atom& atom, Operand operand, int lane, int value) {
  const int each = operand == Operand::c ? 2 : 4 / atom.bytes;
  const int block = value / each, below = operand == Operand::b ? 1 : 2;
  return {lane / 4 + 8 * (block % below),
          lane % 4 * each + value % each + 4 * each * (block / below)};
}

Error no_registers(const Atom& atom) {
  return Error{"'operand': 'b' of " + std::string(atom.id) +
               " is read from shared memory, no thread holds it; expected a or c"};
}

Element lane_element(bool transposed, int lane, int value) {
  const Element element = {lane / 4, lane % 4 * 2 + value};
  return transposed ? Element{element.column, element.row} : element;
}

// The matrices of 8 rows of 16 bytes in a tile, one below the other, then beside each other.
// `across`: a row of a matrix lies along a column of the tile.
struct Blocks {
  Blocks(const Atom& atom, Extent tile, Contiguous contiguous)
      : wide(16 / atom.bytes),
        across(contiguous == Contiguous::mn),
        block(across ? Extent{wide, 8} : Extent{8, wide}),
        below(tile.rows / block.rows),
        beside(tile.columns / block.columns) {}

  int count() const { return below * beside; }
  Element element(int matrix, Element within, int down) const {
    if (across) std::swap(within.row, within.column);
    return {within.row + matrix % below * block.rows + down,
            within.column + matrix / below * block.columns};
  }

  int wide;  // elements in 16 bytes
  bool across;
  Extent block;
  int below, beside;
};

std::optional<Error> refusal(const Atom& atom, Operand operand, bool transposed) {
  if (is_sm70(atom))
    return Error{"'atom': ldmatrix came with compute capability 7.5, after " +
                 std::string(atom.id)};
  if (operand == Operand::c) return Error{"'operand': ldmatrix loads a or b, not the sums in c"};
  if (is_sm90(atom) && operand == Operand::b) return no_registers(atom);
  if (transposed && atom.bytes != 2)
    return Error{
        "'transposed': ldmatrix.trans moves 2 bytes at a time and would tear elements of " +
        std::to_string(atom.bytes)};
  return std::nullopt;
}

}  // namespace

std::span<const Atom> atoms() { return all_atoms; }

Extent extent(const Atom& atom, Operand operand, int n) {
  if (atom.n != 0) n = atom.n;
  if (operand == Operand::c) return {atom.m, n};
  return {operand == Operand::a ? atom.m : n, atom.k};
}

Fragment::Fragment(int threads, int rows, int columns, std::vector<Element> elements)
    : threads_(threads),
      rows_(rows),
      columns_(columns),
      elements_(std::move(elements)),
      holders_(static_cast<std::size_t>(rows * columns)) {
  for (std::size_t i = elements_.size(); i-- > 0;)
    holders_[static_cast<std::size_t>(elements_[i].row * columns + elements_[i].column)] = i;
}

Slot Fragment::holder(const Element& element) const {
  const int index =
      static_cast<int>(holders_[static_cast<std::size_t>(element.row * columns_ + element.column)]);
  return {index / values(), index % values()};
}

Result<Fragment> fragment(const Atom& atom, Operand operand, int n) {
  if (is_sm90(atom) && operand == Operand::b) return no_registers(atom);
  if (atom.n == 0 && (n < least_n || n > most_n || n % 8 != 0))
    return Error{"'n': got " + std::to_string(n) + ", expected a multiple of 8 from 8 to 256"};
  const auto [rows, columns] = extent(atom, operand, n);
  // Four quadpairs of sm70 have a matrix each.
  const int values = rows * columns / (is_sm70(atom) ? 8 : atom.threads);
  std::vector<Element> elements;
  elements.reserve(static_cast<std::size_t>(atom.threads * values));
  for (int thread = 0; thread < atom.threads; ++thread)
    for (int value = 0; value < values; ++value) {
      Element element = is_sm70(atom) ? quadpair_element(operand, thread, value)
                                      : warp_element(atom, operand, thread % warp_lanes, value);
      element.row += thread / warp_lanes * 16;
      elements.push_back(element);
    }
  return Fragment(atom.threads, rows, columns, std::move(elements));
}

Result<Fragment> ldmatrix(int matrices, bool transposed) {
  if (matrices != 1 && matrices != 2 && matrices != 4)
    return Error{"'matrices': got " + std::to_string(matrices) + ", expected 1, 2 or 4"};
  std::vector<Element> elements;
  for (int lane = 0; lane < warp_lanes; ++lane)
    for (int value = 0; value < 2 * matrices; ++value) {
      Element element = lane_element(transposed, lane, value % 2);
      element.row += 8 * (value / 2);
      elements.push_back(element);
    }
  return Fragment(warp_lanes, 8 * matrices, 8, std::move(elements));
}

int registers(const Atom& atom, Operand operand, const Fragment& fragment) {
  return operand == Operand::c ? fragment.values() : fragment.values() * atom.bytes / 4;
}

int Load::in_place(const Fragment& fragment) const {
  int count = 0;
  for (int thread = 0; thread < fragment.threads(); ++thread)
    for (int value = 0; value < fragment.values(); ++value)
      count += brought.at(thread, value) == fragment.at(thread, value);
  return count;
}

Result<Load> load(const Atom& atom, Operand operand, Contiguous contiguous, bool transposed) {
  if (std::optional<Error> refused = refusal(atom, operand, transposed)) return *refused;
  const auto [rows, columns] = extent(atom, operand, 0);
  const Blocks blocks(atom, Extent{std::min(rows, 16), columns}, contiguous);
  const int each = 4 / atom.bytes, values = blocks.count() * each;
  std::vector<Element> elements;
  Load made;
  made.matrices = blocks.count();
  for (int thread = 0; thread < atom.threads; ++thread) {
    const int lane = thread % warp_lanes, down = thread / warp_lanes * 16;
    for (int value = 0; value < values; ++value) {
      Element within = lane_element(transposed, lane, value % each);
      if (atom.bytes == 4) within.column /= 2;  // its two 16-bit pieces are one element
      elements.push_back(blocks.element(value / each, within, down));
    }
    std::vector<Element>& named = made.named.emplace_back();
    for (int i = 0; i < blocks.wide && lane / 8 < made.matrices; ++i)
      named.push_back(blocks.element(lane / 8, {lane % 8, i}, down));
  }
  made.brought = Fragment(atom.threads, rows, columns, std::move(elements));
  return made;
}

}  // namespace loom::layout
