#include "web/scenes/machine/bank_work.hpp"

#include "core/memory/measured_wavefronts.hpp"
#include "web/scenes/machine/bytes.hpp"

namespace loom::scenes {

using memory::Delivery;

BankWork::BankWork(const memory::WarpAccess& load, const memory::Wavefronts& wavefronts)
    : load_(load), wavefronts_(wavefronts), measured_(memory::measured_wavefronts(load)) {
  first_turn_.fill(turns());
  for (const Delivery& delivery : deliveries()) {
    int& first = first_turn_[delivery.group];
    first = std::min<int>(first, delivery.wavefront);
    group_turns_[delivery.group] = delivery.wavefront - first + 1;
    ++nth(by_bank_, delivery.bank());
    if (late(delivery)) late_lanes_ |= delivery.lanes;
  }
}

int BankWork::busiest() const {
  return static_cast<int>(std::max_element(by_bank_.begin(), by_bank_.end()) - by_bank_.begin());
}

int BankWork::words() const {
  int count = 0;
  const auto all = deliveries();
  for (size_t i = 0; i < all.size(); ++i) {
    bool seen = false;
    for (size_t j = 0; j < i; ++j) seen |= all[j].word == all[i].word;
    count += !seen;
  }
  return count;
}

std::string BankWork::begin() const {
  return fill("32 lanes request {}. No bank has delivered a word yet.", Word(words(), "word"));
}

std::string BankWork::turn(int turn) const {
  int banks = 0, left = 0;
  std::uint32_t lanes = 0;
  const Delivery* one = nullptr;
  for (const Delivery& delivery : deliveries()) {
    left += delivery.wavefront >= turn;
    if (delivery.wavefront != turn - 1) continue;
    ++banks;
    lanes |= delivery.lanes;
    one = &delivery;
  }
  if (one == nullptr) return begin();
  return fill(banks == 1 ? "Turn {} of {}: bank {} delivers word {} to {}; {}."
                         : "Turn {} of {}: {} banks deliver a word each{} to {}; {}.",
              turn, turns(), banks == 1 ? one->bank() : banks, banks == 1 ? integer(one->word) : "",
              named_lanes(lanes),
              left == 0 ? "nothing is left" : Word(left, "word waits", "words wait"));
}

std::string BankWork::end() const {
  const std::string asked = plural(words(), "word"), total = plural(turns(), "turn");
  std::string text;
  if (wavefronts_.groups() > 1) {
    std::string sum;
    for (int group = 0; group < wavefronts_.groups(); ++group)
      sum += (group == 0 ? "" : " + ") + integer(nth(group_turns_, group));
    text = fill("32 lanes request {}. The banks serve {} of the warp one after another: {} = {}.",
                asked, wavefronts_.groups() == 2 ? "halves" : "quarters", sum, total);
  } else if (turns() == 1) {
    text = fill("32 lanes request {}. No bank delivers more than one: {}.", asked, total);
  } else {
    text = fill("32 lanes request {}. Bank {} delivers {} of them, one per turn: {}.", asked,
                busiest(), delivered_by(busiest()), total);
  }
  return measured_ ? text + fill(" Measured on an H200: {}.", Word(*measured_, "turn")) : text;
}

std::string BankWork::where(const Delivery& delivery) const {
  return fill("Word {} in bank {}: {}, turn {}", delivery.word, delivery.bank(),
              named_lanes(delivery.lanes), delivery.wavefront + 1);
}

Table BankWork::table() const {
  Table table = headed("Bank", "Word wanted", text_column("Lanes"), "Turn");
  for (const Delivery& delivery : deliveries())
    table.add({delivery.bank(), delivery.word, lane_list(delivery.lanes), delivery.wavefront + 1});
  return table;
}

std::vector<Metric> BankWork::metrics() const {
  return {{"turns", "Turns (wavefronts)", turns()},
          {"words", "Words wanted", words()},
          {"busiest", "Words that the busiest bank delivers", delivered_by(busiest())},
          {"conflicts", "Turns lost to conflicts", wavefronts_.conflicts()}};
}

Result<BankWork> bank_work(const memory::LaneIndices& elements,
                           const memory::SharedLayout& layout) {
  const Result<memory::WarpAccess> load = memory::shared_access(elements, layout);
  if (!load) return load.error();
  const Result<memory::Wavefronts> wavefronts = memory::wavefronts(*load);
  if (!wavefronts) return wavefronts.error();
  return BankWork(*load, *wavefronts);
}

}  // namespace loom::scenes
