#include "tools/loom/site/process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>

#include "tools/loom/site/options.hpp"

extern char** environ;

namespace loom::site {
namespace {

struct Pipe {
  int read = -1, write = -1;
  Pipe() {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) throw Failure(std::string("cannot open a pipe: ") + std::strerror(errno));
    read = ends[0];
    write = ends[1];
  }
  ~Pipe() {
    close_end(read);
    close_end(write);
  }
  static void close_end(int& end) {
    if (end >= 0) close(end);
    end = -1;
  }
};

// Signals that we handle or ignore are the child's own business again.
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

// 0, or the error number.
int spawn(const std::vector<std::string>& command, const posix_spawn_file_actions_t* actions, pid_t& child) {
  std::vector<char*> arguments;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  const Attributes attributes;
  return posix_spawnp(&child, arguments[0], actions, &attributes.value, arguments.data(), environ);
}

pid_t start(const std::vector<std::string>& command, const Pipe& in, const Pipe& out) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, in.read, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, out.write, STDOUT_FILENO);
  pid_t child = 0;
  const int error = spawn(command, &actions, child);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) throw Failure("cannot start '" + command[0] + "': " + std::strerror(error));
  return child;
}

int wait_for(pid_t child, const std::string& name) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  if (!WIFEXITED(status)) throw Failure("'" + name + "' died of signal " + std::to_string(WTERMSIG(status)));
  return WEXITSTATUS(status);
}

// Writes and reads in turns, as the child is ready: neither side can block the other.
std::string exchange(Pipe& in, Pipe& out, const std::string& input) {
  std::string output;
  size_t written = 0;
  fcntl(in.write, F_SETFL, O_NONBLOCK);
  for (char buffer[1 << 16];;) {
    if (written == input.size()) Pipe::close_end(in.write);
    pollfd ends[] = {{out.read, POLLIN, 0}, {in.write, POLLOUT, 0}};
    if (poll(ends, in.write >= 0 ? 2 : 1, -1) < 0) {
      if (errno == EINTR) continue;
      return output;
    }
    if (in.write >= 0 && ends[1].revents != 0) {
      const ssize_t count = write(in.write, input.data() + written, input.size() - written);
      if (count > 0) written += static_cast<size_t>(count);
      if (count < 0 && errno != EAGAIN && errno != EINTR) Pipe::close_end(in.write);  // its exit status tells more
    }
    if (ends[0].revents == 0) continue;
    const ssize_t count = read(out.read, buffer, sizeof buffer);
    if (count > 0) output.append(buffer, static_cast<size_t>(count));
    if (count == 0 || (count < 0 && errno != EINTR)) return output;
  }
}

}  // namespace

std::string run_process(const std::vector<std::string>& command, const std::string& input) {
  std::signal(SIGPIPE, SIG_IGN);  // a child that dies early is reported by its exit status
  Pipe in, out;
  const pid_t child = start(command, in, out);
  Pipe::close_end(in.read);
  Pipe::close_end(out.write);
  std::string output = exchange(in, out, input);
  if (const int status = wait_for(child, command[0]); status != 0)
    throw Failure("'" + command[0] + "' ended with status " + std::to_string(status));
  return output;
}

int run_shell(const std::string& command) {
  pid_t child = 0;
  if (const int error = spawn({"sh", "-c", command}, nullptr, child); error != 0)
    throw Failure("cannot start 'sh': " + std::string(std::strerror(error)));
  return wait_for(child, command);
}

bool start_detached(const std::vector<std::string>& command) {
  pid_t child = 0;
  return spawn(command, nullptr, child) == 0;
}

}  // namespace loom::site
