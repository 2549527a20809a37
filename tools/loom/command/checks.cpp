#include "tools/loom/command/checks.hpp"

#include <charconv>
#include <string>

#include "core/text/clipped.hpp"
#include "core/text/nearest.hpp"

namespace loom::command {
namespace {

std::string got(const std::string& text) { return ", got '" + clipped(text, 40) + "'"; }

}  // namespace

CLI::Validator whole_number(std::uint64_t least, std::uint64_t most) {
  const auto check = [=](const std::string& text) -> std::string {
    std::uint64_t value = 0;
    const char* end = text.data() + text.size();
    const auto [read, status] = std::from_chars(text.data(), end, value);
    if (status == std::errc() && read == end && value >= least && value <= most) return "";
    return "expected a whole number from " + std::to_string(least) + " to " + std::to_string(most) +
           got(text);
  };
  return CLI::Validator(check, "");
}

CLI::Validator one_of(std::vector<std::string_view> words) {
  std::string list;
  for (std::size_t i = 0; i < words.size(); ++i)
    list += (i == 0 ? "" : i + 1 < words.size() ? ", " : " or ") + std::string(words[i]);
  const auto check = [words, list](const std::string& text) -> std::string {
    if (std::find(words.begin(), words.end(), text) != words.end()) return "";
    return "expected " + list + got(text) + did_you_mean(text, words);
  };
  return CLI::Validator(check, "");
}

}  // namespace loom::command
