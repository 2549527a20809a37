// Where an access of a statement over several lines counts.
struct alignas(16) Wide {
  float a, b, c, d;
};
__device__ float& element(float* p, int i) {
  return p[i];
}
extern "C" __global__ void places(float* out, const float* in, float4* wide, const Wide* many) {
  int t = threadIdx.x;
  out[t] = in[t +
              1];
  out[t + 32] = *(in +
                  t + 64);
  out[t + 64]
      = in[t + 128];
  out[
      t + 96] = in[t + 192];
  out[t + 128] +=
      in[t + 256];
  wide[t + 32] =
      wide[t];
  wide
      [t + 64] =
          wide[t + 96];
  float4 four = make_float4(in[t + 300], 1,
                            in[t + 340], 2);
  wide[t + 128] =
      four;
  out[t + 160] = (
      in
      [t + 400]
      );
  out[t + 192] = many
      [t].
      b;
  out[t + 224] =
      element(out,
              t + 600);
  element(out, t + 256) =
      in[t + 450];
  out[t + 288 +
      0] = out[t + 320 +
               0] = in[t + 500];
  float x = in[t + 540]
      > 3 ? in[t + 580]
          : in[t + 620];
  out[t + 352] = x;
  out[t + 384]++
      ;
  out[t + 416] = -
      in[t + 660];
  out[t + 448] = (float)
      in[t + 700];
}
