// Parameters are data: one declaration drives the page's controls, the URL, the command line, the
// tests' grid and the reader's error message.
#pragma once

#include <array>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.hpp"
#include "web/scene/names.hpp"  // IWYU pragma: export

namespace loom::scene {

enum class Kind {
  choice,   // one of `choices`
  integer,  // whole number, minimum…maximum
  real,     // number, minimum…maximum; `step` is only the slider's
  toggle,   // "on" or "off"
  numbers,  // count_min…count_max numbers, each minimum…maximum; see canonical()
  text,     // anything up to count_max bytes; the scene checks it
};

struct Choice {
  std::string_view value, label;
};

// A whole number from 0 on as values have it, "1024", or grouped as pages show it, "1,024".
template <int number, bool grouped>
struct Digits {
  std::array<char, 16> all = {};
  size_t begin = all.size();
  constexpr Digits() {
    int rest = number, place = 0;
    do {
      if (grouped && place > 0 && place % 3 == 0) all[--begin] = ',';
      all[--begin] = static_cast<char>('0' + rest % 10);
      ++place;
    } while (rest /= 10);
  }
  constexpr std::string_view text() const { return {all.data() + begin, all.size() - begin}; }
};
template <int number, bool grouped>
inline constexpr Digits<number, grouped> digits;

// Choices that are whole numbers: number_choices<16, 1024> are {"16", "16"} and {"1024", "1,024"}.
template <int... numbers>
inline constexpr Choice number_choices[sizeof...(numbers)] = {
    {digits<numbers, false>.text(), digits<numbers, true>.text()}...};

// Choices with one more before them.
template <size_t count>
constexpr std::array<Choice, count + 1> with_first(const Choice& first,
                                                   const Choice (&others)[count]) {
  std::array<Choice, count + 1> all = {first};
  for (size_t i = 0; i < count; ++i) all[i + 1] = others[i];
  return all;
}

// What the positions of a number's slider are. Any allowed number can still be set.
enum class Spacing {
  even,     // every `step`
  binary,   // four to each doubling: 4, 5, 6, 7, 8, 10, 12, 14, 16 …
  decimal,  // ten to each factor of ten: 1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10 …
};

// How a text with a syntax of its own is read: the text that is kept, or the error; and a
// description of the parts that had no use.
struct Reader {
  Result<std::string> (*canonical)(std::string_view text);
  std::string (*left_out)(std::string_view text);
};

struct Parameter {
  std::string_view key;    // in the URL and on the command line
  std::string_view label;  // on the page
  Kind kind = Kind::integer;
  std::string_view initial;  // default, in canonical text
  double minimum = 0, maximum = 0, step = 1;
  std::string_view unit = "", help = "";
  std::span<const Choice> choices = {};
  int count_min = 0, count_max = 0;
  // "pattern=shuffled|random": the page offers it only while a choice has one of these values; its
  // value is kept meanwhile. "loop=fa1|fa2&blocks=chosen": only while both hold.
  std::string_view when = "";
  Spacing spacing = Spacing::even;  // others: integer and real with a minimum above 0
  // "tokens" or "tokens-1": the page's slider, evenly spaced, ends at that parameter's number. A
  // larger value is kept meanwhile, and the scene clamps it to the same end.
  std::string_view most = "";
  // For a text in another language, which may have many lines.
  const Reader* reader = nullptr;
  int lines = 1;  // of its field: a text that is often longer than a line has more
  // A query that names this parameter and not the choice of its `when`, which has one value and no
  // second condition, sets
  // that choice too: "expression=lane*2" alone is a pattern.
  bool leads = false;
};

// The same in a line or two: first what every parameter of a kind has, the rest by name:
// whole_number("stride", "Stride", "1", {0, 33}, {.unit = "elements"}).
struct Range {
  double minimum = 0, maximum = 0;
};
struct Details {
  double step = 1;
  std::string_view unit = "", help = "", when = "";
  Spacing spacing = Spacing::even;
  std::string_view most = "";
  bool leads = false;
  int lines = 1;
};

constexpr Parameter parameter(Kind kind, std::string_view key, std::string_view title,
                              std::string_view initial, Range range, const Details& details) {
  return {.key = key,
          .label = title,
          .kind = kind,
          .initial = initial,
          .minimum = range.minimum,
          .maximum = range.maximum,
          .step = details.step,
          .unit = details.unit,
          .help = details.help,
          .when = details.when,
          .spacing = details.spacing,
          .most = details.most,
          .lines = details.lines,
          .leads = details.leads};
}
constexpr Parameter one_of(std::string_view key, std::string_view title,
                           std::span<const Choice> choices, std::string_view initial,
                           const Details& details = {}) {
  Parameter made = parameter(Kind::choice, key, title, initial, {}, details);
  made.choices = choices;
  return made;
}
constexpr Parameter whole_number(std::string_view key, std::string_view title,
                                 std::string_view initial, Range range,
                                 const Details& details = {}) {
  return parameter(Kind::integer, key, title, initial, range, details);
}
constexpr Parameter real_number(std::string_view key, std::string_view title,
                                std::string_view initial, Range range,
                                const Details& details = {}) {
  return parameter(Kind::real, key, title, initial, range, details);
}
constexpr Parameter on_off(std::string_view key, std::string_view title, std::string_view initial,
                           const Details& details = {}) {
  return parameter(Kind::toggle, key, title, initial, {}, details);
}
// `count` is the range of their number: {least, most}.
constexpr Parameter number_list(std::string_view key, std::string_view title,
                                std::string_view initial, Range range, Range count,
                                const Details& details = {}) {
  Parameter made = parameter(Kind::numbers, key, title, initial, range, details);
  made.count_min = static_cast<int>(count.minimum);
  made.count_max = static_cast<int>(count.maximum);
  return made;
}
constexpr Parameter free_text(std::string_view key, std::string_view title,
                              std::string_view initial, int most_bytes,
                              const Details& details = {}) {
  Parameter made = parameter(Kind::text, key, title, initial, {}, details);
  made.count_max = most_bytes;
  return made;
}

// `reader` lives as long as the program.
constexpr Parameter read_text(std::string_view key, std::string_view title,
                              std::string_view initial, int most_bytes, const Reader& reader,
                              const Details& details = {}) {
  Parameter made = free_text(key, title, initial, most_bytes, details);
  made.reader = &reader;
  return made;
}

// Names that a parameter may not have, because they mean something else: in a query, in the first
// line of a fence, or on the command line.
inline constexpr std::string_view reserved_keys[] = {"step",  "id",     "title",
                                                     "width", "format", "help"};

// The positions of a slider of binary or decimal spacing, in canonical text, ascending; they
// include its minimum, its maximum and its default. Empty for even spacing.
std::vector<std::string> slider_stops(const Parameter& parameter);

// A named set of parameters, offered above the controls.
struct Preset {
  std::string_view label;
  std::string_view query;  // "bits=7&terms=64"; parameters that are not named get their default
};

// "1 to 16 keys", "one of balanced, skewed", …: what a parameter accepts, in words.
std::string expected(const Parameter& parameter);

struct Field {
  std::string key, text;
};

// The state of a scene: one accepted value per parameter, in canonical text. Copies are cheap and
// independent; the declarations must outlive it.
class Values {
 public:
  explicit Values(std::span<const Parameter> parameters);  // every parameter at its default

