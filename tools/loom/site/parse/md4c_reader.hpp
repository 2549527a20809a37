// What every reader of md4c's events needs. md4c is written in C: an exception waits until it has
// ended.
#pragma once

#include <md4c.h>

#include <cstddef>
#include <exception>
#include <functional>
#include <new>
#include <string_view>

namespace loom::site {

constexpr size_t nowhere = static_cast<size_t>(-1);

template <class Derived>
class Md4cReader {
 protected:
  // The events that `parser` does not name are ignored.
  void parse(std::string_view markdown, MD_PARSER parser) {
    parser.flags = MD_FLAG_TABLES | MD_FLAG_STRIKETHROUGH | MD_FLAG_TASKLISTS | MD_FLAG_WIKILINKS |
                   MD_FLAG_LATEXMATHSPANS;
    if (!parser.leave_block) parser.leave_block = [](MD_BLOCKTYPE, void*, void*) { return 0; };
    if (!parser.leave_span) parser.leave_span = [](MD_SPANTYPE, void*, void*) { return 0; };
    if (!parser.text) parser.text = [](MD_TEXTTYPE, const MD_CHAR*, MD_SIZE, void*) { return 0; };
    const auto size = static_cast<MD_SIZE>(markdown.size());
    const int status = md_parse(markdown.data(), size, &parser, static_cast<Derived*>(this));
    if (thrown_) std::rethrow_exception(thrown_);
    if (status < 0) throw std::bad_alloc();  // the only reason that md4c has of its own
  }

  template <class Event>
  static int pass(void* self, Event event) {
    Derived& reader = *static_cast<Derived*>(self);
    try {
      return event(reader);
    } catch (...) {
      static_cast<Md4cReader&>(reader).thrown_ = std::current_exception();
      return 1;
    }
  }

  // md4c passes pointers into the text that it reads, or copies, which are nowhere in it.
  static size_t offset_in(std::string_view text, const char* pointer) {
    const auto ordered = std::less_equal<const char*>();
    const bool inside =
        ordered(text.data(), pointer) && ordered(pointer, text.data() + text.size());
    return inside ? static_cast<size_t>(pointer - text.data()) : nowhere;
  }

 private:
  std::exception_ptr thrown_;
};

}  // namespace loom::site
