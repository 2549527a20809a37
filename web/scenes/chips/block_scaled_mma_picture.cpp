#include "web/scene/kit.hpp"
#include "web/scenes/chips/block_scaled_mma.hpp"

namespace loom::scenes {

constexpr float scale_high = 15, cell_high = 16, sum_high = 18;
constexpr int narrow_lines = 2;
constexpr Style as_multiplied = stroked(Role::ink, 2), exact = solid(Role::compute, 0.45f),
                code_ground = solid(Role::data, 0.3f), outlier_ground = solid(Role::data),
                zero_ground = solid(Role::grid);

struct BlockScaledMmaDrawing : Picture<BlockScaledMma> {
  const int lines_ = narrow_ ? narrow_lines : 1, pointed_ = view_.pointed;
  float left_ = by_width(22, 24), bars_high_ = by_width(26, 72);
  float line_high_ = 2 * (scale_high + cell_high) + bars_high_ + sum_high + 6;
  float legend_high_ = by_width(38, 22), panels_top_ = legend_high_ + px(lines_) * line_high_ + 18;
  float byte_wide_ = by_width(8.5f, 11.5f), byte_high_ = by_width(1.75f, 3.5f);  // of storage
  float rows_wide_ = by_width(20, 68), noise_wide_ = by_width(43, 54);
  float noise_high_ = by_width(29, 36);
  static constexpr float heads_wide = 40;  // of the rows of noise
  // Narrow, the sentence says the sum. What the operands take, then storage and noise beside each
  // other.
  Rect result_ =
      by_width(Rect{2, panels_top_ - 14, width_ - 4, 14}, Rect{2, panels_top_, 250, 168});
  Rect storage_ =
      by_width(Rect{2, result_.bottom() + 25, 156, 109},
               Rect{286, panels_top_, rows_wide_ + 16 * byte_wide_ + 2, result_.height});
  Rect noise_ = by_width(Rect{168, storage_.y, width_ - 170, storage_.height},
                         Rect{556, panels_top_, 3 * noise_wide_ + heads_wide, result_.height});
  double limit_ = limit();  // of a product's size

  float height() const { return storage_.bottom(); }
  double limit() const {
    double most = 1e-30, second = 1e-30;
    for (int k = 0; k < s_.depth(); ++k) {
      const double size = std::max(std::fabs(s_.product(k)), std::fabs(s_.exact_product(k)));
      second = std::max(second, std::min(size, most));
      most = std::max(size, most);
    }
    // One that towers above all others is cut, and says so.
    return most > 2.5 * second && most < 1e6 * second ? 1.25 * second : most;
  }
  void draw() {
    legend();
    for (int k = 0; k < s_.depth(); ++k) {
      code(false, k);
      code(true, k);
      in("products", [&] { product(k); });
    }
    for (int line = 0; line < lines_; ++line)
      for (const bool of_b : {false, true}) names(line, of_b);
    for (int block = 0; block < s_.blocks(); ++block) {
      scale(false, block);
      scale(true, block);
      in("total", [&] { sum(block); });
    }
    result();
    storage();
    noise();
  }

  int in_line() const { return s_.depth() / lines_; }
  float top(int k) const { return legend_high_ + px(k / in_line()) * line_high_; }
  // The column of an element, as high as it is told.
  Rect column(int k, float down, float high) const {
    const float wide = (width_ - left_ - 2) / px(in_line());
    return {left_ + wide * px(k % in_line()), top(k) + down, wide, high};
  }
  Rect code_cell(bool of_b, int k) const {
    return column(k, scale_high + (of_b ? cell_high : 0), cell_high);
  }

  void legend() {
    Legend legend(p_, {2, 8}, width_, 12);
    legend.add("a", by_width("code", "an element’s code"), code_ground);
    legend.add("a", "zero", zero_ground);
    legend.add("products", by_width("exact", "exact product"), exact);
    legend.line("products", "computed", as_multiplied);
    std::string scale = fill("bars up to ± {}", size_text(limit_));
    for (int k = 0; k < s_.depth(); ++k)
      if (std::fabs(s_.exact_product(k)) > limit_)
        scale += fill("; cut: computed {}, exact {}", size_text(s_.product(k)),
                      size_text(s_.exact_product(k)));
    legend.words(scale);
  }

