#include "core/device/measured_h200.hpp"
#include "core/gemm/measured.hpp"
#include "web/scene/kit.hpp"
#include "web/scenes/machine/matmul_tiling.hpp"

namespace loom::scenes {

constexpr float gap = 20, top = 18, least = 5;  // px; `least`: of what must be seen
constexpr float narrow_panel = 202;

struct Extent {
  float from, to;
};

struct MatmulTilingDrawing : Picture<TilingPicture> {
  const int tiles_ = (s_.n + s_.tile - 1) / s_.tile;
  // Edges of a matrix with what hangs over it, of a tile, of the matrix.
  float side_ = by_width(90, 153), tile_ = side_ / px(tiles_);
  float matrix_ = side_ * px(s_.n) / px(tiles_ * s_.tile);
  float low_ = top + side_ + gap;  // where A and C begin; to the left A, to the right B and C
  float left_ = narrow_ ? (width_ - 2 * side_ - gap) / 2 : 2, right_ = left_ + side_ + gap;
  Rect panel_ = by_width(Rect{2, low_ + side_ + 20, width_ - 4, narrow_panel},
                         Rect{right_ + side_ + 34, 10, width_ - right_ - side_ - 36, 0});
  float pairs_ =  // of tiles that are loaded
      view_.step == 0 ? 0 : px(now([&](int step) { return static_cast<double>(s_.pairs(step)); }));
  float row_ = by_width(17, 20), y_ = panel_.y + 13;  // of the panel's lines; where the next one is

  float height() const {
    const float matrices = top + 2 * side_ + gap + 2;
    return narrow_ ? matrices + 18 + narrow_panel : matrices;
  }
  void draw() {
    const Extent row = extent(px((tiles_ - 1) / 3) * tile_);
    const Extent column = extent(px((tiles_ - 1) * 2 / 3) * tile_);
    const float loaded = std::min(pairs_ * tile_, matrix_);
    const Extent now = extent(std::max(0.f, pairs_ - 1) * tile_);
    const float high = row.to - row.from, wide = column.to - column.from, y = low_ + row.from,
                x = right_ + column.from, step = now.to - now.from;
    operand("a", "A", {left_, low_, side_, side_}, "along K →", {left_, y, matrix_, high},
            {left_, y, loaded, high}, {left_ + now.from, y, step, high},
            drag_x("step", left_, left_ + side_, 0, s_.steps));
    operand("b", "B", {right_, top, side_, side_}, "along K ↓", {x, top, wide, matrix_},
            {x, top, wide, loaded}, {x, top + now.from, wide, step},
            drag_y("step", top, top + side_, 0, s_.steps));
    const Rect c = {right_, low_, side_, side_};
    Part part(p_, "c");
    matrix("C", c, "");
    p_.rect({x, y, wide, high}, {.fill = Role::compute,
                                 .stroke = Role::compute,
                                 .fill_opacity = 0.25f + 0.75f * pairs_ / px(s_.tiled.steps)});
    spot(c, plural(s_.tiled.blocks, "tile") + ". One block computes each");
    part.end();
    legend();
    in("bytes", [&] { bars(); });
    figures();
    in("measured", [&] { counted(); });
  }

  // A tile's edge from `from` on: what of it is inside the matrix.
  Extent extent(float from) const {
    const float to = std::max(std::min(from + tile_, matrix_), from + least);
    const float back = std::max(0.f, to - matrix_);
    return {std::max(0.f, from - back), std::min(to, matrix_)};
  }

  // Frame, tiles, what hangs over.
  void matrix(std::string_view name, const Rect& all, std::string_view direction) {
    p_.text({all.x, all.y - 9}, name, strong);
    if (!direction.empty()) p_.text({all.right(), all.y - 9}, direction, ended(quiet));
    if (matrix_ < side_) {
      p_.rect({all.x + matrix_, all.y, side_ - matrix_, side_}, wasted);
      p_.rect({all.x, all.y + matrix_, matrix_, side_ - matrix_}, wasted);
    }
    if (tile_ >= 6) Grid{all, tiles_, tiles_}.lines(p_);
    p_.rect({all.x, all.y, matrix_, matrix_}, stroked(Role::muted));
  }

  // A and B: the way that its tile goes, what is loaded of it, and the tile now.
  void operand(std::string_view part_name, std::string_view name, const Rect& all,
               std::string_view direction, const Rect& way, const Rect& loaded, const Rect& now,
               const Action& action) {
    const Part part(p_, part_name);
    matrix(name, all, direction);
    if (view_.step < s_.steps) p_.rect(way, dashed(Role::data));
    if (pairs_ > 0) {
      p_.rect(loaded, solid(Role::data, 0.3f));
      p_.rect(now, solid(Role::data, std::min(1.f, pairs_)));
    }
    spot(all, action, "Each number is loaded {}. Drag along K to step", Word(tiles_, "time"));
  }

