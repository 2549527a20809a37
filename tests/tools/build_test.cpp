// The builder as a whole: what is written, when, and that it is the same every time.
#include <brotli/decode.h>
#include <zlib.h>

#include <algorithm>
#include <cstdlib>

#include "tests/doctest.hpp"
#include "tests/tools/folder.hpp"
#include "tools/loom/base/failure.hpp"
#include "tools/loom/site/write/write.hpp"
#include "tools/loom/text/utf8.hpp"

TESTS_OF(tools::build) {

namespace {

using loom::test::Folder;
namespace fs = std::filesystem;
constexpr size_t npos = std::string::npos;

// A site of three pages with everything in it.
void put_site(const Folder& folder) {
  folder.put("glossary.json", loom::test::small_glossary);
  folder.put("references.json", loom::test::small_references());
  folder.put("content/site.json", R"({"title": "Site", "tagline": "About looms", "pages": [
    {"file": "index.md", "label": "Start"}, {"file": "library.md", "label": "Kernels"}, {"file": "words.md", "label": "Words"}]})");
  folder.put(
      "content/index.md",
      "# Start\n\nThe *lead* with $x$.\n\n## One\n\n[[warp]] [@fa2]\n\n![A plot](plot.svg)\n");
  folder.put("content/library.md",
             "# Library\n\n## Two\n\n```scene accumulator bits=7\nCaption.\n```\n");
  folder.put("content/words.md", "# Words\n\n```glossary\n```\n\n```references\n```\n");
  folder.put("content/plot.svg", "<svg/>");
  folder.put("assets/loom.css", "@font-face{src:url(text.woff2)}");
  folder.put("assets/text.woff2", "font");
  folder.put("assets/loom.js", "import(\"./live.js\")");
  folder.put("assets/live.js", "export {}");
}

loom::site::Options site_options(const Folder& folder) {
  loom::site::Options options = folder.options();
  options.frame.reset();  // the real one
  options.assets = folder.path("assets");
  return options;
}

void build_into(const Folder& folder, const std::string& out) {
  const loom::site::Built built = loom::site::build(site_options(folder));
  REQUIRE(built.mistakes.empty());
  loom::site::write(built.files, folder.path(out));
}

std::string unpack_brotli(const std::string& packed, size_t size) {
  std::string out(size + 1, '\0');
  size_t got = out.size();
  REQUIRE(BrotliDecoderDecompress(packed.size(), reinterpret_cast<const uint8_t*>(packed.data()),
                                  &got, reinterpret_cast<uint8_t*>(out.data())) ==
          BROTLI_DECODER_RESULT_SUCCESS);
  out.resize(got);
  return out;
}

std::string unpack_gzip(const std::string& packed, size_t size) {
  std::string out(size + 1, '\0');
  z_stream stream = {};
  REQUIRE(inflateInit2(&stream, 15 + 16) == Z_OK);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
  stream.avail_in = static_cast<uInt>(packed.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  CHECK(inflate(&stream, Z_FINISH) == Z_STREAM_END);
  out.resize(stream.total_out);
  inflateEnd(&stream);
  return out;
}

}  // namespace

TEST_CASE("build: the files of a site") {
  const Folder folder;
  put_site(folder);
  build_into(folder, "out");
  std::vector<std::string> names;
  for (const auto& [name, bytes] : folder.files("out"))
    names.push_back(name.starts_with("assets/")
                        ? name.substr(0, name.find('.')) + name.substr(name.rfind('.'))
                        : name);
  std::sort(names.begin(), names.end());
  CHECK(names == std::vector<std::string>{".loom", "404.html", "assets/accumulator.svg",
                                          "assets/index.json", "assets/live.js", "assets/loom.js",
                                          "assets/plot.svg", "assets/search.json",
                                          "assets/text.woff2", "index.html", "library/index.html",
                                          "manifest.webmanifest", "offline.html", "robots.txt",
                                          "sitemap.xml", "words/index.html"});
  CHECK(folder.get("out/sitemap.xml").find("<loc>https://loom.example/library/</loc>") != npos);
  CHECK(folder.get("out/robots.txt") ==
        "User-agent: *\nAllow: /\nSitemap: https://loom.example/sitemap.xml\n");
}

TEST_CASE("build: two builds give the same bytes, whatever the folder is called") {
  const Folder one, two;
  put_site(one);
  put_site(two);
  build_into(one, "out");
  build_into(one, "again");
  build_into(two, "elsewhere/out");
  CHECK(one.files("out") == one.files("again"));
  CHECK(one.files("out") == two.files("elsewhere/out"));
}