  void names(int line, bool of_b) {
    const Part part(p_, of_b ? "b" : "a");
    p_.text({2, code_cell(of_b, line * in_line()).center().y}, of_b ? "B" : "A", strong);
  }

  void code(bool of_b, int k) {
    const Part part(p_, of_b ? "b" : "a");
    const Rect cell = code_cell(of_b, k);
    const auto number = static_cast<double>(nth((of_b ? s_.b : s_.a), k));
    const double value = s_.value(of_b, k);
    const bool outlier = !of_b && !s_.own && s_.outlier > 1 && k == gemm::outlier_place;
    p_.rect(inset(cell, 0.75f), outlier ? outlier_ground : value == 0 ? zero_ground : code_ground);
    p_.text(cell.center(), s_.code(of_b, k),
            centered(colored(mono, outlier ? Role::surface : Role::ink)));
    if (pointed_ == k) p_.rect(cell, stroked(Role::ink, 2));
    const double scale = s_.scale(of_b, k / s_.dot.block);
    spot_of(k, cell, Action(), "{}, place {}: {} is stored as {} · {} = {}", of_b ? "B" : "A", k,
            readable(number), readable(scale == 0 ? 0 : value / scale), readable(scale),
            readable(value));
  }

  void product(int k) {
    const Rect plot = column(k, 2 * (scale_high + cell_high), bars_high_);
    const Rect bar = inset(plot, plot.width > 14 ? 3 : 1.5f);
    const double exact_value = s_.exact_product(k), value = s_.product(k);
    if (exact_value != 0) value_bar(p_, band(bar, plot.y, plot.height), exact_value, limit_, exact);
    const double held = std::clamp(value, -limit_, limit_);
    const float y = plot.center().y - px(held / limit_) * (plot.height / 2 - 1);
    p_.line({plot.x + 0.5f, y}, {plot.right() - 0.5f, y}, as_multiplied);
    if (std::fabs(exact_value) > limit_) cut(bar, exact_value > 0);
    spot_of(k, plot, Action(), "Product {}: {}, exact {}", k, readable(value),
            readable(exact_value));
  }

  // Two strokes through a bar that would go on.
  void cut(const Rect& bar, bool up) {
    for (int i = 0; i < 2; ++i) {
      const float y = up ? bar.y + 8 + 4 * px(i) : bar.bottom() - 8 - 4 * px(i);
      p_.line({bar.x - 1, y + 2}, {bar.right() + 1, y - 2}, stroked(Role::surface, 1.5f));
    }
  }

  // What a block shares, over a bracket in every line that the block is in.
  void scale(bool of_b, int block) {
    const Part part(p_, "scales");
    const int first = block * s_.dot.block, last = first + s_.dot.block - 1;
    for (int from = first; from <= last; from += in_line()) {
      const int to = std::min(last, from - from % in_line() + in_line() - 1);
      const float down = of_b ? scale_high + 2 * cell_high : 0;
      const Rect a = column(from, down, scale_high), b = column(to, down, scale_high);
      bracket(p_, a.x + 1, b.right() - 1, of_b ? a.y + 3 : a.bottom() - 3, of_b ? -3.f : 3.f,
              stroked(Role::muted));
      if (from != first) continue;
      const float middle = (a.x + b.right()) / 2, y = of_b ? a.bottom() - 5 : a.y + 5;
      const std::string text = "· " + s_.scale_text(of_b, block);
      const float half = text_width(text, Size::small) / 2 + 4;
      p_.rect({middle - half, a.y, 2 * half, scale_high}, solid(Role::surface));
      p_.text({middle, y}, text, centered(label));
    }
  }

