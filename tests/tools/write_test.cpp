// What a build and `check --fix` do to a disk: whole or not at all, and only to what is theirs.
#include "tools/loom/site/write/write.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <random>
#include <thread>

#include "tests/doctest.hpp"
#include "tests/tools/folder.hpp"
#include "tests/tools/program.hpp"
#include "tools/loom/base/failure.hpp"

TESTS_OF(tools::write) {

namespace {

using loom::test::Background;
using loom::test::Folder;
using loom::test::run_loom;
namespace fs = std::filesystem;

const loom::Files site = {{"index.html", "start"}, {"library/index.html", "library"}};
constexpr const char* staging_mark = ".loom-staging";

// What is beside the output and begins with its name.
std::vector<std::string> beside_out(const Folder& folder) {
  std::vector<std::string> names;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder.path())) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with("out.")) names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

mode_t mode(const fs::path& path) {
  struct stat status;
  REQUIRE(stat(path.c_str(), &status) == 0);
  return status.st_mode & 07777;
}

}  // namespace

TEST_CASE("write: the folder and its files have the permissions that new ones have") {
  const Folder folder;
  const mode_t before = umask(027);
  loom::site::write(site, folder.path("out"));
  loom::site::write(site, folder.path("out"));
  umask(before);
  CHECK(mode(folder.path("out")) == 0750);
  CHECK(mode(folder.path("out/library")) == 0750);
  CHECK(mode(folder.path("out/index.html")) == 0640);
  CHECK(beside_out(folder).empty());
}

TEST_CASE("write: a link that is named as a folder of a build is not written through") {
  const Folder folder;
  folder.put("victim/letter.txt", "dear");
  folder.put(std::string("victim/") + staging_mark, "");
  const std::vector<std::string> links = {"out.new-" + std::to_string(getpid()),
                                          "out.old-" + std::to_string(getpid()), "out.new-abcdef"};
  for (const std::string& link : links) fs::create_directory_symlink("victim", folder.path(link));
  for (int build = 0; build < 2; ++build) loom::site::write(site, folder.path("out"));
  CHECK(folder.files("victim") ==
        std::map<std::string, std::string>{{"letter.txt", "dear"}, {staging_mark, ""}});
  CHECK(folder.get("out/index.html") == "start");
  for (const std::string& link : links) CHECK(fs::is_symlink(folder.path(link)));
}

TEST_CASE("write: what killed builds left is removed, and nothing else") {
  const Folder folder;
  const auto leave = [&](const std::string& name) {
    folder.put(name + "/" + staging_mark, "");
    folder.put(name + "/site/index.html", "half");
  };
  leave("out.new-aaaaaa");
  fs::create_directory(folder.path("out.new-bbbbbb"));  // killed at its first step
  leave("out.new-ccccc");                               // no such name is chosen
  leave("out.new-backup2");
  leave("out.new-dd-ddd");
  folder.put("out.new-backup/.loom", "");  // a copy that the author made
  folder.put("out.new-backup/index.html", "mine");
  folder.put("out.new-letter", "dear");
  leave("out.new-eeeeee");
  const int running = open(folder.path("out.new-eeeeee").c_str(), O_RDONLY | O_DIRECTORY);
  REQUIRE(flock(running, LOCK_EX) == 0);
  loom::site::write(site, folder.path("out"));
  const std::vector<std::string> others = {"out.new-backup", "out.new-backup2", "out.new-ccccc",
                                           "out.new-dd-ddd", "out.new-eeeeee",  "out.new-letter"};
  CHECK(beside_out(folder) == others);
  CHECK(folder.get("out.new-backup/index.html") == "mine");
  CHECK(folder.get("out.new-eeeeee/site/index.html") == "half");
  close(running);  // that build is killed, too
  loom::site::write(site, folder.path("out"));
  CHECK_FALSE(folder.has("out.new-eeeeee"));
}