TEST_CASE("build: the head of a page") {
  const Folder folder;
  put_site(folder);
  build_into(folder, "out");
  const std::string page = folder.get("out/library/index.html"),
                    start = folder.get("out/index.html");
  for (const char* part :
       {"<title>Library · Site</title>",
        "<link rel=\"canonical\" href=\"https://loom.example/library/\">",
        "<meta name=\"description\" content=\"About looms\">",
        "<li><a href=\"/library/\" aria-current=\"page\">Kernels</a></li>",
        "<nav class=\"rail\" aria-label=\"On this page\">",
        "<a rel=\"prev\" href=\"/\">Start</a><a rel=\"next\" href=\"/words/\">Words</a>"})
    CHECK_MESSAGE(page.find(part) != npos, part);
  CHECK(start.find("<title>Start · Site</title>") != npos);
  CHECK(start.find("<meta name=\"description\" content=\"The lead with x.\">") != npos);
  CHECK(start.find("<p class=\"lead\">The <em>lead</em> with <span class=\"together\"><math>") !=
        npos);
  CHECK(start.find("</math>.</span></p>") != npos);  // the full stop stays with it
  CHECK(page.find("{{") == npos);
}

TEST_CASE("build: under a path of a site") {
  const Folder folder;
  put_site(folder);
  loom::site::Options options = site_options(folder);
  options.base_url = "https://example.org/loom";
  const loom::site::Built built = loom::site::build(options);
  REQUIRE(built.mistakes.empty());
  const std::string& page = built.files.at("index.html");
  CHECK(page.find("href=\"/loom/library/\"") != npos);
  CHECK(page.find("href=\"/loom/words/#warp\"") != npos);
  CHECK(page.find("href=\"https://example.org/loom/\"") != npos);
  CHECK(page.find("href=\"/assets/") == npos);
  options.base_url = "example.org";
  CHECK_THROWS_AS(loom::site::build(options), loom::Failure);
}

TEST_CASE("build: assets are named by what is in them, inside and out") {
  const Folder folder;
  put_site(folder);
  build_into(folder, "out");
  const auto named = [&](const std::string& begin, const std::string& end) {
    for (const auto& [name, bytes] : folder.files("out/assets"))
      if (name.starts_with(begin + ".") && name.ends_with(end)) return name;
    return std::string();
  };
  const std::string font = named("text", ".woff2"), live = named("live", ".js");
  CHECK(folder.get("out/assets/" + named("loom", ".js")) == "import(\"./" + live + "\")");
  // The style is within the page.
  CHECK(named("loom", ".css") == "");
  CHECK(folder.get("out/index.html").find("<style>@font-face{src:url(/assets/" + font + ")}") !=
        npos);
  CHECK(folder.get("out/index.html").find("theme.js") == npos);  // not in the folder: left out

  folder.put("assets/text.woff2", "another font");
  build_into(folder, "out");
  CHECK(named("text", ".woff2") != font);
  CHECK(named("live", ".js") == live);
}

TEST_CASE("build: nothing is written for a site with a mistake") {
  const Folder folder;
  put_site(folder);
  build_into(folder, "out");
  const auto before = folder.files("out");
  folder.put("content/index.md", "# Start\n\n[[wrap]]\n");
  const loom::site::Built built = loom::site::build(site_options(folder));
  CHECK(built.mistakes.size() == 1);
  CHECK(built.files.empty());
  CHECK(folder.files("out") == before);
}

TEST_CASE("build: the output folder is replaced as a whole, and only one that is ours") {
  const Folder folder;
  put_site(folder);
  build_into(folder, "out");
  folder.put("out/old/index.html", "from an earlier build");
  build_into(folder, "out");
  CHECK(!folder.has("out/old/index.html"));
  CHECK(!folder.has("out/old"));

  folder.put("mine/letter.txt", "dear");
  CHECK_THROWS_WITH_AS(build_into(folder, "mine"),
                       doctest::Contains("holds files that 'loom build' has not written"),
                       loom::Failure);
  CHECK(folder.get("mine/letter.txt") == "dear");
  folder.put("file", "");
  CHECK_THROWS_AS(build_into(folder, "file"), loom::Failure);
  fs::create_directory(folder.path("empty"));
  build_into(folder, "empty/");
  CHECK(folder.has("empty/index.html"));
  fs::create_directory_symlink("empty", folder.path("link"));
  build_into(folder, "link");
  CHECK(fs::is_symlink(folder.path("link")));
  build_into(folder, "content/out");
  build_into(folder, "content/out");  // its own output is not its input
  for (const fs::directory_entry& entry : fs::directory_iterator(folder.path()))
    CHECK(entry.path().string().find(".new-") == npos);  // no half state beside it
}

