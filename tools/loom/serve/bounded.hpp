// httplib's server with bounds on what a client can take: threads, memory, time, and bytes.
#pragma once

#include <httplib.h>

#include <functional>
#include <list>
#include <mutex>

namespace loom::serve {

// While a connection is open it keeps a thread. One connection too many ends the oldest, so slow
// clients and open event streams keep nobody out. A request must come within some seconds, and its
// answer is always the whole body as it was set: httplib's releases check ranges differently, or
// not at all.
class BoundedServer : public httplib::Server {
 public:
  // `ended`: called after connections were ended from here. A content provider that waits for
  // something else sees it by its sink, which is not writable anymore.
  explicit BoundedServer(std::function<void()> ended);

  // False when the port is taken.
  bool bind(int port);

  // Like stop(), and ends all connections.
  void end();

 private:
  bool process_and_close_socket(socket_t socket) override;
  template <class Stream>
  bool process(Stream& stream, bool last);
  void enter(socket_t socket);
  void leave(socket_t socket);

  std::function<void()> ended_;
  std::mutex mutex_;
  std::list<socket_t> open_;  // guarded; the oldest first
};

}  // namespace loom::serve
