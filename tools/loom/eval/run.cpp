#include "tools/loom/eval/run.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <istream>
#include <ostream>
#include <unordered_set>

#include "core/text/clipped.hpp"
#include "tools/loom/base/failure.hpp"
#include "tools/loom/eval/fields.hpp"
#include "web/scene/nearest.hpp"

namespace loom::eval {
namespace {

const Operation& find(const std::string& name) {
  std::vector<std::string_view> names;
  std::string list;
  for (const Operation& operation : operations()) {
    if (operation.name == name) return operation;
    names.push_back(operation.name);
    list += (list.empty() ? "" : ", ") + std::string(operation.name);
  }
  throw Refused("unknown op " + display(name) + ", expected one of " + list +
                scene::did_you_mean(name, names));
}

// Checks a line while it is read. Refuses an object that has a name twice, because it is unclear
// which value counts; nesting so deep that copying or freeing would exhaust the stack; and objects
// so wide that finding their fields takes too long.
class Watch {
 public:
  bool operator()(int depth, Json::parse_event_t event, const Json& parsed) {
    constexpr size_t most_fields = 100;
    if (depth > deepest) throw Refused("nested deeper than " + std::to_string(deepest) + " levels");
    if (event == Json::parse_event_t::object_start) names_[static_cast<size_t>(depth)].clear();
    if (event == Json::parse_event_t::key) {
      const auto& name = parsed.get_ref<const std::string&>();
      std::unordered_set<std::string>& names = names_[static_cast<size_t>(depth) - 1];
      if (!names.insert(name).second) throw Refused("field " + display(parsed) + " is given twice");
      if (names.size() > most_fields)
        throw Refused("an object of more than " + std::to_string(most_fields) + " fields");
    }
    return true;
  }

 private:
  static constexpr int deepest = 64;
  // Of the open object at each depth.
  std::array<std::unordered_set<std::string>, deepest + 1> names_;
};

Json answer_line(const std::string& line) {
  if (line.size() > longest_line)
    throw Refused("a line of more than " + std::to_string(longest_line) + " bytes");
  Watch watch;
  const Json object = Json::parse(line, std::ref(watch));
  if (!object.is_object())
    throw Refused("expected a JSON object like {\"op\": \"numerics.accumulate\", …}, got " +
                  display(object));
  if (!object.contains("op"))
    throw Refused(
        "missing field 'op', expected the name of an operation; 'loom eval --list' prints them");
  const Json& op = object["op"];
  if (!op.is_string())
    throw Refused("field 'op': expected the name of an operation, got " + display(op));
  const Operation& operation = find(op.get_ref<const std::string&>());
  check_fields(object, operation);
  return operation.run(object);
}

// A number beyond double precision is well-formed, but cannot be read. nlohmann says
// "[json.exception.out_of_range.406] number overflow parsing '1e999'".
std::string unreadable(const Json::out_of_range& error) {
  const std::string_view what = error.what();
  const size_t begin = what.find(' ') + 1, quote = std::min(what.find('\''), what.size() - 1) + 1;
  if (what.size() - quote <= longest_shown) return std::string(what.substr(begin));
  return std::string(what.substr(begin, quote - begin)) +
         clipped(what.substr(quote), longest_shown) + "'";
}

// Reads a line; if it is too long, only as much as shows that.
bool read_line(std::istream& in, std::string& line) {
  line.clear();
  constexpr int end = std::char_traits<char>::eof();
  int c = in.rdbuf()->sbumpc();
  if (c == end) return false;
  for (; c != end && c != '\n'; c = in.rdbuf()->sbumpc())
    if (line.size() <= longest_line) line += static_cast<char>(c);
  return true;
}

// nlohmann's message without its "[json.exception.parse_error.101] " prefix and the echoed input.
std::string malformed(const Json::parse_error& error) {
  std::string what = error.what();
  if (const size_t end = what.find("; last read"); end != what.npos) what.resize(end);
  if (const size_t begin = what.find("parse error"); begin != what.npos) what.erase(0, begin);
  return "malformed JSON at byte " + std::to_string(error.byte) + ": " +
         what.substr(what.find(": ") + 2);
}

std::string text_of(const Json& answer) {
  return answer.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

std::string evaluate(const std::string& line, bool& good) {
  std::string why;
  try {
    return text_of(answer_line(line));
  } catch (const Json::parse_error& error) {
    why = malformed(error);
  } catch (const Json::out_of_range& error) {
    why = unreadable(error);
  } catch (const std::exception& error) {
    if (out_of_memory(error)) throw;  // which is not the line's mistake
    why = error.what();
  }
  good = false;
  return text_of({{"error", why}});
}

bool run(std::istream& in, std::ostream& out) {
  bool good = true;
  for (std::string line; read_line(in, line);) {
    if (line.find_first_not_of(" \t\r") == line.npos) continue;
    out << evaluate(line, good) << '\n' << std::flush;
  }
  return good;
}

}  // namespace loom::eval
