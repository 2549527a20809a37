#include "tools/loom/site/parse/attribute_places.hpp"

#include <cctype>
#include <string>

#include "tools/loom/site/parse/md4c_reader.hpp"

namespace loom::site {
namespace {

// Two signs for '&' and '\'. Like these they are punctuation, but Markdown gives them no meaning.
// If possible the text has neither, so that names of links that differ stay different.
std::string stand_ins(std::string_view markdown) {
  std::string out;
  for (const char sign : std::string_view("^{};,/?@%"))
    if (markdown.find(sign) == markdown.npos) out += sign;
  return out + "%;";
}

// An escaped backtick stays, because within code a backslash is literal and the backtick ends the
// code.
std::string with_stand_ins(std::string_view markdown) {
  const std::string signs = stand_ins(markdown);
  std::string out(markdown);
  for (size_t at = 0; (at = out.find_first_of("&\\", at)) != out.npos; ++at) {
    const bool escapes = out[at] == '\\' && at + 1 < out.size() &&
                         std::ispunct(static_cast<unsigned char>(out[at + 1]));
    if (escapes && out[at + 1] == '`') {
      ++at;
      continue;
    }
    out[at] = signs[out[at] == '\\'];
    if (escapes) out[++at] = signs[1];
  }
  return out;
}

class AttributeReader : Md4cReader<AttributeReader> {
  friend Md4cReader<AttributeReader>;

 public:
  explicit AttributeReader(std::string_view markdown) : text_(with_stand_ins(markdown)) {}

  std::vector<size_t> run() {
    MD_PARSER parser = {};
    parser.enter_block = [](MD_BLOCKTYPE type, void* detail, void* self) {
      return pass(self, [&](AttributeReader& reader) { return reader.enter(type, detail); });
    };
    parser.enter_span = [](MD_SPANTYPE type, void* detail, void* self) {
      return pass(self, [&](AttributeReader& reader) { return reader.enter(type, detail); });
    };
    parse(text_, parser);
    return std::move(offsets_);
  }

 private:
  int enter(MD_BLOCKTYPE type, void* detail) {
    return type == MD_BLOCK_CODE ? note(static_cast<MD_BLOCK_CODE_DETAIL*>(detail)->info) : 0;
  }

  int enter(MD_SPANTYPE type, void* detail) {
    switch (type) {
      case MD_SPAN_A:
        return note(static_cast<MD_SPAN_A_DETAIL*>(detail)->href);
      case MD_SPAN_IMG:
        return note(static_cast<MD_SPAN_IMG_DETAIL*>(detail)->src);
      case MD_SPAN_WIKILINK:
        return note(static_cast<MD_SPAN_WIKILINK_DETAIL*>(detail)->target);
      default:
        return 0;
    }
  }

  int note(const MD_ATTRIBUTE& attribute) {
    offsets_.push_back(attribute.size == 0 ? nowhere : offset_in(text_, attribute.text));
    return 0;
  }

  const std::string text_;
  std::vector<size_t> offsets_;
};

}  // namespace

std::vector<size_t> attribute_offsets(std::string_view markdown) {
  return AttributeReader(markdown).run();
}

}  // namespace loom::site
