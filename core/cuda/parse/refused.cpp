#include <algorithm>
#include <array>

#include "core/cuda/parse/parser.hpp"

namespace loom::cuda {
namespace {

struct Refused {
  std::string_view start;  // of the name; with a trailing '*' every name that begins so
  std::string_view why;
};

constexpr Refused all_refused[] = {
    {"cudaTextureObject_t", "textures are not simulated; read the array through a pointer"},
    {"cudaSurfaceObject_t", "surfaces are not simulated; write the array through a pointer"},
    {"texture", "texture references are gone from CUDA 12; read the array through a pointer"},
    {"tex1D*", "textures are not simulated; read the array through a pointer"},
    {"tex2D*", "textures are not simulated; read the array through a pointer"},
    {"tex3D*", "textures are not simulated; read the array through a pointer"},
    {"surf1D*", "surfaces are not simulated; use an array in global memory"},
    {"surf2D*", "surfaces are not simulated; use an array in global memory"},
    {"surf3D*", "surfaces are not simulated; use an array in global memory"},
    {"asm", "inline PTX is not simulated; write the step in C++ or with an intrinsic"},
    {"__asm__", "inline PTX is not simulated; write the step in C++ or with an intrinsic"},
    {"nvcuda", "tensor cores (wmma) are not simulated here; multiply with fma"},
    {"wmma", "tensor cores (wmma) are not simulated here; multiply with fma"},
    {"cutlass", "CUTLASS is not here; write the loops out"},
    {"cute", "CuTe is not here; write the index arithmetic out"},
    {"cub", "CUB is not here; reduce or scan with __shfl_down_sync and shared memory"},
    {"thrust", "Thrust is not here; write the loop out"},
    {"cuda", "libcu++ is not here; use atomicAdd and its kin, __syncthreads and __threadfence"},
    {"clock", "time is not simulated; count sectors and wavefronts instead"},
    {"clock64", "time is not simulated; count sectors and wavefronts instead"},
    {"globaltimer", "time is not simulated; count sectors and wavefronts instead"},
    {"__nanosleep", "time is not simulated; leave the wait out"},
    {"curand*", "random numbers of cuRAND are not here; write a generator such as a xorshift"},
    {"new", "memory cannot be allocated in a kernel here; pass an array as an argument"},
    {"delete", "memory cannot be allocated in a kernel here; pass an array as an argument"},
    {"malloc", "memory cannot be allocated in a kernel here; pass an array as an argument"},
    {"free", "memory cannot be allocated in a kernel here; pass an array as an argument"},
    {"goto", "goto is not taken; use a loop, break or return"},
    {"try", "device code has no exceptions"},
    {"throw", "device code has no exceptions"},
    {"virtual", "virtual functions are not taken; use a template parameter"},
    {"dynamic_cast", "dynamic_cast needs virtual functions, which are not taken; use static_cast"},
    {"typeid", "typeid is not taken; use std::is_same"},
    {"co_await", "coroutines are not taken"},
    {"cudaDeviceSynchronize",
     "kernels cannot launch or wait for kernels here; launch them from the host"},
    {"cudaMalloc*", "this is a function of the host"},
    {"cudaMemcpy*", "this is a function of the host; copy with a loop"},
    {"cudaLaunch*", "kernels cannot launch kernels here; launch them from the host"},
    {"__half2_raw", "take __half2"},
    {"__nv_fp8*", "8-bit floats are not taken; use __half or float"},
    {"__int128", "128-bit integers are not taken; use two of 64 bits"},
    {"__float128", "128-bit floats are not taken; use double"},
};

constexpr std::string_view types[] = {
    "void",     "bool",      "char",          "short",       "int",       "long",     "unsigned",
    "signed",   "float",     "double",        "size_t",      "ptrdiff_t", "ssize_t",  "int8_t",
    "int16_t",  "int32_t",   "int64_t",       "uint8_t",     "uint16_t",  "uint32_t", "uint64_t",
    "intptr_t", "uintptr_t", "uint",          "uchar",       "ushort",    "ulong",    "wchar_t",
    "__half",   "half",      "__nv_bfloat16", "nv_bfloat16", "clock_t",   "auto"};

}  // namespace

std::string why_refused(std::string_view name) {
  for (const Refused& each : all_refused) {
    const bool start = each.start.ends_with('*');
    const std::string_view text = each.start.substr(0, each.start.size() - (start ? 1 : 0));
    if (start ? name.starts_with(text) : name == text) return std::string(each.why);
  }
  return {};
}

std::vector<std::string_view> builtin_types() { return {std::begin(types), std::end(types)}; }

bool is_builtin_type(std::string_view name) {
  return std::find(std::begin(types), std::end(types), name) != std::end(types);
}

}  // namespace loom::cuda
