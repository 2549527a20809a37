#include "web/scene/decimal.hpp"

#include <cmath>
#include <cstdlib>
#ifdef __EMSCRIPTEN__
#include <emscripten.h>
#endif

namespace loom::scene {
namespace {

#ifdef __EMSCRIPTEN__
// The browser reads numbers correctly rounded too, and strtod alone, with its arithmetic of 128
// bits, would be 5 KB to download.
EM_JS(double, loom_number, (const char* text), { return Number(UTF8ToString(text)); });

double read(const std::string& text) { return loom_number(text.c_str()); }
#else
double read(const std::string& text) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  return end == text.c_str() + text.size() ? value : NAN;
}
#endif

}  // namespace

// Letters other than the exponent's would mean hexadecimal, infinity or NaN.
double decimal(const std::string& text) {
  if (text.empty() || text.find_first_not_of("0123456789+-.eE") != text.npos) return NAN;
  return read(text);
}

}  // namespace loom::scene
