#include "tools/loom/serve/bounded.hpp"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <utility>

namespace loom::serve {
namespace {

using Clock = std::chrono::steady_clock;

constexpr size_t most_connections = 120;
constexpr size_t threads = most_connections + 8;  // so that new connections can end the oldest ones
constexpr size_t largest_request = 1 << 16;
constexpr std::chrono::seconds patience{5};  // for a whole request, and for each part of an answer

// A connection as httplib reads and writes it.
class Connection : public httplib::Stream {
 public:
  explicit Connection(socket_t socket) : socket_(socket) {}

  // Waits for the next request. False when none comes.
  bool next(std::chrono::seconds idle) {
    left_ = largest_request;
    deadline_ = Clock::now() + idle;
    if (begin_ == end_ && !receive()) return false;
    deadline_ = Clock::now() + patience;
    return true;
  }

  ssize_t read(char* to, size_t size) override {
    if (left_ == 0 || (begin_ == end_ && !receive())) return -1;
    const size_t count = std::min({size, left_, end_ - begin_});
    std::copy_n(buffer_.data() + begin_, count, to);
    begin_ += count;
    left_ -= count;
    return static_cast<ssize_t>(count);
  }

  ssize_t write(const char* bytes, size_t size) override {
    if (!ready(POLLOUT, Clock::now() + patience)) return -1;
    return send(socket_, bytes, size, MSG_DONTWAIT | MSG_NOSIGNAL);
  }

  bool is_readable() const override { return begin_ < end_ || ready(POLLIN, Clock::now()); }
  // Does not wait: write() does.
  bool is_writable() const override {
    pollfd state = {socket_, 0, 0};
    return poll(&state, 1, 0) == 0;  // neither broken nor ended
  }
  socket_t socket() const override { return socket_; }
  // Only 127.0.0.1 is served, and nobody asks.
  void get_remote_ip_and_port(std::string&, int&) const override {}
  void get_local_ip_and_port(std::string&, int&) const override {}

 private:
  bool ready(short event, Clock::time_point deadline) const {
    for (;;) {
      const auto left =
          std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
      pollfd state = {socket_, event, 0};
      const int count = poll(&state, 1, static_cast<int>(std::max<long>(left, 0)));
      if (count >= 0 || errno != EINTR) return count > 0;
    }
  }

  bool receive() {
    if (!ready(POLLIN, deadline_)) return false;
    const ssize_t count = recv(socket_, buffer_.data(), buffer_.size(), MSG_DONTWAIT);
    begin_ = 0;
    end_ = count > 0 ? static_cast<size_t>(count) : 0;
    return count > 0;
  }

  socket_t socket_;
  Clock::time_point deadline_;
  size_t left_ = 0;  // bytes that the request may still have
  std::array<char, 4096> buffer_;
  size_t begin_ = 0, end_ = 0;  // what of the buffer has not been read
};

}  // namespace

BoundedServer::BoundedServer(std::function<void()> ended) : ended_(std::move(ended)) {
  new_task_queue = [] { return new httplib::ThreadPool(threads); };
  // httplib's own options let two servers share a port.
  set_socket_options([](socket_t socket) {
    const int yes = 1;
    setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  });
  set_tcp_nodelay(true);
  set_default_headers({{"Accept-Ranges", "none"}});
}

bool BoundedServer::bind(int port) {
  if (!bind_to_port("127.0.0.1", port)) return false;
  // httplib's own call lets five clients wait, and the sixth tries again only a second later.
  ::listen(svr_sock_, SOMAXCONN);
  return true;
}

void BoundedServer::end() {
  stop();
  {
    const std::lock_guard lock(mutex_);
    for (const socket_t socket : open_) shutdown(socket, SHUT_RDWR);
    open_.clear();
  }
  ended_();
}

void BoundedServer::enter(socket_t socket) {
  bool full = false;
  {
    const std::lock_guard lock(mutex_);
    open_.push_back(socket);
    full = open_.size() > most_connections;
    if (full) {
      shutdown(open_.front(), SHUT_RDWR);
      open_.pop_front();
    }
  }
  if (full) ended_();
}

void BoundedServer::leave(socket_t socket) {
  {
    const std::lock_guard lock(mutex_);
    open_.remove(socket);  // before it is closed, because another one may get its number
  }
  shutdown(socket, SHUT_RDWR);
  close(socket);
}

bool BoundedServer::process_and_close_socket(socket_t socket) {
  enter(socket);
  Connection connection(socket);
  const std::chrono::seconds idle(keep_alive_timeout_sec_);
  bool more = true;
  for (size_t left = keep_alive_max_count_; more && left > 0 && svr_sock_ != INVALID_SOCKET; --left)
    more = connection.next(idle) && process(connection, left == 1);
  leave(socket);
  return true;
}

// Answers one request. Returns whether another one may follow: not after a broken one, nor after
// content, which nobody reads. A template, because httplib's releases differ and only one of the
// calls compiles.
template <class Stream>
bool BoundedServer::process(Stream& stream, bool last) {
  bool closed = false, whole = false;
  const auto prepare = [&](httplib::Request& request) {
    whole = !request.has_header("Content-Length") && !request.has_header("Transfer-Encoding");
    request.ranges.clear();
    // Brotli at its slowest setting, which httplib takes, needs a second for a large page and saves
    // nothing on the way to the same machine.
    request.headers.erase("Accept-Encoding");
  };
  bool well = false;
  if constexpr (requires { this->process_request(stream, last, closed, prepare); })
    well = this->process_request(stream, last, closed, prepare);  // release 0.11
  else
    well = this->process_request(stream, "127.0.0.1", 0, "127.0.0.1", 0, last, closed, prepare);
  return well && whole && !closed;
}

}  // namespace loom::serve