TEST_CASE("build: a write that fails leaves the old site") {
  const Folder folder;
  put_site(folder);
  build_into(folder, "out");
  const auto before = folder.files("out");
  const loom::Files impossible = {{"a", "a file"}, {"a/index.html", "below a file"}};
  CHECK_THROWS_AS(loom::site::write(impossible, folder.path("out")), loom::Failure);
  CHECK(folder.files("out") == before);
  for (const fs::directory_entry& entry : fs::directory_iterator(folder.path()))
    CHECK(entry.path().string().find(".new-") == npos);
}

TEST_CASE("build: compressed twins hold the same bytes") {
  const Folder folder;
  put_site(folder);
  loom::site::Built built = loom::site::build(site_options(folder));
  loom::site::compress(built.files, folder.path("out"));
  size_t twins = 0;
  for (const auto& file : built.files) {
    const auto& name = file.first;
    const auto& bytes = file.second;
    if (name.ends_with(".br") || name.ends_with(".gz")) continue;
    if (name.ends_with(".woff2")) {
      CHECK(!built.files.contains(name + ".br"));  // fonts of this kind are Brotli inside
      continue;
    }
    CAPTURE(name);
    CHECK(unpack_brotli(built.files.at(name + ".br"), bytes.size()) == bytes);
    CHECK(unpack_gzip(built.files.at(name + ".gz"), bytes.size()) == bytes);
    ++twins;
  }
  CHECK(twins == 14);
}

TEST_CASE("build: compressed twins of files that are as before are taken from the last output") {
  const Folder folder;
  put_site(folder);
  loom::site::Built first = loom::site::build(site_options(folder));
  loom::site::compress(first.files, folder.path("out"));
  loom::site::write(first.files, folder.path("out"));
  folder.put("out/robots.txt.br", "taken");
  folder.put("out/index.html.br", "of another page");
  folder.put("content/index.md", "# Start\n\nAnother text.\n");
  loom::site::Built second = loom::site::build(site_options(folder));
  loom::site::compress(second.files, folder.path("out"));
  CHECK(second.files.at("robots.txt.br") == "taken");
  CHECK(second.files.at("robots.txt.gz") == first.files.at("robots.txt.gz"));
  const std::string& page = second.files.at("index.html");
  CHECK(unpack_brotli(second.files.at("index.html.br"), page.size()) == page);
}

TEST_CASE("build: a folder of pages and nothing else") {
  const Folder folder;
  folder.put("content/b.md",
             "# B\r\n\r\nWindows line ends,\r\nand a byte order mark elsewhere.\r\n");
  folder.put("content/a.md", "\xEF\xBB\xBF# A\n");
  folder.put("content/deep/er.md", "# Deeper\n\n[a](../a.md) [b](/b/)\n");
  folder.put("content/.hidden/x.md", "no title");
  loom::site::Options options = folder.options();
  options.frame.reset();
  const loom::site::Built built = loom::site::build(options);
  CHECK(built.mistakes.empty());
  CHECK(built.pages == 3);
  CHECK(built.files.at("b/index.html").find("<p class=\"lead\">Windows line ends,\nand") != npos);
  CHECK(built.files.at("deep/er/index.html").find("<a href=\"/a/\">a</a> <a href=\"/b/\">b</a>") !=
        npos);
  // Reading order is the alphabet's.
  CHECK(
      built.files.at("b/index.html")
          .find(
              "<a rel=\"prev\" href=\"/a/\">A</a><a rel=\"next\" href=\"/deep/er/\">Deeper</a>") !=
      npos);
}

