// Question: to which code does CUDA convert a float32, and what does it read in each code?
// Method:   the conversions of cuda_fp16.h, cuda_bf16.h, cuda_fp8.h, cuda_fp6.h and cuda_fp4.h, on
//           the GPU and (the same headers) on the CPU; where they offer none, PTX's cvt.
// Input:    a file of lines FORMAT CLASS HEX: float32 inputs, 8 hex digits each.
// Output:   JSON: for each format "decode": {side: the float32 bits of every code, or of 16-bit
//           formats a hash} and "encode": {"side mode": {class: codes in hex}}.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp4.h>
#include <cuda_fp6.h>
#include <cuda_fp8.h>

#include <cstring>
#include <fstream>
#include <map>
#include <sstream>
#include <string>

#include "common.cuh"

// A conversion: encode(float), the digits of a code in hex, and whether the CPU has it too.

template <__nv_fp8_interpretation_t Kind, __nv_saturation_t Mode>
struct ToFp8 {
  static constexpr int digits = 2;
  static constexpr bool host = true;
  static __host__ __device__ uint32_t encode(float x) {
    return __nv_cvt_float_to_fp8(x, Mode, Kind);
  }
};

template <__nv_fp6_interpretation_t Kind, cudaRoundMode Mode>
struct ToFp6 {
  static constexpr int digits = 2;
  static constexpr bool host = true;
  static __host__ __device__ uint32_t encode(float x) {
    return __nv_cvt_float_to_fp6(x, Kind, Mode);
  }
};

template <cudaRoundMode Mode>
struct ToFp4 {
  static constexpr int digits = 1;
  static constexpr bool host = true;
  static __host__ __device__ uint32_t encode(float x) {
    return __nv_cvt_float_to_fp4(x, __NV_E2M1, Mode);
  }
};

template <__nv_saturation_t Saturation, cudaRoundMode Mode>
struct ToE8m0 {
  static constexpr int digits = 2;
  static constexpr bool host = true;
  static __host__ __device__ uint32_t encode(float x) {
    return __nv_cvt_float_to_e8m0(x, Saturation, Mode);
  }
};

#define HEADER_CONVERSION(NAME, EXPRESSION)                  \
  struct NAME {                                              \
    static constexpr int digits = 4;                         \
    static constexpr bool host = true;                       \
    static __host__ __device__ uint32_t encode(float x) {    \
      return static_cast<uint32_t>(EXPRESSION); /* 16-bit */ \
    }                                                        \
  }
HEADER_CONVERSION(HalfNearest, __half_as_ushort(__float2half_rn(x)));
HEADER_CONVERSION(HalfZero, __half_as_ushort(__float2half_rz(x)));
HEADER_CONVERSION(BfloatNearest, __bfloat16_as_ushort(__float2bfloat16_rn(x)));
HEADER_CONVERSION(BfloatZero, __bfloat16_as_ushort(__float2bfloat16_rz(x)));

// TYPE and CONSTRAINT: of the register that receives the code.
#define PTX_CONVERSION(NAME, DIGITS, TYPE, CONSTRAINT, INSTRUCTION) \
  struct NAME {                                                     \
    static constexpr int digits = DIGITS;                           \
    static constexpr bool host = false;                             \
    static __device__ uint32_t encode(float x) {                    \
      TYPE code;                                                    \
      asm(INSTRUCTION " %0, %1;" : "=" CONSTRAINT(code) : "f"(x));  \
      return code;                                                  \
    }                                                               \
  }
PTX_CONVERSION(HalfSaturate, 4, uint16_t, "h", "cvt.rn.satfinite.f16.f32");
PTX_CONVERSION(BfloatSaturate, 4, uint16_t, "h", "cvt.rn.satfinite.bf16.f32");
PTX_CONVERSION(Tf32Away, 5, uint32_t, "r", "cvt.rna.tf32.f32");
PTX_CONVERSION(Tf32Nearest, 5, uint32_t, "r", "cvt.rn.tf32.f32");
PTX_CONVERSION(Tf32Zero, 5, uint32_t, "r", "cvt.rz.tf32.f32");
PTX_CONVERSION(Tf32Saturate, 5, uint32_t, "r", "cvt.rna.satfinite.tf32.f32");

