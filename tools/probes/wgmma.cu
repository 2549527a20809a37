// Question: how many cycles does a warpgroup's matrix instruction take, by its columns N and its
//           type, with A from shared memory or from registers?
// Method:   for each form PTX with a loop of eight instructions on the same accumulators, which the
//           driver compiles; one block on one multiprocessor, of one warpgroup or two. Cycles by
//           the multiprocessor's clock from the first issue until all are done; the difference
//           between 20 rounds and 4, divided by the instructions. And the program that the front
//           page shows, against a product on the CPU.
// Output:   JSON: cases [{type, a, n, cycles, cycles_of_two, single}]: cycles per instruction, for
//           each of those that two warpgroups issue at once, and of one alone from issue to end.
//           products: numbers of the shown program's result that are right.
#include <cuda_bf16.h>

#include <string>

#include "common.cuh"

constexpr int kInRound = 8, kFewRounds = 4, kManyRounds = 20, kSharedBytes = 48 * 1024;

struct Type {
  const char *name, *shape, *types;  // k and the types of D, A and B, as PTX has them
  const char* more;                  // operands behind those that all forms have
  const char* transposes;            // of B, and of A in shared memory before it
};
constexpr Type kTypes[] = {{"bf16", "k16", "f32.bf16.bf16", ", 1, 1", ", 0"},
                           {"fp16", "k16", "f32.f16.f16", ", 1, 1", ", 0"},
                           {"tf32", "k8", "f32.tf32.tf32", ", 1, 1", ""},
                           {"e4m3", "k32", "f32.e4m3.e4m3", ", 1, 1", ""},
                           {"int8", "k32", "s32.s8.s8", "", ""}};

struct Form {
  const Type& type;
  bool registers;
  int n;
};

// Integers have no odd multiples of 8 from 40 on. From 64 on, every fourth N is enough, but for
// BF16: the driver takes long to compile them.
bool tried(const Form& form) {
  const std::string type = form.type.name;
  if (type == "int8" && form.n > 32 && form.n % 16 != 0) return false;
  return type == "bf16" || form.n < 64 || form.n % 32 == 0;
}

std::string list(const std::string& prefix, int count) {
  std::string all;
  for (int i = 0; i < count; ++i) all += (i ? ", " : "") + prefix + std::to_string(i);
  return "{" + all + "}";
}

// One kernel: rounds of `count` instructions, and the cycles that they took.
std::string kernel(const Form& form, const std::string& name, int count) {
  const std::string n = std::to_string(form.n), sums = std::to_string(form.n / 2);
  std::string text = ".visible .entry " + name +
                     "(.param .u64 out, .param .u32 rounds) {\n.reg .b32 %d<" + sums +
                     ">;\n.reg .b32 %a<4>, %r<4>;\n.reg .b64 %x<8>;\n.reg .pred %p<2>;\n"
                     "ld.param.u32 %r3, [rounds];\n"
                     "mov.u32 %r0, %tid.x;\nshr.u32 %r1, %r0, 7;\nshl.b32 %r1, %r1, 13;\n"
                     "mov.u32 %r2, memory;\nadd.u32 %r1, %r1, %r2;\n"
                     // 128-byte rows, swizzled; 1024 bytes from 8 rows to the next
                     "cvt.u64.u32 %x0, %r1;\nshr.u64 %x0, %x0, 4;\n"
                     "or.b64 %x0, %x0, 0x4000004000000000;\n"
                     "add.u32 %r2, %r2, 16384;\ncvt.u64.u32 %x1, %r2;\nshr.u64 %x1, %x1, 4;\n"
                     "or.b64 %x1, %x1, 0x4000004000000000;\n";
  for (int i = 0; i < form.n / 2; ++i) text += "mov.b32 %d" + std::to_string(i) + ", 0;\n";
  for (int i = 0; i < 4; ++i)
    text += "ld.shared.b32 %a" + std::to_string(i) + ", [%r2+" + std::to_string(4 * i) + "];\n";
  text += "bar.sync 0;\nmov.u64 %x2, %clock64;\nROUND:\nwgmma.fence.sync.aligned;\n";
  const std::string instruction =
      "wgmma.mma_async.sync.aligned.m64n" + n + form.type.shape + "." + form.type.types + " " +
      list("%d", form.n / 2) + ", " + (form.registers ? list("%a", 4) : "%x0") + ", %x1, 1" +
      form.type.more + (form.registers ? "" : form.type.transposes) + form.type.transposes + ";\n";
  for (int i = 0; i < count; ++i) text += instruction;
  text +=
      "wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 1;\n"
      "sub.u32 %r3, %r3, 1;\nsetp.ne.u32 %p0, %r3, 0;\n@%p0 bra ROUND;\n"
      "wgmma.wait_group.sync.aligned 0;\n"
      "mov.u64 %x3, %clock64;\nsub.u64 %x3, %x3, %x2;\nld.param.u64 %x4, [out];\n"
      "cvta.to.global.u64 %x4, %x4;\n";
  for (int i = 0; i < form.n / 2; ++i)  // somebody needs them
    text += "st.global.b32 [%x4+8], %d" + std::to_string(i) + ";\n";
  return text + "st.global.u64 [%x4], %x3;\nret;\n}\n";
}

