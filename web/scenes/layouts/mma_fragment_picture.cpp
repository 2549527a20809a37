#include "web/scene/kit.hpp"
#include "web/scenes/layouts/mma_fragment.hpp"
#include "web/scenes/layouts/tiles.hpp"

namespace loom::scenes {

using layout::Element, layout::Operand;

// What a hotspot names: a thread, or one of its values.
constexpr int per_thread = 256, whole_thread = per_thread - 1;

constexpr Role pair_roles[] = {Role::series_1, Role::series_2, Role::series_3, Role::series_4};
constexpr float tint = 0.35f;
constexpr Style astray = solid(Role::bad, 0.5f), named = stroked(Role::data, 2.5f);

struct MmaFragmentDrawing : Picture<MmaFragmentState> {
  float left_ = by_width(24, 28), top_ = by_width(80, 56);
  Rect matrix_ = {left_, top_, by_width(width_ - left_ - 4, 328), by_width(208, 272)};
  Rect below_ = {left_, matrix_.bottom() + by_width(6, 10), matrix_.width, by_width(38, 52)};
  float right_ = by_width(2, 392);  // the left of what is there
  Rect threads_ = {right_, by_width(below_.bottom() + 24, top_), width_ - 2 - right_,
                   by_width(148, 272)};
  Grid lanes_ = {threads_, 4, 8};
  Rect registers_ = {right_, lanes_.box.bottom() + by_width(24, 36), lanes_.box.width,
                     by_width(22, 26)};
  Grid grid_ = {matrix_, s_.shown().columns, s_.shown().rows};
  bool sums_ = s_.operand == Operand::c;
  // Two values a color: they are neighbors in one register, or two sums side by side.
  int a_color_ = s_.atom->bytes == 4 && !sums_ ? 1 : 2;
  int first_thread_ = s_.first_thread(), first_ = s_.first_value();
  int values_ = s_.fragment ? s_.shown_values() : 0, end_ = first_ + values_;
  std::optional<layout::Slot> lit_ = lit();  // what the pointer is over, where it is shown

  float height() const { return registers_.bottom() + 4; }
  void draw() {
    legend();
    in("elements", [&] { heads(); });
    if (!s_.fragment) return shared();
    in("elements", [&] { elements(); });
    in("threads", [&] { threads(); });
    in("registers", [&] { registers(); });
    return s_.warpgroup() ? overview() : words();
  }

  Style color(int value) const { return solid(pair_roles[(value - first_) / a_color_], tint); }
  Rect cell(const Element& element) const {
    const Element corner = s_.corner();
    return grid_.cells(element.column - corner.column, element.row - corner.row);
  }
  Rect slot(int lane, int value) const {
    const Rect box = inset(lanes_.cell(lane), 2);
    const float number = by_width(18, 25);
    return Grid{{box.x + number, box.y, box.width - number, box.height},
                std::min(values_, 4),
                (values_ + 3) / 4}
        .cell(value - first_);
  }
  std::optional<layout::Slot> lit() const {
    const layout::Slot slot = {view_.pointed / per_thread, view_.pointed % per_thread};
    const int lane = slot.thread - first_thread_;
    const bool shown = slot.value == whole_thread || (slot.value >= first_ && slot.value < end_);
    if (view_.pointed < 0 || lane < 0 || lane >= 32 || !shown || !s_.fragment) return {};
    return s_.takes_part(slot.thread) ? std::optional(slot) : std::nullopt;
  }
  void thread_spot(const Rect& box, std::string tooltip, int thread, int value, int names) const {
    spot_of(thread * per_thread + names, box, choose("slot", fill("{},{}", thread, value)),
            tooltip);
  }
  void value_spot(const Rect& box, int thread, int value) const {
    const Element& element = s_.has(thread, value);
    thread_spot(box,
                fill("{} ({}, {}): thread {}, value {}", s_.name(), element.row, element.column,
                     thread, value),
                thread, value, value);
  }
  // What is drawn below the numbers, a style at a time.
  template <class Place>
  void grounds(Place place) const {
    constexpr size_t colors = std::size(pair_roles), wrong = colors, mine = colors + 1;
    std::array<std::vector<Rect>, colors + 2> boxes;
    all_slots([&](int thread, int value) {
      const size_t kind = thread == s_.thread ? mine
                          : !s_.right(thread, value)
                              ? wrong
                              : static_cast<size_t>(value - first_) / static_cast<size_t>(a_color_);
      boxes[kind].push_back(place(thread, value));
    });
    for (size_t kind = 0; kind < colors; ++kind)
      p_.rects(boxes[kind], solid(pair_roles[kind], tint));
    p_.rects(boxes[wrong], astray);
    p_.rects(boxes[mine], chosen_element);
  }
  template <class Each>
  void all_slots(Each each) const {
    for (int thread = first_thread_; thread < first_thread_ + 32; ++thread)
      for (int value = first_; value < end_ && s_.takes_part(thread); ++value) each(thread, value);
  }

