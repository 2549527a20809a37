// Question: how close do kernels that use Hopper's asynchronous machines come to the vendor's
//           library, what does each idea add, and what is in the way?
// Method:   the BF16 kernels of gemm_bf16.cuh, gemm_tma.cuh and gemm_specialized.cuh and the E4M3
// one
//           of gemm_fp8.cuh against the fastest of cuBLASLt's choices, on normal random numbers
//           (and the last BF16 ones on zeros, which need less power). Each product is compared with
//           one summed in FP64, after C was filled with NaN. Then, in several rounds, each in turn
//           runs for a while, long enough for clocks to settle: the first multiprocessor's cycles
//           over that time give the clock, and NVML is asked for power, and for its idea of the
//           clock.
// Output:   JSON: peak_tflops at the highest clock, power_limit; rungs [{rung, type, inputs, n,
//           error, greatest_error, and of every round ms, clock_mhz, nvml_mhz, watts, capped,
//           celsius}].
// Options:  --count: launches each once at n = 8192, for a profiler, and prints their names;
//           --bands: the persistent kernel with other orders of tiles; --bf16, --fp8: these alone.
#include <cuda_profiler_api.h>

#include <cstring>
#include <functional>
#include <memory>
#include <string>

#include "cublas_lt.hpp"
#include "gemm_fp8.cuh"
#include "meter.hpp"
#include "random_products.cuh"
#include "sm_clock.cuh"

constexpr int kBand = 16, kFp8Band = 8;  // rows of tiles in a band

struct Settings {
  bool count = false, bands = false, bf16 = true, fp8 = true;
  double seconds = 0.6;
  int rounds = 5;
};

template <typename Kernel>
void allow(Kernel kernel, size_t bytes) {
  CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                             static_cast<int>(bytes)));
}

// Blocks of a kernel that run at the same time, in clusters of so many.
template <typename Kernel>
int resident_blocks(Kernel kernel, unsigned blocks, size_t bytes) {
  cudaLaunchConfig_t launch{};
  launch.gridDim = blocks;
  launch.blockDim = kSpecialized;
  launch.dynamicSmemBytes = bytes;
  cudaLaunchAttribute cluster{};
  cluster.id = cudaLaunchAttributeClusterDimension;
  cluster.val.clusterDim = {blocks, 1, 1};
  launch.attrs = &cluster;
  launch.numAttrs = 1;
  int count = 0;
  CHECK(cudaOccupancyMaxActiveClusters(&count, kernel, &launch));
  return count * static_cast<int>(blocks);
}

struct Rung {
  std::string name;
  const char *type, *inputs;
  const double* expected;
  double tolerance;
  std::function<void()> launch;
  double error = 0, greatest_error = 0;
  int launches = 0;
  std::vector<float> ms{}, clock_mhz{};
  std::vector<Reading> readings{};
};

class Climb {
 public:
  Climb(int n, const Settings& settings) : n_(n), settings_(settings) {
    count_ = static_cast<size_t>(n) * n;
    C_ = take<__nv_bfloat16>(count_);
    difference_ = take<Difference>(1);
    if (settings.bf16) bf16();
    if (settings.fp8) fp8();
  }
  ~Climb() {
    for (void* memory : memory_) cudaFree(memory);
    cudaFree(C_);
    cudaFree(difference_);
  }
  Climb(const Climb&) = delete;
  Climb& operator=(const Climb&) = delete;

  void check_all() {
    for (Rung& rung : rungs_) check(rung);
  }

  void count_all() const {
    CHECK(cudaProfilerStart());
    for (const Rung& rung : rungs_) {
      rung.launch();
      CHECK(cudaDeviceSynchronize());
      std::printf("%s %s\n", rung.type, rung.name.c_str());
    }
    CHECK(cudaProfilerStop());
  }

