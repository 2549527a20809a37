// A string is an array of const char.
__constant__ char c[] = "const";
__device__ char d[8] = "dev";
constexpr const char* g = "glob";
struct N {
  char name[6];
  int v;
};
__device__ int length(const char* s) {
  int n = 0;
  while (*s++) n++;
  return n;
}
__device__ const char* pick(int i) {
  if (i > 3) return "large";
  return i > 1 ? "big" : "sm";
}
template <class T>
__device__ int both(T s) {
  return length(s) + (int)sizeof(T);
}

__global__ void k(int* o) {
  const char* s =
      "hi"
      "there";
  o[0] = s[3];           // o[0] is 104
  o[1] = sizeof("abc");  // o[1] is 4
  o[2] = "abc"[1];       // o[2] is 98
  char t[] = "hey";
  t[0] = 'x';
  o[3] = t[0] + 1000 * sizeof t;  // o[3] is 4120
  char u[8] = "ab";
  o[4] = u[1] + u[5];         // o[4] is 98
  o[5] = c[2] + d[1] + d[7];  // o[5] is 211
  N q[2] = {{"bob", 3}, {"al", 4}};
  o[6] = q[1].name[1] + q[1].v;           // o[6] is 112
  o[7] = length(pick(o[8])) + length(g);  // o[7] is 6
  const char* all[] = {"one", "three"};
  for (const char* each : all) o[8] += length(each);
  o[9] = both("abc");    // o[9] is 11
  o[10] = R"(a\nb)"[1];  // o[10] is 92
  o[11] =
      ("a\x4"
       "1")[2];  // o[11] is 49
  // o[8] is 8
}
