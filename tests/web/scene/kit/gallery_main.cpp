// usage: kit_gallery TOKENS.css PICTURE.css > gallery.html
#include <cstdio>
#include <fstream>
#include <iterator>

#include "tests/web/scene/kit/gallery.hpp"

int main(int count, char** arguments) {
  std::string sheets[2];
  for (int i = 0; i < 2; ++i) {
    std::ifstream file(count == 3 ? arguments[i + 1] : "", std::ios::binary);
    if (!file) {
      std::fprintf(stderr, "usage: kit_gallery TOKENS.css PICTURE.css > gallery.html\n");
      return 2;
    }
    sheets[i].assign(std::istreambuf_iterator<char>(file), {});
  }
  std::fputs(loom::scene::gallery_page(sheets[0], sheets[1]).c_str(), stdout);
}
