#include <algorithm>

#include "core/device/capability.hpp"
#include "web/scene/kit.hpp"
#include "web/scenes/chips/two_sm_mma.hpp"

namespace loom::scenes {
namespace {

using namespace scene;

constexpr int most_columns = 256, most_cycles = 128;
constexpr float card_high = 172, row_high = 26, bar_high = 14;

constexpr Style a_style = {.fill = Role::data}, b_style = {.fill = Role::lane},
                math_style = {.fill = Role::compute},
                elsewhere = {.stroke = Role::data, .dashed = true},
                others = {.stroke = Role::lane, .dashed = true};

struct Layout {
  explicit Layout(float picture_width) : narrow(is_narrow(picture_width)), width(picture_width) {
    gap = narrow ? 10 : 40;
    card_wide = (width - 4 - gap) / 2;
    pixel = (card_wide - (narrow ? 22 : 44)) / (gemm::two_sm_rows + most_columns);
    bars = 24 + card_high + (narrow ? 40 : 44);
    from = narrow ? 2 : 176;
    full = width - from - (narrow ? 104 : 120);
    pitch = narrow ? 36 : row_high;
    stages = bars + 4 * pitch + 8;
  }
  float height() const { return stages + (narrow ? 30 : 16); }
  Rect card(int sm) const {
    return {2 + static_cast<float>(sm) * (card_wide + gap), 24, card_wide, card_high};
  }
  Rect units(int sm) const {  // the tensor cores
    const Rect box = card(sm);
    return {box.x + box.width / 6, box.y + 12, box.width * 2 / 3, 36};
  }

  bool narrow;
  float width, gap, card_wide, pixel, bars, from, full, pitch, stages;
};

class Drawing {
 public:
  Drawing(const TwoSmPicture& picture, Painter& painter, float width)
      : it_(picture), chosen_(picture.chosen()), p_(painter), at_(width) {}

  void run() {
    for (int sm = 0; sm < 2; ++sm) card_of(sm);
    cycles();
    stages();
  }

 private:
  Rect store(int sm) const {  // of A and B, in a card's shared memory
    const Rect card = at_.card(sm);
    return {card.x + (at_.narrow ? 8 : 16), card.bottom() - 58, card.width, 34};
  }

  void card_of(int sm) {
    const Rect box = at_.card(sm), units = at_.units(sm);
    p_.text({box.x, 10},
            fill(at_.narrow ? "SM {}: rows {}–{}" : "SM {}: rows {} to {} of A and of the sums",
                 {sm, sm * gemm::two_sm_rows, (sm + 1) * gemm::two_sm_rows - 1}),
            label);
    card(p_, box);
    p_.begin("math");
    p_.rect(units, {.fill = Role::compute, .fill_opacity = 0.25f, .radius = 4});
    const bool a_inside = it_.product.a_in_tensor_memory;
    p_.text({units.center().x, units.center().y - (a_inside ? 8.f : 0.f)},
            fill(at_.narrow ? "{} × {}" : "tensor cores: {} × {} sums",
                 {gemm::two_sm_rows, it_.product.n}),
            centered(label));
    if (a_inside)
      p_.text({units.center().x, units.center().y + 8},
              at_.narrow ? "A: Tensor Memory" : "A is in Tensor Memory", centered(label));
    p_.end();
    a_of(sm);
    b_of(sm);
  }

  void a_of(int sm) {
    const Part part(p_, "a");
    const Rect at = store(sm), units = at_.units(sm);
    const Rect box = {at.x, at.y, at_.pixel * gemm::two_sm_rows, at.height};
    const bool absent = it_.product.a_in_tensor_memory;
    p_.rect(box, absent ? elsewhere : a_style);
    p_.text({at.x, box.bottom() + 12},
            at_.narrow ? "A"
            : absent   ? "A: not here"
                       : fill("A: {}", {binary_bytes(chosen_.a_bytes)}),
            absent ? quiet : label);
    if (!absent)
      arrow(p_, {box.center().x, box.y - 2},
            {std::max(box.center().x, units.x + 10), units.bottom() + 3}, Role::data, 2);
    p_.hotspot({box, absent ? std::string("The rows of A are in Tensor Memory")
                            : fill("{} rows of A, {} along K: {} bytes",
                                   {gemm::two_sm_rows, chosen_.k, chosen_.a_bytes})});
  }

  // As many columns as an SM keeps, and a frame around those that only the other one does.
  void b_of(int sm) {
    const Part part(p_, "b");
    const int n = it_.product.n, own = n / it_.product.sms, first = it_.paired() ? sm * own : 0;
    const Rect at = store(sm), units = at_.units(sm);
    const float left = at.x + at_.pixel * gemm::two_sm_rows + (at_.narrow ? 6 : 12);
    const Rect all = {left, at.y, at_.pixel * static_cast<float>(n), at.height},
               box = {left + at_.pixel * static_cast<float>(first), at.y,
                      at_.pixel * static_cast<float>(own), at.height};
    if (it_.paired()) p_.rect(all, others);
    p_.rect(box, b_style);
    held_text(p_, {all.center().x, all.bottom() + 12},
              at_.narrow ? fill("B: {}–{}", {first, first + own - 1})
                         : fill("B, columns {} to {}: {}",
                                {first, first + own - 1, binary_bytes(chosen_.b_bytes)}),
              label, left, at_.card(sm).right() - 4);
    arrow(p_, {box.center().x, box.y - 2},
          {std::min(box.center().x, units.right() - 10), units.bottom() + 3}, Role::lane, 2);
    if (it_.paired()) {
      const Rect other = at_.units(1 - sm);
      arrow(p_, {box.center().x, box.y - 2},
            {sm == 0 ? other.x + 4 : other.right() - 4, other.bottom() + 3}, Role::lane, 1.5f);
    }
    p_.hotspot({box, fill("{} columns of B, {} along K: {} bytes{}",
                          {own, chosen_.k, chosen_.b_bytes,
                           it_.paired() ? ", for the tensor cores of both SMs" : ""})});
  }

