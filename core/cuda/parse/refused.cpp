#include <algorithm>

#include "core/cuda/parse/parser.hpp"
#include "core/text/word_list.hpp"

namespace loom::cuda {
namespace {

// Names, and why: with a trailing * every name that begins so.
constexpr std::string_view all_refused = R"(
cudaTextureObject_t: textures are not simulated; read the array through a pointer
cudaSurfaceObject_t: surfaces are not simulated; write the array through a pointer
texture: texture references are gone from CUDA 12; read the array through a pointer
tex1D* tex2D* tex3D*: textures are not simulated; read the array through a pointer
surf1D* surf2D* surf3D*: surfaces are not simulated; use an array in global memory
asm __asm__: inline PTX is not simulated; write the step in C++ or with an intrinsic
nvcuda wmma: tensor cores (wmma) are not simulated here; multiply with fma
cutlass: CUTLASS is not here; write the loops out
cute: CuTe is not here; write the index arithmetic out
cub: CUB is not here; reduce or scan with __shfl_down_sync and shared memory
thrust: Thrust is not here; write the loop out
cuda: libcu++ is not here; use atomicAdd and its kin, __syncthreads and __threadfence
clock clock64 globaltimer: time is not simulated; count sectors and wavefronts instead
curand*: random numbers of cuRAND are not here; write a generator such as a xorshift
new delete malloc free: memory cannot be allocated in a kernel here; pass an array as an argument
goto: goto is not taken; use a loop, break or return
try throw: device code has no exceptions
virtual: virtual functions are not taken; use a template parameter
dynamic_cast: dynamic_cast needs virtual functions, which are not taken; use static_cast
noexcept: the operator noexcept is not taken; write true or false
typeid: typeid is not taken; use std::is_same
co_await: coroutines are not taken
cudaDeviceSynchronize: kernels cannot launch or wait for kernels here; launch them from the host
cudaMalloc*: this is a function of the host
cudaMemcpy*: this is a function of the host; copy with a loop
cudaLaunch*: kernels cannot launch kernels here; launch them from the host
__half2_raw: take __half2
__nv_fp8*: 8-bit floats are not taken; use __half or float
__int128: 128-bit integers are not taken; use two of 64 bits
__float128: 128-bit floats are not taken; use double
)";

constexpr std::string_view types =
    "void bool char short int long unsigned signed float double size_t ptrdiff_t ssize_t "
    "int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t intptr_t uintptr_t "
    "uint uchar ushort ulong wchar_t __half half __nv_bfloat16 nv_bfloat16 clock_t auto";

}  // namespace

std::string why_refused(std::string_view name) {
  for (std::string_view line : words_in(all_refused, '\n')) {
    const std::size_t colon = std::min(line.find(": "), line.size());
    for (std::string_view each : words_in(line.substr(0, colon))) {
      const bool start = each.ends_with('*');
      if (start) each.remove_suffix(1);
      if (!each.empty() && (start ? name.starts_with(each) : name == each))
        return std::string(line.substr(colon + 2));
    }
  }
  return {};
}

bool has_cute(const std::vector<std::string>& headers) {
  return std::any_of(headers.begin(), headers.end(), [](std::string_view each) {
    return each.starts_with("cute/") || each.starts_with("cutlass/");
  });
}

std::string elsewhere(const std::vector<std::string>& headers) {
  if (has_cute(headers)) return "; " + why_refused("cute");
  return headers.empty() ? ""
                         : message("; perhaps it is in \"%\", which is not here", {headers[0]});
}

std::vector<std::string_view> builtin_types() { return words_in(types); }

bool is_builtin_type(std::string_view name) { return number_in(types, name) >= 0; }

}  // namespace loom::cuda
