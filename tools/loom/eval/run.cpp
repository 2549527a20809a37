#include "tools/loom/eval/run.hpp"

#include <istream>
#include <ostream>

#include "core/json/text.hpp"
#include "core/text/nearest.hpp"
#include "tools/loom/base/failure.hpp"
#include "tools/loom/eval/fields.hpp"

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
                did_you_mean(name, names));
}

Json answer_line(const std::string& line) {
  if (line.size() > longest_line)
    throw Refused("a line of more than " + std::to_string(longest_line) + " bytes");
  const Value object = accept(json::read(line));
  if (!object.object())
    throw Refused("expected a JSON object like {\"op\": \"numerics.accumulate\", …}, got " +
                  display(object));
  if (!object.contains("op"))
    throw Refused(
        "missing field 'op', expected the name of an operation; 'loom eval --list' prints them");
  const Value& op = object["op"];
  if (!op.text())
    throw Refused("field 'op': expected the name of an operation, got " + display(op));
  const Operation& operation = find(*op.text());
  check_fields(object, operation);
  return operation.run(object);
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

std::string text_of(const Json& answer) {
  return answer.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

std::string evaluate(const std::string& line, bool& good) {
  std::string why;
  try {
    return text_of(answer_line(line));
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
