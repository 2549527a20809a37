// Operators of enumerations with one operand.
enum class E { a = 1, b = 2 };
enum P { p, q, r };
__device__ E operator~(E e) { return E(7 & ~int(e)); }
__device__ E operator!(E x) { return E(int(x) + 10); }
__device__ int operator*(E x) { return int(x) + 20; }
__device__ E operator-(E x) { return E(int(x) + 40); }
__device__ E& operator++(E& x) {
  x = E(int(x) * 2);
  return x;
}
__device__ E operator++(E& x, int) {
  E o = x;
  x = E(int(x) * 2);
  return o;
}
__device__ P& operator++(P& x) {
  x = P((x + 1) % 3);
  return x;
}

__global__ void k(int* o) {
  E e = E::a;
  o[0] = int(~e);          // o[0] is 6
  o[1] = int(!e);          // o[1] is 11
  o[2] = *e + int(-E::b);  // o[2] is 63
  ++e;
  o[3] = int(e++);  // o[3] is 2
  o[4] = int(e);    // o[4] is 4
  P v = r;
  ++v;
  o[5] = v * 10 + ~q;  // o[5] is -2
  o[6] = !p;           // o[6] is 1
}
