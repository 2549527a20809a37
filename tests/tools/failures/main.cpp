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
#include <map>

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
};

// The files of a folder and its folders themselves, but not what the program said.
using State = std::map<std::string, std::string>;
State state_of(const Folder& folder) {
  State out;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder.path())) {
    const std::string name = entry.path().lexically_relative(folder.path()).string();
    if (!name.starts_with("log")) out[name] = entry.is_directory() ? "a folder" : folder.get(name);
  }
  return out;
}

void restore(const Folder& folder, const State& before) {
  const State now = state_of(folder);
  if (now == before) return;
  for (const auto& [name, bytes] : now)
    if (!before.contains(name)) fs::remove_all(folder.path(name));
  for (const auto& [name, bytes] : before) {
    const auto known = now.find(name);
    if (known != now.end() && known->second == bytes) continue;
    if (bytes == "a folder")
      fs::create_directories(folder.path(name));
    else
      folder.put(name, bytes);
  }
}

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

// Why the answer is not good; "": it is.
std::string wrong_answer(const Outcome& now, const Outcome& usual) {
  if (now.status == usual.status) return now.out == usual.out ? "" : "another answer:\n" + now.out;
  if (now.status != command::usage) return "status " + std::to_string(now.status) + ": " + now.err;
  const bool told = now.err.starts_with("loom") && now.err.ends_with("\n");
  return told ? "" : "no message: " + now.err;
}

class Trial {
 public:
  Trial(const Case& its, long long tries)
      : its_(its), tries_(tries), before_(state_of(its.folder)) {
    usual_ = attempt(its_, [] {});
    most_ = counted();
    after_ = state_of(its_.folder);
    if (usual_.status != command::ok) complain("the usual run", usual_.err);
    restore(its_.folder, before_);
  }

  // How many outcomes were wrong.
  int run() {
    for (const bool for_good : {false, true}) {
      all(Resource::memory, most_.memory, tries_, for_good);
      all(Resource::files, most_.files, 0, for_good);
    }
    std::cout << its_.name << ": " << most_.memory << " allocations and " << most_.files
              << " calls for files, " << tried_ << " failures tried, " << wrong_ << " wrong, "
              << left_ << " left something\n";
    return wrong_;
  }

 private:
  void all(Resource resource, long long most, long long tries, bool for_good) {
    const long long step = tries == 0 ? 1 : std::max(most / tries, 1ll);
    // Others fail once than for good.
    for (long long n = for_good ? 1 : 1 + step / 2; n <= most; n += step) {
      const Outcome now = attempt(its_, [&] { fail_from_now(resource, n, for_good); });
      std::string why = wrong_answer(now, usual_);
      if (why.empty()) why = wrong_files(now, resource);
      if (!why.empty())
        complain((resource == Resource::memory ? "allocation " : "call ") + std::to_string(n) +
                     (for_good ? " and all later ones" : ""),
                 why);
      restore(its_.folder, before_);
      ++tried_;
    }
  }

  // Why the files are not good; "": they are. Where memory fails, what the program made for itself
  // may be left: to remove it takes memory, too.
  std::string wrong_files(const Outcome& now, Resource resource) {
    State files = state_of(its_.folder);
    std::string left;
    std::erase_if(files, [&](const State::value_type& each) {
      const bool extra = !before_.contains(each.first) && !after_.contains(each.first);
      if (extra) left += " " + each.first;
      return extra;
    });
    left_ += !left.empty();
    if (files != after_ && (now.status == usual_.status || files != before_))
      return "the files are not whole";
    return left.empty() || resource == Resource::memory ? "" : "left over:" + left;
  }

  void complain(const std::string& what, const std::string& why) {
    constexpr int most_told = 20;
    if (++wrong_ <= most_told) std::cout << its_.name << ": " << what << ": " << why << "\n";
  }

  const Case its_;
  long long tries_;
  const State before_;
  Outcome usual_;
  State after_;
  Counts most_;
  int tried_ = 0, wrong_ = 0, left_ = 0;
};

// A folder in which the commands are tried.
void prepare(const Folder& folder, const std::string& page, const std::string& input = "") {
  folder.put("log/out", "");
  folder.put("in", input);
  folder.put("frame.html", "{{main}}");
  folder.put("content/index.md", page);
}

// Two pages in place of one, and so another site in place of the old one.
int build_failures(long long tries) {
  const Folder folder;
  prepare(folder, "# Page\n\nOld.\n");
  const auto path = [&](const char* name) { return folder.path(name).string(); };
  const Case build = {"build",
                      {"build", "--content", path("content"), "--out", path("out"), "--frame",
                       path("frame.html"), "--base-url", "https://loom.example/"},
                      folder};
  attempt(build, [] {});
  prepare(folder,
          "# Page\n\nNew: **bold**, [other](other.md).\n\n| a | b |\n|---|---|\n| 1 | 2 |\n");
  folder.put("content/other.md", "# Other\n\n- one\n- two\n");
  return Trial(build, tries).run();
}

// A number that is not what its origin gives.
int fix_failures(long long tries) {
  const Folder folder;
  prepare(folder, "# Page\n\n[5](=coalescing.bytes) bytes.\n");
  const auto path = [&](const char* name) { return folder.path(name).string(); };
  return Trial({"check --fix",
                {"check", "--fix", "--content", path("content"), "--frame", path("frame.html")},
                folder},
               tries)
      .run();
}

// Commands that write no files.
int other_failures(long long tries) {
  const Folder folder;
  prepare(folder, "",
          "{\"op\": \"numerics.accumulate\", \"mantissa_bits\": 3, \"terms\": [1, 2]}\n");
  folder.put("k.cu",
             "__global__ void k(float* x, int n) {\n"
             "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
             "  if (i < n) x[i] *= 2;\n}\n");
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
  using namespace loom::test;
  const int wrong = build_failures(tries) + fix_failures(tries) + other_failures(tries);
  return wrong == 0 ? 0 : 1;
}