  void legend() {
    Legend key(p_, {2, 10}, width_);
    if (!s_.fragment) return key.add("elements", "in shared memory", solid(Role::data, tint));
    key.add("", fill("thread {}", s_.thread), chosen_element);
    for (int value = first_; value < end_; value += a_color_) {
      Style style = color(value);
      style.stroke = Role::grid;
      key.add("", fill(a_color_ == 1 ? "value {}" : "values {}, {}", value, value + 1), style);
    }
    if (s_.load && s_.in_place < s_.elements()) key.add("", "× in the wrong place", astray);
  }

  void heads() {
    p_.text({2, top_ - 10}, s_.operand == Operand::b ? "n↓" : "m↓", quiet);
    write({left_, top_ - 27}, strong, "{}: {} × {}, {} →", s_.name(), s_.extent.rows,
          s_.extent.columns, sums_ ? "n" : "k");
    const auto [row, column] = s_.corner();
    column_heads(p_, grid_, numbered(grid_.columns, column));
    row_heads(p_, grid_, numbered(grid_.rows, row));
  }

  // No thread holds it.
  void shared() {
    Part part(p_, "elements");
    p_.rect(matrix_, solid(Role::data, tint));
    grid_.lines(p_);
    part.next("threads");
    p_.text({right_, lanes_.box.y - 12}, "No thread holds an element of B", strong);
    if (grid_.rows < s_.extent.rows)
      write({below_.x, below_.y + 8}, quiet, "The first {} of its {} rows", grid_.rows,
            s_.extent.rows);
    Lines lines(p_, {right_, lanes_.box.y + 10});
    lines.add("wgmma reads B from shared memory. There a");
    lines.add("descriptor says how the tile is stored.");
  }

  void elements() {
    grounds([&](int thread, int value) { return cell(s_.has(thread, value)); });
    grid_.lines(p_);
    const bool room = text_width(integer(first_thread_ + 31), Size::small) + 3 < grid_.wide();
    all_slots([&](int thread, int value) {
      const Rect box = cell(s_.has(thread, value));
      if (room)
        p_.text(box.center(), integer(thread), thread == s_.thread ? on_chosen : centered(label));
      value_spot(box, thread, value);
    });
    // Where the row begins and ends that the chosen thread names.
    if (const auto* row = s_.load ? &nth(s_.load->named, s_.thread) : nullptr;
        row && !row->empty()) {
      const Rect first = cell(row->front()), last = cell(row->back());
      p_.rect({first.x, first.y, last.right() - first.x, last.bottom() - first.y}, named);
    }
    p_.rect(cell(s_.has(s_.thread, s_.value)), element_frame);
    for (int each = first_; lit_ && each < end_; ++each)
      p_.rect(cell(s_.has(lit_->thread, each)), stroked(Role::lane, 2));
    if (lit_ && lit_->value != whole_thread)
      p_.rect(cell(s_.has(lit_->thread, lit_->value)), element_frame);
  }

  void threads() {
    write({right_ + 2, lanes_.box.y - 12}, strong,
          s_.quadpairs()
              ? fill("32 threads, and the values that quadpair {} holds", s_.thread % 16 / 4)
              : fill("Threads {} to {}, and the values they {}", first_thread_, first_thread_ + 31,
                     s_.load ? "get" : "hold"));
    grounds([&](int thread, int value) { return slot(thread - first_thread_, value); });
    for (int lane = 0; lane < 32; ++lane) thread(lane);
  }

