// Who touched some words of memory: all accesses, one after another. The shadow keeps the last
// reader only; where another one is the other side of a race, the launch runs once more with an eye
// on these words.
#pragma once

#include <bitset>
#include <map>
#include <set>
#include <vector>

#include "core/cuda/run/access.hpp"

namespace loom::cuda {

class Watch {
 public:
  static constexpr std::size_t most_words = 4096;

  explicit Watch(const std::set<Address>& words);

  // Hits of an instruction, before it is executed lane after lane.
  void note(const Step& step, const Hits& hits, Touch touch);

  // Looks for the last access to the rival's byte of the word, of its kind, that the lane did not
  // make and that nothing orders before it. Then sets the rival's thread, block and stamp.
  bool find(const Step& step, int lane, Address word, Rival& rival);

 private:
  struct Access {
    std::uint32_t stretch;
    int thread;
    Touch touch;
    unsigned bytes, stamp;
    std::uint64_t note;
  };
  static constexpr std::size_t most_accesses = 4096;  // to a word; older ones are forgotten
  static constexpr int most_work = 20'000'000;        // accesses looked at

  static std::size_t bit(Address word) { return word / 4 % 4096; }

  std::uint64_t notes_ = 0;
  int work_ = 0;
  std::bitset<4096> maybe_;
  std::map<Address, std::vector<Access>> words_;
};

constexpr Address word_of(Address address) { return address & ~Address{3}; }

}  // namespace loom::cuda