__host__ __device__ float from_e4m3(uint32_t code) {
  return __half2float(__nv_cvt_fp8_to_halfraw(static_cast<__nv_fp8_storage_t>(code), __NV_E4M3));
}
__host__ __device__ float from_e5m2(uint32_t code) {
  return __half2float(__nv_cvt_fp8_to_halfraw(static_cast<__nv_fp8_storage_t>(code), __NV_E5M2));
}
__host__ __device__ float from_e3m2(uint32_t code) {
  return __half2float(__nv_cvt_fp6_to_halfraw(static_cast<__nv_fp6_storage_t>(code), __NV_E3M2));
}
__host__ __device__ float from_e2m3(uint32_t code) {
  return __half2float(__nv_cvt_fp6_to_halfraw(static_cast<__nv_fp6_storage_t>(code), __NV_E2M3));
}
__host__ __device__ float from_e2m1(uint32_t code) {
  return __half2float(__nv_cvt_fp4_to_halfraw(static_cast<__nv_fp4_storage_t>(code), __NV_E2M1));
}
__host__ __device__ float from_e8m0(uint32_t code) {
  return __bfloat162float(__nv_cvt_e8m0_to_bf16raw(static_cast<__nv_fp8_storage_t>(code)));
}
__host__ __device__ float from_fp16(uint32_t code) {
  return __half2float(__ushort_as_half(static_cast<uint16_t>(code)));
}
__host__ __device__ float from_bf16(uint32_t code) {
  return __bfloat162float(__ushort_as_bfloat16(static_cast<uint16_t>(code)));
}

template <typename Conversion>
__global__ void encode_all(const float* x, uint32_t* codes, int n) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) codes[i] = Conversion::encode(x[i]);
}

template <float (*Decode)(uint32_t)>
__global__ void decode_all(float* values, int n) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) values[i] = Decode(static_cast<uint32_t>(i));
}

std::string hex(const std::vector<uint32_t>& numbers, int digits) {
  std::string text;
  char one[9];
  for (const uint32_t number : numbers) {
    std::snprintf(one, sizeof one, "%0*x", digits, number);
    text += one;
  }
  return text;
}

// FNV-1a of the words' bytes, low byte first; every NaN counts as 7fc00000.
std::string hash(const std::vector<uint32_t>& words) {
  uint64_t state = 0xcbf29ce484222325;
  for (uint32_t word : words) {
    if ((word & 0x7fffffff) > 0x7f800000) word = 0x7fc00000;
    for (int byte = 0; byte < 4; ++byte) state = (state ^ (word >> 8 * byte & 255)) * 0x100000001b3;
  }
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(state));
  return text;
}

using Classes = std::map<std::string, std::vector<float>>;
struct Record {
  std::map<std::string, std::string> decode;
  std::map<std::string, std::string> low_bits;  // that a 19-bit code left in its 32-bit word
  std::map<std::string, std::map<std::string, std::string>> encode;
};

// Which of the low 13 bits occur in any code, for numbers and for NaNs; then drops them.
void note_low_bits(const std::vector<float>& inputs, std::vector<uint32_t>& words,
                   const std::string& mode, Record& record) {
  std::string& text = record.low_bits["cuda " + mode];
  uint32_t seen[2] = {};
  if (!text.empty()) std::sscanf(text.c_str(), "%x %x", &seen[0], &seen[1]);
  for (size_t i = 0; i < words.size(); ++i) {
    seen[std::isnan(inputs[i])] |= words[i] & 0x1fff;
    words[i] >>= 13;
  }
  text = hex({seen[0]}, 4) + " " + hex({seen[1]}, 4);
}

template <typename Conversion>
void encode(const Classes& classes, const std::string& mode, Record& record) {
  for (const auto& [name, inputs] : classes) {
    const int n = static_cast<int>(inputs.size());
    float* x;
    uint32_t* codes;
    CHECK(cudaMalloc(&x, n * sizeof *x));
    CHECK(cudaMalloc(&codes, n * sizeof *codes));
    CHECK(cudaMemcpy(x, inputs.data(), n * sizeof *x, cudaMemcpyHostToDevice));
    encode_all<Conversion><<<(n + 255) / 256, 256>>>(x, codes, n);
    CHECK(cudaGetLastError());
    std::vector<uint32_t> found(n);
    CHECK(cudaMemcpy(found.data(), codes, n * sizeof *codes, cudaMemcpyDeviceToHost));
    CHECK(cudaFree(x));
    CHECK(cudaFree(codes));
    if constexpr (Conversion::digits == 5) note_low_bits(inputs, found, mode, record);
    record.encode["cuda " + mode][name] = hex(found, Conversion::digits);
    if constexpr (Conversion::host) {
      for (int i = 0; i < n; ++i) found[i] = Conversion::encode(inputs[i]);
      record.encode["cuda_host " + mode][name] = hex(found, Conversion::digits);
    }
  }
}

template <float (*Decode)(uint32_t)>
void decode(int n, Record& record) {
  float* values;
  CHECK(cudaMalloc(&values, n * sizeof *values));
  decode_all<Decode><<<(n + 255) / 256, 256>>>(values, n);
  CHECK(cudaGetLastError());
  std::vector<uint32_t> bits(n);
  CHECK(cudaMemcpy(bits.data(), values, n * sizeof *values, cudaMemcpyDeviceToHost));
  CHECK(cudaFree(values));
  const auto text = [&] { return n > 256 ? hash(bits) : hex(bits, 8); };
  record.decode["cuda"] = text();
  for (int i = 0; i < n; ++i) {
    const float value = Decode(static_cast<uint32_t>(i));
    std::memcpy(&bits[i], &value, sizeof value);
  }
  record.decode["cuda_host"] = text();
}

