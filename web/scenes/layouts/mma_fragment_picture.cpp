#include <algorithm>
#include <array>
#include <iterator>
#include <optional>

#include "web/scene/kit.hpp"
#include "web/scenes/layouts/mma_fragment.hpp"

namespace loom::scenes {
namespace {

using layout::Element;
using layout::Operand;
using namespace scene;

// What a hotspot names: a thread, or one of its values.
constexpr int per_thread = 256, whole_thread = per_thread - 1;

constexpr Role pair_roles[] = {Role::series_1, Role::series_2, Role::series_3, Role::series_4};
constexpr float tint = 0.35f;
constexpr Style chosen = {.fill = Role::lane}, astray = {.fill = Role::bad, .fill_opacity = 0.5f};
constexpr TextStyle on_chosen = {
    .role = Role::surface, .size = Size::small, .align = Align::middle};
constexpr Style named = {.stroke = Role::data, .stroke_width = 2.5f};
constexpr Style here = {.stroke = Role::ink, .stroke_width = 2.5f};

struct Layout {
  explicit Layout(float picture_width) : narrow(is_narrow(picture_width)), width(picture_width) {
    const float top = narrow ? 80.f : 56.f, left = narrow ? 24.f : 28.f;
    matrix = {left, top, narrow ? width - left - 4 : 328.f, narrow ? 208.f : 272.f};
    below = {left, matrix.bottom() + (narrow ? 6.f : 10.f), matrix.width, narrow ? 38.f : 52.f};
    const float right = narrow ? 2.f : 392.f;
    lanes = {right, narrow ? below.bottom() + 24 : top, width - 2 - right, narrow ? 148.f : 272.f};
    registers = {right, lanes.bottom() + (narrow ? 24.f : 36.f), lanes.width, narrow ? 22.f : 26.f};
  }
  float height() const { return registers.bottom() + 4; }

  bool narrow;
  float width;
  Rect matrix, below, lanes, registers;
};

class Drawing {
 public:
  Drawing(const MmaFragmentState& state, Painter& painter, const View& view)
      : s_(state),
        p_(painter),
        at_(view.width),
        grid_{at_.matrix, s_.shown().columns, s_.shown().rows},
        lanes_{at_.lanes, 4, 8},
        lit_(lit(view.pointed)) {}

  void run() {
    legend();
    heads();
    if (!s_.fragment) return shared();
    elements();
    threads();
    registers();
    if (s_.warpgroup())
      overview();
    else
      words();
  }

 private:
  int last_value() const { return s_.first_value() + s_.shown_values(); }
  // Two values a color: they are neighbors in one register, or two sums side by side.
  int color(int value) const {
    return (value - s_.first_value()) / (s_.atom->bytes == 4 && s_.operand != Operand::c ? 1 : 2);
  }
  Style ground(int thread, int value) const {
    if (!s_.right(thread, value)) return astray;
    return {.fill = pair_roles[color(value)], .fill_opacity = tint};
  }
  Rect cell(const Element& element) const {
    const Element corner = s_.corner();
    return grid_.cells(element.column - corner.column, element.row - corner.row);
  }
  Rect slot(int lane, int value) const {
    const Rect box = inset(lanes_.cell(lane), 2);
    const float number = at_.narrow ? 18 : 25;
    const int columns = s_.shown_values() < 4 ? s_.shown_values() : 4,
              rows = (s_.shown_values() + 3) / 4, index = value - s_.first_value();
    return Grid{{box.x + number, box.y, box.width - number, box.height}, columns, rows}.cell(index);
  }
  std::optional<layout::Slot> lit(int pointed) const {
    const layout::Slot slot = {pointed / per_thread, pointed % per_thread};
    const int lane = slot.thread - s_.first_thread();
    const bool shown =
        slot.value == whole_thread || (slot.value >= s_.first_value() && slot.value < last_value());
    if (pointed < 0 || lane < 0 || lane >= 32 || !shown || !s_.fragment) return std::nullopt;
    return s_.takes_part(slot.thread) ? std::optional(slot) : std::nullopt;
  }
  static int code(int thread, int value) { return thread * per_thread + value; }
  Action choose_slot(int thread, int value) const {
    return choose("slot", fill("{},{}", {thread, value}));
  }
  std::string pair(const Element& element) const {
    return fill("({}, {})", {element.row, element.column});
  }
  void value_hotspot(const Rect& box, int thread, int value) const {
    p_.hotspot({.rect = box,
                .tooltip = fill("{} {}: thread {}, value {}",
                                {s_.name(), pair(s_.has(thread, value)), thread, value}),
                .action = choose_slot(thread, value),
                .names = code(thread, value)});
  }
  // What is drawn below the numbers, a style at a time.
  template <class Place>
  void grounds(Place place) const {
    std::array<std::vector<Rect>, std::size(pair_roles) + 2> boxes;
    all_slots([&](int thread, int value) {
      const auto color_of = static_cast<size_t>(color(value));
      const size_t kind = thread == s_.thread       ? boxes.size() - 1
                          : s_.right(thread, value) ? color_of
                                                    : boxes.size() - 2;
      boxes[kind].push_back(place(thread, value));
    });
    for (size_t kind = 0; kind < std::size(pair_roles); ++kind)
      p_.rects(boxes[kind], {.fill = pair_roles[kind], .fill_opacity = tint});
    p_.rects(boxes[boxes.size() - 2], astray);
    p_.rects(boxes.back(), chosen);
  }
  template <class Each>
  void all_slots(Each each) const {
    for (int thread = s_.first_thread(); thread < s_.first_thread() + 32; ++thread)
      for (int value = s_.first_value(); value < last_value() && s_.takes_part(thread); ++value)
        each(thread, value);
  }

