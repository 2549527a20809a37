// `tiled-copy`: sentences, whose elements are lit, and costs counted by hand.
#include "core/layout/tiled_copy.hpp"

#include <set>

#include "tests/web/scenes/subject.hpp"
#include "web/scenes/scenes.hpp"

using namespace loom;
using namespace loom::scene;
using namespace loom::scenes;

namespace {

const Subject subject(tiled_copy());

std::vector<std::string> grid() {
  std::vector<std::string> queries;
  for (const char* how :
       {"threads=(16,8):(8,1)", "threads=(16,8):(1,16)&values=(8,1)", "threads=(1,1)&values=(1,1)",
        "threads=(32,32):(32,1)&values=(2,2)", "threads=(4,8):(8,0)", "threads=(4,8):(64,3)"})
    for (const char* tile : {"rows=1&columns=1", "rows=16&columns=64&order=column",
                             "rows=63&columns=128", "rows=64&columns=5"})
      for (const char* rest : {"element=1&thread=0", "element=16&thread=1023"})
        queries.push_back(std::string(how) + "&" + tile + "&" + rest);
  return queries;
}

}  // namespace

TEST_CASE("tiled-copy: pictures fit, and keep their height") {
  std::set<std::pair<float, float>> heights;
  for (const std::string& query : grid()) {
    subject.check_pictures(query, 1);
    for (float width : {narrow_width, wide_width})
      heights.insert({width, subject.load(query).scene().height(width)});
  }
  CHECK(heights.size() == 2);
}
