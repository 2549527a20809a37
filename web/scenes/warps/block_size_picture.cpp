#include "web/scene/kit.hpp"
#include "web/scenes/warps/block_size.hpp"

namespace loom::scenes {

constexpr Style measured_bar = solid(Role::data), fastest_bar = solid(Role::good),
                model_mark = stroked(Role::ink, 2.5f);

struct BlockSizesDrawing : Picture<BlockSizes> {
  float row_ = by_width(24, 16), first_ = 40;
  float threads_ = by_width(54, 62), warps_ = by_width(98, 168);  // where these numbers end
  float from_ = warps_ + by_width(10, 16), to_ = width_ - by_width(56, 76);
  float bottom_ = first_ + row_ * px(s_.rows.size());
  Scale x_ = {from_, to_, 0, s_.longest_us()};

  float height() const { return bottom_ + 22; }

  void draw() {
    legend();
    column_names(p_, 30, {{threads_, "threads"}, {warps_, by_width("warps", "warps on an SM")}});
    for (const Tick& tick : ticks(x_, narrow_ ? 2 : 5)) {
      upright(p_, x_(tick.value), first_, bottom_, stroked(Role::grid));
      tick_below(p_, {x_(tick.value), bottom_}, tick.text, 12);
    }
    p_.text({from_ - 8, bottom_ + 12}, "µs", ended(quiet));
    BarRows rows(p_, {0, first_, width_, row_}, from_, to_ - from_);
    for (const BlockSizes::Row& row : s_.rows) draw_row(rows, row);
  }

  void legend() {
    Legend legend(p_, {2, 10}, width_);
    legend.add("measured", by_width("measured", "measured on an H200"), measured_bar);
    legend.add("measured", "fastest", fastest_bar);
    legend.tick("model", by_width("model", "the model: at least"), model_mark);
  }

  void draw_row(BarRows& rows, const BlockSizes::Row& row) {
    rows.next(&row == &s_.now());
    in("threads", [&] { rows.cell(threads_, integer(row.threads)); });
    in("warps", [&] { rows.cell(warps_, integer(row.model.occupancy.warps)); });
    if (row.starts())
      times(rows, row);
    else
      refused(rows);
    const Action action = choose("threads", row.threads);
    if (!row.starts())
      rows.does(action, "{}: the launch is refused", Word(row.threads, "thread"));
    else if (row.us > 0)
      rows.does(action, "{}: {} measured, at least {} by the model", Word(row.threads, "thread"),
                quantity(row.us, "µs"), quantity(row.model_us(), "µs"));
    else
      rows.does(action, "{}: not measured, at least {} by the model", Word(row.threads, "thread"),
                quantity(row.model_us(), "µs"));
  }

  void times(const BarRows& rows, const BlockSizes::Row& row) {
    const float model = x_(row.model_us()), y = rows.middle();
    Part part(p_, "measured");
    if (row.us > 0) rows.bar_to(x_(row.us), &row == &s_.fastest() ? fastest_bar : measured_bar, 10);
    const std::string text = row.us > 0 ? significant(row.us) : "not measured";
    p_.text({std::max(model, row.us > 0 ? x_(row.us) : 0.f) + 6, y}, text,
            row.us <= 0         ? quiet
            : &row == &s_.now() ? strong
                                : label);
    part.next("model");
    upright(p_, model, y - 7, y + 7, model_mark);
  }

  void refused(const BarRows& rows) {
    const Part part(p_, "refused");
    cross(p_, {from_ + 6, rows.middle()});
    p_.text({from_ + 18, rows.middle()},
            by_width("does not start", "does not start: too many registers"), label);
  }
};

float BlockSizes::picture(const Sheet& sheet) const { return picture_of(*this, sheet); }

}  // namespace loom::scenes