std::string program(const Form& form) {
  return ".version 8.0\n.target sm_90a\n.address_size 64\n"
         ".extern .shared .align 1024 .b8 memory[];\n" +
         kernel(form, "one", 1) + kernel(form, "eight", kInRound);
}

class Program {
 public:
  explicit Program(const Form& form) {
    const std::string text = program(form);
    CHECK(cudaLibraryLoadData(&library_, text.c_str(), nullptr, nullptr, 0, nullptr, nullptr, 0));
    CHECK(cudaMalloc(&out_, 16));
  }
  ~Program() {
    cudaFree(out_);
    cudaLibraryUnload(library_);
  }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  // The least of several launches.
  long long cycles(const char* name, int rounds, int warpgroups) const {
    cudaKernel_t kernel;
    CHECK(cudaLibraryGetKernel(&kernel, library_, name));
    long long least = 0;
    for (int i = 0; i < 5; ++i) {
      void* arguments[] = {const_cast<long long**>(&out_), &rounds};
      CHECK(cudaLaunchKernel(reinterpret_cast<void*>(kernel), 1, 128 * warpgroups, arguments,
                             kSharedBytes, nullptr));
      long long found;
      CHECK(cudaMemcpy(&found, out_, sizeof found, cudaMemcpyDeviceToHost));
      if (i == 0 || found < least) least = found;
    }
    return least;
  }

 private:
  cudaLibrary_t library_{};
  long long* out_ = nullptr;
};

// [snippet: warpgroup product]
__global__ void product(const uint4* A, const uint4* B, float2* D) {  // D = A B, by 128 threads
  __shared__ alignas(128) uint4 a[128], b[16];  // in pieces: eight rows of 16 bytes
  int me = threadIdx.x, row = me / 32 * 16 + me % 32 / 4;
  a[me % 2 * 64 + me / 2] = A[me];                              // 64 x 16 numbers, row by row
  if (me < 16) b[me % 2 * 8 + me / 2] = B[me];                  // 16 x 8, column by column
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");  // tensor cores read it
  __syncthreads();
  auto describe = [](void* at, uint64_t next) {  // bytes to the next piece along K; else 128
    return __cvta_generic_to_shared(at) >> 4 | next >> 4 << 16 | 128ull >> 4 << 32;
  };
  float d[4] = {};
  asm volatile(
      "wgmma.fence.sync.aligned;\nwgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 "
      "{%0, %1, %2, %3}, %4, %5, 1, 1, 1, 0, 0;\n"  // d += a * b, by itself
      "wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
      : "l"(describe(a, 1024)), "l"(describe(b, 128)));
  D[row * 4 + me % 4] = {d[0], d[1]};
  D[(row + 8) * 4 + me % 4] = {d[2], d[3]};
}
// [end]

// How many of its 512 results are those of whole numbers multiplied on the CPU.
int right_products() {
  constexpr int kRows = 64, kCols = 8, kDepth = 16;
  std::vector<__nv_bfloat16> a(kRows * kDepth), b(kDepth * kCols);
  unsigned state = 1;
  for (auto* matrix : {&a, &b})
    for (__nv_bfloat16& x : *matrix)
      x = __float2bfloat16(static_cast<float>((state = state * 1664525u + 1013904223u) >> 28) - 8);
  uint4 *A, *B;
  float2* D;
  CHECK(cudaMalloc(&A, a.size() * 2));
  CHECK(cudaMalloc(&B, b.size() * 2));
  CHECK(cudaMalloc(&D, kRows * kCols * sizeof(float)));
  CHECK(cudaMemcpy(A, a.data(), a.size() * 2, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(B, b.data(), b.size() * 2, cudaMemcpyHostToDevice));
  product<<<1, 128>>>(A, B, D);
  std::vector<float> d(kRows * kCols);
  CHECK(cudaMemcpy(d.data(), D, d.size() * sizeof(float), cudaMemcpyDeviceToHost));
  int right = 0;
  for (int row = 0; row < kRows; ++row)
    for (int col = 0; col < kCols; ++col) {
      float sum = 0;
      for (int k = 0; k < kDepth; ++k)
        sum += __bfloat162float(a[row * kDepth + k]) * __bfloat162float(b[col * kDepth + k]);
      right += sum == d[row * kCols + col];
    }
  return right;
}

int main() {
  std::printf("{\"cases\":[\n");
  bool first = true;
  for (const Type& type : kTypes)
    for (const bool registers : {false, true})
      for (int n = 8; n <= 256; n += 8) {
        const Form form{type, registers, n};
        if (!tried(form)) continue;
        const Program made(form);
        const auto pace = [&](int warpgroups) {
          return static_cast<double>(made.cycles("eight", kManyRounds, warpgroups) -
                                     made.cycles("eight", kFewRounds, warpgroups)) /
                 ((kManyRounds - kFewRounds) * kInRound * warpgroups);
        };
        std::printf(
            "%s{\"type\":\"%s\",\"a\":\"%s\",\"n\":%d,\"cycles\":%.2f,\"cycles_of_two\":%.2f,"
            "\"single\":%lld}",
            first ? "" : ",\n", type.name, registers ? "registers" : "shared", n, pace(1), pace(2),
            made.cycles("one", 1, 1));
        first = false;
      }
  const int right = right_products();
  REQUIRE(right == 512, "the shown program is wrong");
  std::printf("\n],\"products\":%d}\n", right);
}