template <__nv_fp8_interpretation_t Kind, float (*Decode)(uint32_t)>
Record fp8(const Classes& classes) {
  Record record;
  decode<Decode>(256, record);
  encode<ToFp8<Kind, __NV_SATFINITE>>(classes, "saturate", record);
  encode<ToFp8<Kind, __NV_NOSAT>>(classes, "ieee", record);
  return record;
}

template <__nv_fp6_interpretation_t Kind, float (*Decode)(uint32_t)>
Record fp6(const Classes& classes) {
  Record record;
  decode<Decode>(64, record);
  encode<ToFp6<Kind, cudaRoundNearest>>(classes, "saturate", record);
  encode<ToFp6<Kind, cudaRoundZero>>(classes, "saturate zero", record);
  return record;
}

Record fp4(const Classes& classes) {
  Record record;
  decode<from_e2m1>(16, record);
  encode<ToFp4<cudaRoundNearest>>(classes, "saturate", record);
  encode<ToFp4<cudaRoundZero>>(classes, "saturate zero", record);
  return record;
}

Record e8m0(const Classes& classes) {
  Record record;
  decode<from_e8m0>(256, record);
  encode<ToE8m0<__NV_SATFINITE, cudaRoundZero>>(classes, "saturate zero", record);
  encode<ToE8m0<__NV_NOSAT, cudaRoundZero>>(classes, "ieee zero", record);
  encode<ToE8m0<__NV_SATFINITE, cudaRoundPosInf>>(classes, "saturate up", record);
  encode<ToE8m0<__NV_NOSAT, cudaRoundPosInf>>(classes, "ieee up", record);
  return record;
}

template <typename Nearest, typename Saturate, typename Zero, float (*Decode)(uint32_t)>
Record sixteen(const Classes& classes) {
  Record record;
  decode<Decode>(65536, record);
  encode<Nearest>(classes, "ieee", record);
  encode<Saturate>(classes, "saturate", record);
  encode<Zero>(classes, "ieee zero", record);
  return record;
}

Record tf32(const Classes& classes) {
  Record record;
  encode<Tf32Nearest>(classes, "ieee", record);
  encode<Tf32Away>(classes, "ieee away", record);
  encode<Tf32Saturate>(classes, "saturate away", record);
  encode<Tf32Zero>(classes, "ieee zero", record);
  return record;
}

void print(const std::map<std::string, std::string>& texts) {
  const char* separator = "{";
  for (const auto& [name, text] : texts) {
    std::printf("%s\"%s\":\"%s\"", separator, name.c_str(), text.c_str());
    separator = ",\n";
  }
  std::printf("%s}", texts.empty() ? "{" : "");
}

std::map<std::string, Classes> read_inputs(const char* path) {
  std::ifstream file(path);
  REQUIRE(file, "cannot read the inputs");
  std::map<std::string, Classes> inputs;
  std::string format, name, text;
  while (file >> format >> name >> text) {
    REQUIRE(text.size() % 8 == 0, "an input has 8 hex digits");
    std::vector<float>& values = inputs[format][name];
    for (size_t at = 0; at < text.size(); at += 8) {
      const auto bits = static_cast<uint32_t>(std::stoul(text.substr(at, 8), nullptr, 16));
      float value;
      std::memcpy(&value, &bits, sizeof value);
      values.push_back(value);
    }
  }
  return inputs;
}

int main(int argc, char** argv) {
  REQUIRE(argc == 2, "usage: conversions INPUTS");
  const std::map<std::string, Record (*)(const Classes&)> formats = {
      {"e4m3", fp8<__NV_E4M3, from_e4m3>},
      {"e5m2", fp8<__NV_E5M2, from_e5m2>},
      {"e3m2", fp6<__NV_E3M2, from_e3m2>},
      {"e2m3", fp6<__NV_E2M3, from_e2m3>},
      {"e2m1", fp4},
      {"e8m0", e8m0},
      {"fp16", sixteen<HalfNearest, HalfSaturate, HalfZero, from_fp16>},
      {"bf16", sixteen<BfloatNearest, BfloatSaturate, BfloatZero, from_bf16>},
      {"tf32", tf32},
  };
  const char* separator = "{";
  for (const auto& [format, classes] : read_inputs(argv[1])) {
    const auto found = formats.find(format);
    if (found == formats.end()) continue;  // CUDA has no such format
    const Record record = found->second(classes);
    std::printf("%s\"%s\":{\"decode\":", separator, format.c_str());
    print(record.decode);
    std::printf(",\n\"low_bits\":");
    print(record.low_bits);
    const char* comma = "{";
    std::printf(",\n\"encode\":");
    for (const auto& [column, texts] : record.encode) {
      std::printf("%s\"%s\":", comma, column.c_str());
      print(texts);
      comma = ",\n";
    }
    std::printf("}}");
    separator = ",\n";
  }
  std::printf("}\n");
}