TEST_CASE("build: what cannot be read is a failure, not a mistake") {
  const Folder folder;
  loom::site::Options options = folder.options();
  CHECK_THROWS_WITH_AS(loom::site::build(options),
                       doctest::Contains("no pages (*.md except README.md)"), loom::Failure);
  options.content = folder.path("nowhere");
  CHECK_THROWS_WITH_AS(loom::site::build(options), doctest::Contains("no content folder"),
                       loom::Failure);
  folder.put("content/index.md", "# A\n\n$x$\n");
  options = folder.options();
  options.glossary = folder.path("nowhere.json");
  CHECK_THROWS_AS(loom::site::build(options), loom::Failure);
  options = folder.options();
  options.math = folder.path("nowhere.mjs");
  CHECK_THROWS_WITH_AS(loom::site::build(options),
                       doctest::Contains("nowhere.mjs' to turn formulas into MathML"),
                       loom::Failure);
  folder.put("broken.mjs", "process.exit(3)");
  options.math = folder.path("broken.mjs");
  CHECK_THROWS_WITH_AS(loom::site::build(options), "'node' ended with status 3", loom::Failure);
  folder.put("broken.mjs", "process.exit(process.env.NODE_EXTRA_CA_CERTS === undefined ? 4 : 5)");
  setenv("NODE_EXTRA_CA_CERTS", "/nowhere", 1);  // which Node.js would read first
  CHECK_THROWS_WITH_AS(loom::site::build(options), "'node' ended with status 4", loom::Failure);
  unsetenv("NODE_EXTRA_CA_CERTS");
  folder.put("broken.mjs", "process.stdin.on('data', () => console.log('{}\\n{}\\nx'))");
  CHECK_THROWS_WITH_AS(loom::site::build(options),
                       doctest::Contains("did not answer every formula"), loom::Failure);
}

TEST_CASE(
    "build: what turns formulas into MathML and is not installed is named, with the way to it") {
  const Folder folder;
  folder.put("content/index.md", "# A\n\n$x$\n");
  folder.put("math.cjs", folder.source("tools/math.cjs"));  // where no npm package is
  loom::site::Options options = folder.options();
  options.math = folder.path("math.cjs");
  const std::string place = folder.path().parent_path().string();
  CHECK_THROWS_WITH_AS(
      loom::site::build(options),
      ("no npm package 'temml' beside '" + folder.path("math.cjs").string() +
       "', which turns formulas into MathML: run tools/setup, or npm ci --prefix '" + place + "'")
          .c_str(),
      loom::Failure);
  const std::string path = std::getenv("PATH");
  setenv("PATH", "/nowhere", 1);
  CHECK_THROWS_WITH_AS(
      loom::site::build(folder.options()),
      "cannot start 'node': No such file or directory; Node.js turns formulas into "
      "MathML: run tools/setup, or install it",
      loom::Failure);
  setenv("PATH", path.c_str(), 1);
}

TEST_CASE("build: pictures of any name") {
  const Folder folder;
  folder.put("content/index.md", "# A\n\n![Two](<two words#1.png>)\n");
  const std::string png = "\x89PNG\r\n\x1A\n";
  folder.put("content/two words#1.png", png);
  const loom::site::Built built = folder.build();
  CHECK(built.mistakes == std::vector<std::string>{});
  const std::string& page = built.files.at("index.html");
  CHECK(page.find("src=\"/assets/two%20words%231.") != npos);
  CHECK(built.files.lower_bound("assets/two words#1.")->second == png);
}

TEST_CASE("build: many pages at once find what one after the other would") {
  const Folder folder;
  constexpr int pages = 60, first = 17;
  folder.put("glossary.json", folder.source("glossary.json"));
  const auto name = [](int page) { return "p" + std::to_string(100 + page) + ".md"; };
  for (int i = 0; i < pages; ++i)
    folder.put("content/" + name(i), "# P\n\n[P](/p" + std::to_string(100 + (i + 1) % pages) +
                                         ") and $x_{" + std::to_string(i / 2) + "}$, [[warp]].\n" +
                                         (i >= first ? "\n```glossary\n```\n" : "") +
                                         (i == 40 ? "\n$\\nonsense$\n" : ""));
  std::vector<std::string> expected;
  for (int i = first + 1; i < pages; ++i) {
    expected.push_back("content/" + name(i) +
                       ":5:4: error: a second glossary block, the first is in content/" +
                       name(first));
    if (i == 40)
      expected.push_back("content/" + name(i) +
                         ":8:2: error: formula '\\nonsense': Unsupported function name: "
                         "\\nonsense");
  }
  CHECK(folder.mistakes() == expected);
  for (int i = first + 1; i < pages; ++i)
    folder.put("content/" + name(i), "# P\n\n$x$ and [[warp]]\n");
  const loom::site::Built built = folder.build();
  CHECK(built.mistakes == std::vector<std::string>{});
  CHECK(built.files == folder.build().files);
  for (const auto& [path, bytes] : built.files)
    CHECK(loom::text::control_character(bytes) == npos);  // no place is left open
}

TEST_CASE("build: without formulas no process is started") {
  const Folder folder;
  folder.put("content/index.md", "# A\n\nIt costs \\$5.\n");
  loom::site::Options options = folder.options();
  options.math = folder.path("nowhere.mjs");
  CHECK(loom::site::build(options).mistakes.empty());
}

}  // TESTS_OF(tools::build)
