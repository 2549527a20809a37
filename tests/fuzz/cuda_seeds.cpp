// The inputs of the two harnesses for kernels in CUDA C++.
#include "core/cuda/lower/compile.hpp"
#include "core/cuda/lower/kernels.hpp"
#include "tests/fuzz/launch.hpp"
#include "tests/fuzz/seeds.hpp"

namespace loom::fuzz {
namespace {

// A launch with an array or a number for each parameter; none if the kernel is not taken.
std::string launch_of(const std::string& source, const std::string& kernel, std::uint8_t number) {
  const auto code = cuda::compile(source, {kernel, false});
  if (!code) return "";
  LaunchBytes made;
  made.grid[0] = index_in(sizes, 2);
  made.block[0] = index_in(sizes, 64);
  made.shared = index_in(sizes, 1024);
  made.kernel = number;
  for (const cuda::Parameter& each : code->parameters) {
    const auto length = static_cast<unsigned>(index_in(sizes, 128));
    const auto form = each.pointer                     ? Form::array
                      : each.shape.scalars.size() == 1 ? Form::number
                                                       : Form::numbers;
    const unsigned count = each.pointer
                               ? length
                               : static_cast<unsigned>(index_in(
                                     sizes, static_cast<long long>(each.shape.scalars.size())));
    made.arguments.push_back({index_in(types, each.shape.name, index_in(types, "S")),
                              static_cast<std::uint8_t>(8 * count + static_cast<unsigned>(form)),
                              index_in(values, std::string_view("32"))});
  }
  made.source = source;
  return made.text();
}

void add_launches(Seeds& seeds, const std::string& source) {
  const auto kernels = cuda::kernels_of(source);
  if (!kernels) return;
  for (std::size_t i = 0; i < kernels->size(); ++i) {
    const std::string made = launch_of(source, (*kernels)[i].name, static_cast<std::uint8_t>(i));
    if (!made.empty()) seeds.inputs.insert(made);
  }
}

}  // namespace

// Kernels that use most of the language, and those of the tests that have run on hardware.
void cuda_source_seeds(Seeds& seeds, const fs::path& root) {
  for (const char* folder : {"faults", "kernels"})
    each_file(root / "tests/data/cuda" / folder, ".cu",
              [&](const std::string& text) { seeds.inputs.insert(text); });
  for (std::string_view text :
       {"#define N 4\n__global__ void k(float* o, int n) { __shared__ float t[N][N]; int i = "
        "threadIdx.x; t[i / N][i % N] = o[i];\n"
        "__syncthreads(); for (int j = 0; j < n && j < N; ++j) o[i] += t[j][i % N] * 2.0f; }",
        "template <typename T, int K> struct S { T v[K]; __device__ T sum() const { T s = 0; for "
        "(T x : v) s += x; return s; } };\n"
        "template <typename T> __global__ void k(T* o) { S<T, 3> s{{1, 2}}; auto f = [&](T x) { "
        "return x + s.sum(); }; o[0] = f(o[1]); }",
        "enum class E : char { a, b }; __constant__ int w[2] = {1, 2}; __device__ int f(E e) { "
        "switch (e) { case E::a: return 1; default: return w[1]; } }\n"
        "__global__ void k(float4* p) { float4 v = p[0]; v.x = __shfl_xor_sync(~0u, v.x, 1); *p = "
        "v; if constexpr (sizeof(v) == 16) p->y = f(E::b); }"})
    seeds.inputs.emplace(text);
  for (std::string_view word :
       {"__global__ void k", "__device__", "template <typename T>", "struct", "operator",
        "constexpr", "#define", "#if", "auto", "[&]", "return", "while", "float4",
        "reinterpret_cast<", "sizeof", "__shared__", "extern"})
    seeds.word(word);
}

void cuda_launch_seeds(Seeds& seeds, const fs::path& root) {
  Seeds sources;
  cuda_source_seeds(sources, root);
  for (const std::string& source : sources.inputs) add_launches(seeds, source);
  seeds.words = sources.words;
}

}  // namespace loom::fuzz