  void sum(int block) {
    const int last = (block + 1) * s_.dot.block - 1,
              first = std::max(block * s_.dot.block, last - last % in_line());
    const float down = 2 * (scale_high + cell_high) + bars_high_;
    const Rect a = column(first, down, sum_high), b = column(last, down, sum_high);
    p_.line({a.x + 2, a.y + 2}, {b.right() - 2, a.y + 2}, stroked(Role::grid));
    const std::string own = size_text(s_.contribution(block)), total = size_text(s_.total(block));
    // Two powers of ten have no room beside those of the next block.
    constexpr size_t both_fit = 16;
    const std::string text = !narrow_ ? fill("{}, total {}", own, total)
                             : own.size() + total.size() > both_fit
                                 ? fill("total {}", total)
                                 : fill("block {}, total {}", own, total);
    hold({(a.x + b.right()) / 2, a.y + 11}, block + 1 == s_.blocks() ? strong : label, 0, width_,
         text);
  }

  void result() {
    if (narrow_) {
      const Part part(p_, "packed");
      const float y = result_.center().y;
      write({result_.x, y}, label, "A: {}", s_.packed_text(false));
      return write({result_.right(), y}, ended(label), "B: {}", s_.packed_text(true));
    }
    const float right = result_.right();
    section(p_, result_.x, right, panels_top_, "The sum");
    Lines lines(p_, {result_.x, panels_top_ + 22}, 18);
    Part part(p_, "total");
    lines.add("In float32, block by block", right, size_text(static_cast<double>(s_.dot.result)),
              strong);
    lines.add("Exact, not quantized", right, size_text(s_.dot.exact));
    const double size = s_.size();
    lines.add("Error, of the products’ sizes", right,
              size > 0 ? percent(std::fabs(s_.error()) / size, 1) : "0%");
    part.next("packed");
    const Rect first = band(result_, lines.next().y - 1, 30);
    packed(first, false);
    packed(band(first, first.y + 42, first.height), true);
  }

  // 32 bytes of shared memory: elements, and what nobody uses.
  void packed(const Rect& box, bool of_b) {
    const numerics::BlockScheme& scheme = of_b ? *s_.b_scheme : *s_.a_scheme;
    const int unused = padding_bytes(*s_.kind, scheme);
    const float y = box.y + 9;
    p_.text({box.x, y}, of_b ? "B in shared memory" : "A in shared memory", label);
    p_.text({box.right(), y}, s_.packed_text(of_b), ended(quiet));
    const Grid bytes{band(box, box.bottom() - 11, 11), gemm::operand_bytes, 1};
    const auto padded = [&](int i) -> std::uint8_t { return i % 16 >= 16 - unused / 2; };
    constexpr Style styles[] = {code_ground, wasted};
    paint_cells(p_, bytes, list_of(gemm::operand_bytes, padded), styles);
    bytes.lines(p_);
    spot(bytes.box, "16 elements of {} bits take {} bytes; {} are unused", scheme.element_bits,
         16 * scheme.element_bits / 8, s_.depth() == 64 ? 0 : unused / 2);
  }

