// Lambdas copy what they capture by value.
struct S {
  int v;
  int a[2];
  __device__ int f() {
    auto l = [*this] { return v + a[1]; };
    auto m = [=] { return v; };
    v = 50;
    a[1] = 60;
    return l() * 100 + m();
  }
};

__global__ void k(int* o) {
  __shared__ int s[2];
  s[0] = 1;
  int a[3] = {1, 2, 3};
  auto f = [a](int i) { return a[i]; };
  auto g = [=](int i) { return a[i] + s[0]; };
  auto h = [&](int i) { return a[i]; };
  a[1] = 9;
  s[0] = 5;
  o[0] = f(1);  // o[0] is 2
  o[1] = g(1);  // o[1] is 7
  o[2] = h(1);  // o[2] is 9
  S t{1, {2, 3}};
  o[3] = t.f();  // o[3] is 450
  int x = 1;
  int* p = &x;
  auto l = [x] { return x; };
  *p = 5;
  o[4] = l();  // o[4] is 1
  int& r = x;
  auto m = [r] { return r; };
  x = 6;
  o[5] = m();  // o[5] is 5
  auto n = [&y = x] { return y; };
  x = 8;
  o[6] = n();  // o[6] is 8
  auto q = [x] {
    const int* p = &x;
    return *p;
  };
  x = 1;
  o[7] = q();  // o[7] is 8
}
