// The built site on 127.0.0.1, from memory. Pages learn of rebuilds through server-sent events.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tools/loom/base/files.hpp"

namespace loom::serve {

class Server {
 public:
  Server();
  ~Server();

  // Takes the first free port from `port` on and returns it. Throws Failure if a hundred ports are
  // taken.
  int bind(int port);

  // Serves this from now on; open pages are updated if it differs. Mistakes are shown over it.
  void publish(Files files, std::vector<std::string> mistakes = {});

  // Shown over the last good page, until publish().
  void publish_mistakes(std::vector<std::string> mistakes);

  void listen();  // answers until stop()
  void stop();    // from another thread; ends open event streams

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// "text/html; charset=utf-8" for "library/index.html".
std::string media_type(const std::string& path);

}  // namespace loom::serve
