#include "tools/loom/serve/server.hpp"

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
#include "tools/loom/serve/bounded.hpp"
#include "tools/loom/text/strings.hpp"

namespace loom::serve {
namespace {

constexpr std::chrono::seconds heartbeat{10};

// What is served at one moment. A request keeps the version with which it began.
struct Snapshot {
  Files files;
  std::string version;
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

// The policy that the page itself states: Content-Security-Policy.
std::string policy_of(const std::string& page) {
  constexpr std::string_view meta = "http-equiv=\"Content-Security-Policy\" content=\"";
  const size_t at = page.find(meta);
  if (at == std::string::npos) return "";
  const size_t begin = at + meta.size();
  return page.substr(begin, page.find('"', begin) - begin);
}

// The parts of a page that come from the server itself.
const std::map<std::string, std::string_view>& own_files() {
  static const std::map<std::string, std::string_view> files = {
      {"/loom-reload/reload.js", embedded_reload_script()},
      {"/loom-reload/swap.js", embedded_swap_script()},
      {"/loom-reload/reload.css", embedded_reload_style()}};
  return files;
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
      {"webmanifest", "application/manifest+json"},
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

constexpr const char* own_names = "127.0.0.1, localhost or [::1], with any port or none";
constexpr const char* a_range = "Range: expected 'bytes=FIRST-LAST'";
constexpr const char* a_request =
    "this is no request: expected 'GET /PATH HTTP/1.1', headers and an empty line, each of at most "
    "8192 bytes, all within 5 seconds";

// A page elsewhere can give its own name this machine's address (DNS rebinding) and would then read
// the site through the browser of the one who writes it.
bool is_own_name(std::string host) {
  host = text::lower_case(host);
  const size_t port = host.rfind(':');
  if (port != host.npos && host.find_first_not_of("0123456789", port + 1) == host.npos)
    host.erase(port);
  return host == "127.0.0.1" || host == "localhost" || host == "[::1]";
}

void refuse(httplib::Response& response, int status, const std::string& why) {
  response.status = status;
  response.set_header("X-Content-Type-Options", "nosniff");
  response.set_content(why + "\n", "text/plain; charset=utf-8");
}

// Whether the request is one that this server answers; if not, the response says why.
bool acceptable(const httplib::Request& request, httplib::Response& response) {
  const size_t hosts = request.get_header_value_count("Host");
  const std::string host = request.get_header_value("Host");
  if (hosts != 1)
    refuse(response, 400, "got " + std::to_string(hosts) + " headers 'Host', expected one");
  else if (!is_own_name(host))
    refuse(response, 421, "Host: got '" + host + "', expected " + own_names);
  else if (request.method != "GET" && request.method != "HEAD") {
    response.set_header("Allow", "GET, HEAD");
    refuse(response, 405, "the method is " + request.method + ", expected GET or HEAD");
  } else if (!request.path.starts_with('/'))
    refuse(response, 400, "the path is '" + request.path + "', expected one that begins with '/'");
  else
    return true;
  return false;
}

// What httplib itself refuses. The length is set here, because httplib would apply the ranges of a
// refused request to this text.
httplib::Server::HandlerResponse explain(const httplib::Request&, httplib::Response& response) {
  constexpr auto done = httplib::Server::HandlerResponse::Unhandled;
  if (!response.body.empty() || response.status >= 500) return done;
  refuse(response, response.status, response.status == 416 ? a_range : a_request);
  response.set_header("Content-Length", std::to_string(response.body.size()));
  return done;
}

}  // namespace

struct Server::State {
  std::unique_ptr<BoundedServer> http = made();
  std::mutex mutex;
  std::condition_variable changed;
  std::shared_ptr<const Snapshot> snapshot;  // guarded, like the next two
  size_t publications = 0;
  bool stopping = false, listening = false;

  std::unique_ptr<BoundedServer> made() {
    auto server = std::make_unique<BoundedServer>([this] {
      const std::lock_guard lock(mutex);
      changed.notify_all();
    });
    server->set_pre_routing_handler(
        [this](const httplib::Request& request, httplib::Response& response) {
          if (acceptable(request, response)) answer(request, response);
          return httplib::Server::HandlerResponse::Handled;
        });
    server->set_error_handler(httplib::Server::HandlerWithResponse(explain));
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
      response.set_content(bytes, type);
  }

  void answer(const httplib::Request& request, httplib::Response& response) {
    if (request.path == "/loom-reload") return events(response);
    if (request.path.ends_with("/sw.js"))  // of a published site, wherever it was
      return respond(request, response, std::string(embedded_leaving_worker()), media_type("js"));
    const auto own = own_files().find(request.path);
    if (own == own_files().end()) return file(request, response);
    respond(request, response, std::string(own->second), media_type(own->first));
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
      // A figure in a sandboxed frame has no origin, not even that of its own files.
      response.set_header("Access-Control-Allow-Origin", "*");
      return response.set_content(found->second, media_type(path));
    }
    const bool page = path.ends_with(".html");
    const std::string bytes = found == snap->files.end() ? waiting_page() : found->second;
    if (const std::string policy = page ? policy_of(bytes) : ""; !policy.empty())
      response.set_header("Content-Security-Policy", policy);
    const bool reloads = page && !path.starts_with("embed/");  // such a page is another site's
    respond(request, response, reloads ? with_reload_script(bytes, snap->version) : bytes,
            media_type(path));
  }

  void events(httplib::Response& response) {
    response.set_header("Cache-Control", "no-store");
    auto seen = std::make_shared<size_t>(0);
    response.set_chunked_content_provider(
        "text/event-stream", [this, seen](size_t, httplib::DataSink& sink) {
          std::unique_lock lock(mutex);
          const bool news = changed.wait_for(lock, heartbeat, [&] {
            return stopping || !sink.is_writable() || publications != *seen;
          });
          if (!sink.is_writable()) return false;
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
    if (state_->http->bind(candidate)) return candidate;
    state_->http =
        state_->made();  // since its release 0.16, one that was refused is of no more use
  }
  throw Failure("no free port from " + std::to_string(port) + " on");
}

void Server::publish(Files files, std::vector<std::string> mistakes) {
  auto next = std::make_shared<Snapshot>();
  next->version = version_of(files);
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
  state_->http->end();
}

}  // namespace loom::serve
