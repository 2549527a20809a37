// Question: which lane and value of the tensor cores' instructions is which element, and where does
//           ldmatrix bring what lies in shared memory?
// Method:   mma.sync knows elements only by whom they meet: a one in one slot of A and a one in one
//           slot of B, for all pairs of slots; which slot of C becomes 1. wgmma reads elements of
//           known places from shared memory: products whose every sum says its row and column, and
//           A from registers whose every slot says its number. ldmatrix: words that say where they
//           lie, in rows that lie in scrambled order. Besides, products of random matrices that are
//           handed out, and collected, by the tables of core/layout/fragment.hpp.
// Output:   JSON: see main(). A slot is lane · values of a lane + value.
#include <cuda_fp16.h>

#include <cstring>
#include <map>
#include <string>

#include "common.cuh"
#include "core/layout/fragment.cpp"
#include "core/random.hpp"
#include "ldmatrix.cuh"
#include "mma_units.cuh"
#include "tensor_units.cuh"

using namespace loom;
using layout::Element;
using layout::Operand;

using Words = std::vector<uint32_t>;

// mma.sync

// One product a block: words of A and B, and sums, lane by lane.
template <class Unit>
__global__ void multiply(const uint32_t* A, const uint32_t* B, float* C) {
  const size_t at = size_t{blockIdx.x} * 32 + threadIdx.x;
  uint32_t x[Unit::a], y[Unit::b];
  float d[Unit::c] = {};
  for (int i = 0; i < Unit::a; ++i) x[i] = A[at * Unit::a + i];
  for (int i = 0; i < Unit::b; ++i) y[i] = B[at * Unit::b + i];
  Unit::multiply(x, y, d);
  for (int i = 0; i < Unit::c; ++i) C[at * Unit::c + i] = d[i];
}

template <typename T>
T* on_device(const std::vector<T>& values) {
  T* there;
  CHECK(cudaMalloc(&there, values.size() * sizeof(T)));
  CHECK(cudaMemcpy(there, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice));
  return there;
}
template <typename T>
std::vector<T> back(T* there, size_t count) {
  std::vector<T> values(count);
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaMemcpy(values.data(), there, count * sizeof(T), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(there));
  return values;
}

template <class Unit>
std::vector<float> products(const Words& a, const Words& b) {
  const size_t blocks = a.size() / 32 / Unit::a;
  uint32_t *A = on_device(a), *B = on_device(b);
  float* C = on_device(std::vector<float>(blocks * 32 * Unit::c));
  multiply<Unit><<<static_cast<unsigned>(blocks), 32>>>(A, B, C);
  std::vector<float> sums = back(C, blocks * 32 * Unit::c);
  CHECK(cudaFree(A));
  CHECK(cudaFree(B));
  return sums;
}

// A small whole number as a half or, alone in its word, as a float.
uint32_t bits(float value, int halves) {
  if (halves == 2) return __half_as_ushort(__float2half(value));
  uint32_t word;
  std::memcpy(&word, &value, sizeof word);
  return word;
}
void put(Words& words, size_t from, int slot, int halves, float value) {
  words[from + static_cast<size_t>(slot / halves)] |= bits(value, halves) << (slot % halves * 16);
}

// For each slot of A: [slot of B, slot of C] of every pair whose product appears.
template <class Unit>
std::string meetings() {
  constexpr int as = 32 * Unit::a * Unit::halves, bs = 32 * Unit::b * Unit::halves;
  constexpr size_t a_words = 32 * Unit::a, b_words = 32 * Unit::b, sums = 32 * Unit::c;
  std::string text = "[";
  for (int slot = 0; slot < as; ++slot) {
    Words a(bs * a_words), b(bs * b_words);
    for (int other = 0; other < bs; ++other) {
      put(a, static_cast<size_t>(other) * a_words, slot, Unit::halves, 1);
      put(b, static_cast<size_t>(other) * b_words, other, Unit::halves, 1);
    }
    const std::vector<float> c = products<Unit>(a, b);
    text += slot ? ",[" : "[";
    const size_t begin = text.size();
    for (size_t i = 0; i < c.size(); ++i) {
      REQUIRE(c[i] == 0 || c[i] == 1, "a product of ones is a one");
      if (c[i] == 0) continue;
      if (text.size() > begin) text += ',';
      text += std::to_string(i / sums) + "," + std::to_string(i % sums);
    }
    text += "]";
  }
  return text + "]";
}

