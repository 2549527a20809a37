// loom serve and hostile clients: nothing but the file's bytes is sent, and the next request is
// answered.
#include <arpa/inet.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <list>

#include "tests/doctest.hpp"
#include "tests/tools/serving.hpp"

TESTS_OF(tools::serve_hostile) {

namespace {

using loom::test::Running;
using loom::test::served;
using Clock = std::chrono::steady_clock;

std::string times(size_t count, const std::string& text) {
  std::string all;
  for (size_t i = 0; i < count; ++i) all += text;
  return all;
}

// A connection that sends whatever it likes.
class Raw {
 public:
  explicit Raw(int port) : socket_(socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    REQUIRE(connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0);
  }
  ~Raw() { close(socket_); }
  Raw(const Raw&) = delete;

  // False when the server has ended the connection.
  bool send(const std::string& bytes) const {
    for (size_t sent = 0; sent < bytes.size();) {
      const ssize_t count = ::send(socket_, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
      if (count <= 0) return false;
      sent += static_cast<size_t>(count);
    }
    return true;
  }

  void send_no_more() const { shutdown(socket_, SHUT_WR); }

  // What comes next; "" at the end, or after some seconds.
  std::string some() const {
    pollfd ready = {socket_, POLLIN, 0};
    char buffer[1 << 16];
    if (poll(&ready, 1, 20'000) <= 0) return "";
    const ssize_t count = recv(socket_, buffer, sizeof buffer, 0);
    return count > 0 ? std::string(buffer, static_cast<size_t>(count)) : "";
  }

  std::string rest() const {
    std::string all;
    for (std::string part; !(part = some()).empty();) all += part;
    return all;
  }

 private:
  int socket_;
};

struct Answer {
  int status = 0;  // 0: none
  std::string head, body;
};

Answer answered(const std::string& bytes) {
  const size_t end = bytes.find("\r\n\r\n");
  if (!bytes.starts_with("HTTP/1.1 ") || end == bytes.npos) return {};
  return {std::stoi(bytes.substr(9, 3)), bytes.substr(0, end), bytes.substr(end + 4)};
}

Answer sent(int port, const std::string& request, bool then_no_more = false) {
  const Raw client(port);
  client.send(request);
  if (then_no_more) client.send_no_more();
  return answered(client.rest());
}

std::string get(const std::string& path, const std::string& headers = "") {
  return "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" + headers + "\r\n";
}

void check_alive(int port) {
  const Answer page = sent(port, get("/library/"));
  CHECK(page.status == 200);
  CHECK(page.body.ends_with("</head>library"));
}

}  // namespace

TEST_CASE("serve: whatever range is requested, no byte but the file's is sent") {
  Running running;
  running.server.publish(served);
  std::vector<std::string> ranges = {"bytes=66-100000",
                                     "bytes=0-0",
                                     "bytes=0-100000",
                                     "bytes=-5",
                                     "bytes=-100000",
                                     "bytes=-0",
                                     "bytes=-",
                                     "bytes=5-2",
                                     "bytes=3-",
                                     "bytes=1000000-",
                                     "bytes=1000000-2000000",
                                     "bytes=--5",
                                     "bytes=9223372036854775807-",
                                     "bytes=0-9223372036854775807",
                                     "bytes=-9223372036854775807",
                                     "bytes=9223372036854775806-9223372036854775807",
                                     "bytes=99999999999999999999999-",
                                     "bytes=0-1,2-3",
                                     "bytes=0-0,66-100000",
                                     "bytes=66-100000,0-0,-100000",
                                     "bytes=5-2,0-1",
                                     "bytes=0-1,5-2",
                                     "bytes=66-100000,5-2",
                                     "lines=0-1",
                                     "bytes",
                                     ""};
  for (const char* one : {"0-", "-1", "0-100000", "66-100000"})
    ranges.push_back("bytes=" + std::string(one) + times(700, "," + std::string(one)));
  for (const char* path : {"/", "/library/", "/nowhere", "/assets/loom.1.css",
                           "/assets/canvas.1.wasm", "/loom-reload/reload.js"}) {
    const Answer whole = sent(running.port, get(path));
    REQUIRE(whole.status != 0);
    CHECK(whole.head.find("Accept-Ranges: none") != std::string::npos);
    for (const std::string& range : ranges) {
      CAPTURE(path);
      CAPTURE(range.substr(0, 60));
      const Answer part = sent(running.port, get(path, "Range: " + range + "\r\n"));
      if (part.status == 416)
        CHECK(part.body.find("bytes=") != part.body.npos);  // it tells what was expected
      else
        CHECK(part.body == whole.body);
    }
    const Answer twice =
        sent(running.port, get(path, "Range: bytes=0-1\r\nRange: bytes=66-100000\r\n"));
    CHECK(twice.body == whole.body);
  }
  check_alive(running.port);
}

TEST_CASE("serve: only this machine's own names are answered") {
  Running running;
  running.server.publish(served);
  const auto asked = [&](const std::string& headers, const std::string& path = "/") {
    return sent(running.port,
                "GET " + path + " HTTP/1.1\r\nConnection: close\r\n" + headers + "\r\n");
  };
  for (const char* host : {"127.0.0.1", "127.0.0.1:8080", "localhost", "localhost:1",
                           "LocalHost:8080", "[::1]", "[::1]:8080", "localhost:"}) {
    CAPTURE(host);
    CHECK(asked("Host: " + std::string(host) + "\r\n").status == 200);
  }
  for (const char* host :
       {"evil.example", "evil.example:8080", "127.0.0.1.evil.example", "localhost.evil.example",
        "evil.example:localhost", "127.0.0.1@evil.example", "127.0.0.2", "0.0.0.0", "::1", "[::1",
        "[::1]x", "[::2]", "127.0.0.1:80x", "localhost:80:80", "localhost/", "local"})
    for (const char* path : {"/", "/loom-reload", "/loom-reload/reload.js", "/nowhere"}) {
      CAPTURE(host);
      CAPTURE(path);
      const Answer refused = asked("Host: " + std::string(host) + "\r\n", path);
      CHECK(refused.status == 421);
      CHECK(refused.head.find("Content-Type: text/plain") != std::string::npos);
      CHECK(refused.body == "Host: got '" + std::string(host) +
                                "', expected 127.0.0.1, localhost or [::1], with any port or "
                                "none\n");
    }
  CHECK(asked("").status == 400);
  CHECK(asked("Host:\r\n").status / 100 == 4);  // httplib's releases drop it, or give it as it is
  CHECK(asked("Host: localhost\r\nHost: evil.example\r\n").status == 400);
  CHECK(asked("Host: evil.example\r\nHost: localhost\r\n").status == 400);
  check_alive(running.port);
}

TEST_CASE("serve: requests that are none, too long, or end early") {
  Running running;
  running.server.publish(served);
  const std::string line = "GET / HTTP/1.1\r\n", host = "Host: localhost\r\n";
  const std::string most = times(7000, "a");
  const std::vector<std::string> requests = {
      "",
      "\r\n\r\n",
      "GET",
      line,
      line + host,
      line + "Host: local",
      "get / HTTP/1.1\r\n" + host + "\r\n",
      "GET / HTTP/9.9\r\n" + host + "\r\n",
      "GET  HTTP/1.1\r\n" + host + "\r\n",
      "GET ? HTTP/1.1\r\n" + host + "\r\n",
      "GET # HTTP/1.1\r\n" + host + "\r\n",
      "GET /?a?b HTTP/1.1\r\n" + host + "\r\n",
      "GET http://evil.example/ HTTP/1.1\r\n" + host + "\r\n",
      "OPTIONS * HTTP/1.1\r\n" + host + "\r\n",
      "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
      "CONNECT evil.example:443 HTTP/1.1\r\n" + host + "\r\n",
      "GET /" + std::string(1, '\0') + " HTTP/1.1\r\n" + host + "\r\n",
      std::string("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 11),  // TLS
      times(500, "\xff\xfe\x00"),
      get("/%"),
      get("/%0"),
      get("/%u"),
      get("/%uD800"),
      get("/%00%ff%0d%0aX:%20y"),
      get("/" + times(2000, "../") + "etc/passwd"),
      get("/" + times(1000, "%2e%2e/") + "etc/passwd"),
      get("/?" + times(1500, "a=b&")),
      get("/" + most),
      get("/" + times(9000, "a")),
      get("/" + times(100'000, "a")),
      times(1'000'000, "a"),
      get("/", "X: " + most + "\r\n"),
      get("/", "X: " + times(9000, "a") + "\r\n"),
      get("/", "X: " + times(1'000'000, "a")),
      get("/", times(100'000, "X: y\r\n")),
      get("/", times(100'000, "X\r\n")),
      get("/", times(1000, "X: y\n")),
      get("/", "Range: bytes=" + times(2000, "0-1,") + "0-1\r\n"),
      get("/", "Range: bytes=" + times(8000, "1") + "-\r\n"),
      get("/", "Content-Length: 5\r\n") + "hello",
      get("/", "Content-Length: 99999999999999999999\r\n"),
      get("/", "Transfer-Encoding: chunked\r\n") + "ffffffffffffffff\r\nx",
      get("/", "Expect: 100-continue\r\n"),
      "POST / HTTP/1.1\r\n" + host + "Content-Length: 1000000\r\n\r\n" + times(1'000'000, "a"),
      "POST / HTTP/1.1\r\n" + host + "Content-Length: 1000000\r\n\r\n",
      "POST / HTTP/1.1\r\n" + host + "Content-Type: multipart/form-data; boundary=\r\n\r\n",
      "POST / HTTP/1.1\r\n" + host + "Transfer-Encoding: chunked\r\n\r\n" +
          times(10'000, "1\r\na\r\n"),
      "PUT / HTTP/1.1\r\n" + host + "\r\n",
      "DELETE / HTTP/1.1\r\n" + host + "\r\n",
      "TRACE / HTTP/1.1\r\n" + host + "\r\n",
      times(100, line + host + "\r\n"),
  };
  for (const std::string& request : requests) {
    CAPTURE(request.substr(0, 100));
    const Answer answer = sent(running.port, request, true);
    if (answer.status == 200)
      CHECK(answer.body.find("start") != answer.body.npos);
    else if (answer.status == 404)
      CHECK(answer.body.find("lost") != answer.body.npos);
    else if (answer.status != 0 && answer.status != 100)
      CHECK(answer.body.size() < 300);
    check_alive(running.port);
  }
  for (const char* method : {"POST", "PUT", "PATCH", "DELETE", "OPTIONS"}) {
    const Answer refused =
        sent(running.port, method + (" / HTTP/1.1\r\n" + host + "Connection: close\r\n\r\n"));
    CHECK(refused.status == 405);
    CHECK(refused.head.find("Allow: GET, HEAD") != std::string::npos);
    CHECK(refused.body == "the method is " + std::string(method) + ", expected GET or HEAD\n");
  }
  // What follows a request's content is no request.
  const std::string inner = get("/library/");
  const Answer one = sent(running.port, "POST / HTTP/1.1\r\n" + host + "Content-Length: " +
                                            std::to_string(inner.size()) + "\r\n\r\n" + inner);
  CHECK(one.body.find("library") == std::string::npos);
  const Answer bad = sent(running.port, "GARBAGE\r\n" + host + "\r\n");
  CHECK(bad.status == 400);
  CHECK(bad.body.find("expected") != std::string::npos);
}

TEST_CASE("serve: neither open event streams nor slow clients keep a request waiting") {
  Running running;
  running.server.publish(served);
  std::list<Raw> streams, slow, silent;
  for (int i = 0; i < 200; ++i) {
    streams.emplace_back(running.port);
    streams.back().send(get("/loom-reload"));
  }
  check_alive(running.port);
  for (int i = 0; i < 100; ++i) {
    slow.emplace_back(running.port);
    slow.back().send("GET / HTTP/1.1\r\nHost: loc");
    silent.emplace_back(running.port);
  }
  const auto start = Clock::now();
  check_alive(running.port);
  CHECK(Clock::now() - start < std::chrono::seconds(10));

  // The newest streams are still heard.
  const Raw newest(running.port);
  newest.send(get("/loom-reload"));
  std::string heard = newest.some();
  while (heard.find("data: ") == heard.npos) {
    const std::string more = newest.some();
    REQUIRE(more != "");
    heard += more;
  }
  running.server.publish_mistakes({"a.md:1:1: error: x"});
  for (std::string more = " "; heard.find("error: x") == heard.npos && more != "";)
    heard += more = newest.some();
  CHECK(heard.find("error: x") != heard.npos);
}

TEST_CASE("serve: a client that sends a byte now and then is ended") {
  Running running;
  running.server.publish(served);
  const Raw client(running.port);
  client.send("GET / HTTP/1.1\r\n");
  const auto end = Clock::now() + std::chrono::seconds(30);
  bool open = true;
  while (open && Clock::now() < end) {
    open = client.send("X: y\r\n");
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  CHECK_FALSE(open);
  check_alive(running.port);
}

TEST_CASE("serve: a client that reads nothing keeps nobody from stopping the server") {
  const auto start = Clock::now();
  {
    loom::Files files = served;
    files["assets/large.1.wasm"] = std::string(20'000'000, 'x');
    Running running;
    running.server.publish(files);
    std::list<Raw> idle;
    for (const char* path : {"/assets/large.1.wasm", "/loom-reload", "/"}) {
      idle.emplace_back(running.port);
      idle.back().send("GET " + std::string(path) + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
    }
    for (const Raw& client : idle) CHECK(client.some() != "");
  }
  CHECK(Clock::now() - start < std::chrono::seconds(4));
}

}  // TESTS_OF(tools::serve_hostile)
