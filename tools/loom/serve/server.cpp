#include "tools/loom/serve/server.hpp"

#include <httplib.h>
#include <sys/socket.h>

#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <thread>
#include <utility>

#include "tools/loom/base/embedded.hpp"
#include "tools/loom/base/failure.hpp"
#include "tools/loom/base/hash.hpp"

namespace loom::serve {
namespace {

constexpr size_t threads = 64;  // every open page keeps one connection for its events
constexpr std::chrono::seconds heartbeat{10};

// What is served at one moment. A request keeps the version with which it began.
struct Snapshot {
  Files files;
  std::string version, policy;  // policy: the pages' Content-Security-Policy
  std::vector<std::string> mistakes;
};

// Assets have a hash of their content in their names. A page may be in the same folder.
bool is_asset(const std::string& path) {
  return path.starts_with("assets/") && !path.ends_with(".html");
}

std::string version_of(const Files& files) {
  std::string all;
  for (const auto& [path, bytes] : files) all += is_asset(path) ? path : path + content_hash(bytes);
  return content_hash(all);
}

// The policy that the page itself states.
std::string policy_of(const Files& files) {
  constexpr std::string_view meta = "http-equiv=\"Content-Security-Policy\" content=\"";
  const auto page = files.find("404.html");
  if (page == files.end()) return "";
  const size_t at = page->second.find(meta);
  if (at == std::string::npos) return "";
  const size_t begin = at + meta.size();
  return page->second.substr(begin, page->second.find('"', begin) - begin);
}

// The parts of a page that come from the server itself.
std::map<std::string, std::string_view> own_files() {
  return {{"/loom-reload/reload.js", embedded_reload_script()},
          {"/loom-reload/swap.js", embedded_swap_script()},
          {"/loom-reload/reload.css", embedded_reload_style()}};
}

// A page for a site that has had mistakes from the start.
std::string waiting_page() {
  return "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta "
         "charset=\"utf-8\">\n<title>Mistakes</title>\n</head>\n"
         "<body><main><h1>The site has mistakes</h1><p>This page reloads when they are "
         "mended.</p></main></body>\n</html>\n";
}

// A mistake may name a file whose name is not UTF-8.
std::string as_json(const Snapshot& snapshot) {
  const nlohmann::json news = {{"version", snapshot.version}, {"mistakes", snapshot.mistakes}};
  return news.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string with_reload_script(std::string page, const std::string& version) {
  const size_t end = page.find("</head>");
  if (end != std::string::npos)
    page.insert(end, "<script type=\"module\" src=\"/loom-reload/reload.js?v=" + version +
                         "\"></script>\n");
  return page;
}

}  // namespace

std::string media_type(const std::string& path) {
  static const std::map<std::string, std::string> types = {
      {"html", "text/html; charset=utf-8"},
      {"css", "text/css; charset=utf-8"},
      {"js", "text/javascript; charset=utf-8"},
      {"mjs", "text/javascript; charset=utf-8"},
      {"wasm", "application/wasm"},
      {"json", "application/json"},
      {"svg", "image/svg+xml"},
      {"png", "image/png"},
      {"jpg", "image/jpeg"},
      {"jpeg", "image/jpeg"},
      {"gif", "image/gif"},
      {"webp", "image/webp"},
      {"avif", "image/avif"},
      {"woff2", "font/woff2"},
      {"otf", "font/otf"},
      {"ttf", "font/ttf"},
      {"xml", "application/xml"},
      {"txt", "text/plain; charset=utf-8"}};
  const auto type = types.find(path.substr(path.rfind('.') + 1));
  return type == types.end() ? "application/octet-stream" : type->second;
}

namespace {

// httplib would compress everything itself, with Brotli at its slowest setting: that takes a second
// for a large page and saves nothing on the way to the same machine.
void set_unpacked(httplib::Response& response, std::string bytes, const std::string& type) {
  const auto held = std::make_shared<const std::string>(std::move(bytes));
  response.set_content_provider(held->size(), type,
                                [held](size_t offset, size_t length, httplib::DataSink& sink) {
                                  return sink.write(held->data() + offset, length);
                                });
}

}  // namespace

struct Server::State {
  std::unique_ptr<httplib::Server> http = made();
  std::mutex mutex;
  std::condition_variable changed;
  std::shared_ptr<const Snapshot> snapshot;  // guarded, like the next two
  size_t publications = 0;
  bool stopping = false, listening = false;

