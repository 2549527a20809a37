#include "web/scenes/peaks/roofline_own.hpp"

#include <array>
#include <cmath>
#include <iterator>
#include <string>
#include <vector>

#include "core/text/clipped.hpp"
#include "core/text/nearest.hpp"
#include "core/text/utf8.hpp"
#include "web/scene/decimal.hpp"
#include "web/scene/format.hpp"

namespace loom::scenes {
namespace {

enum class Kind : unsigned char { flops, bytes, seconds };
constexpr std::string_view kinds[] = {"FLOPs", "bytes", "a time"};
constexpr double least = 1e-12, most = 1e24;

struct Unit {
  std::string_view name;
  double factor;
  Kind kind;
};
// Bare ones, before a prefix.
constexpr Unit times[] = {{"ns", 1e-9, Kind::seconds}, {"us", 1e-6, Kind::seconds},
                          {"µs", 1e-6, Kind::seconds}, {"μs", 1e-6, Kind::seconds},
                          {"ms", 1e-3, Kind::seconds}, {"s", 1, Kind::seconds},
                          {"sec", 1, Kind::seconds}};
constexpr Unit amounts[] = {{"FLOPs", 1, Kind::flops}, {"FLOP", 1, Kind::flops},
                            {"flops", 1, Kind::flops}, {"flop", 1, Kind::flops},
                            {"bytes", 1, Kind::bytes}, {"byte", 1, Kind::bytes},
                            {"B", 1, Kind::bytes}};
struct Prefix {
  std::string_view name;
  double factor;
};
constexpr Prefix prefixes[] = {
    {"", 1},     {"k", 1e3},   {"K", 1e3},      {"M", 1e6},         {"m", 1e6},
    {"G", 1e9},  {"g", 1e9},   {"T", 1e12},     {"t", 1e12},        {"P", 1e15},
    {"E", 1e18}, {"Ki", 1024}, {"Mi", 1048576}, {"Gi", 1073741824}, {"Ti", 1099511627776}};

// "2 gb": small letters all through. "Gb" would be bits.
constexpr Unit small_bytes[] = {{"b", 1, Kind::bytes},
                                {"kb", 1e3, Kind::bytes},
                                {"mb", 1e6, Kind::bytes},
                                {"gb", 1e9, Kind::bytes},
                                {"tb", 1e12, Kind::bytes}};

// For the nearest right name.
constexpr std::string_view usual[] = {"FLOP", "KFLOP", "MFLOP", "GFLOP", "TFLOP", "PFLOP", "B",
                                      "KB",   "MB",    "GB",    "TB",    "KiB",   "MiB",   "GiB",
                                      "TiB",  "ns",    "us",    "ms",    "s"};

std::optional<Unit> unit_named(std::string_view name) {
  for (const Unit& unit : times)
    if (unit.name == name) return unit;
  for (const Unit& unit : amounts)
    for (const Prefix& prefix : prefixes)
      if (name.starts_with(prefix.name) && name.substr(prefix.name.size()) == unit.name)
        return Unit{unit.name, prefix.factor, unit.kind};
  for (const Unit& unit : small_bytes)
    if (unit.name == name) return unit;
  return std::nullopt;
}

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

class OwnReader {
 public:
  explicit OwnReader(std::string_view text) : text_(text) {}

  Result<std::optional<OwnRun>> read() {
    skip();
    if (at_ == text_.size()) return std::optional<OwnRun>();
    std::vector<Quantity> all;
    while (at_ < text_.size()) {
      const auto next = quantity();
      if (!next) return next.error();
      all.push_back(*next);
      skip();
    }
    return ordered(all);
  }

 private:
  struct Quantity {
    size_t at = 0;
    std::string_view written;
    double value = 0;
    std::optional<Kind> kind;
  };

  Error failed(size_t at, const std::string& what) const {
    return Error{scene::fill("column {}: {}", utf8::count(text_.substr(0, at)) + 1, what)};
  }

  void skip() {
    while (at_ < text_.size() && (is_space(text_[at_]) || text_[at_] == ',' || text_[at_] == ';'))
      ++at_;
  }

  static std::string not_a_unit(std::string_view name) {
    const bool rate =
        name.find('/') != name.npos || name.ends_with("FLOPS") || name.ends_with("ps");
    if (rate)
      return scene::fill("'{}' is a rate, expected an amount, such as 100 GFLOP or 2 GB",
                         clipped(name, 20));
    return scene::fill("unknown unit '{}', expected FLOP, B or s, or these with a prefix{}",
                       clipped(name, 20), did_you_mean(name, usual));
  }

