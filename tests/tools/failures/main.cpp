// Every outcome of a small run in which one allocation, or one call that reads or writes files,
// fails: success, or a message and status 2, and the files whole.
// usage: failures TRIES    of so many allocations each, one after another; 0: all. Of the calls for
// files always all.
#define DOCTEST_CONFIG_IMPLEMENT  // which folder.hpp includes
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <set>

#include "tests/tools/failures/inject.hpp"
#include "tests/tools/folder.hpp"
#include "tools/loom/command/command.hpp"

namespace loom::test {
namespace {

struct Outcome {
  int status = 0;  // 128 and the signal, if it died of one
  std::string out, err;
};

// What a run in a process of its own counted.
Counts& counted() {
  static auto* const shared = static_cast<Counts*>(
      mmap(nullptr, sizeof(Counts), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  return *shared;
}

// One command, and how its files must be afterwards.
struct Case {
  std::string name;
  std::vector<std::string> arguments;
  const Folder& folder;
  // With the files after a success, or a failure; "": nothing.
  std::function<std::string(bool)> wrong = [](bool) { return ""; };
  std::function<void()> restore = [] {};  // the files from before
};

[[noreturn]] void run_here(const Case& its, const std::function<void()>& prepare) {
  std::vector<std::string> words = its.arguments;
  words.insert(words.begin(), "loom");
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  const bool redirected = std::freopen(its.folder.path("in").c_str(), "r", stdin) &&
                          std::freopen(its.folder.path("log/out").c_str(), "w", stdout) &&
                          std::freopen(its.folder.path("log/err").c_str(), "w", stderr);
  if (!redirected) std::abort();
  const Counts before = counts();
  prepare();
  const int status = command::run(static_cast<int>(words.size()), pointers.data());
  fail_from_now(Resource::memory, 0, false);
  fail_from_now(Resource::files, 0, false);
  const Counts after = counts();
  counted() = {after.memory - before.memory, after.files - before.files};
  std::exit(status);
}

Outcome attempt(const Case& its, const std::function<void()>& prepare) {
  counted() = {};
  std::fflush(nullptr);  // or the child writes it once more
  const int process = fork();
  if (process == 0) run_here(its, prepare);
  int status = 0;
  waitpid(process, &status, 0);
  Outcome out;
  out.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  out.out = its.folder.get("log/out");
  out.err = its.folder.get("log/err");
  return out;
}

// Why the outcome is not good; "": it is.
std::string wrong(const Case& its, const Outcome& now, const Outcome& usual) {
  if (now.status == usual.status) {
    if (now.out != usual.out) return "another answer:\n" + now.out;
  } else if (now.status == command::usage) {
    if (!now.err.starts_with("loom") || !now.err.ends_with("\n")) return "no message: " + now.err;
  } else {
    return "status " + std::to_string(now.status) + ": " + now.err;
  }
  return its.wrong(now.status == usual.status);
}

class Trial {
 public:
  Trial(const Case& its, long long tries) : its_(its), tries_(tries) {
    usual_ = attempt(its_, [] {});
    most_ = counted();
    check(usual_, "nothing fails");
    if (usual_.status == command::usage) complain("the usual run", usual_.err);
  }

  // How many outcomes were wrong.
  int run() {
    for (const bool for_good : {false, true}) {
      all(Resource::memory, most_.memory, tries_, for_good);
      all(Resource::files, most_.files, 0, for_good);
    }
    std::cout << its_.name << ": " << most_.memory << " allocations and " << most_.files
              << " calls for files, " << tried_ << " failures tried, " << wrong_ << " wrong\n";
    return wrong_;
  }

 private:
  void all(Resource resource, long long most, long long tries, bool for_good) {
    const long long step = tries == 0 ? 1 : std::max(most / tries, 1ll);
    // Others fail once than for good.
    for (long long n = for_good ? 1 : 1 + step / 2; n <= most; n += step) {
      const auto fails = [&] { fail_from_now(resource, n, for_good); };
      const std::string what = (resource == Resource::memory ? "allocation " : "call ") +
                               std::to_string(n) + (for_good ? " and all later ones" : "");
      check(attempt(its_, fails), what);
      ++tried_;
    }
  }

  void check(const Outcome& now, const std::string& what) {
    const std::string why = wrong(its_, now, usual_);
    if (!why.empty()) complain(what, why);
    its_.restore();
  }

  void complain(const std::string& what, const std::string& why) {
    constexpr int most_told = 20;
    if (++wrong_ <= most_told) std::cout << its_.name << ": " << what << ": " << why << "\n";
  }

  const Case its_;
  long long tries_;
  Outcome usual_;
  Counts most_;
  int tried_ = 0, wrong_ = 0;
};

std::set<std::string> entries(const Folder& folder) {
  std::set<std::string> out;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder.path()))
    out.insert(entry.path().lexically_relative(folder.path()).string());
  return out;
}

// Two pages in place of one, and so another site in place of the old one.
int build_failures(long long tries) {
  const Folder folder;
  const auto path = [&](const char* name) { return folder.path(name).string(); };
  folder.put("log/out", "");
  folder.put("frame.html", "{{main}}");
  folder.put("content/index.md", "# Page\n\nOld.\n");
  folder.put("in", "");
  const Case build = {"build",
                      {"build", "--content", path("content"), "--out", path("out"), "--frame",
                       path("frame.html"), "--base-url", "https://loom.example/"},
                      folder};
  attempt(build, [] {});
  const auto old = folder.files("out");
  fs::copy(folder.path("out"), folder.path("old"), fs::copy_options::recursive);
  folder.put("content/index.md",
             "# Page\n\nNew: **bold**, [other](other.md).\n\n| a | b |\n|---|---|\n| 1 | 2 |\n");
  folder.put("content/other.md", "# Other\n\n- one\n- two\n");
  Case again = build;
  attempt(again, [] {});
  const auto fresh = folder.files("out");
  const auto restore = [&] {
    if (folder.files("out") == old) return;
    fs::remove_all(folder.path("out"));
    fs::copy(folder.path("old"), folder.path("out"), fs::copy_options::recursive);
  };
  restore();
  folder.put("log/err", "");
  const std::set<std::string> before = entries(folder);
  again.restore = restore;
  again.wrong = [&](bool good) -> std::string {
    const auto now = folder.files("out");
    if (now != fresh && (good || now != old)) return "the site is not whole";
    std::string left;
    for (const std::string& each : entries(folder))
      if (!before.contains(each) && !each.starts_with("out/")) left += " " + each;
    return left.empty() ? "" : "left over:" + left;
  };
  return Trial(again, tries).run();
}

// Commands that write no files.
int other_failures(long long tries) {
  const Folder folder;
  folder.put("log/out", "");
  folder.put("k.cu",
             "__global__ void k(float* x, int n) {\n"
             "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
             "  if (i < n) x[i] *= 2;\n}\n");
  folder.put("in", "{\"op\": \"numerics.accumulate\", \"mantissa_bits\": 3, \"terms\": [1, 2]}\n");
  const std::vector<std::string> commands[] = {{"run", folder.path("k.cu").string(), "--arg",
                                                "x=float[32]:index", "--arg", "n=32", "--json"},
                                               {"eval"},
                                               {"scene", "coalescing"},
                                               {"number", "coalescing.bytes"},
                                               {"convert", "e4m3", "0.1"}};
  int wrong = 0;
  for (const std::vector<std::string>& command : commands)
    wrong += Trial({command[0], command, folder}, tries).run();
  return wrong;
}

}  // namespace
}  // namespace loom::test

int main(int count, char** arguments) {
  const long long tries = count == 2 ? std::atoll(arguments[1]) : -1;
  if (tries < 0) {
    std::cerr << "usage: failures TRIES\n";
    return 2;
  }
  const int wrong = loom::test::build_failures(tries) + loom::test::other_failures(tries);
  return wrong == 0 ? 0 : 1;
}
