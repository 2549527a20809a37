#include "core/memory/own_names.hpp"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <optional>

#include "core/text/nearest.hpp"

namespace loom::memory {

using expression::Piece;

namespace {

constexpr std::string_view launch_names[] = {
    "threadIdx.x", "threadIdx.y", "threadIdx.z", "blockDim.x", "blockDim.y", "blockDim.z",
    "blockIdx.x",  "blockIdx.y",  "blockIdx.z",  "gridDim.x",  "gridDim.y",  "gridDim.z",
    "lane",        "tid",         "warp",        "warpSize"};
constexpr std::int64_t launch_values[] = {0, 0, 0, 32, 32, 1, 0, 0, 0, 32, 32, 1, 0, 0, 0, 32};
constexpr std::size_t thread_name = 0, block_name = 3, lane_name = 12, tid_name = 13;
constexpr std::string_view wide_types[] = {"long",     "int64_t", "ptrdiff_t",
                                           "uint64_t", "size_t",  "ssize_t"};
constexpr std::size_t unsigned_names = 12;  // the first of them, as in CUDA

// A name as a word of its own.
bool has_word(std::string_view text, std::string_view word) {
  const auto in_word = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
  };
  for (std::size_t at = 0; (at = text.find(word, at)) != text.npos; ++at) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !in_word(text[at - 1])) && (end == text.size() || !in_word(text[end])))
      return true;
  }
  return false;
}

void note(std::set<std::string_view>& names, std::string_view name, bool is_one) {
  if (is_one)
    names.insert(name);
  else
    names.erase(name);
}

LaneValues all_lanes(std::int64_t value) {
  LaneValues values{};
  values.fill(value);
  return values;
}

}  // namespace

std::string column_at(std::size_t place) { return "column " + std::to_string(place + 1) + ": "; }

OwnNames::OwnNames() : names_(std::begin(launch_names), std::end(launch_names)) {
  for (const std::int64_t value : launch_values) values_.push_back(all_lanes(value));
  unsigned_.insert(std::begin(launch_names), std::begin(launch_names) + unsigned_names);
  place_threads();
}

// threadIdx, lane and tid of the block's first warp.
void OwnNames::place_threads() {
  const std::int64_t x = values_[block_name][0], y = values_[block_name + 1][0];
  if (x < 1 || y < 1) return;
  for (std::size_t lane = 0; lane < warp_lanes; ++lane) {
    const auto number = static_cast<std::int64_t>(lane);
    values_[lane_name][lane] = values_[tid_name][lane] = number;
    values_[thread_name][lane] = number % x;
    values_[thread_name + 1][lane] = number / x % y;
    values_[thread_name + 2][lane] = number / x / y;
  }
}

std::string OwnNames::block_problem() const {
  constexpr std::int64_t most = 1024;  // threads of a block
  std::int64_t threads = 1;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::int64_t each = values_[block_name + i][0];
    if (each < 1 || each > most)
      return "blockDim has an entry of " + std::to_string(each) + ", expected 1 to 1024";
    threads *= each;
  }
  if (threads >= warp_lanes && threads <= most) return "";
  return "a block of " + std::to_string(threads) + " threads, expected 32 to 1024";
}

void OwnNames::set(std::string_view name, const LaneValues& values) {
  std::erase_if(missing_, [&](const Missing& each) { return each.name == name; });
  const auto found = std::find(names_.begin(), names_.end(), name);
  if (found != names_.end()) {
    values_[static_cast<std::size_t>(found - names_.begin())] = values;
    return;
  }
  names_.push_back(name);
  values_.push_back(values);
}

bool OwnNames::has_unsigned(std::string_view text, Piece piece) const {
  return std::any_of(unsigned_.begin(), unsigned_.end(),
                     [&](std::string_view each) { return has_word(piece.of(text), each); });
}

expression::Wraps OwnNames::wraps_in(std::string_view text, Piece piece) const {
  if (!has_unsigned(text, piece)) return expression::Wraps::none;
  const auto stands = [&](std::string_view each) { return has_word(piece.of(text), each); };
  const bool wide = std::any_of(wide_.begin(), wide_.end(), stands) ||
                    std::any_of(std::begin(wide_types), std::end(wide_types), stands);
  return wide ? expression::Wraps::mixed : expression::Wraps::some;
}

void OwnNames::miss(std::string_view name, const std::string& why, bool unfollowed) {
  if (problem_.empty()) problem_ = why;
  const auto found = std::find(names_.begin(), names_.end(), name);
  if (found != names_.end()) {
    values_.erase(values_.begin() + (found - names_.begin()));
    names_.erase(found);
  }
  std::erase_if(missing_, [&](const Missing& each) { return each.name == name; });
  missing_.push_back({name, why, unfollowed});
}

