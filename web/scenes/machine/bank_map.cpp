#include "web/scenes/machine/bank_map.hpp"

#include "core/memory/measured_wavefronts.hpp"
#include "core/warp.hpp"
#include "web/scene/kit.hpp"
#include "web/scenes/machine/measured_text.hpp"

namespace loom::scenes {

using memory::bank_count, memory::Delivery;

constexpr float number_high = 14;    // of a lane's number in a cell
constexpr float late_shade = 0.35f;  // a word that had to wait

BankMap::BankMap(const BankWork& work, const View& view, const Rect& box, int padding,
                 unsigned least_rows)
    : work_(work), clock_(work, view), box_(box), padding_(padding) {
  // Wanted rows in order; then as many others from the first on as there is room for.
  std::array<std::int64_t, memory::warp_lanes> wanted{};
  size_t far = 0;
  for (std::int64_t offset : work.load().offsets) {
    const std::int64_t row = offset / memory::line_bytes;
    size_t at = far;
    while (at > 0 && wanted[at - 1] >= row) --at;
    if (at < far && wanted[at] == row) continue;
    for (size_t i = far++; i > at; --i) wanted[i] = wanted[i - 1];
    wanted[at] = row;
  }
  const auto reach = static_cast<unsigned>(std::min<std::int64_t>(wanted[far - 1], 31)) + 1;
  const unsigned rows = std::max(least_rows, std::bit_ceil(reach));
  count_ = static_cast<int>(rows) + (rows == 32 ? padding : 0);
  const auto count = static_cast<size_t>(count_);
  size_t first = count, skipped = 0;  // rows from 0 on; wanted ones among them
  for (;; --first) {
    skipped = 0;
    while (skipped < far && wanted[skipped] < static_cast<std::int64_t>(first)) ++skipped;
    if (first + far - skipped <= count) break;
  }
  for (size_t i = 0; i < count; ++i)
    rows_[i] = i < first                   ? static_cast<std::int64_t>(i)
               : i - first + skipped < far ? wanted[i - first + skipped]
                                           : rows_[i - 1] + 1;
}

size_t BankMap::shown(std::int64_t row) const {
  size_t at = 0;
  while (at + 1 < static_cast<size_t>(count_) && rows_[at] != row) ++at;
  return at;
}

Rect BankMap::cell(std::int64_t word) const {
  const float high = box_.height / px(count_);
  return {box_.x + pitch() * px(word % bank_count), box_.y + high * px(shown(word / bank_count)),
          pitch(), high};
}

Rect BankMap::element(int lane) const {
  const memory::WarpAccess& load = work_.load();
  Rect rect = cell(nth(load.offsets, lane) / 4);
  rect.width *= px(load.width) / 4;
  return rect;
}

void BankMap::grid(Painter& painter) const {
  const Grid all{box_, bank_count, count_};
  const float high = all.high();
  // In thin rows, a line every four cells: more hide the words between them.
  const int apart = count_ >= 32 ? 4 : 1;
  Grid{{box_.x, box_.y, box_.width, high * px(count_ / apart * apart)},
       bank_count / apart,
       count_ / apart}
      .lines(painter);
  if (gutter()) painter.text({box_.x - 6, box_.y - 13}, "byte", ended(quiet));
  for (int i = 0; i <= count_; ++i) {
    const auto row = static_cast<size_t>(i);
    const bool gap = i > 0 && i < count_ && rows_[row] != rows_[row - 1] + 1;  // rows left out
    const float y = box_.y + high * px(i);
    if (gap) painter.line({box_.x, y}, {box_.right(), y}, dashed(Role::muted));
    if (i == count_ || (i % 4 != 0 && high <= 16) || !gutter()) continue;
    const std::string byte = integer(rows_[row] * memory::line_bytes);
    painter.text({std::max(box_.x - 6, text_width(byte, Size::small)), y + high / 2}, byte,
                 ended(quiet));
  }
}

void BankMap::padded(Painter& painter) const {
  for (size_t i = 0; i < static_cast<size_t>(count_); ++i)
    for (int bank = 0; bank < bank_count; ++bank) {
      const std::int64_t word = rows_[i] * bank_count + bank;
      if (word % (bank_count + padding_) >= bank_count) painter.rect(cell(word), wasted);
    }
}

// The lane that wants the word; none if several do.
static std::string lane_number(const BankWork& work, const Delivery& delivery) {
  if (!std::has_single_bit(delivery.lanes)) return "";
  for (const Delivery& other : work.deliveries())
    if (other.word == delivery.word && other.lanes != delivery.lanes) return "";
  return integer(std::countr_zero(delivery.lanes));
}

void draw_word(Painter& painter, const Rect& cell, const BankWork& work, const TurnClock& clock,
               const Delivery& delivery) {
  const Rect inner = inset(cell, 1);
  const bool past = clock.past(delivery), now = clock.now(delivery);
  painter.rect(inner, edged(Role::surface, past ? Role::none : Role::lane));
  const bool late = past && !now && work.late(delivery), low = inner.height < 10;
  if (past)
    painter.rect(late && !low ? inset(inner, 2) : inner, solid(Role::data, now    ? clock.fraction
                                                                           : late ? late_shade
                                                                                  : 1));
  if (now) painter.rect(cell, stroked(Role::ink, 2));
  if (late) painter.rect(low ? inner : inset(cell, 0.75f), stroked(Role::bad, low ? 1.f : 1.5f));
  const std::string number = lane_number(work, delivery);
  if (cell.width < 18 || cell.height < number_high || number.empty()) return;
  painter.text(cell.center(), number,
               centered(colored(label, past && !late ? Role::surface : Role::ink)));
}

// In cells that are high enough but narrower than a number, the number is above the word.
bool BankMap::numbers_above() const {
  return pitch() < 18 && box_.height / px(count_) > number_high + 8;
}

void BankMap::words(Painter& painter) const {
  for (bool late : {false, true}) {
    const Part part(painter, late ? "conflicts" : "words");
    for (const Delivery& delivery : work_.deliveries()) {
      if (work_.late(delivery) != late) continue;
      Rect place = cell(delivery.word);
      if (numbers_above()) place.y += number_high, place.height -= number_high;
      draw_word(painter, place, work_, clock_, delivery);
    }
  }
  if (numbers_above()) lane_numbers(painter);
}

// From left to right, those that fit.
void BankMap::lane_numbers(Painter& painter) const {
  std::vector<const Delivery*> all;
  for (const Delivery& delivery : work_.deliveries()) all.push_back(&delivery);
  std::sort(all.begin(), all.end(),
            [](const Delivery* a, const Delivery* b) { return a->word < b->word; });
  const Part part(painter, "words");
  float row = -1, free = 0;
  for (const Delivery* delivery : all) {
    const Rect place = cell(delivery->word);
    const std::string text = lane_number(work_, *delivery);
    const float half = text_width(text, Size::small) / 2, x = place.center().x;
    if (place.y != row) row = place.y, free = 0;
    if (text.empty() || x - half < free) continue;
    painter.text({x, place.y + number_high / 2 + 1}, text, centered(label));
    free = x + half + 3;
  }
}

// Below each bank's number, how many words it has to deliver if there are several, counted from the
// first turn: the largest first, then those that fit.
void BankMap::counts(Painter& painter) const {
  const int busiest = work_.busiest(), most = work_.delivered_by(busiest);
  if (clock_.step == 0) return;
  const float y = box_.bottom() + below(gutter()) - 4;
  if (gutter())
    painter.text({box_.x - 6, y}, "words", ended(quiet));
  else
    painter.text({box_.x, y - 14}, "words that each bank delivers", quiet);
  if (most < 2) return painter.text({box_.x, y}, "1 at most", quiet);
  const auto extent = [&](int bank, const std::string& text) {
    const float wide = text_width(text, Size::small, Weight::semibold);
    const float middle = box_.x + pitch() * (px(bank) + 0.5f);
    const float left = std::clamp(middle - wide / 2, box_.x, box_.right() - wide);
    return Rect{left, y, wide, 0};
  };
  const TextStyle loud = colored(strong, work_.late_lanes() != 0 ? Role::bad : Role::ink);
  const std::string text = integer(most);
  const Rect taken = extent(busiest, text);
  painter.text({taken.x, y}, text, loud);
  float free = 0;
  for (int bank = 0; bank < bank_count; ++bank) {
    if (work_.delivered_by(bank) < 2) continue;
    const std::string number = integer(work_.delivered_by(bank));
    const Rect place = extent(bank, number);
    if (place.x < free || (place.right() + 2 > taken.x && place.x < taken.right() + 2)) continue;
    painter.text({place.x, y}, number, work_.delivered_by(bank) == most ? loud : quiet);
    free = place.right() + 2;
  }
}

void BankMap::numbers(Painter& painter) const {
  const float y = box_.bottom() + 12;
  const int every = pitch() > 16 ? 4 : 8;
  if (gutter()) painter.text({box_.x - 6, y}, "bank", ended(quiet));
  for (int bank = gutter() ? 0 : every; bank < bank_count; bank += every)
    painter.text({box_.x + pitch() * (px(bank) + 0.5f), y}, integer(bank), centered(quiet));
  if (!gutter()) painter.text({box_.x, y}, "bank 0", quiet);
  painter.text({box_.right(), y}, "31", ended(quiet));
}

void BankMap::draw(Painter& painter) const {
  painter.begin("banks");
  grid(painter);
  counts(painter);
  numbers(painter);
  painter.end();
  painter.begin("padding");
  padded(painter);
  painter.end();
  words(painter);
}

void BankMap::places(Painter& painter, std::string_view key) const {
  const int columns = memory::line_bytes / work_.load().width;
  const Part part(painter, "banks");
  for (size_t i = 0; i < static_cast<size_t>(count_); ++i) {
    const Rect first = cell(rows_[i] * bank_count);
    painter.hotspot(
        {band(box_, first.y, first.height),
         fill("Words {}–{}", rows_[i] * bank_count, rows_[i] * bank_count + bank_count - 1),
         {},
         {.key = key, .first = static_cast<int>(rows_[i]) * columns, .columns = columns}});
  }
}

void draw_turns(Painter& painter, const Rect& box, const BankWork& work, const TurnClock& clock) {
  Legend legend(painter, {box.x, box.y + 8}, box.right());
  legend.add("words", "requested", edged(Role::surface, Role::lane));
  legend.add("words", "delivered", solid(Role::data));
  legend.add(
      "conflicts", "had to wait",
      {.fill = Role::data, .stroke = Role::bad, .stroke_width = 2, .fill_opacity = late_shade});

  const float y = box.y + 42, slot = box.width / 32;
  painter.begin(clock.done ? "measured" : "turns");
  const std::string text =
      clock.step == 0 ? "No turn yet"
      : clock.done    ? simulated_and_measured(plural(work.turns(), "turn"), work.measured())
                      : fill("Turn {} of {}", clock.step, work.turns());
  painter.text({box.x, y - 12}, text, strong);
  if (clock.done)
    painter.hotspot({band(box, y - 20, 16), measured_how(memory::recorded_wavefronts)});
  painter.end();
  const Part part(painter, "turns");
  if (box.width - text_width(text, Size::small, Weight::semibold) > 90)
    painter.text({box.right(), y - 12}, "32 at worst", ended(quiet));
  for (int turn = 0; turn < 32; ++turn) {
    const Rect place = {box.x + slot * px(turn) + 0.75f, y, slot - 1.5f, 12};
    Style style = stroked(clock.step > 0 && turn < work.turns() ? Role::ink : Role::grid);
    if (turn < clock.step) {
      style.fill = Role::data;
      style.fill_opacity = turn == clock.step - 1 ? clock.fraction : 1;
    }
    painter.rect(place, style);
  }
  painter.hotspot({band(box, y - 4, 20),
                   fill("{}; the profiler calls them wavefronts", Word(work.turns(), "turn"))});
}

}  // namespace loom::scenes