struct Matrices {
  int m, n, k;
  std::vector<float> a, b;  // rows of k: M × K and N × K
  float sum(int row, int column) const {
    float total = 0;
    for (int i = 0; i < k; ++i) total += a[row * k + i] * b[column * k + i];
    return total;
  }
};
Matrices random_matrices(const layout::Atom& atom, int n, Random& random) {
  Matrices made{atom.m, n, atom.k, std::vector<float>(atom.m * atom.k),
                std::vector<float>(n * atom.k)};
  for (std::vector<float>* values : {&made.a, &made.b})
    for (float& value : *values) value = static_cast<float>(random.below(33)) - 16;
  return made;
}

constexpr int kRuns = 64;

// Sums that are not where the tables have them, of kRuns products of random matrices.
template <class Unit>
int wrong_sums(const layout::Atom& atom) {
  Random random(12);
  int wrong = 0;
  const auto a = *layout::fragment(atom, Operand::a), b = *layout::fragment(atom, Operand::b),
             c = *layout::fragment(atom, Operand::c);
  REQUIRE(a.values() == Unit::a * Unit::halves && c.values() == Unit::c, "values of a lane");
  const int sets = atom.k == 4 ? 4 : 1;  // quadpairs have matrices of their own
  for (int run = 0; run < kRuns; ++run) {
    std::vector<Matrices> all;
    for (int i = 0; i < sets; ++i) all.push_back(random_matrices(atom, atom.n, random));
    const auto of = [&](int lane) -> const Matrices& { return all[sets == 1 ? 0 : lane % 16 / 4]; };
    Words x(32 * Unit::a), y(32 * Unit::b);
    for (int lane = 0; lane < 32; ++lane) {
      for (int v = 0; v < a.values(); ++v)
        put(x, 0, lane * a.values() + v, Unit::halves,
            of(lane).a[a.at(lane, v).row * atom.k + a.at(lane, v).column]);
      for (int v = 0; v < b.values(); ++v)
        put(y, 0, lane * b.values() + v, Unit::halves,
            of(lane).b[b.at(lane, v).row * atom.k + b.at(lane, v).column]);
    }
    const std::vector<float> sums = products<Unit>(x, y);
    for (int lane = 0; lane < 32; ++lane)
      for (int v = 0; v < c.values(); ++v)
        wrong +=
            sums[lane * c.values() + v] != of(lane).sum(c.at(lane, v).row, c.at(lane, v).column);
  }
  return wrong;
}

template <class Unit>
void print_mma(const char* id, const char* end) {
  const layout::Atom& atom = *[&] {
    for (const layout::Atom& each : layout::atoms())
      if (each.id == id) return &each;
    std::exit(1);
  }();
  std::printf(
      "{\"atom\":\"%s\",\"values\":[%d,%d,%d],\"products\":%d,\"wrong\":%d,\"meets\":%s}%s\n", id,
      Unit::a * Unit::halves, Unit::b * Unit::halves, Unit::c, kRuns, wrong_sums<Unit>(atom),
      meetings<Unit>().c_str(), end);
}

// wgmma

#define TEN(p)                                                                           \
  "%" #p "0, %" #p "1, %" #p "2, %" #p "3, %" #p "4, %" #p "5, %" #p "6, %" #p "7, %" #p \
  "8, "                                                                                  \
  "%" #p "9, "
#define OUT2(i, j) "+f"(d[i]), "+f"(d[j])
#define OUT10(p) \
  OUT2(p##0, p##1), OUT2(p##2, p##3), OUT2(p##4, p##5), OUT2(p##6, p##7), OUT2(p##8, p##9)
// The last operands: A in shared memory or four registers, B.
#define WGMMA(N, COUNT, OUTS, S0, S1, R0, R1, R2, R3, R4, ...)                                 \
  template <>                                                                                  \
  struct Wgmma<N> {                                                                            \
    static __device__ void shared(float* d, uint64_t a, uint64_t b) {                          \
      asm volatile("wgmma.mma_async.sync.aligned.m64n" #N "k16.f32.f16.f16 {" OUTS "}, %" #S0  \
                   ", %" #S1 ", 1, 1, 1, 0, 0;"                                                \
                   : __VA_ARGS__                                                               \
                   : "l"(a), "l"(b));                                                          \
    }                                                                                          \
    static __device__ void registers(float* d, const uint32_t* a, uint64_t b) {                \
      asm volatile("wgmma.mma_async.sync.aligned.m64n" #N "k16.f32.f16.f16 {" OUTS "}, {%" #R0 \
                   ", %" #R1 ", %" #R2 ", %" #R3 "}, %" #R4 ", 1, 1, 1, 0;"                    \
                   : __VA_ARGS__                                                               \
                   : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b));                      \
    }                                                                                          \
  }
