// loom serve: builds, serves on 127.0.0.1, rebuilds when a file changes.
#include <pthread.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <iostream>
#include <thread>

#include "tools/loom/base/failure.hpp"
#include "tools/loom/base/process.hpp"
#include "tools/loom/command/checks.hpp"
#include "tools/loom/command/command.hpp"
#include "tools/loom/command/site_options.hpp"
#include "tools/loom/serve/code.hpp"
#include "tools/loom/serve/server.hpp"
#include "tools/loom/serve/watch.hpp"
#include "tools/loom/site/build.hpp"

namespace loom::command {
namespace {

namespace fs = std::filesystem;

struct ServeOptions {
  std::shared_ptr<site::Options> site;
  int port = 8080;
  bool open = false, no_watch = false;
  std::vector<std::string> watch;  // folders from which the assets are made
  std::string assets_command;      // makes them
  std::vector<std::string> code;   // folders of this program's source code
  std::string code_command;        // compiles it
};

// Builds and publishes, together with the code's mistake, and prints what happened. False if the
// pages have mistakes.
bool rebuild(const site::Options& options, site::Cache& cache, serve::Server& server,
             const std::string& code_error = "") {
  const auto start = std::chrono::steady_clock::now();
  std::vector<std::string> mistakes, standing;
  if (!code_error.empty()) standing.push_back(code_error);
  try {
    site::Built built = site::build(options, cache);
    mistakes = std::move(built.mistakes);
    if (mistakes.empty()) {
      server.publish(std::move(built.files), std::move(standing));
      const auto elapsed = std::chrono::duration_cast<std::chrono::milliseconds>(
          std::chrono::steady_clock::now() - start);
      std::cout << built.pages << (built.pages == 1 ? " page" : " pages") << " built in "
                << elapsed.count() << " ms" << std::endl;
      return true;
    }
  } catch (const std::exception& failure) {  // for example a file that was just being replaced
    mistakes = {reason(failure)};
  }
  for (const std::string& mistake : mistakes) std::cerr << mistake << std::endl;
  mistakes.insert(mistakes.end(), standing.begin(), standing.end());
  server.publish_mistakes(std::move(mistakes));
  return false;
}

// The files and folders that the site is made from.
class Sources {
 public:
  explicit Sources(const ServeOptions& options)
      : options_(options), watch_(folders(options), files(*options.site)) {}

  // Waits at most a second and returns whether the site must be built again; makes the assets again
  // if needed. After a change of code that compiles, this program is `outdated`.
  bool changed(serve::Server& server) try {
    const std::set<fs::path> paths = watch_.wait();
    if (paths.empty()) return false;
    std::cout << "changed: " << paths.begin()->lexically_proximate(fs::current_path()).string()
              << (paths.size() > 1 ? " and " + std::to_string(paths.size() - 1) + " more" : "")
              << std::endl;
    const auto any = [&](const std::vector<std::string>& folders) {
      return std::any_of(paths.begin(), paths.end(),
                         [&](const fs::path& path) { return below(path, folders); });
    };
    const bool code = std::any_of(paths.begin(), paths.end(), [&](const fs::path& path) {
      return below(path, options_.code) && serve::is_code(path);
    });
    if (code && compiles(server)) return false;  // the next program does the rest
    if (any(options_.watch)) return make_assets(server);
    return std::any_of(paths.begin(), paths.end(),
                       [&](const fs::path& path) { return !below(path, options_.code); });
  } catch (const std::exception& failure) {
    std::cerr << reason(failure) << std::endl;
    server.publish_mistakes({reason(failure)});
    return false;
  }

  // The program on the disk has been replaced by another one.
  bool outdated() const { return outdated_; }

  // Code that does not compile is a mistake, even if the pages are good; "" if it compiles.
  const std::string& code_error() const { return error_; }

 private:
  static bool below(const fs::path& path, const std::vector<std::string>& folders) {
    return std::any_of(folders.begin(), folders.end(),
                       [&](const std::string& folder) { return serve::is_below(path, folder); });
  }

  bool compiles(serve::Server& server) {
    if (options_.code_command.empty()) return false;
    std::cout << "compiling" << std::endl;
    error_ = serve::compile(options_.code_command).value_or("");
    outdated_ = error_.empty();
    if (outdated_) return true;
    server.publish_mistakes({error_});
    std::cerr << error_ << std::endl;
    return false;
  }