  void legend() {
    Legend key(p_, {2, 10}, at_.width);
    if (!s_.fragment)
      return key.add("elements", "in shared memory", {.fill = Role::data, .fill_opacity = tint});
    key.add("", fill("thread {}", {s_.thread}), chosen);
    const int step = s_.atom->bytes == 4 && s_.operand != Operand::c ? 1 : 2;
    for (int value = s_.first_value(); value < last_value(); value += step)
      key.add("", step == 1 ? fill("value {}", {value}) : fill("values {}, {}", {value, value + 1}),
              {.fill = pair_roles[color(value)], .stroke = Role::grid, .fill_opacity = tint});
    if (s_.load && s_.in_place < s_.elements()) key.add("", "× in the wrong place", astray);
  }

  void heads() {
    const Element corner = s_.corner();
    std::vector<std::string> rows, columns;
    for (int i = 0; i < grid_.rows; ++i) rows.push_back(integer(corner.row + i));
    for (int i = 0; i < grid_.columns; ++i) columns.push_back(integer(corner.column + i));
    const Part part(p_, "elements");
    const bool b = s_.operand == Operand::b, c = s_.operand == Operand::c;
    p_.text({2, at_.matrix.y - 10}, fill("{}{}", {b ? "n" : "m", "↓"}), quiet);
    p_.text(
        {at_.matrix.x, at_.matrix.y - 27},
        fill("{}: {} × {}, {} →", {s_.name(), s_.extent.rows, s_.extent.columns, c ? "n" : "k"}),
        strong);
    column_heads(p_, grid_, columns);
    row_heads(p_, grid_, rows);
  }

  // No thread holds it.
  void shared() {
    {
      const Part part(p_, "elements");
      p_.rect(at_.matrix, {.fill = Role::data, .fill_opacity = tint});
      grid_.lines(p_);
    }
    const Part part(p_, "threads");
    p_.text({at_.lanes.x, at_.lanes.y - 12}, "No thread holds an element of B", strong);
    if (grid_.rows < s_.extent.rows)
      p_.text({at_.below.x, at_.below.y + 8},
              fill("The first {} of its {} rows", {grid_.rows, s_.extent.rows}), quiet);
    Lines lines(p_, {at_.lanes.x, at_.lanes.y + 10});
    lines.add("wgmma reads B from shared memory. There a");
    lines.add("descriptor says how the tile is stored.");
  }

  void elements() {
    const Part part(p_, "elements");
    grounds([&](int thread, int value) { return cell(s_.has(thread, value)); });
    grid_.lines(p_);
    const bool room = text_width(integer(s_.first_thread() + 31), Size::small) < grid_.wide();
    all_slots([&](int thread, int value) {
      const Rect box = cell(s_.has(thread, value));
      if (room)
        p_.text(box.center(), integer(thread), thread == s_.thread ? on_chosen : centered(label));
      value_hotspot(box, thread, value);
    });
    if (s_.load) bytes_named();
    p_.rect(cell(s_.has(s_.thread, s_.value)), here);
    if (!lit_) return;
    for (int each = s_.first_value(); each < last_value(); ++each)
      p_.rect(cell(s_.has(lit_->thread, each)), {.stroke = Role::lane, .stroke_width = 2});
    if (lit_->value != whole_thread) p_.rect(cell(s_.has(lit_->thread, lit_->value)), here);
  }

  // Where the row begins and ends that the chosen thread names.
  void bytes_named() {
    const std::vector<Element>& row = nth(s_.load->named, s_.thread);
    if (row.empty()) return;
    const Rect first = cell(row.front()), last = cell(row.back());
    p_.rect({first.x, first.y, last.right() - first.x, last.bottom() - first.y}, named);
  }

  void threads() {
    const Part part(p_, "threads");
    const int first = s_.first_thread();
    p_.text({at_.lanes.x + 2, at_.lanes.y - 12},
            s_.quadpairs()
                ? fill("32 threads, and the values that quadpair {} holds", {s_.thread % 16 / 4})
                : fill("Threads {} to {}, and the values they {}",
                       {first, first + 31, s_.load ? "get" : "hold"}),
            strong);
    grounds([&](int thread, int value) { return slot(thread - first, value); });
    for (int lane = 0; lane < 32; ++lane) thread(lane);
  }

