// The rungs of `authoring-ladder`, from the fewest words to the most control: who decides what, and
// a few lines of softmax as it was measured. A test finds the lines in tools/probes/ladder*.
#pragma once

#include <algorithm>
#include <iterator>
#include <string_view>

#include "core/kernels/measured_ladder.hpp"

namespace loom::scenes {

enum class Control : unsigned char { compiler, shared, you };

inline constexpr int ladder_controls = 6;
inline constexpr std::string_view control_names[ladder_controls] = {
    "tiles", "layouts", "copies", "barriers", "instructions", "registers"};

struct LadderRung {
  int rung;
  std::string_view id, name;
  Control controls[ladder_controls];
  std::string_view you, rest;  // what you decide; what the tools decide
  std::string_view recorded;   // its name in the recording
  // Some of its lines, to show how it differs from its neighbors.
  // A line that begins two or more places in continues the one before.
  std::string_view code[6];

  // The part that its bar is in. A question about one of the lowest two hides both: they are alike.
  constexpr std::string_view part() const { return rung == 5 ? "cuda" : id; }
  constexpr const kernels::h200::LadderRun& run() const {
    return *kernels::h200::find_ladder_run(recorded);
  }
};

inline constexpr auto no = Control::compiler, half = Control::shared, yes = Control::you;
inline constexpr LadderRung ladder_rungs[] = {
    {1,
     "steps",
     "PyTorch, steps",
     {no, no, no, no, no, no},
     "the formula, one operation after another",
     "PyTorch runs a kernel of its own for each operation",
     "PyTorch, step by step",
     {"weights = torch.exp(", "    x - x.amax(-1, keepdim=True))", "return weights",
      "    / weights.sum(-1, keepdim=True)"}},
    {1,
     "compile",
     "torch.compile",
     {no, no, no, no, no, no},
     "the formula",
     "the compiler fuses the operations and writes Triton",
     "torch.compile",
     {"torch.compile(softmax_steps)"}},
    {1,
     "library",
     "PyTorch, softmax",
     {no, no, no, no, no, no},
     "only that it is a softmax",
     "the library has a kernel for it",
     "PyTorch",
     {"return torch.softmax(x, -1)"}},
    {2,
     "triton",
     "Triton",
     {yes, no, no, no, no, no},
     "tiles, and loops over them",
     "the compiler decides which thread holds what, copies and waits",
     "Triton",
     {"at = tl.program_id(0) * columns", "    + tl.arange(0, columns)",
      "row = tl.load(x + at).to(tl.float32)", "weights = tl.exp(row - tl.max(row, 0))",
      "tl.store(out + at, (weights", "    / tl.sum(weights, 0)).to(tl.bfloat16))"}},
    {3,
     "gluon",
     "Gluon",
     {yes, yes, yes, yes, half, no},
     "also layouts, copies, barriers and matrix instructions",
     "the compiler decides other instructions and registers",
     "Gluon",
     {"layout = gl.BlockedLayout(", "    [8], [32], [4], [0])",
      "at = gl.program_id(0) * columns + gl.arange(", "    0, columns, layout=layout)",
      "row = gl.load(x + at).to(gl.float32)", "weights = gl.exp(row - gl.max(row, 0))"}},
    {4,
     "cute",
     "CUTLASS, CuTe",
     {yes, yes, yes, yes, half, half},
     "also the instruction of each copy and product, and the layouts of registers",
     "the compiler decides the others, and their order",
     "CuTe",
     {"make_tiled_copy(Copy_Atom<", "    UniversalCopy<uint128_t>, Number>{},",
      "    Layout<_128>{}, Layout<_8>{})", "copy(Copy{}, from, packed);",
      "const float most = over_block<4>(", "  reduce(x, -INFINITY, max_fn{}), max_fn{});"}},
    {5,
     "cuda",
     "CUDA C++",
     {yes, yes, yes, yes, half, half},
     "what every thread does, without a library",
     "the compiler decides most instructions, and registers",
     "CUDA",
     {"uint4 packed = in[at];", "most = over_block<16>(most,",
      "    [](float a, float b) { return fmaxf(", "    a, b); });",
      "sum += x[i] = __expf(x[i] - most);", "out[at] = packed;"}},
    {5,
     "ptx",
     "with PTX",
     {yes, yes, yes, yes, yes, half},
     "each instruction where it matters",
     "the assembler assigns registers",
     "PTX",
     {"asm(\"ex2.approx.ftz.f32 %0, %1;\"", "    : \"=f\"(y) : \"f\"(x));",
      "asm(\"cvt.rn.bf16x2.f32 %0, %1, %2;\"", "    : \"=r\"(both) : \"f\"(high), \"f\"(low));",
      "sum += x[i] = exp2_fast(", "    fmaf(x[i], 1.44269504f, -most));"}},
};
inline constexpr int rung_count = static_cast<int>(std::size(ladder_rungs));
static_assert(std::all_of(std::begin(ladder_rungs), std::end(ladder_rungs),
                          [](const LadderRung& rung) {
                            return kernels::h200::find_ladder_run(rung.recorded) != nullptr;
                          }));

// CUTLASS from the outside in.
struct CutlassLayer {
  std::string_view name, what;
};
inline constexpr CutlassLayer cutlass_layers[] = {
    {"device", "a call from the CPU: checks, launches"},
    {"kernel", "the grid: which block takes which tile"},
    {"collective", "warps that copy and multiply one tile"},
    {"tiled", "an atom, laid out over all threads"},
    {"atom", "one instruction and its layout"},
};

}  // namespace loom::scenes