  void measure_all(Meter& meter) {
    for (int round = 0; round < settings_.rounds; ++round)
      for (Rung& rung : rungs_) {
        const auto many = [&](int launches) {
          for (int i = 0; i < launches; ++i) rung.launch();
        };
        many(rung.launches / 3);
        float ms = 0;
        rung.readings.push_back(meter.during([&] {
          clock_.start();
          ms = median_ms([&] { many(rung.launches); }, 1, 0) / rung.launches;
          rung.clock_mhz.push_back(static_cast<float>(clock_.stop()));
        }));
        rung.ms.push_back(ms);
      }
  }

  void print(bool last) const {
    for (size_t i = 0; i < rungs_.size(); ++i) {
      const Rung& r = rungs_[i];
      std::printf(
          "{\"rung\":\"%s\",\"type\":\"%s\",\"inputs\":\"%s\",\"n\":%d,\"error\":%.2e,"
          "\"greatest_error\":%.2e",
          r.name.c_str(), r.type, r.inputs, n_, r.error, r.greatest_error);
      const auto row = [&](const char* name, const char* format, auto value) {
        std::printf(",\"%s\":[", name);
        for (size_t round = 0; round < r.ms.size(); ++round) {
          if (round > 0) std::printf(",");
          std::printf(format, value(round));
        }
        std::printf("]");
      };
      row("ms", "%.4f", [&](size_t round) { return r.ms[round]; });
      row("clock_mhz", "%.0f", [&](size_t round) { return r.clock_mhz[round]; });
      row("nvml_mhz", "%.0f", [&](size_t round) { return r.readings[round].clock_mhz; });
      row("watts", "%.0f", [&](size_t round) { return r.readings[round].watts; });
      row("capped", "%.2f", [&](size_t round) { return r.readings[round].capped; });
      row("celsius", "%d", [&](size_t round) { return r.readings[round].celsius; });
      std::printf("}%s\n", last && i + 1 == rungs_.size() ? "" : ",");
    }
  }

 private:
  template <typename T>
  T* keep(size_t count) {
    T* memory = take<T>(count);
    memory_.push_back(memory);
    return memory;
  }

  void add(const std::string& name, const char* type, const char* inputs, const double* expected,
           double tolerance, std::function<void()> launch) {
    rungs_.push_back({name, type, inputs, expected, tolerance, std::move(launch)});
  }

