#include "web/scenes/machine/bank_work.hpp"

#include <algorithm>

#include "core/memory/measured_wavefronts.hpp"
#include "web/scene/format.hpp"
#include "web/scenes/machine/coalescing_picture.hpp"

namespace loom::scenes {

using memory::Delivery;
using namespace scene;

BankWork::BankWork(const memory::WarpAccess& load, const memory::Wavefronts& wavefronts)
    : load_(load), wavefronts_(wavefronts), measured_(memory::measured_wavefronts(load)) {
  first_turn_.fill(turns());
  for (const Delivery& delivery : deliveries()) {
    int& first = first_turn_[delivery.group];
    first = std::min<int>(first, delivery.wavefront);
    group_turns_[delivery.group] = delivery.wavefront - first + 1;
    ++by_bank_[static_cast<size_t>(delivery.bank())];
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

std::string BankWork::asks() const { return "32 lanes ask for " + plural(words(), "word"); }

std::string BankWork::begin() const { return asks() + " at once; no bank has delivered yet."; }

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
  const std::string who =
      (std::has_single_bit(lanes) ? " to lane " : " to lanes ") + lane_list(lanes);
  return "Turn " + integer(turn) + " of " + integer(turns()) + ": " +
         (banks == 1 ? "bank " + integer(one->bank()) + " delivers word " + integer(one->word)
                     : integer(banks) + " banks deliver a word each") +
         who + "; " + (left == 0 ? "nothing" : plural(left, "word")) +
         (left > 1    ? " wait."
          : left == 1 ? " waits."
                      : " is left.");
}

std::string BankWork::end() const {
  std::string text = asks();
  if (wavefronts_.groups() == 1) {
    const int bank = busiest();
    text += turns() == 1 ? "; no bank has more than one to deliver: "
                         : "; bank " + integer(bank) + " has " + integer(delivered_by(bank)) +
                               " of them to deliver, one a turn: ";
  } else {
    text += ", and are served in " +
            std::string(wavefronts_.groups() == 2 ? "halves" : "quarters") + " of the warp: ";
    for (int group = 0; group < wavefronts_.groups(); ++group)
      text += (group == 0 ? "" : " + ") + integer(group_turns_[static_cast<size_t>(group)]);
    text += " = ";
  }
  text += plural(turns(), "turn") + ".";
  if (measured_) text += " Measured on an H200: " + plural(*measured_, "turn") + ".";
  return text;
}

Table BankWork::table() const {
  Table table{{{"Bank"}, {"Word wanted"}, {"Lanes", false}, {"Turn"}}, {}};
  for (const Delivery& delivery : deliveries())
    table.rows.push_back({integer(delivery.bank()), integer(delivery.word),
                          lane_list(delivery.lanes), integer(delivery.wavefront + 1)});
  return table;
}

std::vector<Metric> BankWork::metrics() const {
  return {{"turns", "Turns (wavefronts)", static_cast<double>(turns()), 0, ""},
          {"words", "Words wanted", static_cast<double>(words()), 0, ""},
          {"busiest", "Words that the busiest bank delivers",
           static_cast<double>(delivered_by(busiest())), 0, ""},
          {"conflicts", "Turns lost to conflicts", static_cast<double>(wavefronts_.conflicts()), 0,
           ""}};
}

}  // namespace loom::scenes