  // A comma within a number stands before three digits; with units only, because three plain
  // numbers may be separated so: 1,100,200.
  bool groups() const {
    if (text_[at_] != ',' || at_ + 3 >= text_.size()) return false;
    for (size_t i = 1; i <= 3; ++i)
      if (!is_digit(text_[at_ + i])) return false;
    return at_ + 4 == text_.size() || !is_digit(text_[at_ + 4]);
  }

  std::string number() {
    std::string digits;
    const auto take = [&] { digits += text_[at_++]; };
    if (at_ < text_.size() && (text_[at_] == '-' || text_[at_] == '+')) take();
    while (at_ < text_.size()) {
      if (is_digit(text_[at_]) || text_[at_] == '.')
        take();
      else if (has_units_ && !digits.empty() && groups())
        ++at_;
      else
        break;
    }
    // An exponent, unless it is the E of EFLOP.
    size_t end = at_ + 1;
    if (at_ < text_.size() && (text_[at_] == 'e' || text_[at_] == 'E')) {
      if (end < text_.size() && (text_[end] == '-' || text_[end] == '+')) ++end;
      if (end < text_.size() && is_digit(text_[end])) {
        while (at_ < end) take();
        while (at_ < text_.size() && is_digit(text_[at_])) take();
      }
    }
    return digits;
  }

  // Letters, and what makes a rate of them: "GB/s".
  std::string_view unit() {
    const size_t from = at_;
    while (at_ < text_.size() && !is_space(text_[at_]) && !is_digit(text_[at_]) &&
           std::string_view(",;+-.").find(text_[at_]) == std::string_view::npos)
      ++at_;
    return text_.substr(from, at_ - from);
  }

  Result<Quantity> quantity() {
    Quantity made{.at = at_};
    const std::string digits = number();
    made.value = scene::decimal(digits);
    const size_t behind = at_;
    while (at_ < text_.size() && is_space(text_[at_])) ++at_;
    const size_t unit_at = at_;
    const std::string_view its = unit();
    if (its.empty()) at_ = behind;
    made.written = text_.substr(made.at, at_ - made.at);
    if (digits.empty() || std::isnan(made.value))
      return failed(made.at, scene::fill("got '{}', expected a number and a unit, such as 2 GB",
                                         clipped(digits.empty() ? its : digits, 20)));
    if (!its.empty()) {
      const auto found = unit_named(its);
      if (!found) return failed(unit_at, not_a_unit(its));
      made.kind = found->kind;
      made.value *= found->factor;
    }
    if (!(made.value >= least && made.value <= most))
      return failed(made.at, scene::fill("got '{}', expected a number from 1e-12 to 1e24",
                                         clipped(made.written, 30)));
    return made;
  }

  // Each kind once; without units in the order FLOPs, bytes, seconds.
  Result<std::optional<OwnRun>> ordered(std::vector<Quantity>& all) const {
    bool any = false;
    for (const Quantity& each : all) any = any || each.kind;
    std::array<const Quantity*, std::size(kinds)> found = {};
    for (size_t i = 0; i < all.size(); ++i) {
      Quantity& each = all[i];
      if (any && !each.kind)
        return failed(each.at, scene::fill("'{}' has no unit, expected one such as GFLOP, GB or ms",
                                           clipped(each.written, 30)));
      if (i >= std::size(kinds))
        return failed(each.at, "got more than three quantities, expected FLOPs, bytes and a time");
      if (!any) each.kind = static_cast<Kind>(i);
      const auto kind = static_cast<size_t>(*each.kind);
      if (found[kind])
        return failed(each.at, scene::fill("'{}' after '{}': expected {} only once",
                                           clipped(each.written, 30),
                                           clipped(found[kind]->written, 30), kinds[kind]));
      found[kind] = &each;
    }
    for (size_t kind = 0; kind < std::size(kinds); ++kind)
      if (!found[kind])
        return failed(text_.size(), scene::fill("expected FLOPs, bytes and a time, such as 100 "
                                                "GFLOP 2 GB 1 ms, got no {}",
                                                kind == 2 ? "time" : kinds[kind]));
    return std::optional(OwnRun{found[0]->value, found[1]->value, found[2]->value});
  }

  static bool any_letter(std::string_view text) {
    for (size_t i = 0; i < text.size(); ++i) {
      const bool letter = (text[i] | 0x20) >= 'a' && (text[i] | 0x20) <= 'z';
      const bool exponent =
          (text[i] | 0x20) == 'e' && i > 0 && (is_digit(text[i - 1]) || text[i - 1] == '.');
      if (letter && !exponent) return true;
    }
    return false;
  }

  std::string_view text_;
  size_t at_ = 0;
  bool has_units_ = any_letter(text_);
};

}  // namespace

Result<std::optional<OwnRun>> read_own_run(std::string_view text) { return OwnReader(text).read(); }

}  // namespace loom::scenes
