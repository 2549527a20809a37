// Which descriptors and loads tma.cu tries.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <utility>
#include <vector>

struct TmaDescriptor {
  int element_bytes;
  long long width, height, pitch;  // elements, rows, bytes from row to row
  int box_width, box_height, swizzle;
  int base = 0;  // bytes from a 256-byte boundary
};

struct TmaLoad {
  TmaDescriptor descriptor;
  int x, y;          // the box's corner
  int misalign = 0;  // of the destination from a 1024-byte boundary

  int bytes() const {
    return descriptor.element_bytes * descriptor.box_width * descriptor.box_height;
  }
};

inline std::vector<TmaDescriptor> tma_descriptors() {
  std::vector<TmaDescriptor> all;
  for (const int e : {1, 2, 4, 8}) {
    const auto plain = [&](int box_width, int box_height = 8, int swizzle = 0) {
      return TmaDescriptor{e, 512, 64, 512 * e, box_width, box_height, swizzle};
    };
    for (const int swizzle : {0, 32, 64, 128}) {
      for (const int width : {1,  2,  3,  4,   6,   8,   10,  12,  14,  16,  20,  24,  32,  40, 48,
                              64, 80, 96, 112, 128, 144, 160, 192, 224, 240, 255, 256, 257, 272})
        all.push_back(plain(width, 8, swizzle));
    }
    for (const int height : {0, 1, 3, 255, 256, 257}) all.push_back(plain(16, height));
    all.push_back(plain(0));
    for (const long long pitch : {0, 8, 16, 24, 32, 496, 504, 512, 513, 514, 516, 520, 528, 544})
      for (const long long width : {16, 32, 64}) {
        TmaDescriptor d = plain(16);
        d.width = width, d.pitch = pitch;
        all.push_back(d);
      }
    for (const long long pitch : {(1ll << 40) - 16, 1ll << 40, (1ll << 40) + 16}) {
      TmaDescriptor d = plain(16);
      d.pitch = pitch;
      all.push_back(d);
    }
    for (const int base : {1, 2, 4, 8, 12, 16, 24, 32, 48, 64, 128}) {
      TmaDescriptor d = plain(16);
      d.base = base;
      all.push_back(d);
    }
    for (const long long size :
         {0ll, 1ll, 3ll, 1ll << 31, (1ll << 32) - 1, 1ll << 32, (1ll << 32) + 1}) {
      TmaDescriptor wide = plain(16), high = plain(16);
      wide.width = size, wide.pitch = std::max(512ll, (size * e + 15) & ~15ll);
      high.height = size;
      all.push_back(wide);
      all.push_back(high);
    }
  }
  return all;
}

// Loads that fault are slow, as each needs a fresh process: a few of each kind.
inline std::vector<TmaLoad> tma_loads() {
  std::vector<TmaLoad> all;
  // Over every edge, at origins that are multiples of 16 bytes.
  int turn = 0;
  const auto misalign = [&] {
    return std::initializer_list<int>{0, 128, 256, 512}.begin()[turn++ % 4];
  };
  for (const int e : {1, 2, 4, 8})
    for (const int swizzle : {0, 32, 64, 128})
      for (const int inner : {16, 32, 64, 128}) {
        if (swizzle > 0 && inner > swizzle) continue;
        const int w = inner / e, h = inner > 32 ? 9 : 18, piece = 16 / e;
        const long long width = w + 5, height = h + 2;
        const TmaDescriptor d{e, width, height, (width * e + 31) & ~15ll, w, h, swizzle};
        for (const auto& [x, y] : {std::pair{0, 0},
                                   {-piece, -1},
                                   {piece, 2},
                                   {w, 1},
                                   {-w, 0},
                                   {2 * w, 3},
                                   {0, h},
                                   {piece, -h},
                                   {0, h + 2}})
          all.push_back({d, x, y, misalign()});
      }
  // Every origin in bytes: which does the instruction take?
  for (const int e : {1, 2, 4, 8})
    for (int x = -17 / e; x <= 17 / e; ++x) all.push_back({{e, 40 / e, 4, 48, 16 / e, 2, 0}, x, 1});
  for (const int swizzle : {32, 64, 128})
    for (const int x : {1, 8, 16}) all.push_back({{1, 40, 4, 48, 16, 2, swizzle}, x, 1});
  // A matrix narrower than the box, rows that overlap, and boxes far outside.
  all.push_back({{2, 5, 3, 16, 16, 4, 0}, 0, 0});
  all.push_back({{2, 20, 3, 16, 16, 4, 0}, 0, 0});
  all.push_back({{1, 40, 4, 48, 16, 2, 0}, 1 << 30, 0});
  all.push_back({{1, 40, 4, 48, 16, 2, 0}, 0, -(1 << 30)});
  // Where the destination may be.
  for (const int swizzle : {0, 32, 64, 128})
    for (const int off : {16, 64, 128, 384})
      all.push_back({{1, 40, 12, 48, 32, 10, swizzle}, 0, 0, off});
  return all;
}