  void bf16() {
    auto *A = keep<__nv_bfloat16>(count_), *B = keep<__nv_bfloat16>(count_);
    auto* zeros = keep<__nv_bfloat16>(count_);
    auto* expected = keep<double>(count_);
    fill_normal<<<1024, 256>>>(A, count_, 17u + n_);
    fill_normal<<<1024, 256>>>(B, count_, 4242u + n_);
    CHECK(cudaMemset(zeros, 0, count_ * sizeof *zeros));
    reference_product<false><<<dim3(n_ / 32, n_ / 32), dim3(32, 32)>>>(
        PlainMatrix{A, n_}, PlainMatrix{B, n_}, expected, n_);
    const auto map = [&](const void* matrix, int rows, int blocks) {
      return in_blocks(matrix, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 2, n_, n_, rows, blocks);
    };
    const CUtensorMap a = map(A, kRows, 1), b = map(B, kDepth, kCols / 64), c = map(C_, 64, 2);
    const CUtensorMap half_b = map(B, kDepth, kCols / 128);
    const CUtensorMap zero_a = map(zeros, kRows, 1), zero_b = map(zeros, kDepth, kCols / 128);
    const int blocks = n_ / kRows * (n_ / kCols), n = n_;
    __nv_bfloat16* const C = C_;
    constexpr size_t kBytes = sizeof(TmaMemory), kAll = sizeof(PersistentMemory);
    allow(tensor_cores, kTensorBytes);
    allow(tma, kBytes);
    allow(specialized<1>, kBytes);
    allow(specialized<2>, kBytes);
    allow(persistent<1>, kAll);
    allow(persistent<2>, kAll);
    const int single = resident_blocks(persistent<1>, 1, kAll);
    const int paired = resident_blocks(persistent<2>, 2, kAll);
    const auto add_bf16 = [&](const std::string& name, auto launch) {
      add(name, "bf16", "normal", expected, 3e-3, launch);
    };
    const auto with_band = [=](int band) {
      return [=] { persistent<2><<<paired, kSpecialized, kAll>>>(a, half_b, c, n, band); };
    };
    if (settings_.bands) {
      for (int band = 2; band <= n_ / kRows; band *= 2)
        add_bf16("band " + std::to_string(band), with_band(band));
      return;
    }
    add_bf16("tensor cores", [=] { tensor_cores<<<blocks, 256, kTensorBytes>>>(A, B, C, n); });
    add_bf16("TMA", [=] { tma<<<blocks, kMultiplying, kBytes>>>(a, b, C, n); });
    add_bf16("warp specialized",
             [=] { specialized<1><<<blocks, kSpecialized, kBytes>>>(a, b, C, n); });
    add_bf16("clusters",
             [=] { specialized<2><<<blocks, kSpecialized, kBytes>>>(a, half_b, C, n); });
    add_bf16("persistent",
             [=] { persistent<1><<<single, kSpecialized, kAll>>>(a, b, c, n, kBand); });
    add_bf16("persistent clusters", with_band(kBand));
    const auto library = std::make_shared<LibraryProduct>(n, A, B, C, false);
    REQUIRE(library->choose(), "cuBLASLt has no BF16 product");
    add_bf16("library", [=] { library->launch(); });
    add("persistent clusters", "bf16", "zeros", nullptr, 0,
        [=] { persistent<2><<<paired, kSpecialized, kAll>>>(zero_a, zero_b, c, n, kBand); });
    const auto on_zeros = std::make_shared<LibraryProduct>(n, zeros, zeros, C, false);
    REQUIRE(on_zeros->choose(), "cuBLASLt has no BF16 product");
    add("library", "bf16", "zeros", nullptr, 0, [=] { on_zeros->launch(); });
  }

  void fp8() {
    auto *A = keep<__nv_fp8_e4m3>(count_), *B = keep<__nv_fp8_e4m3>(count_);
    const int n = n_, groups = n_ / 128;
    auto* a_scales = keep<float>(static_cast<size_t>(n) * groups);
    auto* b_scales = keep<float>(groups * groups);
    auto *expected = keep<double>(count_), *unscaled = keep<double>(count_);
    fill_scaled<<<dim3(groups, n_), 128>>>(A, a_scales, n, 1, 1, n, 31u + n_);
    fill_scaled<<<dim3(groups, groups), 128>>>(B, b_scales, n, 128, groups, 1, 777u + n_);
    const dim3 blocks(n_ / 32, n_ / 32), square(32, 32);
    const ScaledMatrix a{A, a_scales, n, 1, 1, n}, b{B, b_scales, n, 128, groups, 1};
    reference_product<true><<<blocks, square>>>(a, b, expected, n);
    ScaledMatrix plain_a = a, plain_b = b;
    plain_a.scales = plain_b.scales = nullptr;
    reference_product<true><<<blocks, square>>>(plain_a, plain_b, unscaled, n);
    const auto map = [&](const void* matrix, int rows) {
      return in_blocks(matrix, CU_TENSOR_MAP_DATA_TYPE_UINT8, 1, n_, n_, rows, 1);
    };
    const CUtensorMap map_a = map(A, kFp8Rows / 2), map_b = map(B, kFp8Cols);
    const CUtensorMap map_c = in_blocks(C_, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 2, n_, n_, 64, 1);
    constexpr size_t kBytes = sizeof(Fp8Memory);
    allow(::fp8, kBytes);
    const int resident = resident_blocks(::fp8, kFp8Blocks, kBytes);
    add("fine-grained scales", "fp8", "normal", expected, 3e-3, [=] {
      ::fp8<<<resident, kSpecialized, kBytes>>>(map_a, map_b, map_c, Fp8Scales{a_scales, b_scales},
                                                n, kFp8Band);
    });
    // The library with the same scales, with one scale and exact sums, and with its fast sums.
    for (const char* name : {"library, scaled", "library", "library, fast sums"}) {
      const auto library = std::make_shared<LibraryProduct>(n, A, B, C_, true);
      const bool scaled = name == std::string("library, scaled");
      const bool fast = name == std::string("library, fast sums");
      if (scaled) library->scale(a_scales, b_scales);
      if (fast) library->sum_fast();
      if (library->choose())
        add(name, "fp8", "normal", scaled ? expected : unscaled, fast ? 0.1 : 3e-3,
            [=] { library->launch(); });
      else
        std::fprintf(stderr, "cuBLASLt has nothing for: fp8 %s\n", name);
    }
  }