  std::unique_ptr<httplib::Server> made() {
    auto server = std::make_unique<httplib::Server>();
    server->new_task_queue = [] { return new httplib::ThreadPool(threads); };
    // httplib's own options let two servers share a port.
    server->set_socket_options([](socket_t socket) {
      const int yes = 1;
      setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    });
    server->set_tcp_nodelay(true);
    server->Get("/loom-reload",
                [this](const httplib::Request&, httplib::Response& response) { events(response); });
    for (const auto& own : own_files())
      server->Get(own.first,
                  [this, own](const httplib::Request& request, httplib::Response& response) {
                    respond(request, response, std::string(own.second), media_type(own.first));
                  });
    server->Get("/.*", [this](const httplib::Request& request, httplib::Response& response) {
      file(request, response);
    });
    return server;
  }

  std::shared_ptr<const Snapshot> current() {
    const std::lock_guard lock(mutex);
    return snapshot;
  }

  void replace(std::shared_ptr<const Snapshot> next) {
    const std::lock_guard lock(mutex);
    snapshot = std::move(next);
    ++publications;
    changed.notify_all();
  }

  void respond(const httplib::Request& request, httplib::Response& response,
               const std::string& bytes, const std::string& type) {
    const std::string tag = "\"" + content_hash(bytes) + "\"";
    response.set_header("ETag", tag);
    response.set_header("Cache-Control", "no-cache");
    response.set_header("X-Content-Type-Options", "nosniff");
    if (request.get_header_value("If-None-Match") == tag)
      response.status = 304;
    else
      set_unpacked(response, bytes, type);
  }

  void file(const httplib::Request& request, httplib::Response& response) {
    const auto snap = current();
    std::string path = request.path.substr(1);
    auto found = snap->files.find(path);
    if (found == snap->files.end()) {
      if (!path.empty() && !path.ends_with('/')) path += '/';
      found = snap->files.find(path += "index.html");
    }
    if (found == snap->files.end()) {
      response.status = 404;
      found = snap->files.find(path = "404.html");
    }
    if (is_asset(path)) {  // a page that is loaded again requests none of them
      response.set_header("Cache-Control", "max-age=31536000, immutable");
      response.set_header("X-Content-Type-Options", "nosniff");
      return set_unpacked(response, found->second, media_type(path));
    }
    const bool page = path.ends_with(".html");
    if (page && !snap->policy.empty()) response.set_header("Content-Security-Policy", snap->policy);
    const std::string bytes = found == snap->files.end() ? waiting_page() : found->second;
    respond(request, response, page ? with_reload_script(bytes, snap->version) : bytes,
            media_type(path));
  }

  void events(httplib::Response& response) {
    response.set_header("Cache-Control", "no-store");
    auto seen = std::make_shared<size_t>(0);
    response.set_chunked_content_provider(
        "text/event-stream", [this, seen](size_t, httplib::DataSink& sink) {
          std::unique_lock lock(mutex);
          const bool news =
              changed.wait_for(lock, heartbeat, [&] { return stopping || publications != *seen; });
          if (stopping) {
            sink.done();
            return true;
          }
          std::string message = ": still here\n\n";
          if (news) {
            // Pages ask a server that starts again after a short time.
            message = *seen == 0 ? "retry: 500\n\n" : "";
            *seen = publications;
            message += "data: " + as_json(*snapshot) + "\n\n";
          }
          lock.unlock();
          return sink.write(message.data(), message.size());
        });
  }
};

Server::Server() : state_(std::make_unique<State>()) {
  auto none = std::make_shared<Snapshot>();
  none->version = "none";
  state_->snapshot = none;
}

Server::~Server() { stop(); }

int Server::bind(int port) {
  constexpr int tries = 100, highest = 65535;
  for (int candidate = port; candidate < port + tries && candidate <= highest; ++candidate) {
    if (state_->http->bind_to_port("127.0.0.1", candidate)) return candidate;
    state_->http =
        state_->made();  // since its release 0.16, one that was refused is of no more use
  }
  throw Failure("no free port from " + std::to_string(port) + " on");
}

void Server::publish(Files files, std::vector<std::string> mistakes) {
  auto next = std::make_shared<Snapshot>();
  next->version = version_of(files);
  next->policy = policy_of(files);
  next->files = std::move(files);
  next->mistakes = std::move(mistakes);
  state_->replace(std::move(next));
}

void Server::publish_mistakes(std::vector<std::string> mistakes) {
  auto next = std::make_shared<Snapshot>(*state_->current());
  next->mistakes = std::move(mistakes);
  state_->replace(std::move(next));
}

void Server::listen() {
  {
    const std::lock_guard lock(state_->mutex);
    if (state_->stopping) return;
    state_->listening = true;
  }
  state_->http->listen_after_bind();
}

void Server::stop() {
  bool listening = false;
  {
    const std::lock_guard lock(state_->mutex);
    listening = std::exchange(state_->listening, false);
    state_->stopping = true;
    state_->changed.notify_all();
  }
  // httplib ignores a stop() that comes before it runs.
  while (listening && !state_->http->is_running())
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  state_->http->stop();
}

}  // namespace loom::serve
