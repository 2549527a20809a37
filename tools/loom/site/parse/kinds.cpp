#include "tools/loom/site/parse/kinds.hpp"

namespace loom::site {

Kind kind_of(MD_BLOCKTYPE type) {
  switch (type) {
    case MD_BLOCK_QUOTE:
      return Kind::quote;
    case MD_BLOCK_UL:
    case MD_BLOCK_OL:
      return Kind::list;
    case MD_BLOCK_LI:
      return Kind::item;
    case MD_BLOCK_HR:
      return Kind::rule;
    case MD_BLOCK_H:
      return Kind::heading;
    case MD_BLOCK_CODE:
      return Kind::code;
    case MD_BLOCK_TABLE:
      return Kind::table;
    case MD_BLOCK_TR:
      return Kind::row;
    case MD_BLOCK_TH:
    case MD_BLOCK_TD:
      return Kind::cell;
    default:
      return Kind::paragraph;
  }
}

Kind kind_of(MD_SPANTYPE type) {
  switch (type) {
    case MD_SPAN_EM:
      return Kind::emphasis;
    case MD_SPAN_STRONG:
      return Kind::strong;
    case MD_SPAN_A:
      return Kind::link;
    case MD_SPAN_IMG:
      return Kind::image;
    case MD_SPAN_CODE:
      return Kind::code_span;
    case MD_SPAN_DEL:
      return Kind::strike;
    case MD_SPAN_LATEXMATH:
    case MD_SPAN_LATEXMATH_DISPLAY:
      return Kind::math;
    case MD_SPAN_WIKILINK:
      return Kind::term;
    case MD_SPAN_U:
      break;
  }
  return Kind::emphasis;
}

}  // namespace loom::site
