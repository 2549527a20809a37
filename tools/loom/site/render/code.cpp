#include "tools/loom/site/parse/languages.hpp"
#include "tools/loom/site/render/html.hpp"
#include "tools/loom/site/render/render.hpp"

namespace loom::site {
namespace {

// Writes a listing's text line by line, each an element with its address. A word that goes over
// several lines is marked in each of them.
class ListingLines {
 public:
  ListingLines(std::string& out, std::string id) : out_(out), id_(std::move(id)) {}

  void add(std::string_view text, char role) {
    while (!text.empty()) {
      const size_t end = std::min(text.find('\n'), text.size());
      if (!open_) begin();
      if (end > 0) piece(text.substr(0, end), role);
      if (end == text.size()) return;
      close();
      out_ += "\n";
      text.remove_prefix(end + 1);
    }
  }

  void close() {
    if (open_) out_ += "</span>";
    open_ = false;
  }

 private:
  void begin() {
    out_ += "<span" + attribute("id", line_id(id_, ++line_)) + ">";
    open_ = true;
  }

  void piece(std::string_view text, char role) {
    if (role == ' ') return escape(out_, text);
    out_ += std::string("<span class=\"") + role + "\">";
    escape(out_, text);
    out_ += "</span>";
  }

  std::string& out_;
  std::string id_;
  int line_ = 0;
  bool open_ = false;
};

void render_lines(std::string& out, const Node& code) {
  ListingLines lines(out, std::string(code.more->id));
  const Colors* colors = code.more->colors;
  if (!colors) lines.add(code.text, ' ');
  size_t at = 0;
  for (size_t i = 0; colors && i < colors->lengths.size(); ++i) {
    lines.add(code.text.substr(at, colors->lengths[i]), colors->roles[i]);
    at += colors->lengths[i];
  }
  lines.close();
}

}  // namespace

void render_code(std::string& out, const Node& code) {
  const Language* language = find_language(code.more->target);
  if (!language) {
    out += "<pre tabindex=\"0\"><code>" + escaped(code.text) + "</code></pre>\n";
    return;
  }
  out += "<div class=\"listing\"" + attribute("id", code.more->id) + "><p>" +
         std::string(language->label) + "</p><pre tabindex=\"0\"><code" +
         attribute("class", "language-" + std::string(language->name)) + ">";
  render_lines(out, code);
  out += "</code></pre></div>\n";
}

}  // namespace loom::site
