// Bases.
struct A {
  int a = 1;
  __device__ int get() const { return a; }
  static constexpr int id = 7;
};
struct B {
  int b;
  double d = 2;
  __device__ B(int v) : b(v) {}
  __device__ void bump() { ++b; }
};
struct E {};
struct C : A, E, B {
  int a2;
  __device__ C() : B(5), a2(9) {}
  __device__ int all() {
    bump();
    return get() * 1000 + b * 100 + a2;
  }
};
struct D : C {
  int a = 3;
  __device__ int both() const { return a * 10 + A::a; }
};
__device__ int take(const B& b) { return b.b; }
__device__ int through(const B* b) { return b->b * 2; }

__global__ void k(int* o) {
  C c;
  o[0] = c.all();  // o[0] is 1609
  o[1] = take(c);  // o[1] is 6
  D d;
  o[2] = d.both();  // o[2] is 31
  B& r = d;
  r.bump();
  o[3] = d.b;          // o[3] is 6
  o[4] = through(&d);  // o[4] is 12

  o[5] = D::id + (int)sizeof(C);  // o[5] is 39
  A s = d;
  o[6] = s.a;  // o[6] is 1
}
