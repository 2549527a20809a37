#include "core/device/capability.hpp"
#include "web/scene/kit.hpp"
#include "web/scenes/chips/two_sm_mma.hpp"

namespace loom::scenes {

constexpr int most_columns = 256, most_cycles = 128;
constexpr float card_high = 172, row_high = 26, bar_high = 14;

constexpr Style a_style = solid(Role::data), b_style = solid(Role::lane),
                math_style = solid(Role::compute), elsewhere = dashed(Role::data),
                others = dashed(Role::lane);

struct TwoSmMmaDrawing : Picture<TwoSmPicture> {
  const gemm::Feeding& chosen_ = s_.chosen();
  float gap_ = by_width(10, 40), card_wide_ = (width_ - 4 - gap_) / 2;
  float pixel_ = (card_wide_ - by_width(22, 44)) / (gemm::two_sm_rows + most_columns);
  float bars_ = 24 + card_high + by_width(40, 44), pitch_ = by_width(36, row_high);
  float from_ = by_width(2, 176), full_ = width_ - from_ - by_width(104, 120);

  float height() const { return bars_ + 4 * pitch_ + by_width(38, 24); }
  void draw() {
    for (int sm = 0; sm < 2; ++sm) card_of(sm);
    cycles();
    stages();
  }

  Rect place(int sm) const { return {2 + px(sm) * (card_wide_ + gap_), 24, card_wide_, card_high}; }
  Rect units(int sm) const {  // the tensor cores
    const Rect box = place(sm);
    return {box.x + box.width / 6, box.y + 12, box.width * 2 / 3, 36};
  }
  Rect store(int sm) const {  // of A and B, in a card's shared memory
    const Rect box = place(sm);
    return {box.x + by_width(8, 16), box.bottom() - 58, box.width, 34};
  }
  void feed(const Rect& box, float x, const Rect& cores, Role role, float width = 2) {
    arrow(p_, {box.center().x, box.y - 2}, {x, cores.bottom() + 3}, role, width);
  }

  void card_of(int sm) {
    const Rect box = place(sm), cores = units(sm);
    const Point middle = cores.center();
    write({box.x, 10}, label,
          by_width("SM {}: rows {}–{}", "SM {}: rows {} to {} of A and of the sums"), sm,
          sm * gemm::two_sm_rows, (sm + 1) * gemm::two_sm_rows - 1);
    card(p_, box);
    const bool a_inside = s_.product.a_in_tensor_memory;
    Part part(p_, "math");
    p_.rect(cores, rounded(solid(Role::compute, 0.25f), 4));
    write({middle.x, middle.y - (a_inside ? 8.f : 0.f)}, centered(label),
          by_width("{} × {}", "tensor cores: {} × {} sums"), gemm::two_sm_rows, s_.product.n);
    if (a_inside)
      p_.text({middle.x, middle.y + 8}, by_width("A: Tensor Memory", "A is in Tensor Memory"),
              centered(label));
    part.next("a");
    a_of(store(sm), cores);
    part.next("b");
    b_of(sm, store(sm), cores);
  }

  void a_of(const Rect& at, const Rect& cores) {
    const Rect box = {at.x, at.y, pixel_ * gemm::two_sm_rows, at.height};
    const bool absent = s_.product.a_in_tensor_memory;
    p_.rect(box, absent ? elsewhere : a_style);
    const std::string size = absent ? "not here" : binary_bytes(chosen_.a_bytes);
    p_.text({at.x, box.bottom() + 12}, narrow_ ? "A" : "A: " + size, absent ? quiet : label);
    if (!absent) feed(box, std::max(box.center().x, cores.x + 10), cores, Role::data);
    spot(box, absent ? "The rows of A are in Tensor Memory" : "{} rows of A, {} along K: {} bytes",
         gemm::two_sm_rows, chosen_.k, chosen_.a_bytes);
  }