  void thread(int lane) {
    const int thread = first_thread_ + lane;
    const Rect box = inset(lanes_.cell(lane), 2);
    const bool mine = thread == s_.thread, part = s_.takes_part(thread);
    thread_spot(box, fill("Thread {}", thread), thread, s_.value, whole_thread);
    for (int value = first_; value < end_ && part; ++value) {
      const Rect place = slot(lane, value);
      const bool right = s_.right(thread, value);
      const std::string text = right ? fit({integer(value)}, place.width - 2, Size::small) : "×";
      if (!text.empty() && place.height >= (right ? 14.f : 9.f))
        p_.text(place.center(), text, mine ? on_chosen : centered(label));
      value_spot(place, thread, value);
    }
    const bool pointed = lit_ && lit_->thread == thread;
    p_.rect(box, rounded(mine || pointed ? stroked(Role::lane, 2) : stroked(Role::grid)));
    p_.text({box.x + by_width(9, 12), box.center().y}, integer(thread),
            centered(part ? (mine ? strong : label) : quiet));
    if (mine) p_.rect(slot(lane, s_.value), element_frame);
    if (pointed && lit_->value != whole_thread) p_.rect(slot(lane, lit_->value), element_frame);
  }

  // The chosen thread's registers, with the elements in them.
  void registers() {
    const int each = s_.in_register(), first = first_ / each;
    write({right_ + 2, registers_.y - 12}, strong, "Thread {}’s registers {} to {}", s_.thread,
          first, first + values_ / each - 1);
    const Grid row{registers_, values_, 1};
    const auto name = [&](std::string_view text, int value) {
      const Element& element = s_.has(s_.thread, value);
      return fill(text, element.row, element.column);
    };
    bool room = true;
    for (int value = first_; value < end_; ++value)
      room &= text_width(name("({}, {})", value), Size::small) <= row.wide() - 2;
    for (int value = first_; value < end_; ++value) {
      const Rect box = row.cell(value - first_);
      p_.rect(box, s_.right(s_.thread, value) ? color(value) : astray);
      p_.text(box.center(), name(room ? "({}, {})" : "{},{}", value), centered(label));
      value_spot(box, s_.thread, value);
    }
    for (int i = 0; i + each <= values_; i += each)
      p_.rect(row.cells(i, 0, each), stroked(Role::muted));
    p_.rect(row.cell(s_.value - first_), element_frame);
  }

  // The warpgroup's whole tile: which part of it is shown.
  void overview() {
    const Part part(p_, "elements");
    const bool blocks = s_.blocks();
    const int across = blocks ? s_.extent.columns / 8 : 1;
    write({below_.x, below_.y + 4}, quiet,
          blocks ? "One warp’s 16 rows × 8 columns of 64 × {}:" : "One warp’s 16 rows of 64:",
          s_.extent.columns);
    const Grid tile{band(below_, below_.y + 14, below_.height - 16), across, 4};
    p_.rect(tile.cells(blocks ? s_.value / 4 : 0, s_.thread / 32), chosen_element);
    tile.lines(p_, Role::muted);
    for (int i = 0; i < 4 * across; ++i) {
      const int warp = i / across, block = i % across;
      spot(tile.cell(i),
           choose("slot", fill("{},{}", 32 * warp + s_.thread % 32,
                               blocks ? 4 * block + s_.value % 4 : s_.value)),
           blocks ? "Warp {}, columns {} to {}" : "Warp {}", warp, 8 * block, 8 * block + 7);
    }
  }

  void words() {
    const Part part(p_, "elements");
    Lines lines(p_, {below_.x, below_.y + 8});
    if (s_.load) {
      const bool all = s_.in_place == s_.elements();
      lines.write(colored(strong, all ? Role::good : Role::bad), "{}: {} of {} in place",
                  s_.instruction(), s_.in_place, s_.elements());
      const bool names = !nth(s_.load->named, s_.thread).empty();
      Legend key(p_, lines.next(), width_);
      return names ? key.line("", fill("the 16 bytes that thread {} names", s_.thread), named)
                   : key.words(fill("thread {} names no bytes", s_.thread));
    }
    lines.add("The number in a cell: the thread that holds it", quiet);
    if (s_.quadpairs()) lines.add("Each quadpair multiplies matrices of its own", quiet);
  }
};

float MmaFragmentState::picture(const Sheet& sheet) const { return picture_of(*this, sheet); }

}  // namespace loom::scenes
