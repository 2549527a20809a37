#include "tools/loom/base/process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>

#include "tools/loom/base/failure.hpp"

extern char** environ;

namespace loom {
namespace {

void open_pipe(int& reads, int& writes) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0)
    throw Failure(std::string("cannot open a pipe: ") + std::strerror(errno));
  reads = ends[0];
  writes = ends[1];
}

// The child gets the default handlers of signals that we handle or ignore.
class Attributes {
 public:
  Attributes() {
    posix_spawnattr_init(&value);
    sigset_t none, defaults;
    sigemptyset(&none);
    sigemptyset(&defaults);
    sigaddset(&defaults, SIGPIPE);
    posix_spawnattr_setsigmask(&value, &none);
    posix_spawnattr_setsigdefault(&value, &defaults);
    posix_spawnattr_setflags(&value, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  ~Attributes() { posix_spawnattr_destroy(&value); }
  Attributes(const Attributes&) = delete;

  posix_spawnattr_t value;
};

// The child's standard input and output.
class Actions {
 public:
  Actions(int in, int out) {
    posix_spawn_file_actions_init(&value);
    posix_spawn_file_actions_adddup2(&value, in, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&value, out, STDOUT_FILENO);
  }
  ~Actions() { posix_spawn_file_actions_destroy(&value); }
  Actions(const Actions&) = delete;

  posix_spawn_file_actions_t value;
};

bool names(std::string_view variable, std::string_view name) {
  return !name.empty() && variable.starts_with(name) && variable.substr(name.size(), 1) == "=";
}

// 0, or the error number.
int spawn(const std::vector<std::string>& command, std::string_view without,
          const posix_spawn_file_actions_t* actions, pid_t& child) {
  std::vector<char*> arguments;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  std::vector<char*> environment;
  for (char** variable = environ; *variable; ++variable)
    if (!names(*variable, without)) environment.push_back(*variable);
  environment.push_back(nullptr);
  const Attributes attributes;
  return posix_spawnp(&child, arguments[0], actions, &attributes.value, arguments.data(),
                      environment.data());
}

int wait_for(pid_t child, const std::string& name) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  if (!WIFEXITED(status))
    throw Failure("'" + name + "' died of signal " + std::to_string(WTERMSIG(status)));
  return WEXITSTATUS(status);
}

}  // namespace

Child::Child(const std::vector<std::string>& command, std::string_view without)
    : name_(command[0]) {
  std::signal(SIGPIPE, SIG_IGN);  // if a child dies early, its exit status is reported
  End in, out;                    // the child's
  open_pipe(in.number, input_.number);
  open_pipe(output_.number, out.number);
  const Actions actions(in.number, out.number);
  error_ = spawn(command, without, &actions.value, process_);
  if (error_ != 0) process_ = 0;
}

Child::~Child() {
  input_.close();  // which tells the child that there is no more to come
  output_.close();
  if (process_ == 0) return;
  kill(process_, SIGTERM);
  while (waitpid(process_, nullptr, 0) < 0 && errno == EINTR) continue;
}

void Child::End::close() {
  if (number >= 0) ::close(number);
  number = -1;
}

std::string Child::why_not_started() const {
  return error_ == 0 ? "" : "cannot start '" + name_ + "': " + std::strerror(error_);
}

// Writes and reads in turns, as the child is ready, so that neither side can block the other.
std::string Child::exchange(const std::string& input) {
  if (error_ != 0) throw Failure(why_not_started());
  std::string output;
  size_t written = 0;
  fcntl(input_.number, F_SETFL, O_NONBLOCK);
  for (char buffer[1 << 16];;) {
    if (written == input.size()) input_.close();
    pollfd ends[] = {{output_.number, POLLIN, 0}, {input_.number, POLLOUT, 0}};
    if (poll(ends, input_.number >= 0 ? 2 : 1, -1) < 0) {
      if (errno == EINTR) continue;
      break;
    }
    if (input_.number >= 0 && ends[1].revents != 0) {
      const ssize_t count = ::write(input_.number, input.data() + written, input.size() - written);
      if (count > 0) written += static_cast<size_t>(count);
      if (count < 0 && errno != EAGAIN && errno != EINTR)
        input_.close();  // its exit status tells more
    }
    if (ends[0].revents == 0) continue;
    const ssize_t count = ::read(output_.number, buffer, sizeof buffer);
    if (count > 0) output.append(buffer, static_cast<size_t>(count));
    if (count == 0 || (count < 0 && errno != EINTR)) break;
  }
  const int process = std::exchange(process_, 0);
  if (const int status = wait_for(process, name_); status != 0)
    throw Failure("'" + name_ + "' ended with status " + std::to_string(status));
  return output;
}

int run_shell(const std::string& command) {
  pid_t child = 0;
  if (const int error = spawn({"sh", "-c", command}, "", nullptr, child); error != 0)
    throw Failure("cannot start 'sh': " + std::string(std::strerror(error)));
  return wait_for(child, command);
}

bool start_detached(const std::vector<std::string>& command) {
  pid_t child = 0;
  return spawn(command, "", nullptr, child) == 0;
}

}  // namespace loom
