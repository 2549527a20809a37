// Members that are references.
struct Sum {
  int& total;
  const float& f;
  __device__ Sum(int& t, const float& g) : total(t), f(g) {}
  __device__ void add(int v) { total += v * (int)f; }
};
struct View {
  int (&a)[4];
  __device__ int sum() const {
    int s = 0;
    for (int i = 0; i < 4; ++i) s += a[i];
    return s;
  }
};
struct Counter {
  int& n;
};

__global__ void k(int* o) {
  int t = 1;
  float g = 2;
  Sum a(t, g);
  a.add(3);
  t += 10;
  a.add(1);
  o[0] = t;  // o[0] is 19

  int b[4] = {1, 2, 3, 4};
  View v{b};
  b[0] = 5;
  o[1] = v.sum();  // o[1] is 14
  int n = 3;
  Counter c{n};
  c.n++;
  o[2] = n;  // o[2] is 4

  o[3] = 0;
  Sum w(o[3], g);
  w.add(4);
  // o[3] is 8
}