  // As many columns as an SM keeps, and a frame around those that only the other one does.
  void b_of(int sm, const Rect& at, const Rect& cores) {
    const int n = s_.product.n, own = n / s_.product.sms, first = s_.paired() ? sm * own : 0;
    const float left = at.x + pixel_ * gemm::two_sm_rows + by_width(6, 12);
    const Rect all = {left, at.y, pixel_ * px(n), at.height},
               box = {left + pixel_ * px(first), at.y, pixel_ * px(own), at.height};
    if (s_.paired()) p_.rect(all, others);
    p_.rect(box, b_style);
    hold({all.center().x, all.bottom() + 12}, label, left, place(sm).right() - 4,
         by_width("B: {}–{}", "B, columns {} to {}: {}"), first, first + own - 1,
         binary_bytes(chosen_.b_bytes));
    feed(box, std::min(box.center().x, cores.right() - 10), cores, Role::lane);
    if (s_.paired()) {
      const Rect other = units(1 - sm);
      feed(box, sm == 0 ? other.x + 4 : other.right() - 4, other, Role::lane, 1.5f);
    }
    spot(box, "{} columns of B, {} along K: {} bytes{}", own, chosen_.k, chosen_.b_bytes,
         s_.paired() ? ", for the tensor cores of both SMs" : "");
  }

  // The frame of a row's bar, as long as 128 cycles.
  Rect row(float y, std::string_view name, const TextStyle& style) {
    p_.text({by_width(2, 4), y}, name, style);
    return {from_, y + by_width(17, 0) - bar_high / 2, full_, bar_high};
  }

  void shared(bool paired) {
    const gemm::Feeding& it = paired ? s_.pair : s_.apart;
    const Part part(p_, paired ? "pair" : "apart");
    const bool chosen = paired == s_.paired(), late = it.shared_cycles() > it.math_cycles;
    const float y = bars_ + pitch_ * (paired ? 2 : 1), shade = chosen ? 1 : 0.4f;
    const TextStyle style = chosen ? strong : label;
    if (chosen) chosen_ground(p_, {0, y - 11, width_, pitch_ - by_width(0, 3)});
    const Rect frame = row(y, paired ? "Shared memory, a pair" : "Shared memory, apart", style);
    stack_of(p_, frame, most_cycles,
             {{it.a_cycles, solid(Role::data, shade)}, {it.b_cycles, solid(Role::lane, shade)}});
    // Up to here the tensor cores need not wait for what is read.
    upright(p_, frame.x + frame.width * px(it.math_cycles) / most_cycles, frame.y - 4,
            frame.bottom() + 4, stroked(Role::compute, 2));
    write({frame.right() + 8, frame.center().y}, late ? colored(style, Role::bad) : style,
          "{}{} cycles", it.a_cycles > 0 ? integer(it.a_cycles) + " + " : "", it.b_cycles);
    spot({0, frame.y - 5, width_, frame.height + 10}, choose("group", paired ? 2 : 1),
         "{} bytes at 128 a cycle", it.bytes());
  }

  void cycles() {
    p_.text({2, bars_ - 24}, "One instruction, in each SM:", quiet);
    Part part(p_, "math");
    const Rect frame = row(bars_, "Math", label);
    Stack(p_, frame, most_cycles).add(chosen_.math_cycles, math_style);
    write({frame.right() + 8, frame.center().y}, strong, "{} cycles", chosen_.math_cycles);
    part.end();
    shared(false);
    shared(true);
  }

  // What fits into the shared memory of an SM, a stage behind the other; where that is known.
  void stages() {
    Part part(p_, "stages");
    const int room = device::find_capability("10.0")->shared_per_block;
    const float y = bars_ + 3.5f * pitch_;
    level(p_, y - 18, 2, width_ - 2, stroked(Role::grid));
    const Rect frame = row(y, fill("Stages in {}", binary_bytes(room)), label);
    Stack stack(p_, frame, room);
    for (int stage = 0; stage < chosen_.stages; ++stage) {
      stack.add(chosen_.stage_a, a_style);
      upright(p_, stack.add(chosen_.stage_b, b_style).right(), frame.y - 2, frame.bottom() + 2,
              stroked(Role::surface, 2));
    }
    const bool counted = chosen_.stages > 0;
    p_.text({frame.right() + 8, frame.center().y},
            counted ? plural(chosen_.stages, "stage") : "not counted", counted ? strong : quiet);
    part.end();
    Legend legend(p_, {2, frame.bottom() + 20}, width_);
    const bool absent = s_.product.a_in_tensor_memory;
    legend.add("a", absent ? "A, in Tensor Memory" : "A", absent ? elsewhere : a_style);
    legend.add("b", "B", b_style);
    if (s_.paired()) legend.add("b", "B, not kept here", others);
  }
};

float TwoSmPicture::picture(const Sheet& sheet) const { return picture_of(*this, sheet); }

}  // namespace loom::scenes
