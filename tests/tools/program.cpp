#include "tests/tools/program.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>

#include "tests/doctest.hpp"
#include "tests/tools/folder.hpp"

extern char** environ;

namespace loom::test {
namespace {

int start(const std::vector<std::string>& arguments, const posix_spawn_file_actions_t& actions) {
  std::vector<std::string> words = {LOOM_BINARY};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  pid_t process = 0;
  REQUIRE(posix_spawn(&process, LOOM_BINARY, &actions, nullptr, pointers.data(), environ) == 0);
  return process;
}

int wait_for(int process) {
  int status = 0;
  REQUIRE(waitpid(process, &status, 0) == process);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

Ran run_loom(const std::vector<std::string>& arguments, const std::string& input,
             const std::string& out, const std::string& in) {
  const Folder folder;
  folder.put("in", input);
  folder.put("out", "");
  const std::string source = in.empty() ? folder.path("in").string() : in;
  const std::string target = out.empty() ? folder.path("out").string() : out;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, source.c_str(), O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 1, target.c_str(), O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 2, folder.path("err").c_str(), O_WRONLY | O_CREAT,
                                   0600);
  Ran ran;
  ran.status = wait_for(start(arguments, actions));
  posix_spawn_file_actions_destroy(&actions);
  ran.out = folder.get("out");
  ran.err = folder.get("err");
  return ran;
}

Background::Background(const std::vector<std::string>& arguments) {
  int ends[2];
  REQUIRE(pipe2(ends, O_CLOEXEC) == 0);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
  posix_spawn_file_actions_adddup2(&actions, ends[1], 2);
  process_ = start(arguments, actions);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  pipe_ = ends[0];
}

Background::~Background() {
  if (process_ != 0) {
    kill(process_, SIGKILL);
    waitpid(process_, nullptr, 0);
  }
  close(pipe_);
}

void Background::read_some() {
  pollfd ready = {pipe_, POLLIN, 0};
  if (poll(&ready, 1, 100) <= 0) return;
  char buffer[4096];
  const ssize_t count = read(pipe_, buffer, sizeof buffer);
  if (count > 0) output_.append(buffer, static_cast<size_t>(count));
}

bool Background::says(const std::string& text, size_t from) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (output_.find(text, from) == output_.npos && std::chrono::steady_clock::now() < end)
    read_some();
  return output_.find(text, from) != output_.npos;
}

int Background::end(int signal) {
  kill(process_, signal);
  const int status = wait_for(process_);
  process_ = 0;
  return status;
}

}  // namespace loom::test
