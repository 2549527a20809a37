#include "tests/data/recorded.hpp"

#include <fstream>
#include <iterator>

#include "tests/doctest.hpp"

namespace loom::test {

namespace {

std::string text_of(const std::string& path) {
  std::ifstream file(std::string(LOOM_SOURCE_DIR) + "/" + path);
  if (!file) FAIL("cannot open " << path);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

Json read(const std::string& path) {
  Json json = Json::parse(text_of(path), nullptr, false);
  if (json.is_discarded()) FAIL(path << " is not JSON");
  return json;
}

}  // namespace

Json recorded(const std::string& path) { return read("core/recorded/" + path); }
std::string recorded_text(const std::string& path) { return text_of("core/recorded/" + path); }
Json answered(const std::string& path) { return read("tests/data/" + path); }
std::string answered_text(const std::string& path) { return text_of("tests/data/" + path); }

std::uint32_t word(const std::string& hex, size_t index, size_t digits) {
  return static_cast<std::uint32_t>(std::stoul(hex.substr(index * digits, digits), nullptr, 16));
}

memory::WarpAccess access_of(const Json& row) {
  memory::WarpAccess access;
  access.width = row[2];
  const Json& offsets = row[3];
  REQUIRE(offsets.size() == memory::warp_lanes);
  for (size_t lane = 0; lane < offsets.size(); ++lane) {
    if (offsets[lane].is_null())
      access.active &= ~(1u << lane);
    else
      access.offsets[lane] = offsets[lane];
  }
  return access;
}

}  // namespace loom::test
