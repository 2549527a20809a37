#include <algorithm>
#include <limits>
#include <optional>

#include "core/text/utf8.hpp"
#include "web/json/number.hpp"
#include "web/json/text.hpp"

namespace loom::json {
namespace {

constexpr int deepest = 64;
constexpr std::size_t most_members = 100;

bool digit(char c) { return c >= '0' && c <= '9'; }

// Reads a text once. The first error ends the reading and stays.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  Result<Value> run() {
    Value out;
    skip();
    if (value(out)) {
      skip();
      if (at_ < text_.size()) fail("expected nothing behind the value");
    }
    if (error_) return *error_;
    return out;
  }

 private:
  char here() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  void skip() { at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size()); }

  bool fail(const std::string& what) {
    error_ = Error{"malformed JSON at byte " + std::to_string(at_ + 1) + ": " + what};
    return false;
  }
  bool take(std::string_view word) {
    if (!text_.substr(at_).starts_with(word)) return fail("expected a value");
    at_ += word.size();
    return true;
  }

  bool value(Value& out) {
    if (depth_ > deepest)
      return fail("expected brackets at most " + std::to_string(deepest) + " deep");
    switch (here()) {
      case '{':
        return object(out);
      case '[':
        return array(out);
      case '"': {
        std::string made;
        if (!string(made)) return false;
        out = Value(std::move(made));
        return true;
      }
      case 't':
        out = Value(true);
        return take("true");
      case 'f':
        out = Value(false);
        return take("false");
      case 'n':
        return take("null");
      default:
        return number(out);
    }
  }

  // Behind an element: true and past the comma if another one follows.
  bool another(char close, bool& good) {
    skip();
    const char c = here();
    if (c == ',' || c == close) ++at_;
    good = c == ',' || c == close || fail(std::string("expected ',' or '") + close + "'");
    skip();
    return c == ',';
  }

  bool array(Value& out) {
    Value::Array made;
    bool good = true, more = open(']');
    while (more && good) {
      good = value(made.emplace_back());
      if (good) more = another(']', good);
    }
    --depth_;
    out = Value(std::move(made));
    return good;
  }

  bool object(Value& out) {
    Value::Object made;
    bool good = true, more = open('}');
    while (more && good) {
      good = member(made);
      const auto same = [&](const auto& each) { return each.first == made.back().first; };
      if (good && std::any_of(made.begin(), made.end() - 1, same))
        good = fail("the name " + quoted(made.back().first) + " is given twice");
      if (good && made.size() > most_members)
        good = fail("an object of more than " + std::to_string(most_members) + " members");
      if (good) more = another('}', good);
    }
    --depth_;
    out = Value(std::move(made));
    return good;
  }

  bool member(Value::Object& into) {
    if (here() != '"') return fail("expected a name in quotes");
    auto& [name, its] = into.emplace_back();
    if (!string(name)) return false;
    skip();
    if (here() != ':') return fail("expected ':' behind a name");
    ++at_;
    skip();
    return value(its);
  }

  // Past a bracket; false: it is closed at once.
  bool open(char close) {
    ++depth_;
    ++at_;
    skip();
    if (here() != close) return true;
    ++at_;
    return false;
  }

  bool string(std::string& out) {
    ++at_;
    while (true) {
      const std::size_t end = text_.find_first_of("\"\\", at_);
      const std::string_view plain = text_.substr(at_, end - at_);
      const auto control = std::find_if(plain.begin(), plain.end(),
                                        [](char c) { return static_cast<unsigned char>(c) < ' '; });
      out += plain;
      at_ += static_cast<std::size_t>(control - plain.begin());
      if (control != plain.end() || end == text_.npos)
        return fail("expected the quotes that end a text");
      ++at_;
      if (text_[end] == '"') return true;
      if (!escape(out)) return false;
    }
  }

  bool escape(std::string& out) {
    constexpr std::string_view letters = "\"\\/bfnrt", meant = "\"\\/\b\f\n\r\t";
    const char c = here();
    if (const std::size_t known = letters.find(c); c != '\0' && known != letters.npos) {
      out += meant[known];
      ++at_;
      return true;
    }
    std::uint32_t code = 0, second = 0;
    if (!hexadecimal(code)) return fail("expected an escape such as \\n or \\u0041");
    if (code >= 0xd800 && code < 0xdc00) {
      if (here() != '\\') return fail("expected the second half of a surrogate pair");
      ++at_;
      if (!hexadecimal(second) || second < 0xdc00 || second > 0xdfff)
        return fail("expected the second half of a surrogate pair");
      code = 0x10000 + ((code - 0xd800) << 10) + (second - 0xdc00);
    } else if (code >= 0xdc00 && code < 0xe000) {
      return fail("expected the first half of a surrogate pair");
    }
    utf8::append(out, code);
    return true;
  }

  bool hexadecimal(std::uint32_t& code) {
    if (here() != 'u' || text_.size() - at_ < 5) return false;
    for (const char c : text_.substr(at_ + 1, 4)) {
      const char lower = static_cast<char>(c | 32);
      const bool letter = lower >= 'a' && lower <= 'f';
      if (!digit(c) && !letter) return false;
      code = code << 4 | static_cast<std::uint32_t>(letter ? lower - 'a' + 10 : c - '0');
    }
    at_ += 5;
    return true;
  }

  std::string_view digits() {
    const std::size_t begin = at_;
    while (digit(here())) ++at_;
    return text_.substr(begin, at_ - begin);
  }

  bool number(Value& out) {
    const std::size_t begin = at_;
    const bool minus = here() == '-';
    if (minus) ++at_;
    const std::string_view whole = digits();
    if (whole.empty() || (whole.size() > 1 && whole[0] == '0')) {
      at_ = begin;
      return fail("expected a value");
    }
    if (here() != '.' && (here() | 32) != 'e' && integer(whole, minus, out)) return true;
    std::string all(whole);
    long long exponent = 0;
    if (here() == '.') {
      ++at_;
      const std::string_view behind = digits();
      if (behind.empty()) return fail("expected digits behind the point");
      all += behind;
      exponent = -static_cast<long long>(behind.size());
    }
    if ((here() | 32) == 'e' && !add_exponent(exponent)) return false;
    const double size = nearest(all, exponent);
    if (size == std::numeric_limits<double>::infinity())
      return fail("a number beyond double precision");
    out = Value(minus ? -size : size);
    return true;
  }

  bool add_exponent(long long& exponent) {
    ++at_;
    const bool minus = here() == '-';
    if (minus || here() == '+') ++at_;
    const std::string_view given = digits();
    if (given.empty()) return fail("expected digits of the exponent");
    long long size = 0;
    for (const char c : given) size = std::min(10 * size + (c - '0'), 1'000'000'000ll);
    exponent += minus ? -size : size;
    return true;
  }

  // False: it has more than 64 bits, or is −0, and becomes a double.
  static bool integer(std::string_view digits, bool minus, Value& out) {
    std::uint64_t value = 0;
    for (const char c : digits) {
      const auto next = static_cast<std::uint64_t>(c - '0');
      if (value > (~std::uint64_t{0} - next) / 10) return false;
      value = 10 * value + next;
    }
    if (!minus) {
      out = Value(value);
      return true;
    }
    if (value == 0 || value > std::uint64_t{1} << 63) return false;
    out = Value(static_cast<std::int64_t>(0 - value));
    return true;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int depth_ = 0;
  std::optional<Error> error_;
};

}  // namespace

Result<Value> read(std::string_view text) { return Reader(text).run(); }

}  // namespace loom::json
