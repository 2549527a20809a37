// Unions: the bytes of one member are read as another.
union U {
  float f[4];
  unsigned u[4];
  unsigned char b[16];
  __device__ float sum() const { return f[0] + f[1] + f[2] + f[3]; }
  __device__ U() { u[0] = u[1] = u[2] = u[3] = 0; }
};
union D {
  int i = 7;
  float f;
};
template <class A, class B>
union Cast {
  A a;
  B b;
  __device__ explicit Cast(A x) : a(x) {}
};
struct T {
  enum Kind { I, F } kind;
  union {
    int i;
    float f;
  } val;
};
__device__ T made(float f) {
  T t;
  t.kind = T::F;
  t.val.f = f;
  return t;
}
union G {
  unsigned long long q[8];
  unsigned short h[32];
};

__global__ void k(int* o) {
  U u;
  u.f[1] = 2.5f;
  u.f[3] = 1;
  o[0] = u.sum() * 2;  // o[0] is 7
  o[1] = u.b[7];       // o[1] is 64
  D d;
  o[2] = d.i;                                 // o[2] is 7
  o[3] = Cast<float, unsigned>(1.f).b >> 16;  // o[3] is 16256
  T t = made(2.0f);
  o[4] = t.val.i;  // o[4] is 1073741824
  G g{};
  g.q[3] = 0x123456789abcdef0ull;
  G c = g;
  o[5] = c.h[12];  // o[5] is 57072
  U* p = &u;
  U v = *p;
  o[6] = v.u[3];  // o[6] is 1065353216
}
