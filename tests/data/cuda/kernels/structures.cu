// Structures: in arrays, by value, with functions and operators; enumerations.
struct Particle {
  float x, y, z;
  int cell;
  __device__ float size() const { return x * x + y * y + z * z; }
  __device__ void move(float dx, float dy) {
    x += dx;
    y += dy;
  }
};

struct Mixed {
  char tag;
  double weight;
  short count;
  int place;
};

struct Window {
  int first, last;
  float scale;
};

struct Complex {
  float re, im;
  __host__ __device__ Complex(float r = 0.0f, float i = 0.0f) : re(r), im(i) {}
  __host__ __device__ Complex operator*(const Complex& o) const { return Complex(re * o.re - im * o.im, re * o.im + im * o.re); }
  __host__ __device__ Complex& operator+=(const Complex& o) {
    re += o.re;
    im += o.im;
    return *this;
  }
};
__host__ __device__ inline Complex operator+(Complex a, const Complex& b) { return a += b; }

enum Kind { circle, square = 5, triangle };
enum class Mode : unsigned char { keep, twice, negative };

extern "C" __global__ void particles(Particle* all, float* sizes, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    Particle p = all[i];
    p.move(0.5f, -0.25f);
    p.cell = (int)(p.x) * 3 + (int)p.y;
    sizes[i] = p.size();
    all[i] = p;
  }
}

extern "C" __global__ void members(Particle* all, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float x = all[i].x;
    all[i].z = x * 2.0f;
    all[i].cell += 1;
  }
}

extern "C" __global__ void mixed(Mixed* all, double* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    Mixed* m = &all[i];
    m->count = (short)(m->count * 300);
    m->place = m->tag - (int)sizeof(Mixed);
    out[i] = m->weight * m->count;
  }
}

extern "C" __global__ void window(float* out, const float* in, Window w) {
  int i = w.first + (int)(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < w.last)
    out[i] = in[i] * w.scale;
}

extern "C" __global__ void complexes(Complex* out, const Complex* in, int n, int power) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    Complex z = in[i], sum;
    Complex p(1.0f);
    for (int k = 0; k < power; ++k) {
      sum = sum + p;
      p = p * z;
    }
    out[i] = sum;
  }
}

extern "C" __global__ void kinds(int* out, const int* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Kind kind = in[i] % 3 == 0 ? circle : in[i] % 3 == 1 ? square : triangle;
  Mode mode = static_cast<Mode>(in[i] % 3);
  int value = 0;
  switch (kind) {
    case circle: value = 1; break;
    case square: value = 4;
    case triangle: value += 3; break;
  }
  if (mode == Mode::twice) value *= 2;
  if (mode == Mode::negative) value = -value;
  out[i] = value * 10 + kind;
}
