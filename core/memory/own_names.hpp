// The names of a reader's code with their values in the lanes of a warp.
#pragma once

#include <array>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/expression/code.hpp"
#include "core/result.hpp"
#include "core/warp.hpp"

namespace loom::memory {

using LaneValues = std::array<std::int64_t, warp_lanes>;

// "column 7: ", where a message begins that is about that place of a text.
std::string column_at(std::size_t place);

class OwnNames {
 public:
  OwnNames();  // those of the launch, see own_index.hpp

  // All definitions and arrays of the code up to `end` of the text. One that has no value is kept
  // with the reason. The code's text must outlive this.
  void define(std::string_view text, const expression::Code& code, std::size_t end);
  // The reason why a definition has no value; "": all have one.
  const std::string& problem() const { return problem_; }

  // The message names the column, and the lane where only some have no value.
  Result<LaneValues> values(std::string_view text, expression::Piece piece) const;
  // The array's dimensions after the first: `count` of them; 32 each if it is not declared.
  Result<std::vector<std::int64_t>> lengths(std::string_view array, std::size_t count) const;
  bool declared(std::string_view array) const;
  // Whether a name in it has a value that the code determines, and that is not followed here.
  bool unfollowed(std::string_view text, expression::Piece piece) const;

 private:
  struct Missing {
    std::string_view name;
    std::string why;
    bool unfollowed = false;
  };
  struct Lengths {
    std::string_view array, text;
    std::vector<expression::Piece> each;
  };
  Result<expression::Expression> parsed(std::string_view text, expression::Piece piece) const;
  std::string without_value(std::string_view name, bool called) const;
  void set(std::string_view name, const LaneValues& values);
  bool has_unsigned(std::string_view text, expression::Piece piece) const;
  expression::Wraps wraps_in(std::string_view text, expression::Piece piece) const;
  void miss(std::string_view name, const std::string& why, bool unfollowed);
  void place_threads();
  std::string block_problem() const;  // "": there is such a block

  std::vector<std::string_view> names_;
  std::vector<LaneValues> values_;       // of each name
  std::set<std::string_view> wide_;      // of 64 bits
  std::set<std::string_view> unsigned_;  // also of names without a value
  std::vector<Missing> missing_;
  std::vector<Lengths> arrays_;
  std::string problem_;
};

}  // namespace loom::memory