void OwnNames::define(std::string_view text, const expression::Code& code, std::size_t end) {
  for (const expression::Array& array : code.arrays)
    arrays_.push_back({array.name, text, array.lengths});
  std::optional<std::size_t> resized;
  for (const expression::Definition& each : code.definitions) {
    if (each.from >= end) continue;
    const auto at = static_cast<std::size_t>(each.name.data() - text.data());
    if (each.until <= end && each.declares) continue;  // its braces have ended
    if (each.declares) {
      const bool is_unsigned =
          each.sign == expression::Sign::none ||
          (each.sign == expression::Sign::deduced && has_unsigned(text, each.value));
      note(unsigned_, each.name, is_unsigned);
      note(wide_, each.name, each.wide);
    }
    if (!each.unclear.empty()) {
      const auto place = static_cast<std::size_t>(each.unclear.data() - text.data());
      miss(each.name,
           column_at(place) + "'" + std::string(each.unclear) + "', which is not followed here",
           true);
      continue;
    }
    if (each.until <= end) {
      miss(each.name, column_at(at) + "its value in a branch, a loop or braces that end before",
           true);
      continue;
    }
    const auto launch = std::find(std::begin(launch_names), std::end(launch_names), each.name);
    const bool size = each.name.starts_with("blockDim.");
    if (launch != std::end(launch_names) && !size && !each.name.starts_with("blockIdx.") &&
        !each.name.starts_with("gridDim.")) {
      problem_ = column_at(at) + "'" + std::string(each.name) +
                 "' has the value of each lane; set blockDim, blockIdx or gridDim instead";
      continue;
    }
    const Result<LaneValues> found = values(text, each.value);
    if (!found) {
      if (launch == std::end(launch_names))
        miss(each.name, found.error().message, unfollowed(text, each.value));
      else
        problem_ = found.error().message;
      continue;
    }
    // 64 bits keep what 32 unsigned ones make of a number below 0.
    const bool widened = wide_.contains(each.name) && has_unsigned(text, each.value);
    if ((unsigned_.contains(each.name) || widened) &&
        std::any_of(found->begin(), found->end(), [](auto v) { return v < 0; })) {
      miss(each.name, column_at(at) + "a value below 0, and it is unsigned", true);
      continue;
    }
    set(each.name, *found);
    if (!size) continue;
    place_threads();
    if (!resized) resized = at;
  }
  if (!resized) return;
  if (const std::string why = block_problem(); !why.empty()) problem_ = column_at(*resized) + why;
}

std::string OwnNames::without_value(std::string_view name, bool called) const {
  constexpr std::size_t most_shown = 24;
  const std::string quoted =
      "'" + std::string(name.substr(0, most_shown)) + (name.size() > most_shown ? "…" : "") + "'";
  for (const Missing& each : missing_)
    if (each.name == name) return quoted + " has no value, because of " + each.why;
  if (name == "static_cast") return "a cast to a type that is no integer of 32 or 64 bits";
  if (called)
    return "the call of " + quoted + " has no value here; write a name in its place, and the " +
           "name's value in the list of names";
  const std::string near = name.size() < 3 ? "" : did_you_mean(name, names_);
  if (!near.empty()) return "unknown name " + quoted + near;
  return quoted + " has no value; add one to the list of names, such as " +
         std::string(name.substr(0, most_shown)) + " = 1";
}

Result<expression::Expression> OwnNames::parsed(std::string_view text, Piece piece) const {
  // What is read from memory has no value that follows from the code.
  const std::string_view written = piece.of(text);
  if (const std::size_t bracket = written.find('['); bracket != written.npos)
    return Error{column_at(piece.begin + bracket) +
                 "a number that is read from an array is not known; write a name in its place, "
                 "and the name's value in the list of names"};
  return expression::parse(text, piece, names_, [&](std::string_view name, bool called) {
    return without_value(name, called);
  });
}

Result<LaneValues> OwnNames::values(std::string_view text, Piece piece) const {
  const Result<expression::Expression> read = parsed(text, piece);
  if (!read) return read.error();
  LaneValues found{};
  const expression::Wraps wraps = wraps_in(text, piece);
  std::vector<std::int64_t> own(names_.size());
  for (std::size_t lane = 0; lane < found.size(); ++lane) {
    for (std::size_t i = 0; i < own.size(); ++i) own[i] = values_[i][lane];
    const Result<std::int64_t> value = read->at(own, wraps);
    if (!value) return Error{value.error().message + ", in lane " + std::to_string(lane)};
    found[lane] = *value;
  }
  return found;
}

bool OwnNames::unfollowed(std::string_view text, Piece piece) const {
  // Where all names have values, it is the value that is refused.
  if (parsed(text, piece)) return true;
  return std::any_of(missing_.begin(), missing_.end(), [&](const Missing& each) {
    return each.unfollowed && has_word(piece.of(text), each.name);
  });
}

bool OwnNames::declared(std::string_view array) const {
  return std::any_of(arrays_.begin(), arrays_.end(),
                     [&](const Lengths& each) { return each.array == array; });
}

Result<std::vector<std::int64_t>> OwnNames::lengths(std::string_view array,
                                                    std::size_t count) const {
  std::vector<std::int64_t> found(count, warp_lanes);
  for (const Lengths& each : arrays_) {
    if (each.array != array) continue;
    if (each.each.size() != count + 1)
      return Error{"'" + std::string(array) + "' is declared with " +
                   std::to_string(each.each.size()) + " dimensions, got " +
                   std::to_string(count + 1) + " indices"};
    for (std::size_t i = 0; i < count; ++i) {
      const Result<LaneValues> length = values(each.text, each.each[i + 1]);
      if (!length) return length.error();
      found[i] = (*length)[0];
    }
  }
  return found;
}

}  // namespace loom::memory