template <int N>
struct Wgmma;
WGMMA(8, 4, "%0, %1, %2, %3", 4, 5, 4, 5, 6, 7, 8, OUT2(0, 1), OUT2(2, 3));
WGMMA(24, 12, TEN() "%10, %11", 12, 13, 12, 13, 14, 15, 16, OUT10(), OUT2(10, 11));
WGMMA(64, 32, TEN() TEN(1) TEN(2) "%30, %31", 32, 33, 32, 33, 34, 35, 36, OUT10(), OUT10(1),
      OUT10(2), OUT2(30, 31));
WGMMA(256, 128,
      TEN() TEN(1) TEN(2) TEN(3) TEN(4) TEN(5) TEN(6) TEN(7) TEN(8) TEN(9) TEN(10)
          TEN(11) "%120, %121, %122, %123, %124, %125, %126, %127",
      128, 129, 128, 129, 130, 131, 132, OUT10(), OUT10(1), OUT10(2), OUT10(3), OUT10(4), OUT10(5),
      OUT10(6), OUT10(7), OUT10(8), OUT10(9), OUT10(10), OUT10(11), OUT2(120, 121), OUT2(122, 123),
      OUT2(124, 125), OUT2(126, 127));

// A and B as the instruction reads them: blocks of 8 rows × 16 bytes. Words of A: null, or a
// thread's four registers, which then are A.
template <int N>
__global__ void __launch_bounds__(128)
    warpgroup(const __half* A, const uint32_t* words, const __half* B, float* C) {
  __shared__ __align__(128) __half a[64 * 16], b[N * 16];
  for (int i = threadIdx.x; i < 64 * 16; i += 128) a[i] = A[i];
  for (int i = threadIdx.x; i < N * 16; i += 128) b[i] = B[i];
  float d[N / 2];
  for (float& sum : d) sum = 0;
  uint32_t held[4] = {};
  for (int i = 0; i < 4 && words; ++i) held[i] = words[threadIdx.x * 4 + i];
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
  if (words)
    Wgmma<N>::registers(d, held, describe_blocks(b));
  else
    Wgmma<N>::shared(d, describe_blocks(a), describe_blocks(b));
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
  asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
  for (int i = 0; i < N / 2; ++i) C[threadIdx.x * (N / 2) + i] = d[i];
}

template <int N>
std::vector<float> group_product(const std::vector<__half>& a, const Words& words,
                                 const std::vector<__half>& b) {
  __half *A = on_device(a), *B = on_device(b);
  uint32_t* W = words.empty() ? nullptr : on_device(words);
  float* C = on_device(std::vector<float>(64 * N));
  warpgroup<N><<<1, 128>>>(A, W, B, C);
  std::vector<float> sums = back(C, 64 * N);
  for (void* each : {static_cast<void*>(A), static_cast<void*>(B), static_cast<void*>(W)})
    CHECK(cudaFree(each));
  return sums;
}

size_t in_blocks(int row, int k) {
  return static_cast<size_t>(((row / 8 * 2 + k / 8) * 8 + row % 8) * 8 + k % 8);
}

// Thread by thread: row and column of each sum. Sum (m, n) is m · 1 + 1 · 64 n.
template <int N>
std::vector<std::vector<Element>> found_sums() {
  std::vector<__half> a(64 * 16), b(N * 16);
  for (int m = 0; m < 64; ++m) {
    a[in_blocks(m, 0)] = __float2half(static_cast<float>(m));
    a[in_blocks(m, 1)] = __float2half(1);
  }
  for (int n = 0; n < N; ++n) {
    b[in_blocks(n, 0)] = __float2half(1);
    b[in_blocks(n, 1)] = __float2half(static_cast<float>(64 * n));
  }
  const std::vector<float> sums = group_product<N>(a, {}, b);
  std::vector<std::vector<Element>> found(128);
  for (size_t i = 0; i < sums.size(); ++i) {
    const int code = static_cast<int>(sums[i]);
    found[i / (N / 2)].push_back({code % 64, code / 64});
  }
  return found;
}

// Where each value of A in registers stands: column k of the product with a unit matrix is column k
// of A, whose values are the numbers of their slots.
std::vector<std::vector<Element>> found_a() {
  Words words(128 * 4);
  for (int slot = 0; slot < 128 * 8; ++slot) put(words, 0, slot, 2, static_cast<float>(slot));
  std::vector<__half> b(64 * 16);
  for (int k = 0; k < 16; ++k) b[in_blocks(k, k)] = __float2half(1);
  const std::vector<float> sums = group_product<64>(std::vector<__half>(64 * 16), words, b);
  const auto places = found_sums<64>();
  std::vector<std::vector<Element>> found(128, std::vector<Element>(8));
  for (size_t i = 0; i < sums.size(); ++i) {
    const Element place = places[i / 32][i % 32];
    const size_t slot = static_cast<size_t>(sums[i]);
    if (place.column < 16) found[slot / 8][slot % 8] = place;
  }
  return found;
}

