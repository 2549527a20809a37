// One warp's load from shared memory as `bank-conflicts` and `tile-padding` show it: turns, waiting
// lanes, sentences, table. The pictures and the words take the same numbers from here.
#pragma once

#include "core/memory/shared_layout.hpp"
#include "core/memory/wavefronts.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {

inline constexpr Choice swizzles[] = {{"off", "Off"}, {"xor", "XOR"}};
inline constexpr Parameter swizzle_parameter =
    one_of("swizzle", "Swizzle", swizzles, "off",
           {.help = "XOR: element c of row r is stored at place c XOR r of its row."});

class BankWork {
 public:
  BankWork() : BankWork({}, {}) {}
  BankWork(const memory::WarpAccess& load, const memory::Wavefronts& wavefronts);

  const memory::WarpAccess& load() const { return load_; }
  std::span<const memory::Delivery> deliveries() const { return wavefronts_.deliveries(); }
  int turns() const { return wavefronts_.count(); }
  std::optional<int> measured() const { return measured_; }  // turns on an H200, where measured

  // Not in its group's first turn, because another word of the same bank comes before it.
  bool late(const memory::Delivery& delivery) const {
    return delivery.wavefront > first_turn_[delivery.group];
  }
  std::uint32_t late_lanes() const { return late_lanes_; }
  int delivered_by(int bank) const { return nth(by_bank_, bank); }
  int busiest() const;  // bank

  std::string begin() const;         // nothing is delivered yet
  std::string turn(int turn) const;  // 1…turns()
  std::string end() const;
  std::string where(const memory::Delivery& delivery) const;  // for tooltips
  Table table() const;
  std::vector<Metric> metrics() const;

 private:
  int words() const;  // distinct

  memory::WarpAccess load_;
  memory::Wavefronts wavefronts_;
  std::optional<int> measured_;
  std::array<int, 4> first_turn_{}, group_turns_{};
  std::array<int, memory::bank_count> by_bank_{};
  std::uint32_t late_lanes_ = 0;
};

// Refused: what shared_access() and wavefronts() refuse.
Result<BankWork> bank_work(const memory::LaneIndices& elements, const memory::SharedLayout& layout);

}  // namespace loom::scenes
