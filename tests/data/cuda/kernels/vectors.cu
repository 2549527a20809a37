// Loads and stores of several numbers at once.
extern "C" __global__ void axpy4(float4* y, const float4* x, float a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float4 p = x[i];
    float4 q = y[i];
    q.x += a * p.x;
    q.y += a * p.y;
    q.z += a * p.z;
    q.w += a * p.w;
    y[i] = q;
  }
}

extern "C" __global__ void pairs(float2* out, const float* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float2* two = reinterpret_cast<const float2*>(in);
  if (i < n) {
    float2 p = two[i];
    out[i] = make_float2(p.y, p.x - p.y);
  }
}

extern "C" __global__ void quads(int4* out, const int4* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int4 v = in[n - 1 - i];
    out[i] = make_int4(v.w, v.z, v.y, v.x ^ i);
  }
}

extern "C" __global__ void gray(unsigned char* out, const uchar4* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    uchar4 c = in[i];
    out[i] = (unsigned char)((c.x * 77 + c.y * 150 + c.z * 29) >> 8);
  }
}

extern "C" __global__ void wide_pairs(double2* d, longlong2* l, const double2* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    double2 v = in[i];
    d[i] = {v.y * 2.0, v.x / 3.0};
    l[i] = make_longlong2((long long)v.x, (long long)(v.y * 1000.0));
  }
}

extern "C" __global__ void threes(float3* out, const float3* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float3 v = in[i];
    out[i] = make_float3(v.y * v.z, v.z * v.x, v.x * v.y);
  }
}

extern "C" __global__ void through_shared4(float4* out, const float4* in) {
  __shared__ float4 tile[64];
  int t = threadIdx.x;
  tile[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  out[blockIdx.x * blockDim.x + t] = tile[blockDim.x - 1 - t];
}

extern "C" __global__ void read_only(float* out, const float* in, const int* where, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int at = __ldg(&where[i]);
    float v = __ldg(in + at);
    out[i] = v * 2.0f;
  }
}
