// Numbers as the pages show them. Every table cell, sentence and label goes through here, so that
// the native build and WebAssembly print the same bytes.
#pragma once

#include <concepts>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "web/scene/table.hpp"

namespace loom::scene {

std::string fixed(double value, int decimals);  // 0.135, -2.0; "−0.0" becomes "0.0"
std::string integer(long long value);           // 65,504
// The fewest decimals, from `least` to `most`, that show every number exactly, or `most`.
int decimals_needed(const std::vector<double>& numbers, int least, int most);
std::string percent(double share, int decimals);  // share 0.499 → 49.9%
std::string brief_percent(double share);          // whole where it is: 50%, 46.9%
std::string shortest(double value);               // fewest digits that read back as the same double
std::string significant(double value);  // three significant digits: 0.498, 9.00, 44.2, 591, 1,340
std::string brief(double value);        // the same without zeros at the end: 9, 0.25
std::string power(int base, int exponent);           // 2⁻¹⁴
std::string scientific(double value, int decimals);  // 3.4 × 10³⁸, 1.5 × 10⁻⁵, −2.0 × 10⁰
// Exact if that is short, otherwise four significant digits; scientific from a million up and below
// 0.0001: 65,504, 0.09375, 0.09998, 3.403 × 10³⁸, ∞, NaN.
std::string readable(double value);
std::string binary_bytes(double bytes);  // 512 B, 1.5 KiB, 256 MiB, 4,096 TiB
inline std::string binary_bytes(std::integral auto bytes) {
  return binary_bytes(static_cast<double>(bytes));
}
std::string plural(long long count, std::string_view noun);  // "1 tile", "3 tiles"
std::string listed(const std::vector<std::string>& items);   // "0", "0 and 3", "0, 1 and 3"

// What fill() puts into a place: a text, a number written by integer(), {n, noun} written by
// plural(), or {n, "block fits", "blocks fit"} for what has another plural. Numbers are formatted
// inside, so that a call contains no strings of its own.
class Word {
 public:
  Word(std::string_view text) : text_(text.data()), size_(static_cast<int>(text.size())) {}
  Word(const std::string& text) : Word(std::string_view(text)) {}
  Word(const char* text) : Word(std::string_view(text)) {}
  template <std::integral T>
  Word(T number) : text_(nullptr), size_(no_text), number_(static_cast<long long>(number)) {}
  template <std::integral T>
  Word(T number, const char* noun)
      : text_(noun), size_(no_text), number_(static_cast<long long>(number)) {}
  template <std::integral T>
  Word(T number, const char* one, const char* many)
      : text_(number == 1 ? one : many), size_(counted), number_(static_cast<long long>(number)) {}
  void append_to(std::string& text) const;
  std::string written() const {
    std::string text;
    append_to(text);
    return text;
  }

 private:
  static constexpr int no_text = -1, counted = -2;  // counted: behind the number, as it is
  const char* text_;                                // a noun ends with a zero byte
  int size_;
  long long number_;  // only where there is no text: every store is there hundreds of times
};

std::string filled(const char* sentence, size_t size, const Word* words);

// What a word is written from.
template <class T>
concept Wordlike = std::constructible_from<Word, const T&>;

// Each {} of a sentence replaced by the next word: fill("{} of {}", 32, Word(64, "warp")) is "32 of
// 64 warps". There must be at least as many words as {}. One call is smaller than a chain of "+".
// It is an object, so that argument-dependent lookup does not search std for a function of this
// name.
inline constexpr struct {
  [[gnu::always_inline]] std::string operator()(std::string_view sentence,
                                                std::initializer_list<Word> words) const {
    return filled(sentence.data(), sentence.size(), words.begin());
  }
  std::string operator()(std::string_view sentence) const { return std::string(sentence); }
  template <Wordlike... Words>
  [[gnu::always_inline]] std::string operator()(std::string_view sentence,
                                                const Words&... words) const {
    const Word all[] = {Word(words)...};
    return filled(sentence.data(), sentence.size(), all);
  }
} fill;

// Cells with their number, which is the column's unit times what the text says. The text is written
// by fixed(), by a function of this header, or given as such.
Cell cell(long long count);  // as integer()
Cell cell(double value, int decimals);
Cell cell(double value, std::string (*show)(double));
Cell cell(double value, std::string shown);
Cell percent_cell(double share, int decimals);  // the value in percent
Cell no_cell();                                 // "–": there is no such number

// What cells() puts into a row: a cell, a text without a number, or a whole number.
class Entry {
 public:
  Entry(const Cell& cell) : word_(cell.shown), value_(cell.value) {}
  Entry(std::string_view text) : word_(text) {}
  Entry(const std::string& text) : word_(text) {}
  Entry(const char* text) : word_(text) {}
  template <std::integral T>
  Entry(T number) : word_(number), value_(static_cast<double>(number)) {}
  Cell written() const { return {word_.written(), value_}; }

 private:
  Word word_;
  double value_ = NAN;
};

std::vector<Cell> written(const Entry* entries, size_t count);

// A table's row, and the same for its next row.
[[gnu::always_inline]] inline std::vector<Cell> cells(std::initializer_list<Entry> entries) {
  return written(entries.begin(), entries.size());
}
[[gnu::always_inline]] inline void Table::add(std::initializer_list<Entry> row) {
  add(row.begin(), row.size());
}

}  // namespace loom::scene