  void check(Rung& rung) {
    CHECK(cudaMemset(C_, 0xff, count_ * sizeof *C_));  // NaN
    CHECK(cudaMemset(difference_, 0, sizeof *difference_));
    median_ms(rung.launch, 1, 0);
    rung.launches =
        std::max(2, static_cast<int>(settings_.seconds * 1000 / median_ms(rung.launch, 5, 5)));
    if (!rung.expected) return;
    compare_products<<<1024, 256>>>(C_, rung.expected, count_, difference_);
    Difference found;
    CHECK(cudaMemcpy(&found, difference_, sizeof found, cudaMemcpyDeviceToHost));
    double greatest;
    static_assert(sizeof greatest == sizeof found.greatest);
    std::memcpy(&greatest, &found.greatest, sizeof greatest);
    rung.error = std::sqrt(found.squares / found.reference_squares);
    rung.greatest_error = greatest / std::sqrt(found.reference_squares / count_);
    std::fprintf(stderr, "%s %s %d: error %.3g, greatest %.3g\n", rung.type, rung.name.c_str(), n_,
                 rung.error, rung.greatest_error);
    REQUIRE(rung.error < rung.tolerance, rung.name.c_str());
  }

  int n_;
  const Settings& settings_;
  size_t count_ = 0;
  __nv_bfloat16* C_ = nullptr;
  Difference* difference_ = nullptr;
  SmClock clock_;
  std::vector<void*> memory_;
  std::vector<Rung> rungs_;
};

Settings settings_from(int count, char** words) {
  Settings settings;
  for (int i = 1; i < count; ++i) {
    const std::string word = words[i];
    if (word == "--count")
      settings.count = true;
    else if (word == "--bands")
      settings.bands = true, settings.fp8 = false, settings.seconds = 0.3, settings.rounds = 3;
    else if (word == "--bf16")
      settings.fp8 = false;
    else if (word == "--fp8")
      settings.bf16 = false;
    else
      REQUIRE(false, "unknown option");
  }
  return settings;
}

int main(int count, char** words) {
  const Settings settings = settings_from(count, words);
  if (settings.count) {
    Climb(8192, settings).count_all();
    return 0;
  }
  int sms = 0, khz = 0;
  CHECK(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0));
  CHECK(cudaDeviceGetAttribute(&khz, cudaDevAttrClockRate, 0));
  Meter meter;
  // Per multiprocessor and clock: 2048 BF16 multiply-adds, or 4096 of FP8, on the tensor cores
  // (9.0).
  const double per_clock = 2e-9 * sms * khz;
  std::printf(
      "{\"peak_tflops\":{\"bf16\":%.1f,\"fp8\":%.1f},\"multiprocessors\":%d,"
      "\"power_limit\":%.0f,\"seconds\":%g,\n\"rungs\":[\n",
      per_clock * 2048, per_clock * 4096, sms, meter.limit_watts(), settings.seconds);
  for (const int n : {4096, 8192}) {
    Climb climb(n, settings);
    climb.check_all();
    climb.measure_all(meter);
    climb.print(n == 8192);
  }
  std::printf("]}\n");
}
