// The addresses that a kernel sees, and what lies there.
//
// Each array of global or constant memory has a window of its own, 64 GiB wide, and begins in its
// middle at a multiple of 256 bytes: an index that leaves the array leads to nothing, and still
// tells which array was meant. Shared memory and a thread's frame have a window each, the same
// addresses for every block and thread.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/cuda/code.hpp"
#include "core/cuda/run/shadow.hpp"

namespace loom::cuda {

using Address = std::uint64_t;

namespace window {
inline constexpr Address null_end = Address{1} << 32;  // below: a null pointer, and an index on it
inline constexpr Address global = Address{1} << 44, shared = Address{2} << 44,
                         local = Address{3} << 44;
inline constexpr int slot_shift = 36;
inline constexpr Address slot_middle = Address{1} << 35, shared_base = shared + (Address{1} << 31),
                         local_base = local + (Address{1} << 31);
inline constexpr int most_slots = 200;
constexpr Address array(int slot) {
  return global + (static_cast<Address>(slot) << slot_shift) + slot_middle;
}
constexpr int kind(Address address) {
  return static_cast<int>(address >> 44);
}  // 1 global, 2 shared, 3 local
constexpr int slot(Address address) { return static_cast<int>(address >> slot_shift & 0xff); }
}  // namespace window

// An array of global or constant memory. Shadows lie beside the bytes: 3 to 6 bytes each
// (shadow.hpp).
struct Array {
  std::string name;
  Shape element;
  std::vector<std::int64_t> dimensions;
  bool constant = false;
  std::vector<std::uint8_t> bytes;
  Shadow shadow;
};

// Where an access goes: bytes from `base` on. No data: nothing is there.
struct Region {
  Address base = 0;
  std::uint64_t size = 0;
  std::uint8_t* bytes = nullptr;
  Cells cells;
  bool constant = false;
  int kind = 0;  // as window::kind
  int slot = -1;
};

class Memory {
 public:
  // Returns its slot.
  int add(Array array) {
    arrays_.push_back(std::move(array));
    return static_cast<int>(arrays_.size()) - 1;
  }
  Array& at(int slot) { return arrays_[static_cast<std::size_t>(slot)]; }
  const Array& at(int slot) const { return arrays_[static_cast<std::size_t>(slot)]; }
  int count() const { return static_cast<int>(arrays_.size()); }

  // Of global and constant memory.
  Region region(Address address) {
    const int slot = window::slot(address);
    if (window::kind(address) != 1 || slot >= count()) return {};
    Array& array = at(slot);
    return {window::array(slot),
            array.bytes.size(),
            array.bytes.data(),
            array.shadow.cells(),
            array.constant,
            1,
            slot};
  }

 private:
  std::vector<Array> arrays_;
};

// "name[3][4].x": the element at an offset, which may lie outside, and the member, if all `width`
// bytes there are its.
std::string element_at(const std::string& name, const Shape& element,
                       const std::vector<std::int64_t>& dimensions, std::int64_t offset,
                       int width = 1);

// What lies at an address, for a message: "in[4096]", "s[3][4]", or the address itself.
std::string described(const Memory& memory, const Code& code, Address address, int width = 1);

}  // namespace loom::cuda