  std::span<const Parameter> parameters() const { return parameters_; }

  // Refused (and unchanged) when the key is unknown or the text is not what the parameter accepts;
  // the error names the parameter, what was given, what was expected and the nearest right name.
  std::optional<Error> set(std::string_view key, std::string_view text);

  // "stride=2&offset=1", percent-encoded. All or nothing. `step` is not a parameter: see State.
  std::optional<Error> set_query(std::string_view query);
  // What else the parameters in a query set: see Parameter::leads.
  void follow(std::span<const Field> fields);

  // The values that differ from the defaults, in declaration order, percent-encoded; also a default
  // if the query without it would set another value.
  std::string query() const;

  // The caller names a declared key, whose text is already known to be valid.
  std::string_view text(std::string_view key) const;
  int choice(std::string_view key) const;  // which of its choices, from 0
  // The meaning of that choice; `meanings` has one for each.
  template <class Meaning>
  Meaning choice(std::string_view key, std::initializer_list<Meaning> meanings) const {
    return meanings.begin()[choice(key)];
  }
  int integer(std::string_view key) const;
  double real(std::string_view key) const;
  bool toggle(std::string_view key) const;
  std::vector<double> numbers(std::string_view key) const;
  double number(std::string_view key, int index) const;  // it must be one of them

  // What had no use in the given text: see Reader. A scene has at most one such parameter. Not part
  // of the state.
  std::string_view left_out() const { return left_out_; }

  bool operator==(const Values& other) const { return texts_ == other.texts_; }

 private:
  size_t index(std::string_view key) const;
  bool misled(size_t choice) const;  // without this choice, the query would mean another one

  std::span<const Parameter> parameters_;
  std::vector<std::string> texts_;
  std::string left_out_;
};

// The numbers of a text, which is read, and refused, as a parameter of numbers is.
Result<std::vector<double>> numbers_in(std::string_view text, const Parameter& list);

// Whether the page offers the parameter in this state: see Parameter::when.
bool offered(const Parameter& parameter, const Values& values);

// Where the slider ends in this state: see Parameter::most.
double slider_end(const Parameter& parameter, const Values& values);

// Canonical text of a value, or why it is refused. Numbers may be written as number() in
// decimal.hpp reads them; commas, semicolons, blanks or brackets separate those of a list.
Result<std::string> canonical(const Parameter& parameter, std::string_view text);

// A string as one component of a query, and back. Refuses a malformed escape.
std::string percent_encode(std::string_view text);
Result<std::string> percent_decode(std::string_view text);

// Splits "a=1&b=2" and decodes it. Refuses a part without '=' and a malformed escape.
Result<std::vector<Field>> parse_query(std::string_view query);

}  // namespace loom::scene
