#include "tools/loom/site/read/picture.hpp"

#include <algorithm>

#include "tools/loom/text/strings.hpp"

namespace loom::site {
namespace {

using namespace std::string_view_literals;

bool is_png(std::string_view bytes) { return bytes.starts_with("\x89PNG\r\n\x1A\n"sv); }
bool is_jpeg(std::string_view bytes) { return bytes.starts_with("\xFF\xD8\xFF"sv); }
bool is_gif(std::string_view bytes) {
  return bytes.starts_with("GIF87a"sv) || bytes.starts_with("GIF89a"sv);
}
bool is_webp(std::string_view bytes) {
  return bytes.starts_with("RIFF"sv) &&
         bytes.substr(std::min<size_t>(8, bytes.size())).starts_with("WEBP"sv);
}

// A box "ftyp" with the brand of AVIF, still or moving: its size, "ftyp", the major brand, a
// version, further brands.
bool is_avif(std::string_view bytes) {
  constexpr size_t brand = 4, major = 8, version = 12, most_brands = 64;
  if (bytes.size() < version || bytes.substr(4, brand) != "ftyp"sv) return false;
  size_t size = 0;
  for (const char c : bytes.substr(0, 4)) size = size << 8 | static_cast<unsigned char>(c);
  const size_t end = std::min({size, bytes.size(), brand * most_brands});
  for (size_t at = major; at + brand <= end; at += brand)
    if (at != version &&
        (bytes.substr(at, brand) == "avif"sv || bytes.substr(at, brand) == "avis"sv))
      return true;
  return false;
}

// Behind what may stand before the first element. The rest is for unsafe_svg() to judge.
bool is_svg(std::string_view bytes) {
  constexpr std::string_view mark = "\xEF\xBB\xBF";
  if (bytes.starts_with(mark)) bytes.remove_prefix(mark.size());
  while (true) {
    bytes.remove_prefix(std::min(bytes.find_first_not_of(text::spaces), bytes.size()));
    if (bytes.starts_with("<!DOCTYPE svg")) return true;
    const std::string_view end = bytes.starts_with("<?")     ? "?>"sv
                                 : bytes.starts_with("<!--") ? "-->"sv
                                 : bytes.starts_with("<!")   ? ">"sv
                                                             : ""sv;
    if (end.empty()) break;
    const size_t at = bytes.find(end);
    if (at == bytes.npos) return false;
    bytes.remove_prefix(at + end.size());
  }
  const std::string_view name = bytes.substr(0, bytes.find_first_of(" \t\r\n/>"));
  return name == "<svg" || (name.starts_with('<') && name.ends_with(":svg"));
}

struct Format {
  std::string_view name;
  std::string_view endings[2];
  bool (*is)(std::string_view bytes);
};
constexpr Format formats[] = {{"PNG", {".png"}, is_png},    {"JPEG", {".jpg", ".jpeg"}, is_jpeg},
                              {"GIF", {".gif"}, is_gif},    {"WebP", {".webp"}, is_webp},
                              {"AVIF", {".avif"}, is_avif}, {"SVG", {".svg"}, is_svg}};

}  // namespace

std::optional<std::string> picture_problem(std::string_view name, std::string_view bytes) {
  const auto format = std::find_if(std::begin(formats), std::end(formats),
                                   [&](const Format& each) { return each.is(bytes); });
  if (format == std::end(formats))
    return "is no picture, expected a PNG, JPEG, GIF, WebP, AVIF or SVG file";
  const std::string lower = text::lower_case(name);
  const auto& [first, second] = format->endings;
  if (!lower.ends_with(first) && (second.empty() || !lower.ends_with(second)))
    return "is a picture in " + std::string(format->name) + ", expected a name that ends in '" +
           std::string(first) + "'";
  return format->is == is_svg ? unsafe_svg(bytes) : std::nullopt;
}

}  // namespace loom::site