  // The frame of a row's bar, as long as 128 cycles.
  Rect row(int index, std::string_view name, bool chosen) {
    const float y = at_.bars + static_cast<float>(index) * at_.pitch;
    const Rect ground = {0, y - 11, at_.width, at_.pitch - (at_.narrow ? 0.f : 3.f)};
    if (chosen) chosen_ground(p_, ground);
    p_.text({at_.narrow ? 2.f : 4.f, y}, name, chosen ? strong : label);
    const float middle = at_.narrow ? y + 17 : y;
    return {at_.from, middle - bar_high / 2, at_.full, bar_high};
  }

  void shared(int index, bool paired) {
    const gemm::Feeding& it = paired ? it_.pair : it_.apart;
    const Part part(p_, paired ? "pair" : "apart");
    const bool chosen = paired == it_.paired();
    const Rect frame =
        row(index, paired ? "Shared memory, a pair" : "Shared memory, apart", chosen);
    Stack stack(p_, frame, most_cycles);
    Style a = a_style, b = b_style;
    if (!chosen) a.fill_opacity = b.fill_opacity = 0.4f;
    stack.add(it.a_cycles, a);
    stack.add(it.b_cycles, b);
    // Up to here the tensor cores need not wait for what is read.
    const float math = frame.x + frame.width * static_cast<float>(it.math_cycles) / most_cycles;
    p_.line({math, frame.y - 4}, {math, frame.bottom() + 4},
            {.stroke = Role::compute, .stroke_width = 2});
    const bool late = it.shared_cycles() > it.math_cycles;
    TextStyle style = chosen ? strong : label;
    if (late) style.role = Role::bad;
    p_.text({frame.right() + 8, frame.center().y},
            fill(it.a_cycles > 0 ? "{} + {} cycles" : "{}{} cycles",
                 {it.a_cycles > 0 ? integer(it.a_cycles) : "", it.b_cycles}),
            style);
    p_.hotspot({{0, frame.y - 5, at_.width, frame.height + 10},
                fill("{} bytes at 128 a cycle", {it.bytes()}),
                choose("group", paired ? "2" : "1")});
  }

  void cycles() {
    p_.text({2, at_.bars - 24}, "One instruction, in each SM:", quiet);
    {
      const Part part(p_, "math");
      const Rect frame = row(0, "Math", false);
      Stack stack(p_, frame, most_cycles);
      stack.add(chosen_.math_cycles, math_style);
      p_.text({frame.right() + 8, frame.center().y}, fill("{} cycles", {chosen_.math_cycles}),
              strong);
    }
    shared(1, false);
    shared(2, true);
  }

  // What fits into the shared memory of an SM, a stage behind the other; where that is known.
  void stages() {
    p_.begin("stages");
    const int room = device::find_capability("10.0")->shared_per_block;
    const float y = at_.bars + 3.5f * at_.pitch;
    p_.line({2, y - 18}, {at_.width - 2, y - 18}, {.stroke = Role::grid});
    p_.text({at_.narrow ? 2.f : 4.f, y}, fill("Stages in {}", {binary_bytes(room)}), label);
    const Rect frame = {at_.from, (at_.narrow ? y + 17 : y) - bar_high / 2, at_.full, bar_high};
    Stack stack(p_, frame, room);
    for (int stage = 0; stage < chosen_.stages; ++stage) {
      stack.add(chosen_.stage_a, a_style);
      const Rect last = stack.add(chosen_.stage_b, b_style);
      p_.line({last.right(), frame.y - 2}, {last.right(), frame.bottom() + 2},
              {.stroke = Role::surface, .stroke_width = 2});
    }
    if (chosen_.stages > 0)
      p_.text({frame.right() + 8, frame.center().y}, fill("{}", {{chosen_.stages, "stage"}}),
              strong);
    else
      p_.text({frame.right() + 8, frame.center().y}, "not counted", quiet);
    p_.end();
    Legend legend(p_, {2, frame.bottom() + 20}, at_.width);
    if (it_.product.a_in_tensor_memory)
      legend.add("a", "A, in Tensor Memory", elsewhere);
    else
      legend.add("a", "A", a_style);
    legend.add("b", "B", b_style);
    if (it_.paired()) legend.add("b", "B, not kept here", others);
  }

  const TwoSmPicture& it_;
  const gemm::Feeding& chosen_;
  Painter& p_;
  const Layout at_;
};

}  // namespace

float TwoSmPicture::height(float width) const { return Layout(width).height(); }

void TwoSmPicture::draw(Painter& painter, const View& view) const {
  Drawing(*this, painter, view.width).run();
}

}  // namespace loom::scenes
