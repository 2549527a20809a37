// loom convert FORMAT [VALUE …] [--from-code] [--overflow …] [--rounding … [--seed N]] [--json]
#include "core/numerics/convert.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <optional>

#include "core/numerics/anatomy.hpp"
#include "core/text/clipped.hpp"
#include "core/text/nearest.hpp"
#include "tools/loom/command/command.hpp"
#include "tools/loom/command/conversion.hpp"
#include "tools/loom/eval/formats.hpp"

namespace loom::command {
namespace {

using numerics::Overflow;
using numerics::Rounding;

struct Options {
  bool list = false, json = false, from_code = false;
  std::optional<std::string> overflow, rounding, seed;
  std::vector<std::string> words;  // the format, then the values
};

[[noreturn]] void refuse(const std::string& message) { throw CLI::ValidationError(message); }

std::string list(std::span<const std::string_view> names) {
  std::string text;
  for (size_t i = 0; i < names.size(); ++i)
    text += (i == 0 ? "" : i + 1 < names.size() ? ", " : " or ") + std::string(names[i]);
  return text;
}

std::string lower(std::string text) {
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return text;
}

[[noreturn]] void refuse_name(const std::string& what, const std::string& given,
                              std::span<const std::string_view> names) {
  refuse(what + " '" + clipped(given, 40) + "', expected " + list(names) +
         did_you_mean(given, names));
}

size_t index_of(const std::string& what, const std::string& given,
                std::span<const std::string_view> names) {
  const auto found = std::find(names.begin(), names.end(), given);
  if (found == names.end()) refuse_name(what, given, names);
  return static_cast<size_t>(found - names.begin());
}

// "-0.1", "-inf" and "-nan" are values, "-x" and "--json" options.
bool is_option(const std::string& word) {
  if (word.size() < 2 || word[0] != '-') return false;
  const std::string rest = lower(word.substr(1));
  return !(rest[0] >= '0' && rest[0] <= '9') && rest[0] != '.' && rest != "inf" &&
         rest != "infinity" && rest != "nan";
}

double value_of(const std::string& word) {
  constexpr std::string_view names[] = {"inf", "-inf", "nan"};
  const std::string bare = lower(word.substr(word.starts_with("-") || word.starts_with("+")));
  const bool named = bare == "inf" || bare == "infinity" || bare == "nan";
  const bool number = !bare.empty() && ((bare[0] >= '0' && bare[0] <= '9') || bare[0] == '.');
  char* end = nullptr;
  errno = 0;
  const double value = std::strtod(word.c_str(), &end);
  if (!(named || number) || end != word.c_str() + word.size())
    refuse("'" + clipped(word, 40) +
           "' is no number, expected a decimal one, hexadecimal as 0x1p-3, inf or nan" +
           did_you_mean(word, names));
  if (errno == ERANGE && (value == 0 || std::isinf(value)))
    refuse("'" + clipped(word, 40) + "' is too " + (value == 0 ? "small" : "large") +
           ": numbers are read as FP64, 4.9e-324 to 1.8e308 in size");
  return value;
}

std::uint32_t code_of(const numerics::Format& format, const std::string& word) {
  const std::string digits = lower(word).substr(lower(word).starts_with("0x") ? 2 : 0);
  const std::uint64_t most = format.codes() - 1;
  const bool hex = !digits.empty() && digits.find_first_not_of("0123456789abcdef") == digits.npos;
  const std::uint64_t code =
      hex && digits.size() <= 16 ? std::strtoull(digits.c_str(), nullptr, 16) : most + 1;
  if (code > most)
    refuse("code '" + clipped(word, 40) + "', expected a hexadecimal number from 0 to " +
           numerics::code_text(format, static_cast<std::uint32_t>(most)) + ", all bits of " +
           std::string(format.name));
  return static_cast<std::uint32_t>(code);
}

std::uint64_t seed_of(const std::string& word) {
  std::uint64_t seed = 0;
  const auto [end, status] = std::from_chars(word.data(), word.data() + word.size(), seed);
  if (status != std::errc() || end != word.data() + word.size())
    refuse("--seed: '" + clipped(word, 40) +
           "', expected a whole number from 0 to 18446744073709551615");
  return seed;
}

// Throws CLI::ParseError.
Options parse(std::vector<std::string> arguments) {
  Options options;
  CLI::App app(
      "Prints what numbers become in a format: code, value, error and neighbors.\n"
      "  loom convert FORMAT VALUE …             numbers: 0.1, -3e4, 0x1p-3, inf, nan\n"
      "  loom convert FORMAT --from-code HEX …   codes\n"
      "  loom convert FORMAT                     describes the format\n"
      "  loom convert --list                     all formats",
      "loom convert");
  app.allow_extras();
  app.add_flag("--list", options.list, "print all formats");
  app.add_flag("--json", options.json, "print JSON");
  app.add_flag("--from-code", options.from_code, "the values are codes in hexadecimal");
  app.add_option("--overflow", options.overflow,
                 "what lies beyond the largest number becomes: the largest, or infinity (NaN where "
                 "there is none); default: ieee for fp32, tf32, fp16 and bf16, else saturate")
      ->option_text("saturate|ieee");
  app.add_option("--rounding", options.rounding,
                 "to nearest (ties to even, the default), toward zero, or stochastic")
      ->option_text("nearest|zero|stochastic");
  app.add_option("--seed", options.seed, "of stochastic rounding; default 1")
      ->option_text("NUMBER");
  app.footer("Exit status: 0, or 2 for a format, value or option that cannot be followed.");
  std::reverse(arguments.begin(), arguments.end());  // in the form that CLI11 expects
  try {
    app.parse(arguments);
  } catch (const CLI::CallForHelp&) {
    throw CLI::Success(app.help(), CLI::ExitCodes::Success);
  }
  options.words = app.remaining();
  std::erase(options.words, "--");  // values follow it, as they would without it
  constexpr std::string_view names[] = {"--list",     "--json", "--from-code", "--overflow",
                                        "--rounding", "--seed", "--help"};
  for (const std::string& word : options.words)
    if (is_option(word)) refuse_name("unknown option", word.substr(0, word.find('=')), names);
  return options;
}

Conversions convert(const Options& options, const numerics::Format& format) {
  Conversions out{.format = &format,
                  .from_codes = options.from_code,
                  .overflow = numerics::usual_overflow(format),
                  .seed = options.seed ? seed_of(*options.seed) : 1,
                  .all = {}};
  if (options.overflow)
    out.overflow =
        static_cast<Overflow>(index_of("--overflow:", *options.overflow, eval::overflow_names));
  if (options.rounding)
    out.rounding =
        static_cast<Rounding>(index_of("--rounding:", *options.rounding, eval::rounding_names));
  if (options.seed && out.rounding != Rounding::stochastic)
    refuse("--seed: only --rounding stochastic draws");
  if (options.from_code && (options.overflow || options.rounding))
    refuse("--from-code: a code has nothing to round; leave out --overflow and --rounding");
  Random random(out.seed);
  for (size_t i = 1; i < options.words.size(); ++i) {
    const std::string& word = options.words[i];
    Conversion each{.given = word};
    if (options.from_code) {
      each.code = code_of(format, word);
    } else {
      each.input = value_of(word);
      each.code = numerics::encode(format, each.input, out.overflow, out.rounding, &random);
    }
    out.all.push_back(each);
  }
  return out;
}

std::string answer(const Options& options) {
  if (options.list) {
    if (!options.words.empty()) refuse("--list: takes no format");
    if (options.from_code || options.overflow || options.rounding || options.seed)
      refuse("--list: takes only --json");
    return options.json ? list_formats_json() : list_formats();
  }
  const std::vector<std::string_view> ids = eval::format_ids();
  if (options.words.empty()) refuse("no format, expected " + list(ids) + ", or --list");
  const numerics::Format* format = numerics::find_format(lower(options.words[0]));
  if (!format) refuse_name("unknown format", options.words[0], ids);
  const Conversions conversions = convert(options, *format);
  if (conversions.all.empty()) {
    if (options.from_code || options.overflow || options.rounding) refuse("no value to convert");
    return options.json ? describe_json(*format) : describe(*format);
  }
  return options.json ? as_json(conversions) : as_text(conversions);
}

int run_convert(const std::vector<std::string>& arguments) {
  try {
    std::cout << answer(parse(arguments));
  } catch (const CLI::Success& asked) {
    std::cout << asked.what();
  } catch (const CLI::ParseError& error) {
    std::cerr << "loom convert: " << error.what() << "\n";
    return usage;
  }
  return ok;
}

}  // namespace

void add_convert(CLI::App& program, int& status) {
  CLI::App* app = program.add_subcommand(
      "convert", "Print what numbers become in a number format, or describe the format");
  app->set_help_flag();
  app->prefix_command();  // negative numbers are no options: parse() tells them apart
  app->callback([app, &status] { status = run_convert(app->remaining()); });
}

}  // namespace loom::command