  void thread(int lane) {
    const int thread = s_.first_thread() + lane;
    const Rect box = inset(lanes_.cell(lane), 2);
    const bool mine = thread == s_.thread, part = s_.takes_part(thread);
    p_.hotspot({.rect = box,
                .tooltip = fill("Thread {}", {thread}),
                .action = choose_slot(thread, s_.value),
                .names = code(thread, whole_thread)});
    for (int value = s_.first_value(); value < last_value() && part; ++value) {
      const Rect place = slot(lane, value);
      const bool right = s_.right(thread, value);
      const std::string text =
          right ? fit({integer(value)}, place.width - 2, Size::small) : std::string("×");
      if (!text.empty() && place.height >= (right ? 14.f : 9.f))
        p_.text(place.center(), text, mine ? on_chosen : centered(label));
      value_hotspot(place, thread, value);
    }
    const bool lit = lit_ && lit_->thread == thread, framed = mine || lit;
    p_.rect(box, {.stroke = framed ? Role::lane : Role::grid,
                  .stroke_width = framed ? 2.f : 1.f,
                  .radius = 2});
    p_.text({box.x + (at_.narrow ? 9.f : 12.f), box.center().y}, integer(thread),
            centered(part ? (mine ? strong : label) : quiet));
    if (mine) p_.rect(slot(lane, s_.value), here);
    if (lit && lit_->value != whole_thread) p_.rect(slot(lane, lit_->value), here);
  }

  // The chosen thread's registers, with the elements in them.
  void registers() {
    const Part part(p_, "registers");
    const int each = s_.in_register(), count = s_.shown_values() / each,
              first = s_.first_value() / each;
    p_.text({at_.registers.x + 2, at_.registers.y - 12},
            fill("Thread {}'s registers {} to {}", {s_.thread, first, first + count - 1}), strong);
    const Grid row{at_.registers, s_.shown_values(), 1};
    std::vector<std::string> names, brief;
    bool room = true;
    for (int value = s_.first_value(); value < last_value(); ++value) {
      const Element& element = s_.has(s_.thread, value);
      names.push_back(pair(element));
      brief.push_back(fill("{},{}", {element.row, element.column}));
      room &= text_width(names.back(), Size::small) <= row.wide() - 2;
    }
    for (int i = 0; i < s_.shown_values(); ++i) {
      const int value = s_.first_value() + i;
      const Rect box = row.cell(i);
      p_.rect(box, ground(s_.thread, value));
      p_.text(box.center(), nth((room ? names : brief), i), centered(label));
      value_hotspot(box, s_.thread, value);
    }
    for (int i = 0; i < count; ++i) p_.rect(row.cells(i * each, 0, each), {.stroke = Role::muted});
    p_.rect(row.cell(s_.value - s_.first_value()), here);
  }

  // The warpgroup's whole tile: which part of it is shown.
  void overview() {
    const Part part(p_, "elements");
    const int across = s_.blocks() ? s_.extent.columns / 8 : 1;
    p_.text({at_.below.x, at_.below.y + 4},
            s_.blocks() ? fill("One warp's 16 rows × 8 columns of 64 × {}:", {s_.extent.columns})
                        : std::string("One warp's 16 rows of 64:"),
            quiet);
    const Grid tile{
        {at_.below.x, at_.below.y + 14, at_.below.width, at_.below.height - 16}, across, 4};
    p_.rect(tile.cells(s_.blocks() ? s_.value / 4 : 0, s_.thread / 32), chosen);
    tile.lines(p_, Role::muted);
    for (int i = 0; i < 4 * across; ++i) {
      const int warp = i / across, block = i % across;
      p_.hotspot({tile.cell(i),
                  s_.blocks() ? fill("Warp {}, columns {} to {}", {warp, 8 * block, 8 * block + 7})
                              : fill("Warp {}", {warp}),
                  choose_slot(32 * warp + s_.thread % 32,
                              s_.blocks() ? 4 * block + s_.value % 4 : s_.value)});
    }
  }

  void words() {
    const Part part(p_, "elements");
    Lines lines(p_, {at_.below.x, at_.below.y + 8});
    if (s_.load) {
      const bool all = s_.in_place == s_.elements();
      lines.add(
          fill("{}: {} of {} in place", {s_.instruction(), s_.in_place, s_.elements()}),
          {.role = all ? Role::good : Role::bad, .size = Size::small, .weight = Weight::semibold});
      const bool names = !nth(s_.load->named, s_.thread).empty();
      Legend key(p_, lines.next(), at_.width);
      return names ? key.line("", fill("the 16 bytes that thread {} names", {s_.thread}), named)
                   : key.words(fill("thread {} names no bytes", {s_.thread}));
    }
    lines.add("The number in a cell: the thread that holds it", quiet);
    if (s_.quadpairs()) lines.add("Each quadpair multiplies matrices of its own", quiet);
  }

  const MmaFragmentState& s_;
  Painter& p_;
  const Layout at_;
  const Grid grid_, lanes_;
  const std::optional<layout::Slot> lit_;  // what the pointer is over, where it is shown
};

}  // namespace

float MmaFragmentState::height(float width) const { return Layout(width).height(); }

void MmaFragmentState::draw(Painter& painter, const View& view) const {
  Drawing(*this, painter, view).run();
}

}  // namespace loom::scenes