TEST_CASE("write: a site that a killed build had moved aside comes back") {
  const Folder folder;
  folder.put(std::string("out.new-aaaaaa/") + staging_mark, "");
  folder.put("out.new-aaaaaa/old/.loom", "");
  folder.put("out.new-aaaaaa/old/index.html", "old");
  const loom::Files impossible = {{"a", "a file"}, {"a/index.html", "below a file"}};
  CHECK_THROWS_AS(loom::site::write(impossible, folder.path("out")), loom::Failure);
  CHECK(folder.get("out/index.html") == "old");
  CHECK(beside_out(folder).empty());
}

TEST_CASE("write: builds of one folder at the same time") {
  const Folder folder;
  std::vector<std::thread> builds;
  for (int i = 0; i < 4; ++i)
    builds.emplace_back([&] {
      for (int again = 0; again < 10; ++again) loom::site::write(site, folder.path("out"));
    });
  for (std::thread& build : builds) build.join();
  CHECK(folder.get("out/index.html") == "start");
  CHECK(beside_out(folder).empty());
}

TEST_CASE("write: a build that is killed leaves the old site or the new one") {
  const Folder folder;
  for (int i = 0; i < 200; ++i)
    folder.put("content/pictures/" + std::to_string(i) + ".svg", "<svg/>");
  const auto prepare = [&](const std::string& text) {
    std::string page = "# Page\n\n" + text + "\n\n";
    for (int i = 0; i < 200; ++i) page += "![A](pictures/" + std::to_string(i) + ".svg)\n";
    folder.put("content/index.md", page);
  };
  const std::vector<std::string> build = {"build",
                                          "--content",
                                          folder.path("content").string(),
                                          "--out",
                                          folder.path("out").string(),
                                          "--base-url",
                                          "https://loom.example/"};
  std::map<std::string, std::string> sites[2];
  std::chrono::steady_clock::duration takes{};
  for (int i = 0; i < 2; ++i) {
    prepare("Text " + std::to_string(i));
    const auto start = std::chrono::steady_clock::now();
    const loom::test::Ran ran = run_loom(build);
    takes = std::chrono::steady_clock::now() - start;
    REQUIRE(ran.err == "");
    sites[i] = folder.files("out");
  }
  REQUIRE(sites[0] != sites[1]);
  std::mt19937 random(7);
  std::uniform_real_distribution<double> part(0, 1.1);
  for (int i = 0; i < 30; ++i) {
    prepare("Text " + std::to_string(i % 2));
    Background program(build);
    std::this_thread::sleep_for(takes * std::pow(part(random), 2));  // what is written comes early
    program.end(SIGKILL);
    const auto left = folder.files("out");
    CHECK((left == sites[0] || left == sites[1]));
  }
  CHECK(run_loom(build).status == 0);
  CHECK(folder.files("out") == sites[1]);
  CHECK(beside_out(folder).empty());
}

TEST_CASE("loom check --fix keeps links, permissions, and files that are not its own") {
  const Folder folder;
  const std::string wrong = "# Page\n\nOf [31](=core:warp_lanes).\n",
                    right = "# Page\n\nOf [32](=core:warp_lanes).\n";
  folder.put("content/.kept/page.md", wrong);
  fs::create_symlink(".kept/page.md", folder.path("content/index.md"));
  folder.put("content/other.md", wrong);
  REQUIRE(chmod(folder.path("content/.kept/page.md").c_str(), 0604) == 0);
  for (const char* name :
       {"content/index.md.new", "content/other.md.new", "content/.kept/page.md.new"})
    folder.put(name, "the author's");
  const loom::test::Ran ran =
      run_loom({"check", "--content", folder.path("content").string(), "--fix"});
  CHECK(ran.status == 0);
  CHECK(fs::is_symlink(folder.path("content/index.md")));
  CHECK(mode(folder.path("content/.kept/page.md")) == 0604);
  CHECK(folder.files("content") ==
        std::map<std::string, std::string>{{".kept/page.md", right},
                                           {".kept/page.md.new", "the author's"},
                                           {"index.md", right},
                                           {"index.md.new", "the author's"},
                                           {"other.md", right},
                                           {"other.md.new", "the author's"}});
}

}  // TESTS_OF(tools::write)
