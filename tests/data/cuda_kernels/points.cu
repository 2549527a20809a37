// An array of structs, member by member.
struct Point {
  float x, y, z;
  int id;
};
__global__ void points(Point* p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float d = p[i].x * p[i].x + p[i].y * p[i].y;
    p[i].z = d;
    p[i].id = i % 7;
  }
}