template <int N>
int wrong_group_sums() {
  const layout::Atom& atom = layout::atoms().back();
  const auto a = *layout::fragment(atom, Operand::a, N), c = *layout::fragment(atom, Operand::c, N);
  Random random(N);
  int wrong = 0;
  for (int run = 0; run < kRuns; ++run) {
    const Matrices matrices = random_matrices(atom, N, random);
    Words words(128 * 4);
    for (int thread = 0; thread < 128; ++thread)
      for (int v = 0; v < 8; ++v)
        put(words, 0, thread * 8 + v, 2,
            matrices.a[a.at(thread, v).row * 16 + a.at(thread, v).column]);
    std::vector<__half> b(N * 16);
    for (int n = 0; n < N; ++n)
      for (int k = 0; k < 16; ++k) b[in_blocks(n, k)] = __float2half(matrices.b[n * 16 + k]);
    const std::vector<float> sums = group_product<N>(std::vector<__half>(64 * 16), words, b);
    for (int thread = 0; thread < 128; ++thread)
      for (int v = 0; v < c.values(); ++v)
        wrong += sums[thread * c.values() + v] !=
                 matrices.sum(c.at(thread, v).row, c.at(thread, v).column);
  }
  return wrong;
}

std::string pairs(const std::vector<Element>& elements) {
  std::string text = "[";
  for (const Element& element : elements)
    text += (text.size() > 1 ? "," : "") + std::to_string(element.row) + "," +
            std::to_string(element.column);
  return text + "]";
}

// `each`: only every so many-th thread is written.
void print_threads(const std::vector<std::vector<Element>>& threads, int each) {
  for (size_t thread = 0; thread < threads.size(); thread += each)
    std::printf("%s%s", thread ? "," : "[", pairs(threads[thread]).c_str());
  std::printf("]");
}

template <int N>
void print_wgmma(int each, const char* end) {
  std::printf("{\"n\":%d,\"products\":%d,\"wrong\":%d,\"each\":%d,\"c\":", N, kRuns,
              wrong_group_sums<N>(), each);
  print_threads(found_sums<N>(), each);
  std::printf("}%s\n", end);
}

// ldmatrix

// Lane by lane: [lane that named the row, place in the row] of each 16 bits.
template <int Matrices, bool Transposed>
void print_ldmatrix(const char* end) {
  uint32_t* there = on_device(Words(32 * Matrices));
  load_matrices<Matrices, Transposed><<<1, 32>>>(there);
  const Words words = back(there, 32 * Matrices);
  std::vector<std::vector<Element>> lanes(32);
  for (size_t i = 0; i < words.size(); ++i)
    for (int half = 0; half < 2; ++half) {
      const int code = static_cast<int>(words[i] >> (16 * half) & 0xffff);
      lanes[i / Matrices].push_back({code / 8, code % 8});
    }
  std::printf("{\"matrices\":%d,\"transposed\":%s,\"lanes\":", Matrices,
              Transposed ? "true" : "false");
  print_threads(lanes, 1);
  std::printf("}%s\n", end);
}

int main() {
  std::printf("{\"mma\":[\n");
  print_mma<Sm70_8x8x4>("sm70_8x8x4", ",");
  print_mma<Sm80_16x8x16>("sm80_16x8x16_f16", ",");
  print_mma<Sm80_16x8x8>("sm80_16x8x8_f16", ",");
  print_mma<Sm80_16x8x8Tf32>("sm80_16x8x8_tf32", "");
  std::printf("],\n\"wgmma\":[\n");
  print_wgmma<8>(1, ",");
  print_wgmma<24>(1, ",");
  print_wgmma<64>(1, ",");
  print_wgmma<256>(31, "");
  std::printf("],\n\"wgmma_a\":");
  print_threads(found_a(), 1);
  std::printf(",\n\"ldmatrix\":[\n");
  print_ldmatrix<1, false>(",");
  print_ldmatrix<1, true>(",");
  print_ldmatrix<2, false>(",");
  print_ldmatrix<2, true>(",");
  print_ldmatrix<4, false>(",");
  print_ldmatrix<4, true>("");
  std::printf("]}\n");
}
