// Reads an SVG file tag by tag, as XML: what it does not know, it refuses.
#include <algorithm>

#include "tools/loom/site/read/picture.hpp"
#include "tools/loom/text/strings.hpp"
#include "tools/loom/text/utf8.hpp"

namespace loom::site {
namespace {

// Elements that run, or that hold a page.
constexpr std::string_view active[] = {"script", "handler", "listener", "foreignobject", "iframe",
                                       "embed",  "object",  "link",     "meta",          "base"};
constexpr std::string_view raster[] = {"data:image/png;", "data:image/jpeg;", "data:image/jpg;",
                                       "data:image/gif;", "data:image/webp;", "data:image/avif;"};

// "xlink:href" is href; browsers tell capital letters apart, and this does not.
std::string local_name(std::string_view name) {
  return text::lower_case(name.substr(name.rfind(':') + 1));
}

bool handles_events(std::string_view name) { return name.size() > 2 && name.starts_with("on"); }

class Svg {
 public:
  explicit Svg(std::string_view text) : text_(text) {}

  std::optional<std::string> run() {
    constexpr std::string_view mark = "\xEF\xBB\xBF";
    if (text_.starts_with(mark)) text_.remove_prefix(mark.size());
    if (text::invalid_utf8(text_) != text_.npos || text::control_character(text_) != text_.npos)
      return "is an SVG that is no text in UTF-8";
    while (problem_.empty() && at_ < text_.size()) piece();
    if (open_ > 0 || !begun_) malformed(begun_ ? "the end of an element" : "an element 'svg'");
    if (problem_.empty()) return std::nullopt;
    return problem_;
  }

 private:
  bool here(std::string_view word) const { return text_.substr(at_).starts_with(word); }

  std::string in_line(size_t at) const {
    return "in line " +
           std::to_string(1 + std::count(text_.begin(),
                                         text_.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
  }
  void malformed(const std::string& expected) {
    if (problem_.empty())
      problem_ = "is an SVG that is not well-formed " + in_line(at_) + ", expected " + expected;
  }
  void refuse(size_t at, const std::string& what, const std::string& expected) {
    if (problem_.empty())
      problem_ = "is an SVG with " + what + " " + in_line(at) + ", expected " + expected;
  }

  // Past the next `end`.
  void skip_past(std::string_view end) {
    const size_t found = text_.find(end, at_);
    if (found == text_.npos) return malformed("'" + std::string(end) + "'");
    at_ = found + end.size();
  }
  void skip_space() { at_ = std::min(text_.find_first_not_of(text::spaces, at_), text_.size()); }
  std::string_view name() {
    const size_t begin = at_;
    at_ = std::min(text_.find_first_of(" \t\r\n/>=<\"'&", at_), text_.size());
    if (at_ == begin) malformed("a name");
    return text_.substr(begin, at_ - begin);
  }

  void piece() {
    if (!here("<")) {
      at_ = std::min(text_.find('<', at_), text_.size());
    } else if (here("<!--")) {
      skip_past("-->");
    } else if (here("<![CDATA[")) {
      skip_past("]]>");
    } else if (here("<?")) {
      instruction();
    } else if (here("<!")) {
      doctype();
    } else if (here("</")) {
      if (--open_ < 0) malformed("no end of an element");
      skip_past(">");
    } else {
      element();
    }
  }

  // Only "<?xml … ?>", in UTF-8: "<?xml-stylesheet … ?>" may transform the picture into a page.
  void instruction() {
    const size_t begin = at_;
    skip_past("?>");
    const std::string whole = text::lower_case(text_.substr(begin, at_ - begin));
    if (begin > 0 || !whole.starts_with("<?xml") || text::spaces.find(whole[5]) == whole.npos)
      return refuse(begin, "a processing instruction", "none but <?xml …?> as its beginning");
    if (whole.find("encoding") != whole.npos && whole.find("utf-8") == whole.npos)
      refuse(begin, "another encoding", "UTF-8");
  }

  void doctype() {
    const size_t begin = at_;
    skip_past(">");
    const std::string_view whole = text_.substr(begin, at_ - begin);
    if (!whole.starts_with("<!DOCTYPE") || whole.find('[') != whole.npos)
      refuse(begin, "declarations of its own", "a <!DOCTYPE …> without '[…]', or none");
  }

  void element() {
    const size_t begin = at_++;
    const std::string_view found = name();
    if (!begun_ && local_name(found) != "svg") malformed("an element 'svg'");
    begun_ = true;
    if (std::find(std::begin(active), std::end(active), local_name(found)) != std::end(active))
      refuse(begin, "an element '" + std::string(found) + "'", "a picture that runs nothing");
    for (skip_space(); problem_.empty() && at_ < text_.size() && !here("/") && !here(">");
         skip_space())
      attribute();
    const bool closed = here("/");
    if (closed) ++at_;
    if (!here(">")) return malformed("'>'");
    ++at_;
    open_ += closed ? 0 : 1;
  }

  void attribute() {
    const size_t begin = at_;
    const std::string_view found = name();
    skip_space();
    if (!here("=")) return malformed("'='");
    ++at_;
    skip_space();
    if (!here("\"") && !here("'")) return malformed("a value in quotes");
    const std::string_view quote = text_.substr(at_++, 1);
    const size_t value = at_;
    skip_past(quote);
    if (problem_.empty()) check(begin, found, text_.substr(value, at_ - 1 - value));
  }

  void check(size_t at, std::string_view whole, std::string_view value) {
    const std::string name = local_name(whole), shown = "'" + std::string(whole) + "'";
    const std::string lower = local_name(value);  // if it is a name
    if (value.find('<') != value.npos) return malformed("no '<' in a value");
    if ((whole == "xmlns" || whole.starts_with("xmlns:")) &&
        (value.find('&') != value.npos || value.find("xhtml") != value.npos))
      return refuse(at, "elements of HTML", "those of SVG");
    if (handles_events(name))
      return refuse(at, "an attribute " + shown, "a picture that runs nothing");
    if (name == "attributename" &&
        (lower == "href" || handles_events(lower) || value.find('&') != value.npos))
      return refuse(at, "an animated address", "a picture that runs nothing");
    if (name != "href" && name != "src") return;
    const bool within = value.starts_with('#') ||
                        std::any_of(std::begin(raster), std::end(raster),
                                    [&](std::string_view each) { return value.starts_with(each); });
    if (!within)
      refuse(at, "an address " + shown + " that leads out of it",
             "'#…' or a raster image as 'data:image/png;…'");
  }

  std::string_view text_;
  size_t at_ = 0;
  int open_ = 0;  // elements
  bool begun_ = false;
  std::string problem_;
};

}  // namespace

std::optional<std::string> unsafe_svg(std::string_view bytes) { return Svg(bytes).run(); }

}  // namespace loom::site
