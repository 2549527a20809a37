// A specialization belongs to the template that is chosen, with the same types.
template <class T>
__device__ T r(float) {
  return 99;
}
template <>
__device__ int r(float f) {
  return (int)f;
}
template <class R, class A>
__device__ R two(A a) {
  return 5;
}
template <>
__device__ int two<int, float>(float a) {
  return (int)(a * 2);
}
template <>
__device__ float two<float>(float a) {
  return a * 3;
}
template <class T>
__device__ T declared(float);
template <>
__device__ int declared<>(float f) {
  return (int)f + 1;
}

__global__ void k(int* o) {
  o[0] = r<int>(1.5f);           // o[0] is 1
  o[1] = r<long>(1.5f);          // o[1] is 99
  o[2] = two<int>(1.5f);         // o[2] is 3
  o[3] = 10 * two<float>(1.5f);  // o[3] is 45
  o[4] = two<double>(1.5f);      // o[4] is 5
  o[5] = declared<int>(3.5f);    // o[5] is 4
}
