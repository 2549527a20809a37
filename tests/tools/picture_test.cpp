// Which files are pictures that may be published.
#include "tools/loom/site/read/picture.hpp"

#include "tests/doctest.hpp"

TESTS_OF(tools::picture) {

using namespace loom::site;
using namespace std::string_literals;

namespace {

const std::string png = "\x89PNG\r\n\x1A\n", jpeg = "\xFF\xD8\xFF\xE0", webp = "RIFF\4\0\0\0WEBP"s,
                  avif =
                      "\0\0\0\x20"s
                      "ftypmif1\0\0\0\0"s
                      "miafavif"s +
                      std::string(8, ' ');

std::string problem(const std::string& name, const std::string& bytes) {
  return picture_problem(name, bytes).value_or("");
}
std::string of_svg(const std::string& text) { return problem("a.svg", text); }
std::string inside(const std::string& text) {
  return of_svg("<svg xmlns=\"http://www.w3.org/2000/svg\">\n" + text + "\n</svg>");
}

}  // namespace

TEST_CASE("a picture has the signature of a format, and the name of that format") {
  const struct {
    const char* name;
    std::string bytes;
  } good[] = {{"a.png", png + "…"},
              {"A.PNG", png},
              {"a.jpg", jpeg},
              {"a.b.JPEG", jpeg},
              {"a.gif", "GIF89a…"},
              {"a.gif", "GIF87a"},
              {"a.webp", webp + "VP8 …"},
              {"a.avif", avif},
              {"a.avif",
               "\0\0\0\x10"s
               "ftypavis\0\0\0\0"s},
              {"a.svg", "<svg/>"}};
  for (const auto& file : good) {
    CAPTURE(file.name);
    CHECK(problem(file.name, file.bytes) == "");
    for (size_t i = 0; i < 3; ++i) CHECK(problem(file.name, file.bytes.substr(0, i)) != "");
    CHECK(problem("a.html", file.bytes).find("expected a name that ends in '.") !=
          std::string::npos);
    CHECK(problem("svg", file.bytes) != "");
  }
  CHECK(problem("a.png", jpeg) == "is a picture in JPEG, expected a name that ends in '.jpg'");
  for (const std::string& bytes :
       {""s, "PNG"s, "root:x:0:0:root:/root:/bin/bash\n"s, "\x89PNG"s, "\xFF\xD8"s, "GIF88a"s,
        "RIFF\4\0\0\0WAVE"s,
        "\0\0\0\x20"s
        "ftypmp42\0\0\0\0isomavc1"s,
        "\0\0\0\x0C"s
        "ftypmif1avif"s,
        "\0\0\0\x14"s
        "ftypmif1avifmif1"s,
        "<html>"s, "<!DOCTYPE html><html><svg/></html>"s, "<!-- <svg/> "s, "<?xml <svg/>"s, "svg"s,
        "<svgs/>"s, "%PDF-1.7"s, "BM"s})
    CHECK(problem("a.png", bytes) ==
          "is no picture, expected a PNG, JPEG, GIF, WebP, AVIF or SVG file");
}

TEST_CASE("an SVG as programs write it is published") {
  for (const std::string& text :
       {"<svg/>"s, "\xEF\xBB\xBF<svg></svg>\n"s, "<s:svg xmlns:s='http://www.w3.org/2000/svg'/>"s,
        R"(<?xml version="1.0" encoding="utf-8" standalone="no"?>
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN"
  "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
<!-- Created with a program: <script> -->
<svg xmlns:xlink="http://www.w3.org/1999/xlink" width="460.8pt" viewBox="0 0 460.8 345.6">
 <metadata><rdf:RDF><cc:Work><dc:type rdf:resource="http://purl.org/dc/dcmitype/StillImage"/>
 </cc:Work></rdf:RDF></metadata>
 <defs><style type="text/css"><![CDATA[ *{stroke-linejoin: round} a > b <script> ]]></style></defs>
 <use xlink:href="#a" x = '5' /><image href="data:image/png;base64,iVBORw0KGgo="/>
 <text font-family="on">a &amp; b &lt;script></text>
 <animate attributeName="x" to="5"/>
</svg>)"s}) {
    CAPTURE(text);
    CHECK(of_svg(text) == "");
  }
}

TEST_CASE("an SVG that runs something, or leads elsewhere, is refused") {
  const auto refused = [](const std::string& text, const std::string& what,
                          const std::string& expected) {
    CAPTURE(text);
    CHECK(inside(text) == "is an SVG with " + what + " in line 2, expected " + expected);
  };
  const std::string still = "a picture that runs nothing";
  for (const char* name :
       {"script", "SCRIPT", "x:script", "handler", "foreignObject", "h:iframe", "embed", "object"})
    refused("<" + std::string(name) + ">", "an element '" + std::string(name) + "'", still);
  for (const char* name : {"onload", "onclick", "ONLOAD", "x:onload"})
    refused("<g a='1' " + std::string(name) + " = \"f()\">",
            "an attribute '" + std::string(name) + "'", still);
  for (const char* name : {"href", "xlink:href", "onload", "hre&#102;", "&x;"})
    refused("<set attributeName='" + std::string(name) + "' to='javascript:f()'/>",
            "an animated address", still);
  for (const char* address :
       {"javascript:f()", "&#106;avascript:f()", "https://a.example/b.png", "//a.example", "b.svg",
        "", " #a", "data:image/svg+xml;base64,PHN2Zy8+", "data:text/html,b"})
    refused("<use x:href=\"" + std::string(address) + "\"/>",
            "an address 'x:href' that leads out of it",
            "'#…' or a raster image as 'data:image/png;…'");
  refused("<?xml-stylesheet href='a.xsl'?>", "a processing instruction",
          "none but <?xml …?> as its beginning");
  refused("<!ENTITY a 'b'>", "declarations of its own", "a <!DOCTYPE …> without '[…]', or none");
  CHECK(of_svg("<!DOCTYPE svg [<!ENTITY a '<script/>'>]><svg>&a;</svg>")
            .starts_with("is an SVG with declarations of its own in line 1"));
  CHECK(of_svg("<!DOCTYPE svg SYSTEM \">\" [<!ENTITY a 'b'>]><svg>&a;</svg>")
            .starts_with("is an SVG with declarations of its own in line 1"));
  for (const char* space : {"xmlns='http://www.w3.org/1999/xhtml'",
                            "xmlns:h = \"http://www.w3.org/1999/xhtml\"", "xmlns:h='&#104;ttp'"})
    refused("<form " + std::string(space) + " action='javascript:f()'/>", "elements of HTML",
            "those of SVG");
  CHECK(of_svg("<!DOCTYPE svg><html/>").find("expected an element 'svg'") != std::string::npos);
  CHECK(of_svg("<?xml-stylesheet href='a.xsl'?><svg/>")
            .starts_with("is an SVG with a processing instruction in line 1"));
  CHECK(of_svg("<?xml version='1.0' encoding='iso-2022-jp'?><svg/>") ==
        "is an SVG with another encoding in line 1, expected UTF-8");
  CHECK(of_svg("<svg>\xFF</svg>") == "is an SVG that is no text in UTF-8");
  CHECK(of_svg("<svg>\x1B(B</svg>") == "is an SVG that is no text in UTF-8");
}

TEST_CASE("an SVG that is not well-formed is refused, wherever it ends") {
  const std::string whole =
      "<?xml version='1.0'?><!DOCTYPE svg><svg a='b'><!-- c --><g><![CDATA[d]]></g><h "
      "e=\"\"/></svg>";
  REQUIRE(of_svg(whole) == "");
  for (size_t size = 0; size < whole.size(); ++size) CHECK(of_svg(whole.substr(0, size)) != "");
  for (const char* bad : {"<", "< g/>", "<g", "<g a>", "<g a=b/>", "<g a='1'b/>", "<g a='<'/>",
                          "<g / >", "</g>", "<g>", "<g a='>", "<=/>", "<g ='1'/>", "<g \"/>"}) {
    CAPTURE(bad);
    CHECK(inside(bad).starts_with("is an SVG that is not well-formed in line "));
  }
}

}  // TESTS_OF(tools::picture)
