#include <algorithm>

#include "core/device/measured_h200.hpp"
#include "core/gemm/measured.hpp"
#include "web/scene/kit.hpp"
#include "web/scenes/machine/matmul_tiling.hpp"

namespace loom::scenes {
namespace {

using namespace scene;

constexpr float gap = 20, top = 18, least = 5;  // px; `least`: of what must be seen
constexpr float narrow_panel = 202;

struct Extent {
  float from, to;
};

class Picture {
 public:
  Picture(const TilingPicture& data, Painter& painter, const View& view)
      : d_(data), p_(painter), narrow_(is_narrow(view.width)), row_(narrow_ ? 17 : 20) {
    side_ = side(view.width);
    low_ = top + side_ + gap;
    left_ = narrow_ ? (view.width - 2 * side_ - gap) / 2 : 2;
    right_ = left_ + side_ + gap;
    panel_ = narrow_ ? Rect{2, low_ + side_ + 20, view.width - 4, narrow_panel}
                     : Rect{right_ + side_ + 34, 10, view.width - right_ - side_ - 36, 0};
    tiles_ = (data.n + data.tile - 1) / data.tile;
    tile_ = side_ / static_cast<float>(tiles_);
    matrix_ = side_ * static_cast<float>(data.n) / static_cast<float>(tiles_ * data.tile);
    if (view.step > 0) {
      const double before = static_cast<double>(data.pairs(view.step - 1));
      const double now = static_cast<double>(data.pairs(view.step));
      pairs_ = static_cast<float>(before + (now - before) * static_cast<double>(view.fraction));
    }
    step_ = view.step;
  }

  static float side(float width) { return is_narrow(width) ? 90 : 153; }

  void draw() {
    const Extent row = extent(static_cast<float>((tiles_ - 1) / 3) * tile_);
    const Extent column = extent(static_cast<float>((tiles_ - 1) * 2 / 3) * tile_);
    const float loaded = std::min(pairs_ * tile_, matrix_);
    const Extent now = extent(std::max(0.f, pairs_ - 1) * tile_);
    draw_matrix("a", "A", left_, low_, "along K →");
    path({left_, low_ + row.from, matrix_, row.to - row.from});
    operand({left_, low_ + row.from, loaded, row.to - row.from},
            {left_ + now.from, low_ + row.from, now.to - now.from, row.to - row.from});
    walk(left_, low_, drag_x("step", left_, left_ + side_, 0, d_.steps));
    draw_matrix("b", "B", right_, top, "along K ↓");
    path({right_ + column.from, top, column.to - column.from, matrix_});
    operand({right_ + column.from, top, column.to - column.from, loaded},
            {right_ + column.from, top + now.from, column.to - column.from, now.to - now.from});
    walk(right_, top, drag_y("step", top, top + side_, 0, d_.steps));
    draw_matrix("c", "C", right_, low_, "");
    p_.rect({right_ + column.from, low_ + row.from, column.to - column.from, row.to - row.from},
            {.fill = Role::compute,
             .stroke = Role::compute,
             .fill_opacity = 0.25f + 0.75f * pairs_ / static_cast<float>(d_.tiled.steps)});
    p_.hotspot({{right_, low_, side_, side_},
                plural(d_.tiled.blocks, "tile") + ". One block computes each"});
    p_.end();
    draw_legend();
    draw_bars();
    draw_figures();
    draw_counted();
  }

 private:
  // A tile's edge from `from` on: what of it is inside the matrix.
  Extent extent(float from) const {
    const float to = std::max(std::min(from + tile_, matrix_), from + least);
    const float back = std::max(0.f, to - matrix_);
    return {std::max(0.f, from - back), std::min(to, matrix_)};
  }

  // Frame, tiles, what hangs over. Leaves the part open.
  void draw_matrix(std::string_view part, std::string_view name, float x, float y,
                   std::string_view direction) {
    p_.begin(part);
    p_.text({x, y - 9}, name, strong);
    if (!direction.empty()) p_.text({x + side_, y - 9}, direction, ended(quiet));
    const Style waste{.fill = Role::waste, .texture = Texture::dots};
    if (matrix_ < side_) {
      p_.rect({x + matrix_, y, side_ - matrix_, side_}, waste);
      p_.rect({x, y + matrix_, matrix_, side_ - matrix_}, waste);
    }
    if (tile_ >= 6) Grid{{x, y, side_, side_}, tiles_, tiles_}.lines(p_);
    p_.rect({x, y, matrix_, matrix_}, {.stroke = Role::muted});
  }

  // Where the tile of an operand will walk.
  void path(const Rect& way) {
    if (step_ < d_.steps) p_.rect(way, {.stroke = Role::data, .dashed = true});
  }

  void operand(const Rect& loaded, const Rect& now) {
    if (pairs_ == 0) return;
    p_.rect(loaded, {.fill = Role::data, .fill_opacity = 0.3f});
    p_.rect(now, {.fill = Role::data, .fill_opacity = std::min(1.f, pairs_)});
  }

  void walk(float x, float y, const Action& action) {
    p_.hotspot({{x, y, side_, side_},
                "Each number is loaded " + plural(tiles_, "time") + ". Drag along K to step",
                action});
    p_.end();
  }

