// A reference to a base is to a part of the object.
struct B {
  int x;
};
struct D : B {
  int s;
};
__device__ void put(B& b, int v) { b.x = v; }
__device__ B& same_one(B& b) { return b; }
__device__ B& base_of(D& d) { return d; }
__device__ int read(const B& b, D& d) {
  d.x = 50;
  return b.x;
}
template <class T>
struct Shape {
  int n = 1;
  __device__ int area() const { return static_cast<const T*>(this)->own(); }
};
struct Square : Shape<Square> {
  int s;
  __device__ int own() const { return 3 * s; }
};
__device__ int twice(const Shape<Square>& a) { return 2 * a.area(); }

__global__ void k(int* o) {
  D d;
  d.s = 1;
  put(d, 9);
  o[0] = d.x;         // o[0] is 9
  o[1] = read(d, d);  // o[1] is 50
  same_one(d).x = 5;
  o[2] = d.x;  // o[2] is 5
  D a[2];
  put(a[1], 7);
  o[3] = a[1].x;  // o[3] is 7
  __shared__ D t;
  put(t, 8);
  o[4] = t.x;  // o[4] is 8
  D* p = &d;
  put(*p, 6);
  o[5] = d.x;  // o[5] is 6
  Square c;
  c.s = 2;
  o[6] = twice(c);  // o[6] is 12
  auto l = [](B& b) { b.x = 31; };
  l(d);
  o[7] = d.x + d.s;  // o[7] is 32
  base_of(d).x = 17;
  o[8] = d.x;  // o[8] is 17
}
