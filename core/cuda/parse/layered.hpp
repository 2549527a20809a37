// A table of names in two layers: one's own, and one below that others share and nobody changes.
#pragma once

#include <cstddef>
#include <iterator>
#include <string_view>
#include <utility>

namespace loom::cuda {

// Map: a std::map, multimap or set with names as keys. It can be searched as these can. find()
// gives the upper layer's meaning of a name; where a name has many, all count, and it gives the
// first.
template <class Map, bool many = false>
class Layered {
  using Inner = typename Map::const_iterator;

 public:
  // Goes through the lower layer's, then the upper's.
  class Iterator {
   public:
    using iterator_category = std::forward_iterator_tag;
    using value_type = typename Map::value_type;
    using difference_type = std::ptrdiff_t;
    using pointer = const value_type*;
    using reference = const value_type&;

    Iterator() = default;
    Iterator(Inner lower, Inner lower_end, Inner upper)
        : lower_(lower), lower_end_(lower_end), upper_(upper) {}
    reference operator*() const { return lower_ != lower_end_ ? *lower_ : *upper_; }
    pointer operator->() const { return &**this; }
    Iterator& operator++() {
      if (lower_ != lower_end_)
        ++lower_;
      else
        ++upper_;
      return *this;
    }
    Iterator operator++(int) {
      const Iterator before = *this;
      ++*this;
      return before;
    }
    bool operator==(const Iterator& other) const {
      return lower_ == other.lower_ && upper_ == other.upper_;
    }

   private:
    Inner lower_, lower_end_, upper_;
  };

  Layered() = default;
  explicit Layered(const Layered* below) : below_(&below->own) {}
  Layered(Layered&&) = default;
  Layered& operator=(Layered&&) = default;

  Iterator begin() const { return {below_->begin(), below_->end(), own.begin()}; }
  Iterator end() const { return {below_->end(), below_->end(), own.end()}; }

  Iterator find(std::string_view name) const {
    const Inner upper = own.find(name), lower = below_->find(name);
    const bool below = lower != below_->end() && (many || upper == own.end());
    return below ? Iterator{lower, below_->end(), own.end()}
                 : Iterator{below_->end(), below_->end(), upper};
  }
  std::pair<Iterator, Iterator> equal_range(std::string_view name) const {
    const auto lower = below_->equal_range(name);
    const auto upper = own.equal_range(name);
    return {{lower.first, lower.second, upper.first}, {lower.second, lower.second, upper.second}};
  }
  bool contains(std::string_view name) const {
    return own.contains(name) || below_->contains(name);
  }

  Map own;  // what is added goes here

 private:
  static const Map& nothing() {
    static const Map empty;
    return empty;
  }
  const Map* below_ = &nothing();
};

}  // namespace loom::cuda