  void legend() {
    write({2, top + 8}, strong, "Step {} of {}", s_.pairs(view_.step), s_.tiled.steps);
    Legend legend(p_, {2, top + 29}, 2);  // one entry a line
    legend.write(
        "reuse", solid(Role::data),
        fit({fill("loaded now, used {}× each", s_.tile), fill("now, used {}× each", s_.tile)},
            right_ - 30, Size::small));
    legend.add("", "loaded before", solid(Role::data, 0.3f));
    legend.add("", "sums of one block", solid(Role::compute));
    if (matrix_ < side_) legend.add("", "past the edge: masked", wasted);
  }

  // Shares of what the naive loop asks for in all: on one scale for every size.
  void bars() {
    const double share = static_cast<double>(pairs_) / static_cast<double>(s_.tiled.steps);
    const auto naive = static_cast<double>(s_.naive.bytes);
    p_.text({panel_.x, panel_.y}, "Requested from global memory", strong);
    p_.text({panel_.right(), panel_.y}, "full bar: " + binary_bytes(naive), ended(quiet));
    const auto bar = [&](std::string_view name, const gemm::Traffic& traffic) {
      const Rect track{panel_.x + 62, y_, panel_.width - 62 - 74, row_ - 3};
      const double bytes = static_cast<double>(traffic.bytes) * share;
      p_.text({panel_.x, track.center().y}, name, label);
      Stack(p_, track, naive).add(bytes, solid(Role::data));
      p_.text({panel_.right(), track.center().y}, binary_bytes(bytes), ended(strong));
      spot(track, integer(traffic.loads()) + " numbers for the whole of C");
      y_ += row_ + 2;
    };
    bar("naive", s_.naive);
    bar(tile_name(s_.tile), s_.tiled);
  }

  void line(std::string_view name, std::string_view naive, std::string_view tiled,
            const TextStyle& style) {
    if (!name.empty()) p_.text({panel_.x, y_}, name, style);
    if (!naive.empty()) p_.text({panel_.right() - 74, y_}, naive, ended(style));
    if (!tiled.empty()) p_.text({panel_.right(), y_}, tiled, ended(style));
    y_ += row_;
  }

  void figures() {
    y_ += row_ - 4;
    line("", "naive", tile_name(s_.tile), strong);
    const auto next = [&](std::string_view part, std::string_view name, const std::string& naive,
                          const std::string& tiled) {
      const Part within(p_, part);
      line(name, naive, tiled, label);
    };
    next("reuse", "Fetches of a number", fill("{} ×", s_.n), fill("{} ×", tiles_));
    next("intensity", "Operations per byte", brief(s_.naive.intensity), brief(s_.tiled.intensity));
    next("shared", "Shared memory per block", "none",
         s_.tile == 1 ? "none" : binary_bytes(s_.tiled.shared_bytes));
    if (!narrow_) {
      next("intensity", "TFLOP/s that HBM could feed", brief(gemm::h200::fed_tflops(s_.naive)),
           brief(gemm::h200::fed_tflops(s_.tiled)));
      write({panel_.x, y_}, quiet, "H200: {} TB/s measured; FP32 peak {} TFLOP/s",
            brief(device::h200::dram_gb_per_s / 1000), brief(gemm::h200::fp32_peak_tflops));
      y_ += row_;
    }
    y_ += 11;
  }

  // What really arrived: caches serve what is asked for again.
  void counted() {
    level(p_, y_ - 14, panel_, stroked(Role::grid));
    const gemm::h200::Reads* naive = gemm::h200::counted(s_.n, 1);
    const gemm::h200::Reads* tiled = gemm::h200::counted(s_.n, s_.tile);
    line("Counted on an H200", naive ? "naive" : "", naive ? tile_name(s_.tile) : "", strong);
    if (!naive) return line("only at N = 256 and 1,024", "", "", quiet);
    const auto next = [&](std::string_view name, std::int64_t a, std::int64_t b) {
      line(name, binary_bytes(a), b > 0 ? binary_bytes(b) : "–", label);
    };
    next("requested", 4 * naive->loads, tiled ? 4 * tiled->loads : 0);
    next("read from L2", naive->l2_bytes, tiled ? tiled->l2_bytes : 0);
    next("read from HBM", naive->hbm_bytes, tiled ? tiled->hbm_bytes : 0);
  }
};

float TilingPicture::picture(const Sheet& sheet) const { return picture_of(*this, sheet); }

}  // namespace loom::scenes
