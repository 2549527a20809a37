// loom serve: answers, reloads, mistakes over the last good page, a clean end.
#include <signal.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <thread>

#include "tests/doctest.hpp"
#include "tests/tools/folder.hpp"
#include "tests/tools/program.hpp"
#include "tests/tools/serving.hpp"
#include "tools/loom/serve/watch.hpp"

TESTS_OF(tools::serve) {

namespace {

using loom::test::Background;
using loom::test::Folder;
using loom::test::Running;
using loom::test::served;

// The address at which a program serves, from its output.
int port_of(const std::string& output) {
  const std::string before = "http://127.0.0.1:";
  return std::stoi(output.substr(output.find(before) + before.size()));
}

// Reads server-sent events until `enough` of them have come.
std::vector<nlohmann::json> events(int port, size_t enough,
                                   const std::function<void(size_t)>& after_each) {
  std::vector<nlohmann::json> out;
  std::string text;
  httplib::Client client("127.0.0.1", port);
  client.set_read_timeout(10);
  client.Get("/loom-reload", [&](const char* data, size_t size) {
    text.append(data, size);
    for (size_t end; (end = text.find("\n\n")) != text.npos; text.erase(0, end + 2)) {
      if (!text.starts_with("data: ")) continue;
      out.push_back(nlohmann::json::parse(text.substr(6, end - 6)));
      after_each(out.size());
    }
    return out.size() < enough;
  });
  return out;
}

}  // namespace

TEST_CASE("serve: pages with and without a slash, types, caching, policy") {
  Running running;
  running.server.publish(served);
  for (const char* path : {"/library", "/library/", "/library/index.html"}) {
    const auto page = running.client.Get(path);
    REQUIRE(page);
    CHECK(page->status == 200);
    CHECK(page->get_header_value("Content-Type") == "text/html; charset=utf-8");
    CHECK(page->get_header_value("Cache-Control") == "no-cache");
    CHECK(page->get_header_value("Content-Security-Policy") == "default-src 'self'");  // its own
    CHECK(page->body.find("<script type=\"module\" src=\"/loom-reload/reload.js?v=") !=
          std::string::npos);
    const auto same = running.client.Get(path, {{"If-None-Match", page->get_header_value("ETag")}});
    CHECK(same->status == 304);
    CHECK(same->body == "");
  }
  const auto wasm = running.client.Get("/assets/canvas.1.wasm");
  CHECK(wasm->get_header_value("Content-Type") == "application/wasm");
  CHECK(wasm->body == std::string("\0asm", 4));
  CHECK(wasm->get_header_value("Cache-Control").ends_with("immutable"));  // its name has its hash
  const auto unpacked = running.client.Get("/library/", {{"Accept-Encoding", "br, gzip"}});
  CHECK(unpacked->get_header_value("Content-Encoding") == "");
  CHECK(running.client.Get("/assets/loom.1.css")->get_header_value("Content-Type") ==
        "text/css; charset=utf-8");
  for (const char* script :
       {"/loom-reload/reload.js", "/loom-reload/swap.js", "/sw.js", "/loom/sw.js"})
    CHECK(running.client.Get(script)->get_header_value("Content-Type") ==
          "text/javascript; charset=utf-8");
  for (const char* path : {"/nowhere", "/../etc/passwd", "/%2e%2e/etc/passwd", "/library/x"}) {
    const auto lost = running.client.Get(path);
    CHECK(lost->status == 404);
    CHECK(lost->body.find("lost") != std::string::npos);
  }
  CHECK(running.client.Get("/sw.js")->body.find("registration.unregister()") != std::string::npos);
  CHECK(running.client.Post("/", "", "text/plain")->status == 405);
}

TEST_CASE("serve: a figure works in a sandboxed frame, which has no origin") {
  Running running;
  running.server.publish(served);
  const auto asset = running.client.Get("/assets/loom.1.css", {{"Origin", "null"}});
  CHECK(asset->get_header_value("Access-Control-Allow-Origin") == "*");
  const auto page = running.client.Get("/library/", {{"Origin", "https://example.org"}});
  CHECK_MESSAGE(page->get_header_value("Access-Control-Allow-Origin") == "",
                "what an author writes is for the author alone");
  const auto frame = running.client.Get("/embed/one/");
  CHECK(frame->body == "<head></head>a figure for a frame");
  CHECK(frame->get_header_value("X-Frame-Options") == "");
}

TEST_CASE("serve: a port in use is left to its owner") {
  Running one;
  loom::serve::Server other;
  CHECK(other.bind(one.port) == one.port + 1);
}

TEST_CASE("serve: pages hear of news and of mistakes") {
  Running running;
  running.server.publish(served);
  loom::Files changed = served;
  changed["index.html"] += "!";
  const auto heard = events(running.port, 4, [&](size_t count) {
    if (count == 1) running.server.publish_mistakes({"a.md:1:1: error: x"});
    if (count == 2) running.server.publish(served);
    if (count == 3) running.server.publish(changed);
  });
  REQUIRE(heard.size() == 4);
  CHECK(heard[0]["mistakes"].empty());
  CHECK(heard[1]["mistakes"][0] == "a.md:1:1: error: x");
  CHECK(heard[1]["version"] == heard[0]["version"]);  // the last good page stays
  CHECK(heard[2]["mistakes"].empty());
  CHECK(heard[2]["version"] == heard[0]["version"]);  // the same bytes: no reload
  CHECK(heard[3]["version"] != heard[0]["version"]);
}

TEST_CASE("serve: a mistake may name a file whose name is not UTF-8") {
  Running running;
  running.server.publish(served);
  const auto heard = events(running.port, 2, [&](size_t count) {
    if (count == 1) running.server.publish_mistakes({"content/caf\xe9.md: error: x"});
  });
  REQUIRE(heard.size() == 2);
  CHECK(heard[1]["mistakes"][0] == "content/caf\xef\xbf\xbd.md: error: x");
}

TEST_CASE("serve: a page in a folder named as that of the assets is a page") {
  Running running;
  loom::Files files = served;
  files["assets/index.html"] = "<head></head>first";
  running.server.publish(files);
  const auto page = running.client.Get("/assets/");
  REQUIRE(page);
  CHECK(page->get_header_value("Cache-Control") == "no-cache");
  CHECK(page->get_header_value("Access-Control-Allow-Origin") == "");
  CHECK(page->body.find("/loom-reload/reload.js") != std::string::npos);
  const auto heard = events(running.port, 2, [&](size_t count) {
    files["assets/index.html"] = "<head></head>second";
    if (count == 1) running.server.publish(files);
  });
  REQUIRE(heard.size() == 2);
  CHECK(heard[1]["version"] != heard[0]["version"]);
}

TEST_CASE("watch: files by name, folders with all below them") {
  const Folder folder;
  folder.put("content/a.md", "a");
  folder.put("glossary.json", "[]");
  loom::serve::Watch watch({folder.path("content")}, {folder.path("glossary.json")});
  const auto changed = [&](const std::string& name) {
    return watch.wait().contains(folder.path(name));
  };
  CHECK(watch.wait().empty());
  folder.put("content/a.md", "b");
  CHECK(changed("content/a.md"));
  folder.put("other.json", "not ours");
  folder.put("content/.a.md.swp", "an editor's");
  CHECK(watch.wait().empty());
  folder.put("glossary.new", "[1]");
  std::filesystem::rename(folder.path("glossary.new"),
                          folder.path("glossary.json"));  // as editors save
  CHECK(changed("glossary.json"));
  folder.put("content/deep/er/b.md", "new folder");
  CHECK(!watch.wait().empty());
  folder.put("content/deep/er/b.md", "known by now");
  CHECK(changed("content/deep/er/b.md"));
  std::filesystem::remove(folder.path("content/a.md"));
  CHECK(changed("content/a.md"));
}

TEST_CASE("watch: what lies below what") {
  using loom::serve::is_below;
  CHECK(is_below("/a/b/c", "/a/b"));
  CHECK(is_below("/a/b", "/a/b/"));
  CHECK_FALSE(is_below("/a/bc", "/a/b"));
  CHECK_FALSE(is_below("/a", "/a/b"));
}

TEST_CASE("serve: the program rebuilds on a save and ends cleanly") {
  const Folder folder;
  folder.put("content/index.md", "# Page\n\nFirst.\n");
  folder.put("made/x", "");
  Background program({"serve", "--content", folder.path("content").string(), "--port", "18090",
                      "--watch", folder.path("made").string(), "--assets-command",
                      "echo made the assets"});
  REQUIRE(program.says("Serving http://127.0.0.1:"));
  const std::string& output = program.output();
  httplib::Client client(
      output.substr(output.find("http://"), output.rfind('/') - output.find("http://")));
  REQUIRE(client.Get("/"));
  CHECK(client.Get("/")->body.find("First.") != std::string::npos);

  folder.put("content/index.md", "# Page\n\nSecond, with a [[mistake]].\n");
  CHECK(program.says("index.md:3:18: error: term 'mistake', but there is no glossary.json"));
  CHECK(client.Get("/")->body.find("First.") != std::string::npos);

  // Editors and archives write such names, and the page may be open.
  std::thread reader([&] { (void)events(port_of(output), 1, [](size_t) {}); });
  folder.put("content/caf\xe9.md", "# Page\n");
  CHECK(program.says("becomes part of an address"));
  reader.join();
  CHECK(client.Get("/")->body.find("First.") != std::string::npos);
  std::filesystem::remove(folder.path("content/caf\xe9.md"));

  folder.put("content/index.md", "# Page\n\nThird.\n");
  for (int i = 0; i < 100 && client.Get("/")->body.find("Third.") == std::string::npos; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  CHECK(client.Get("/")->body.find("Third.") != std::string::npos);

  folder.put("made/x", "changed");
  CHECK(program.says("made the assets"));
  CHECK(program.end(SIGTERM) == 0);
}

TEST_CASE(
    "serve: code that does not compile is a mistake over the old site, good code starts again") {
  const Folder folder;
  folder.put("content/index.md", "# Page\n\nFirst.\n");
  folder.put("code/a.cpp", "");
  const std::string broken = folder.path("broken").string();
  Background program({"serve", "--content", folder.path("content").string(), "--port", "18100",
                      "--code", folder.path("code").string(), "--code-command",
                      "if [ -e " + broken +
                          " ]; then echo '[1/2] CXX'; echo 'a.cpp:3:5: error: no'; "
                          "echo 'b.cpp:1:1: error: nor this'; exit 1; fi; echo well > " +
                          folder.path("compiled").string()});
  REQUIRE(program.says("Serving http://127.0.0.1:"));
  const std::string first = program.output();
  const size_t at = first.find("http://");
  const std::string address = first.substr(at, first.find_first_of(" \n", at) - at - 1);
  httplib::Client client(address);
  const int port = port_of(first);
  const auto mistakes = [&] { return events(port, 1, [](size_t) {}).front()["mistakes"]; };

  folder.put("broken", "");
  folder.put("code/notes.txt", "nothing that is compiled");
  folder.put("code/a.cpp", "int x");
  CHECK(program.says("a.cpp:3:5: error: no\n"));
  CHECK(program.output().find("nor this") == std::string::npos);
  CHECK(mistakes() == nlohmann::json{"a.cpp:3:5: error: no"});
  CHECK(client.Get("/")->body.find("First.") != std::string::npos);
  folder.put("content/index.md", "# Page\n\nSecond.\n");  // pages are built as before
  for (int i = 0; i < 100 && client.Get("/")->body.find("Second.") == std::string::npos; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  CHECK(mistakes() == nlohmann::json{"a.cpp:3:5: error: no"});
  CHECK_FALSE(folder.has("compiled"));

  std::filesystem::remove(folder.path("broken"));
  folder.put("code/a.cpp", "int x;");
  REQUIRE(program.says("starting again\n"));
  CHECK(folder.has("compiled"));
  CHECK(program.says("Serving " + address + "/", program.output().find("starting again")));
  CHECK(client.Get("/")->body.find("Second.") != std::string::npos);
  CHECK(mistakes().empty());
  CHECK(program.end(SIGTERM) == 0);
}

TEST_CASE("serve: mistakes from the start") {
  const Folder folder;
  folder.put("content/index.md", "no title\n");
  const std::string content = folder.path("content").string();
  const loom::test::Ran ran =
      loom::test::run_loom({"serve", "--content", content, "--port", "18095", "--no-watch"});
  CHECK(ran.status == 1);
  CHECK(ran.err ==
        content +
            "/index.md:1:1: error: a page without a title, expected '# Title' as its first line\n");

  Background program({"serve", "--content", content, "--port", "18095"});
  REQUIRE(program.says("Serving http://127.0.0.1:"));
  const std::string& output = program.output();
  httplib::Client client(
      output.substr(output.find("http://"), output.rfind('/') - output.find("http://")));
  CHECK(client.Get("/")->body.find("The site has mistakes") != std::string::npos);
  folder.put("content/index.md", "# Mended\n");
  CHECK(program.says("1 page built"));
  CHECK(client.Get("/")->body.find("Mended") != std::string::npos);
  CHECK(program.end(SIGINT) == 0);
}

}  // TESTS_OF(tools::serve)
