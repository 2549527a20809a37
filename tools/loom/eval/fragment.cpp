#include "core/layout/fragment.hpp"

#include "tools/loom/eval/fields.hpp"

namespace loom::eval {
namespace {

using layout::Operand;

constexpr Field fragment_in[] = {
    {"atom",
     "sm70_8x8x4, sm80_16x8x16_f16, sm80_16x8x8_f16, sm80_16x8x8_tf32 or sm90_64xNx16; sums FP32"},
    {"operand", "\"a\", \"b\" or \"c\"; no thread holds b of sm90_64xNx16"},
    {"n", "of sm90_64xNx16, needed for operand c: a multiple of 8 from 8 to 256", true},
};
constexpr Field fragment_out[] = {
    {"coordinates",
     "[lane][value] = [row, column]: of a M × K, of b N × K (row n, column k), of c M × N; sm70: "
     "32 "
     "lanes, each in its quadpair's matrices (a row by row, b column by column); sm90: 128 "
     "threads"},
};

Json run_fragment(const Value& fields) {
  constexpr std::string_view operands[] = {"a", "b", "c"};
  const layout::Atom& atom = named(fields["atom"], "atom", layout::atoms());
  const std::string operand = choice(fields["operand"], "operand", operands);
  int n = atom.n == 0 ? layout::least_n : atom.n;
  if (fields.contains("n"))
    n = static_cast<int>(integer(fields["n"], "n", layout::least_n, layout::most_n));
  else if (atom.n == 0 && operand == "c")
    throw Refused(
        "missing field 'n', which operand c of sm90_64xNx16 needs: a multiple of 8 from 8 to 256");
  if (atom.n != 0 && n != atom.n)
    throw Refused("field 'n': got " + std::to_string(n) + ", but " + std::string(atom.id) +
                  " has n = " + std::to_string(atom.n) + "; only sm90_64xNx16 has a choice");
  const auto found = layout::fragment(atom,
                                      operand == "a"   ? Operand::a
                                      : operand == "b" ? Operand::b
                                                       : Operand::c,
                                      n);
  if (!found) throw Refused("field " + found.error().message);
  Json lanes = Json::array();
  for (int thread = 0; thread < found->threads(); ++thread) {
    Json values = Json::array();
    for (int value = 0; value < found->values(); ++value) {
      const layout::Element& element = found->at(thread, value);
      values.push_back({element.row, element.column});
    }
    lanes.push_back(std::move(values));
  }
  return {{"coordinates", std::move(lanes)}};
}

}  // namespace

const Operation layout_fragment = {
    "layout.fragment", "which lane holds which element of a tensor core instruction's operand",
    fragment_in, fragment_out, run_fragment};

}  // namespace loom::eval
