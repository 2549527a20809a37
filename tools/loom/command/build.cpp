// loom build, loom check
#include "tools/loom/site/build.hpp"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>

#include "tools/loom/base/failure.hpp"
#include "tools/loom/command/command.hpp"
#include "tools/loom/command/site_options.hpp"
#include "tools/loom/site/resolve/script.hpp"
#include "tools/loom/site/write/write.hpp"

namespace loom::command {
namespace {

// Prints the mistakes, if any; returns the exit status.
int report(const site::Built& built) {
  for (const std::string& mistake : built.mistakes) std::cerr << mistake << "\n";
  if (built.mistakes.empty()) return ok;
  std::cerr << built.mistakes.size() << (built.mistakes.size() == 1 ? " mistake" : " mistakes")
            << "; nothing was written\n";
  return mistakes;
}

// All lessons as an EPUB and a PDF, from the site that has been written.
void write_book(nlohmann::json book, const std::string& site, const std::string& out) {
  book["site"] = std::filesystem::absolute(site).string();
  book["out"] = std::filesystem::absolute(out).string();
  const std::filesystem::path script = std::filesystem::path(tools_folder) / "book/book.mjs";
  const nlohmann::json answer =
      site::Script(script, {"make a book", "makes the book", "book"}).ask({book}).front();
  if (const auto error = answer.find("error"); error != answer.end())
    throw Failure("no book: " + error->get<std::string>());
  for (const nlohmann::json& path : answer.at("written"))
    std::cout << "book written to " << path.get<std::string>() << "\n";
}

int run_build(site::Options options, const std::string& out, bool compress,
              const std::string& book) {
  options.earlier = out;
  site::Built built = site::build(options);
  if (!built.mistakes.empty()) return report(built);
  if (compress) site::compress(built.files, out);
  site::write(built.files, out);
  std::cout << built.pages << (built.pages == 1 ? " page" : " pages") << " written to " << out
            << "\n";
  if (!book.empty()) write_book(built.book, out, book);
  return ok;
}

// Prints the warnings; returns their number.
size_t warn(const site::Built& built) {
  for (const std::string& warning : built.warnings) std::cerr << warning << "\n";
  return built.warnings.size();
}

int run_check(const site::Options& options, bool fix, bool strict) {
  site::Built built = site::build(options);
  if (fix && !built.fixes.empty()) {
    for (const std::string& mistake : built.mistakes) std::cout << mistake << "\n";
    const size_t count = site::write_fixes(std::move(built.fixes));
    std::cout << count << (count == 1 ? " number" : " numbers") << " written anew\n";
    built = site::build(options);
  }
  const size_t warnings = warn(built);
  if (!built.mistakes.empty()) return report(built);
  const site::NumberCount& n = built.counted;
  const int all = n.marked + n.cited + n.free;
  const bool fails = strict && warnings > 0;
  std::cout << built.pages << (built.pages == 1 ? " page" : " pages")
            << (fails ? "" : ", no mistakes");
  if (all > 0)
    std::cout << "; " << all << (all == 1 ? " number: " : " numbers: ") << n.marked
              << " computed or measured, " << n.cited << " cited, " << n.free << " free";
  if (warnings > 0) std::cout << "; " << warnings << (warnings == 1 ? " warning" : " warnings");
  if (fails) std::cout << (warnings == 1 ? ", a mistake" : ", mistakes") << " under --strict";
  std::cout << "\n";
  return fails ? mistakes : ok;
}

constexpr const char* statuses =
    "Mistakes are reported as 'file:line:column: error: …', all of them in one run.\n"
    "Exit status: 0; 1 for mistakes in the content, and then nothing is written; 2 for a file or "
    "folder that\n"
    "cannot be read or written, or a wrong option.";

}  // namespace

void add_build(CLI::App& program, int& status) {
  CLI::App* build = program.add_subcommand("build", "Build the site from a content folder");
  const auto options = add_site_options(*build);
  options->published = true;
  const auto out = std::make_shared<std::string>();
  build->add_option("--out", *out, "folder to write, replaced as a whole")
      ->required()
      ->option_text("DIR REQUIRED");
  build->add_option("--base-url", options->base_url, "the address that the site will have")
      ->required()
      ->option_text("URL REQUIRED");
  const auto compress = std::make_shared<bool>(false);
  build->add_flag("--compress", *compress,
                  "also write .br and .gz beside every file that gains from it");
  const auto book = std::make_shared<std::string>();
  build
      ->add_option("--book", *book,
                   "also write all lessons as one EPUB and one PDF into this folder; needs the "
                   "packages of tools/setup --book")
      ->option_text("DIR");
  const std::filesystem::path script = std::filesystem::path(tools_folder) / "cards.cjs";
  options->cards = script;
  build->add_flag_callback(
      "--no-cards", [=] { options->cards.reset(); },
      "without the social pictures, which previews of links show and which take seconds");
  build->footer(statuses);
  build->callback([=, &status] { status = run_build(*options, *out, *compress, *book); });

  CLI::App* check =
      program.add_subcommand("check", "Report all mistakes in a content folder and write nothing");
  const auto check_options = add_site_options(*check);
  const auto fix = std::make_shared<bool>(false);
  check->add_flag("--fix", *fix,
                  "write the right number wherever one is not what its origin gives");
  const auto strict = std::make_shared<bool>(false);
  check->add_flag("--strict", *strict, "warnings count as mistakes");
  check->footer(statuses);
  check->callback([=, &status] { status = run_check(*check_options, *fix, *strict); });
}

}  // namespace loom::command
