// Question: how many cycles does a warpgroup's matrix instruction take, by its columns N, with A
// from
//           shared memory or from registers, in BF16 and E4M3?
// Method:   for each form PTX with a loop of eight instructions on the same accumulators, which the
//           driver compiles; one block on one multiprocessor, of one warpgroup or two. Cycles by
//           the multiprocessor's clock from the first issue until all are done; the difference
//           between 20 rounds and 4, divided by the instructions.
// Output:   JSON: cases [{type, a, n, cycles, cycles_of_two, single}]: cycles per instruction, for
//           each of those that two warpgroups issue at once, and of one alone from issue to end.
#include <string>

#include "common.cuh"

constexpr int kInRound = 8, kFewRounds = 4, kManyRounds = 20, kSharedBytes = 48 * 1024;

struct Form {
  bool fp8, registers;
  int n;
};

std::string list(const std::string& prefix, int count) {
  std::string all;
  for (int i = 0; i < count; ++i) all += (i ? ", " : "") + prefix + std::to_string(i);
  return "{" + all + "}";
}

// One kernel: rounds of `count` instructions, and the cycles that they took.
std::string kernel(const Form& form, const std::string& name, int count) {
  const std::string n = std::to_string(form.n), sums = std::to_string(form.n / 2);
  std::string text = ".visible .entry " + name +
                     "(.param .u64 out, .param .u32 rounds) {\n.reg .f32 %d<" + sums +
                     ">;\n.reg .b32 %a<4>, %r<4>;\n.reg .b64 %x<8>;\n.reg .pred %p<2>;\n"
                     "ld.param.u32 %r3, [rounds];\n"
                     "mov.u32 %r0, %tid.x;\nshr.u32 %r1, %r0, 7;\nshl.b32 %r1, %r1, 13;\n"
                     "mov.u32 %r2, memory;\nadd.u32 %r1, %r1, %r2;\n"
                     // 128-byte rows, swizzled; 1024 bytes from 8 rows to the next
                     "cvt.u64.u32 %x0, %r1;\nshr.u64 %x0, %x0, 4;\n"
                     "or.b64 %x0, %x0, 0x4000004000000000;\n"
                     "add.u32 %r2, %r2, 16384;\ncvt.u64.u32 %x1, %r2;\nshr.u64 %x1, %x1, 4;\n"
                     "or.b64 %x1, %x1, 0x4000004000000000;\n";
  for (int i = 0; i < form.n / 2; ++i) text += "mov.f32 %d" + std::to_string(i) + ", 0f00000000;\n";
  for (int i = 0; i < 4; ++i)
    text += "ld.shared.b32 %a" + std::to_string(i) + ", [%r2+" + std::to_string(4 * i) + "];\n";
  text += "bar.sync 0;\nmov.u64 %x2, %clock64;\nROUND:\nwgmma.fence.sync.aligned;\n";
  const std::string instruction = "wgmma.mma_async.sync.aligned.m64n" + n +
                                  (form.fp8 ? "k32.f32.e4m3.e4m3 " : "k16.f32.bf16.bf16 ") +
                                  list("%d", form.n / 2) + ", " +
                                  (form.registers ? list("%a", 4) : "%x0") + ", %x1, 1, 1, 1" +
                                  (form.fp8         ? ""
                                   : form.registers ? ", 0"
                                                    : ", 0, 0") +
                                  ";\n";
  for (int i = 0; i < count; ++i) text += instruction;
  text +=
      "wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 1;\n"
      "sub.u32 %r3, %r3, 1;\nsetp.ne.u32 %p0, %r3, 0;\n@%p0 bra ROUND;\n"
      "wgmma.wait_group.sync.aligned 0;\n"
      "mov.u64 %x3, %clock64;\nsub.u64 %x3, %x3, %x2;\nld.param.u64 %x4, [out];\n"
      "cvta.to.global.u64 %x4, %x4;\n";
  for (int i = 0; i < form.n / 2; ++i)  // somebody needs them
    text += "st.global.f32 [%x4+8], %d" + std::to_string(i) + ";\n";
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

int main() {
  std::printf("{\"cases\":[\n");
  bool first = true;
  for (const bool fp8 : {false, true})
    for (const bool registers : {false, true})
      for (int n = 8; n <= 256; n += n < 64 ? 8 : 32) {
        const Program made({fp8, registers, n});
        const auto pace = [&](int warpgroups) {
          return static_cast<double>(made.cycles("eight", kManyRounds, warpgroups) -
                                     made.cycles("eight", kFewRounds, warpgroups)) /
                 ((kManyRounds - kFewRounds) * kInRound * warpgroups);
        };
        std::printf(
            "%s{\"type\":\"%s\",\"a\":\"%s\",\"n\":%d,\"cycles\":%.2f,\"cycles_of_two\":%.2f,"
            "\"single\":%lld}",
            first ? "" : ",\n", fp8 ? "e4m3" : "bf16", registers ? "registers" : "shared", n,
            pace(1), pace(2), made.cycles("one", 1, 1));
        first = false;
      }
  std::printf("\n]}\n");
}
