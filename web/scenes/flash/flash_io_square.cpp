#include <string>

#include "web/scenes/flash/flash_io_picture.hpp"

namespace loom::scenes {

using namespace scene;
using kernels::FlashSpan;

// A range of blocks along one side, by `block` tokens each: begin and size.
Point FlashIoDrawing::range(std::int64_t begin, std::int64_t end, std::int64_t block) const {
  const auto at = [&](std::int64_t token) {
    return side_ * px(std::min(token, s_.options.n)) / px(s_.options.n);
  };
  return {at(begin * block), at(end * block) - at(begin * block)};
}

// The blocks of outer blocks begin … end − 1; of each, the first `share`. Where a mask leaves one
// range of each, they are as wide as the first one.
void FlashIoDrawing::add_blocks(std::vector<Rect>& to, bool by_row, std::int64_t begin,
                                std::int64_t end, float share) const {
  const kernels::FlashIoOptions& o = s_.options;
  const std::int64_t stride = o.kept.empty() ? end - begin : 1;
  for (std::int64_t outer = begin; outer < end; outer += stride) {
    const Spans spans = kernels::flash_met(o, by_row, outer);
    if (spans.empty()) continue;
    const Point along = range(outer, outer + stride, by_row ? o.block_q : o.block_k),
                all = range(spans.front().begin, spans.back().end, by_row ? o.block_k : o.block_q);
    for (const FlashSpan& span : spans) {
      const Point inner = range(span.begin, span.end, by_row ? o.block_k : o.block_q);
      const float size = std::min(inner.y, all.x + all.y * share - inner.x);
      if (size <= 0) break;
      to.push_back(by_row ? Rect{square_.x + inner.x, square_.y + along.x, size, along.y}
                          : Rect{square_.x + along.x, square_.y + inner.x, along.y, size});
    }
  }
}

// What outer blocks begin … end − 1 are combined with, together.
FlashIoDrawing::Spans FlashIoDrawing::met(bool by_row, std::int64_t begin, std::int64_t end) const {
  std::vector<bool> seen(static_cast<size_t>(by_row ? s_.columns() : s_.rows()));
  for (std::int64_t outer = begin; outer < end; ++outer)
    for (const FlashSpan& span : kernels::flash_met(s_.options, by_row, outer))
      for (std::int64_t inner = span.begin; inner < span.end; ++inner)
        seen[static_cast<size_t>(inner)] = true;
  Spans spans;
  for (size_t i = 0; i < seen.size(); ++i) {
    if (!seen[i]) continue;
    const auto at = static_cast<std::int64_t>(i);
    if (spans.empty() || spans.back().end < at) spans.push_back({at, at});
    spans.back().end = at + 1;
  }
  return spans;
}

void FlashIoDrawing::blocks() {
  const Part part(p_, "blocks");
  const bool by_row = s_.rows_first(step_.backward);
  const std::int64_t rows = s_.rows(), columns = s_.columns(),
                     from = last_.backward == step_.backward ? last_.outer : 0;
  p_.text(by_width(Point{2, 142}, Point{square_.x, 9}),
          by_row           ? "Queries outside, keys inside"
          : step_.backward ? "Backward: keys outside"
                           : "Keys outside, queries inside",
          strong);
  p_.rect(square_, solid(Role::grid, 0.3f));
  done_and_later(by_row, from);
  if (rows <= 32 && columns <= 32)
    Grid{square_, static_cast<int>(columns), static_cast<int>(rows)}.lines(p_, Role::surface);
  if (view_.step > 0) present(from, by_row);
  frames();
  if (s_.options.n <= 8192 && s_.memory == 0) knobs();
}

void FlashIoDrawing::done_and_later(bool by_row, std::int64_t from) {
  const std::int64_t outer = by_row ? s_.rows() : s_.columns(),
                     stride = std::max<std::int64_t>(1, outer / 64);
  std::vector<Rect> later, done;
  for (std::int64_t at = 0; at < outer; at += stride)
    add_blocks(at < from ? done : later, by_row, at, std::min(at + stride, outer));
  p_.rects(later, solid(Role::grid));
  p_.rects(done, solid(Role::data, 0.4f));
}

// What this step computes, keeps on the chip, reads and writes.
void FlashIoDrawing::present(std::int64_t from, bool by_row) {
  std::vector<Rect> now;
  add_blocks(now, by_row, from, step_.outer, view_.fraction);
  p_.rects(now, flash_read_style);
  const kernels::FlashIoOptions& o = s_.options;
  const Point kept = range(from, step_.outer, by_row ? o.block_q : o.block_k);
  if (by_row) {
    p_.rect(left_strip(0, kept), flash_kept_style);
    p_.rect(left_strip(1, kept), flash_write_style);
  } else {
    p_.rect(top_strip(0, kept), flash_kept_style);
    p_.rect(top_strip(1, kept), step_.backward ? flash_write_style : flash_kept_style);
  }
  std::vector<Rect> read, written;
  for (const FlashSpan& span : met(by_row, from, step_.outer)) {
    const Point along = range(span.begin, span.end, by_row ? o.block_k : o.block_q);
    read.push_back(by_row ? top_strip(0, along) : left_strip(0, along));
    read.push_back(by_row ? top_strip(1, along) : left_strip(1, along));
    if (by_row) continue;
    Rect& both = read.back();  // the unfinished result is read and written again
    both.width /= 2;
    written.push_back(both);
    written.back().x += both.width;
  }
  p_.rects(read, flash_read_style);
  p_.rects(written, flash_write_style);
}

Rect FlashIoDrawing::left_strip(int index, Point along) const {
  constexpr float strip = 9;
  return {square_.x - 13 - 13 * px(index), square_.y + along.x, strip, along.y};
}

Rect FlashIoDrawing::top_strip(int index, Point along) const {
  constexpr float strip = 9;
  return {square_.x + along.x, square_.y - 13 - 13 * px(index), along.y, strip};
}

void FlashIoDrawing::frames() {
  const Point all = {0, side_};
  const bool back = step_.backward;
  for (int i = 0; i < 2; ++i) {
    p_.rect(left_strip(i, all), stroked(Role::muted));
    p_.rect(top_strip(i, all), stroked(Role::muted));
    const Rect left = left_strip(i, all), top = top_strip(i, all);
    p_.text({left.right(), left.bottom() + 9}, i == 0 ? "Q" : (back ? "dQ" : "O"), ended(quiet));
    p_.text({top.right() + 5, top.center().y},
            i == 0 ? (back ? "K, V" : "K") : (back ? "dK, dV" : "V"), quiet);
  }
}

void FlashIoDrawing::knobs() {
  const auto at = [&](std::int64_t token) { return side_ * px(token) / px(s_.options.n); };
  const std::int64_t most = std::min<std::int64_t>(1024, s_.options.n);
  const float x = at(std::min(s_.options.block_k, most)),
              y = at(std::min(s_.options.block_q, most));
  knob(p_, {square_.x + x, square_.bottom() + 9}, width_,
       fill("Blocks of {} keys. Drag the edge", s_.options.block_k),
       drag_x("keys", square_.x + at(16), square_.x + at(most), 16, static_cast<double>(most)));
  knob(p_, {square_.right() + 9, square_.y + y}, width_,
       fill("Blocks of {} queries. Drag the edge", s_.options.block_q),
       drag_y("rows", square_.y + at(16), square_.y + at(most), 16, static_cast<double>(most)));
}

}  // namespace loom::scenes
