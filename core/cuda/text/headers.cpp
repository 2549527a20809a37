#include <algorithm>

#include "core/cuda/text/preprocess.hpp"
#include "core/text/nearest.hpp"
#include "core/text/word_list.hpp"

namespace loom::cuda {
namespace {

constexpr std::string_view headers =
    "algorithm array assert.h cassert cfloat chrono climits cmath cooperative_groups.h "
    "cooperative_groups/details/info.h cooperative_groups/memcpy_async.h "
    "cooperative_groups/reduce.h cooperative_groups/scan.h crt/mma.h cstddef cstdint "
    "cstdio cstdlib cstring ctime cuComplex.h cublas.h cublasLt.h cublas_v2.h cuda.h "
    "cuda/atomic cuda/barrier cuda/pipeline cuda/std/cstdint cudaEGL.h cuda_bf16.h "
    "cuda_fp16.h cuda_fp8.h cuda_gl_interop.h cuda_pipeline.h cuda_pipeline_primitives.h "
    "cuda_profiler_api.h cuda_runtime.h cuda_runtime_api.h cuda_texture_types.h cudnn.h "
    "cufft.h curand.h curand_kernel.h cusolverDn.h cusparse.h device_launch_parameters.h "
    "driver_types.h float.h fstream functional iomanip iostream limits limits.h map math.h "
    "math_constants.h memory memory.h mma.h numeric nvrtc.h random "
    "sm_60_atomic_functions.h sstream stdbool.h stddef.h stdint.h stdio.h stdlib.h string "
    "string.h time.h tuple type_traits unistd.h utility vector vector_functions.h "
    "vector_types.h";

}  // namespace

bool known_header(std::string_view name) { return number_in(headers, name) >= 0; }

// Only for slips in CUDA's own: what else the host includes does not matter here.
std::string nearest_header(std::string_view name) {
  const std::vector<std::string_view> all = words_in(headers);
  const std::string_view near = nearest(name, all);
  return near.starts_with("cuda") || near.starts_with("cooperative") ? did_you_mean(name, all) : "";
}

std::string_view header_macro_lines() {
  return R"(__CUDACC__ 1
_Pragma(text)
__linux__ 1
__x86_64__ 1
__NVCC__ 1
__CUDA_ARCH__ 900
__CUDACC_VER_MAJOR__ 12
__CUDACC_VER_MINOR__ 8
CUDART_VERSION 12080
CUDA_VERSION 12080
__cplusplus 201703L
M_E 2.7182818284590452354
M_LOG2E 1.4426950408889634074
M_LOG10E 0.43429448190325182765
M_LN2 0.69314718055994530942
M_LN10 2.30258509299404568402
M_PI 3.14159265358979323846
M_PI_2 1.57079632679489661923
M_PI_4 0.78539816339744830962
M_1_PI 0.31830988618379067154
M_2_PI 0.63661977236758134308
M_2_SQRTPI 1.12837916709551257390
M_SQRT2 1.41421356237309504880
M_SQRT1_2 0.70710678118654752440
INFINITY __int_as_float(0x7f800000)
HUGE_VALF __int_as_float(0x7f800000)
HUGE_VAL __longlong_as_double(0x7ff0000000000000ll)
NAN __int_as_float(0x7fffffff)
CUDART_INF_F __int_as_float(0x7f800000)
CUDART_NAN_F __int_as_float(0x7fffffff)
CUDART_INF __longlong_as_double(0x7ff0000000000000ll)
CUDART_NAN __longlong_as_double(0xfff8000000000000ull)
CUDART_ZERO_FP16 __ushort_as_half(0)
CUDART_ONE_FP16 __ushort_as_half(0x3c00)
CUDART_PI_F 3.141592654f
CUDART_PI 3.1415926535897931e+0
CUDART_PIO2_F 1.570796327f
CUDART_SQRT_TWO_F 1.414213562f
CUDART_ONE_F 1.0f
CUDART_ZERO_F 0.0f
CUDART_MAX_NORMAL_F __int_as_float(0x7f7fffff)
CUDART_LN2_F 0.693147181f
CUDART_L2E_F 1.442695041f
FLT_MAX 3.40282346638528859812e+38F
FLT_MIN 1.17549435082228750797e-38F
FLT_EPSILON 1.19209289550781250000e-7F
DBL_MAX 1.79769313486231570815e+308
DBL_MIN 2.22507385850720138309e-308
DBL_EPSILON 2.22044604925031308085e-16
CHAR_BIT 8
CHAR_MIN (-128)
CHAR_MAX 127
SCHAR_MAX 127
UCHAR_MAX 255
SHRT_MIN (-32768)
SHRT_MAX 32767
USHRT_MAX 65535
INT_MIN (-2147483647-1)
INT_MAX 2147483647
UINT_MAX 4294967295u
LONG_MIN (-9223372036854775807l-1l)
LONG_MAX 9223372036854775807l
ULONG_MAX 18446744073709551615ul
LLONG_MIN (-9223372036854775807ll-1ll)
LLONG_MAX 9223372036854775807ll
ULLONG_MAX 18446744073709551615ull
INT8_MIN (-128)
INT8_MAX 127
UINT8_MAX 255
INT16_MIN (-32768)
INT16_MAX 32767
UINT16_MAX 65535
INT32_MIN (-2147483647-1)
INT32_MAX 2147483647
UINT32_MAX 4294967295u
INT64_MIN (-9223372036854775807l-1l)
INT64_MAX 9223372036854775807l
UINT64_MAX 18446744073709551615ul
SIZE_MAX 18446744073709551615ul
NULL 0
__FLT_MAX__ 3.40282346638528859812e+38F
__FLT_MIN__ 1.17549435082228750797e-38F
__FLT_EPSILON__ 1.19209289550781250000e-7F
__DBL_MAX__ 1.79769313486231570815e+308
__INT_MAX__ 2147483647
assert(x) __loom_assert(x, #x)
RAND_MAX 2147483647
EXIT_SUCCESS 0
EXIT_FAILURE 1
__restrict__
__restrict
restrict
__inline__ inline
__inline inline
)";
}

}  // namespace loom::cuda