  void storage() {
    const Rect box = storage_;
    section(p_, box.x, box.right(), box.y,
            by_width("Its scales, 512 bytes", "Where its scales are"), by_width("", "512 bytes"));
    const Part part(p_, "storage");
    const Grid tile{
        {box.x + rows_wide_, box.y + by_width(30, 36), 16 * byte_wide_, 32 * byte_high_}, 16, 32};
    if (!narrow_) p_.text({box.x, tile.box.y - 10}, "row mod 32", quiet);
    static constexpr const char* all[] = {"0–31", "32–63", "64–95", "96–127"};
    static constexpr const char* first_row[] = {"row 0", "32", "64", "96"};
    const auto& heads = narrow_ ? first_row : all;
    for (int i = 0; i < 4; ++i)
      p_.text({tile.cells(4 * i, 0, 4).center().x, tile.box.y - 10}, heads[i], centered(quiet));
    p_.rect(tile.box, {.fill = Role::data, .stroke = Role::grid, .fill_opacity = 0.12f});
    for (int i = 1; i < 4; ++i) upright(p_, tile.cells(4 * i, 0).x, tile.box, stroked(Role::grid));
    const std::int64_t first = gemm::scale_offset(s_.row, 0, gemm::scale_tile_blocks);
    const int scales = s_.depth() / s_.dot.block;
    const Rect line = tile.cells(static_cast<int>(first % 16), static_cast<int>(first / 16), 4);
    p_.rect(line, edged(Role::surface, Role::data));
    p_.rect({line.x, line.y, byte_wide_ * px(scales), line.height}, solid(Role::data));
    write({tile.box.x - 5, line.center().y}, ended(label), "{}", s_.row % 32);
    spot(tile.box,
         "512 bytes: the scales of 128 rows, four per row. A line of 16 bytes "
         "has those of rows 32 apart");
    write({box.x, tile.box.bottom() + 14}, label,
          by_width("Row {}: from byte {}", "Row {}: from byte {}, {} an instruction"), s_.row,
          first, Word(scales, "scale"));
  }

  void noise() {
    const Rect box = noise_;
    section(
        p_, box.x, box.right(), box.y,
        fill(by_width("Noise, outlier {} ×", "Noise near an outlier, {} ×"), brief(s_.outlier)));
    const Part part(p_, "noise");
    if (!narrow_) p_.text({box.x, box.y + 20}, "Random rows, FP4, a scale for:", quiet);
    const Grid grid{
        {box.x + heads_wide, box.y + by_width(30, 52), 3 * noise_wide_, 2 * noise_high_}, 3, 2};
    if (narrow_) p_.text({box.x, grid.box.y - 11}, "1 for", quiet);
    for (std::size_t i = 0; i < 3; ++i)
      write({grid.cells(static_cast<int>(i), 0).center().x, grid.box.y - 11}, centered(quiet), "{}",
            noise_blocks[i]);
    for (int fine = 0; fine < 2; ++fine)
      for (int i = 0; i < 3; ++i) {
        const double noise = nth(nth(s_.noise, fine), i);
        const Rect cell = grid.cells(i, fine);
        const bool power = fine == 0 && i == 1, nv = fine == 1 && i == 2;
        const bool here = s_.a_scheme->element == "e2m1" && s_.dot.block == nth(noise_blocks, i) &&
                          s_.a_scheme->tensor_scale == (fine == 1);
        p_.rect(inset(cell, 1), solid(Role::bad, px(0.5 * noise)));
        if (here) p_.rect(inset(cell, 1), stroked(Role::ink, 2));
        const char* name = power ? "MXFP4" : nv ? "NVFP4" : "";
        p_.text({cell.center().x, cell.center().y - (*name ? 7.f : 0.f)}, percent(noise, 1),
                centered(strong));
        if (*name) p_.text({cell.center().x, cell.center().y + 8}, name, centered(label));
        spot(cell, *name ? choose("kind", nv ? "mxf4nvf4" : "mxf4") : Action{},
             "{} scales, one for {} numbers: {} of noise in the other numbers of such "
             "rows",
             fine ? "E4M3" : "E8M0", nth(noise_blocks, i), percent(noise, 1));
      }
    for (int fine = 0; fine < 2; ++fine) {
      const Rect first = grid.cells(0, fine);
      p_.text({box.x, first.center().y}, fine ? "E4M3" : "E8M0", label);
      spot({box.x, first.y, first.x - box.x, first.height},
           fine ? "E4M3 scales: eight steps in each doubling, and one scale for the tensor"
                : "E8M0 scales: powers of two");
    }
    write({box.x, grid.box.bottom() + by_width(14, 16)},
          s_.a_scheme->id == "mxfp8_e4m3" ? strong : label, "MXFP8 E4M3: {}",
          percent(s_.noise_of_eight_bits, 1));
  }
};

float BlockScaledMma::picture(const Sheet& sheet) const { return picture_of(*this, sheet); }

}  // namespace loom::scenes
