// What has no value yet: what may be done with it, and what a finding says.
#include "tests/core/cuda/kernels.hpp"

TESTS_OF(core::cuda::values) {

TEST_CASE("Members that never got a value are told") {
  const auto found = [](const std::string& body) {
    std::vector<int> o(32);
    return loom::tests::cuda::Kernel(
               "struct V { int x, y, z; };\nstruct W { V v; int k = 1; };\n"
               "__device__ V made(int t) { V v; v.x = t; if (t % 3 == 0) v.y = t; return v; }\n"
               "__global__ void k(int* o) {\n  int t = threadIdx.x;\n  " +
               body + "\n}")
        .array(o)
        .run({1, 32});
  };
  const std::string used = "is used before it has a value";
  CHECK(found("V v; v.x = 1; v.y = 2; V w = v; o[t] = w.x + w.y + w.z;").find(used) !=
        std::string::npos);
  CHECK(found("V v = made(t); o[t] = v.y;").find(used) != std::string::npos);
  CHECK(found("W w; o[t] = w.v.z;").find(used) != std::string::npos);
  CHECK(found("V v; v.x = 1; v.y = 2; V w = v; o[t] = w.x + w.y;") == "");
  CHECK(found("V v = made(t); o[t] = t % 3 == 0 ? v.y : v.x;") == "");
  CHECK(found("W w; w.v.x = 3; o[t] = w.v.x + w.k;") == "");
}

TEST_CASE("Elements and members without a value may be copied") {
  const auto found = [](const std::string& body) {
    std::vector<int> o(32);
    return loom::tests::cuda::Kernel(
               "struct N { int b[4], n; };\nstruct A { int x, y; };\nstruct P { char c; int i; };\n"
               "struct H { bool hit; float t; };\n"
               "__device__ N some(int k) { N r; r.n = 0; for (int i = 0; i < k; i++) r.b[r.n++] = "
               "i; "
               "return r; }\n"
               "__device__ H hit(int x) { H h; h.hit = x > 1; if (h.hit) h.t = x; return h; }\n"
               "__global__ void k(int* o) {\n  int t = threadIdx.x;\n  __shared__ A s[64];\n" +
               body + "\n}")
        .array(o)
        .run({1, 32});
  };
  struct Pair {
    const char *before, *right, *wrong;
  };
  const Pair pairs[] = {
      {"float w[3]; for (int i = 0; i < 5; i++) { w[0] = w[1]; w[1] = w[2]; w[2] = i; }\n",
       "o[t] = w[0] + w[1];", "float u[2]; w[0] = u[1]; o[t] = w[0];"},
      {"N q = some(2), z = q;\n", "o[t] = z.b[1] + z.n;", "o[t] = z.b[2];"},
      {"P a{1, 2}, b; memcpy(&b, &a, sizeof(P));\n", "o[t] = b.i + b.c;",
       "P c; c.i = 1; memcpy(&a, &c, sizeof(P)); o[t] = a.c;"},
      {"A a[2]; a[0].x = 1; A u = a[0]; a[1] = u;\n", "o[t] = a[1].x;", "o[t] = a[1].y;"},
      {"H h[2]; h[0] = hit(t);\n", "if (h[0].hit) o[t] = h[0].t;", "o[t] = h[0].t;"},
      {"s[t].x = t; s[32 + t] = s[t];\n", "o[t] = s[32 + t].x;", "o[t] = s[32 + t].y;"},
      {"int x[1]; if (t & 1) x[0] = 3; int y = x[0];\n", "o[t] = t & 1 ? y : 0;",
       "o[t] = t & 2 ? y : 0;"},
      {"H h = hit(t);\n", "if (h.hit && h.t < 5) o[t] = 1;", "if (h.hit || h.t < 5) o[t] = 1;"},
  };
  for (const Pair& pair : pairs) {
    CAPTURE(pair.before);
    CHECK(found(std::string(pair.before) + pair.right) == "");
    CHECK(found(std::string(pair.before) + pair.wrong).find("is ") != std::string::npos);
  }
}

TEST_CASE("A structure may be left in global memory without a member, a vector may not") {
  const auto found = [](const std::string& body) {
    std::vector<float> rows(96);
    return loom::tests::cuda::Kernel(
               "struct H { float x[2]; int hit; };\n"
               "__device__ bool look(int i, float& x) { if (i % 2) x = i; return i % 2; }\n"
               "__global__ void k(float* o) {\n  int t = threadIdx.x; H* h = (H*)o;\n" +
               body + "\n}")
        .array(rows)
        .run({1, 16});
  };
  CHECK(found("H a; a.hit = 0; if (t % 2) { a.hit = 1; a.x[t % 3 % 2] = t; } h[t] = a;") == "");
  CHECK(found("H a; float x; a.hit = look(t, x); a.x[0] = a.x[1] = x; h[t] = a;") == "");
  CHECK(found("H a; a.hit = 0; h[t] = a; o[t + 64] = a.x[0];").find("is ") != std::string::npos);
  CHECK(found("H a; a.hit = 0; h[t] = a; o[t + 64] = h[t].x[0];").find("is ") != std::string::npos);
  CHECK(found("float4 v; v.x = 1; ((float4*)o)[t] = v;").find("is ") != std::string::npos);
  CHECK(found("float x; look(t, x); o[t] = x;").find("is ") != std::string::npos);
}

TEST_CASE("A finding names the element and the member that it is about") {
  const auto found = [](const std::string& body) {
    std::vector<float> o(32), a(64);
    return loom::tests::cuda::Kernel(
               "struct V { float x, y, z; };\n__global__ void k(float* o, const float4* a) {\n"
               "  __shared__ float s[32];\n  __shared__ uchar4 c[2];\n  int t = threadIdx.x;\n" +
               body + "\n}")
        .array(o)
        .array(a)
        .run({1, 32});
  };
  const auto about = [&](const std::string& body, const std::string& what) {
    CAPTURE(body);
    CHECK(found(body).find(what) != std::string::npos);
  };
  about("V v; v.x = 1; v.y = t; o[t] = v.x + v.z;", "'v.z' is used before it has a value");
  about("if (t < 3) s[t] = t; float4 v = *(float4*)s; o[t] = v.w;", "s[3] is read before");
  about("c[1].x = c[1].y = c[1].w = 3; uchar4 v = c[1]; o[t] = v.z;", "c[1].z is read before");
  about("s[t] = t; __syncwarp(); if (t == 1) s[2] = 9; float4 v = *(float4*)s; o[t] = v.x;",
        "reads s[2], which thread (1,0,0)");
  about("float4 v = a[t]; o[t] = v.y;", "reads 16 bytes at a[16], but there are 16");
  about("o[t] = a[t].y;", "reads 4 bytes at a[16].y, but there are 16");
}

}  // TESTS_OF(core::cuda::values)
