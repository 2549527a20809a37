// Memory that is freed all at once, like a page's tree: nothing in it has a destructor.
#pragma once

#include <algorithm>
#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

namespace loom::site {

class Arena {
 public:
  explicit Arena(size_t first_chunk) : next_(std::max<size_t>(first_chunk, 1024)) {}

  template <class T>
  T* make() {
    static_assert(std::is_trivially_destructible_v<T>);
    return new (take(sizeof(T), alignof(T))) T;
  }

  template <class T>
  std::span<T> copy(std::span<const T> all) {
    static_assert(std::is_trivially_copyable_v<T>);
    if (all.empty()) return {};
    T* begin = static_cast<T*>(take(all.size_bytes(), alignof(T)));
    std::uninitialized_copy(all.begin(), all.end(), begin);
    return {begin, all.size()};
  }

  std::string_view copy(std::string_view text) { return text.empty() ? text : added("", text); }

  // Joins two texts. If they are neighbors in memory, or `a` is the last text that was made here,
  // only the new part is copied.
  std::string_view join(std::string_view a, std::string_view b) {
    if (a.empty() || b.empty()) return a.empty() ? b : a;
    const char* end = a.data() + a.size();
    if (end == b.data()) return {a.data(), a.size() + b.size()};
    if (end != at_ || b.size() > room()) return added(a, b);
    std::memcpy(at_, b.data(), b.size());
    at_ += b.size();
    return {a.data(), a.size() + b.size()};
  }

 private:
  size_t room() const { return static_cast<size_t>(end_ - at_); }

  std::string_view added(std::string_view a, std::string_view b) {
    char* begin = static_cast<char*>(take(a.size() + b.size(), 1));
    std::copy(b.begin(), b.end(), std::copy(a.begin(), a.end(), begin));
    return {begin, a.size() + b.size()};
  }

  void* take(size_t size, size_t alignment) {
    void* place = at_;
    size_t left = room();
    if (!at_ || !std::align(alignment, size, place, left)) {
      const size_t chunk = std::max(next_, 2 * size);
      next_ = 2 * chunk;  // so that long texts are moved only a few times while they grow
      chunks_.push_back(std::make_unique_for_overwrite<char[]>(chunk));
      place = at_ = chunks_.back().get();
      end_ = at_ + chunk;
    }
    at_ = static_cast<char*>(place) + size;
    return place;
  }

  std::vector<std::unique_ptr<char[]>> chunks_;
  char *at_ = nullptr, *end_ = nullptr;  // what is free in the last block
  size_t next_;
};

}  // namespace loom::site