  static std::vector<fs::path> folders(const ServeOptions& options) {
    std::vector<fs::path> out = {options.site->content};
    out.insert(out.end(), options.watch.begin(), options.watch.end());
    out.insert(out.end(), options.code.begin(), options.code.end());
    return out;
  }

  static std::vector<fs::path> files(const site::Options& site) {
    std::vector<fs::path> out = {
        site::facts_path(site.glossary, site.content, "glossary.json"),
        site::facts_path(site.references, site.content, "references.json")};
    if (site.frame) out.push_back(*site.frame);
    return out;
  }

  bool make_assets(serve::Server& server) {
    if (options_.assets_command.empty() || run_shell(options_.assets_command) == 0) return true;
    server.publish_mistakes({"'" + options_.assets_command + "' failed; the terminal says why"});
    return false;
  }

  const ServeOptions& options_;
  serve::Watch watch_;
  std::string error_;  // the mistake in the present code
  bool outdated_ = false;
};

int run_serve(const ServeOptions& options) try {
  // A loop below waits for signals; every thread must leave them alone.
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  std::signal(SIGPIPE, SIG_IGN);

  serve::Server server;
  const int port = server.bind(options.port);
  const std::string address = "http://127.0.0.1:" + std::to_string(port) + "/";
  options.site->base_url = address;
  site::Cache cache;
  std::unique_ptr<Sources> sources;
  if (!options.no_watch) sources = std::make_unique<Sources>(options);
  if (!rebuild(*options.site, cache, server) && options.no_watch) return mistakes;

  std::thread answering([&] { server.listen(); });
  std::atomic<bool> stopping = false;
  std::thread watching([&] {
    while (sources && !stopping && !sources->outdated())
      if (sources->changed(server)) rebuild(*options.site, cache, server, sources->code_error());
    if (sources && sources->outdated()) kill(getpid(), SIGTERM);  // to start again
  });
  if (port != options.port) std::cout << "Port " << options.port << " is taken." << std::endl;
  std::cout << "Serving " << address << "  (Ctrl-C stops)" << std::endl;
  if (options.open && !start_detached({"xdg-open", address}))
    std::cerr << "cannot start xdg-open" << std::endl;

  int signal = 0;
  sigwait(&signals, &signal);
  stopping = true;
  server.stop();
  answering.join();
  watching.join();
  if (!sources || !sources->outdated()) return ok;
  sources.reset();
  std::cout << "starting again" << std::endl;
  serve::start_again(port);
  throw Failure("cannot start again");
} catch (const std::exception& failure) {
  std::cerr << "loom serve: " << reason(failure) << "\n";
  return usage;
}

}  // namespace

void add_serve(CLI::App& program, int& status) {
  CLI::App* app = program.add_subcommand(
      "serve", "Build and serve the site; a changed file shows in the open pages");
  const auto options = std::make_shared<ServeOptions>();
  options->site = add_site_options(*app);
  app->add_option("--port", options->port, "the next free one when it is taken; default 8080")
      ->check(whole_number(1, 65535))
      ->option_text("NUMBER");
  app->add_flag("--open", options->open, "open the site in a browser");
  app->add_flag("--no-watch", options->no_watch, "do not watch for changes");
  app->add_option("--watch", options->watch,
                  "another folder to watch: what the assets are made from; may be repeated")
      ->option_text("DIR");
  app->add_option("--assets-command", options->assets_command,
                  "makes the assets again when something under --watch changes")
      ->option_text("COMMAND");
  app->add_option("--code", options->code,
                  "a folder of what this program is compiled from; may be repeated")
      ->option_text("DIR");
  app->add_option(
         "--code-command", options->code_command,
         "compiles the program when something under --code changes, which then starts again; "
         "its first error is shown as a mistake")
      ->option_text("COMMAND");
  app->footer(
      "Mistakes are printed and shown over the last good page; the next good save takes them "
      "away.\n"
      "Exit status: 0 after Ctrl-C; 1 for mistakes with --no-watch; 2 for a folder that cannot be "
      "read, or a wrong option.");
  app->callback([options, &status] { status = run_serve(*options); });
}

}  // namespace loom::command