  void draw_legend() {
    p_.text({2, top + 8}, "Step " + integer(d_.pairs(step_)) + " of " + integer(d_.tiled.steps),
            strong);
    Legend legend(p_, {2, top + 29}, 2);  // one entry a line
    legend.add(
        "reuse",
        fit({fill("loaded now, used {}× each", {d_.tile}), fill("now, used {}× each", {d_.tile})},
            right_ - 30, Size::small),
        {.fill = Role::data});
    legend.add("", "loaded before", {.fill = Role::data, .fill_opacity = 0.3f});
    legend.add("", "sums of one block", {.fill = Role::compute});
    if (matrix_ < side_)
      legend.add("", "past the edge: masked", {.fill = Role::waste, .texture = Texture::dots});
  }

  // Shares of what the naive loop asks for in all: on one scale for every size.
  void draw_bars() {
    const double share = static_cast<double>(pairs_) / static_cast<double>(d_.tiled.steps);
    const auto naive = static_cast<double>(d_.naive.bytes);
    const Part part(p_, "bytes");
    p_.text({panel_.x, panel_.y}, "Requested from global memory", strong);
    p_.text({panel_.right(), panel_.y}, "full bar: " + binary_bytes(naive), ended(quiet));
    y_ = panel_.y + 13;
    const auto bar = [&](std::string_view name, const gemm::Traffic& traffic) {
      const Rect track{panel_.x + 62, y_, panel_.width - 62 - 74, row_ - 3};
      const double bytes = static_cast<double>(traffic.bytes) * share;
      p_.text({panel_.x, track.center().y}, name, label);
      Stack(p_, track, naive).add(bytes, {.fill = Role::data});
      p_.text({panel_.right(), track.center().y}, binary_bytes(bytes), ended(strong));
      p_.hotspot({track, integer(traffic.loads()) + " numbers for the whole of C"});
      y_ += row_ + 2;
    };
    bar("naive", d_.naive);
    bar(tile_name(d_.tile), d_.tiled);
  }

  void line(std::string_view name, std::string_view naive, std::string_view tiled,
            const TextStyle& style) {
    if (!name.empty()) p_.text({panel_.x, y_}, name, style);
    if (!naive.empty()) p_.text({panel_.right() - 74, y_}, naive, ended(style));
    if (!tiled.empty()) p_.text({panel_.right(), y_}, tiled, ended(style));
    y_ += row_;
  }

  void draw_figures() {
    y_ += row_ - 4;
    line("", "naive", tile_name(d_.tile), strong);
    const auto next = [&](std::string_view part, std::string_view name, const std::string& naive,
                          const std::string& tiled) {
      const Part within(p_, part);
      line(name, naive, tiled, label);
    };
    next("reuse", "Fetches of a number", integer(d_.n) + " ×", integer(tiles_) + " ×");
    next("intensity", "Operations per byte", brief(d_.naive.intensity), brief(d_.tiled.intensity));
    next("shared", "Shared memory per block", "none",
         d_.tile == 1 ? "none" : binary_bytes(static_cast<double>(d_.tiled.shared_bytes)));
    if (!narrow_) {
      next("intensity", "TFLOP/s that HBM could feed", brief(fed_tflops(d_.naive)),
           brief(fed_tflops(d_.tiled)));
      p_.text({panel_.x, y_},
              "H200: " + brief(device::h200::dram_gb_per_s / 1000) + " TB/s measured; FP32 peak " +
                  brief(gemm::h200::fp32_peak_tflops) + " TFLOP/s",
              quiet);
      y_ += row_;
    }
    y_ += 11;
  }

  // What really arrived: caches serve what is asked for again.
  void draw_counted() {
    const Part part(p_, "measured");
    p_.line({panel_.x, y_ - 14}, {panel_.right(), y_ - 14}, {.stroke = Role::grid});
    const gemm::h200::Reads* naive = gemm::h200::counted(d_.n, 1);
    const gemm::h200::Reads* tiled = gemm::h200::counted(d_.n, d_.tile);
    line("Counted on an H200", naive ? "naive" : "", naive ? tile_name(d_.tile) : "", strong);
    if (!naive) return line("only at N = 256 and 1,024", "", "", quiet);
    const auto next = [&](std::string_view name, std::int64_t a, std::int64_t b) {
      line(name, binary_bytes(static_cast<double>(a)),
           b > 0 ? binary_bytes(static_cast<double>(b)) : "–", label);
    };
    next("requested", 4 * naive->loads, tiled ? 4 * tiled->loads : 0);
    next("read from L2", naive->l2_bytes, tiled ? tiled->l2_bytes : 0);
    next("read from HBM", naive->hbm_bytes, tiled ? tiled->hbm_bytes : 0);
  }

  const TilingPicture& d_;
  Painter& p_;
  const bool narrow_;  // a narrow picture leaves some figures to the table
  int tiles_, step_;
  float row_;                        // px: of the panel's lines
  float side_, low_, left_, right_;  // px: of a matrix; where A and C, A, B and C begin
  float tile_, matrix_;  // px: edges of a tile and of the matrix without what hangs over
  float pairs_ = 0;      // of tiles that are loaded
  Rect panel_;
  float y_ = 0;  // of the line of the panel that comes next
};

}  // namespace

std::string tile_name(int tile) { return std::to_string(tile) + "×" + std::to_string(tile); }

double fed_tflops(const gemm::Traffic& traffic) {
  return std::min(gemm::h200::fp32_peak_tflops,
                  traffic.intensity * device::h200::dram_gb_per_s / 1000);
}

float TilingPicture::height(float width) const {
  const float matrices = top + 2 * Picture::side(width) + gap + 2;
  return is_narrow(width) ? matrices + 18 + narrow_panel : matrices;
}

void TilingPicture::draw(Painter& painter, const View& view) const {
  Picture(*this, painter, view).draw();
}

}  // namespace loom::scenes
