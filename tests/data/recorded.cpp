#include "tests/data/recorded.hpp"

#include <fstream>

#include "tests/doctest.hpp"

namespace loom::test {

Json recorded(const std::string& path) {
  std::ifstream file(std::string(LOOM_DATA_DIR) + "/" + path);
  if (!file) FAIL("cannot open tests/data/" << path);
  Json json = Json::parse(file, nullptr, false);
  if (json.is_discarded()) FAIL("tests/data/" << path << " is not JSON");
  return json;
}

}  // namespace loom::test
