// A server of this process, and a small site to serve.
#pragma once

#include <httplib.h>

#include <string>
#include <thread>

#include "tools/loom/serve/server.hpp"

namespace loom::test {

// Answers from a thread of its own.
struct Running {
  serve::Server server;
  int port = server.bind(18080);
  std::thread thread{[this] { server.listen(); }};
  httplib::Client client{"127.0.0.1", port};
  ~Running() {
    server.stop();
    thread.join();
  }
};

inline const Files served = {
    {"index.html",
     "<head><meta http-equiv=\"Content-Security-Policy\" content=\"default-src "
     "'none'\"></head>start"},
    {"library/index.html",
     "<head><meta http-equiv=\"Content-Security-Policy\" content=\"default-src "
     "'self'\"></head>library"},
    {"embed/one/index.html", "<head></head>a figure for a frame"},
    {"404.html",
     "<head><meta http-equiv=\"Content-Security-Policy\" content=\"default-src "
     "'none'\"></head>lost"},
    {"assets/canvas.1.wasm", std::string("\0asm", 4)},
    {"assets/loom.1.css", "p{}"},
};

}  // namespace loom::test
