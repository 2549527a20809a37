// Constructors that are written outside of their structure.
template <class T>
class Range {
 public:
  __device__ Range();
  __device__ __host__ Range(T const& v);
  __device__ Range(T const& l, T const& u, int more = 5);
  __device__ T width() const;
  T low, up;
};
template <class T>
inline __device__ Range<T>::Range() : low(1), up(4) {}
template <class T>
inline __device__ __host__ Range<T>::Range(T const& v) : low(v), up(v) {
  up += 1;
}
template <class T>
__device__ Range<T>::Range(T const& l, T const& u, int more) : low(l), up(u + more) {}
template <class T>
__device__ T Range<T>::width() const {
  return up - low;
}
struct S {
  int a;
  __device__ S(int v);
};
__device__ S::S(int v) { a = 2 * v; }

__global__ void k(int* o) {
  Range<int> a;
  o[0] = a.width();  // o[0] is 3
  Range<double> b(2.5);
  o[1] = (int)(10 * b.up);  // o[1] is 35
  Range<int> c(3, 8);
  o[2] = c.width();  // o[2] is 10
  S s(21);
  o[3] = s.a;  // o[3] is 42
  typedef Range<double> R;
  o[4] = (int)R(1).up;  // o[4] is 2
}
