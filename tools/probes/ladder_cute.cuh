// Softmax of rows of 4,096 BF16 numbers, written with the layouts of CuTe, for tools/probes/ladder.py. It needs the headers
// of CUTLASS 4, and takes the sum over a block from the CUDA rung.
#include <cute/algorithm/tensor_reduce.hpp>
#include <cute/tensor.hpp>

#include "ladder.cuh"

// [rung: CuTe]
using namespace cute;
using Number = bfloat16_t;
// Each thread takes eight neighbors, then the eight that stand 1,024 further, four times.
using Copy = decltype(make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, Number>{}, Layout<_128>{}, Layout<_8>{}));

__global__ void __launch_bounds__(128) softmax_cute(Number* out, const Number* in) {
  const auto row = [](auto* numbers) {
    return make_tensor(make_gmem_ptr(numbers + blockIdx.x * size_t{4096}), Layout<Int<4096>>{});
  };
  const auto copier = Copy{}.get_slice(threadIdx.x);
  const auto from = copier.partition_S(row(in));
  auto packed = make_fragment_like<Number>(from);
  copy(Copy{}, from, packed);
  auto x = make_fragment_like<float>(packed);
  transform(packed, x, [](Number v) { return float(v); });
  const float most = over_block<4>(reduce(x, -INFINITY, max_fn{}), max_fn{});
  transform(x, [=](float v) { return __expf(v - most); });
  const float scale = 1 / over_block<4>(reduce(x, 0.f, plus{}), plus{});
  transform(x, packed, [=](float v) { return Number(v * scale); });
  copy(Copy{}, packed, copier.partition_D(row(out)));
}
// [end]

extern "C" void run_cute(void* out, const void* in, int rows, cudaStream_t stream) {
  softmax_cute<<<rows, 128, 0, stream>>>(static_cast<Number*>(out), static_cast<const Number*>(in));
}
