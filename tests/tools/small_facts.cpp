#include "tests/tools/small_facts.hpp"

#include <set>

#include "web/scene/scene.hpp"

namespace loom::test {

const char* const small_glossary = R"([
  {"id": "warp", "term": "Warp", "category": "Threads", "definition": "32 threads in step."},
  {"id": "hbm", "term": "HBM", "category": "Memory", "definition": "Large, distant memory.", "more": "3.35 TB/s.", "see": ["warp"], "cite": ["fa1"]}
]
)";

std::string small_references() {
  std::string out = R"([
  {"id": "fa1", "title": "FlashAttention", "authors_short": "Dao et al.", "year": 2022, "url": "https://arxiv.org/abs/2205.14135", "group": "Attention", "note": "Tiles."},
  {"id": "fa2", "title": "FlashAttention-2", "authors_short": "Dao", "year": 2023, "url": "https://arxiv.org/abs/2307.08691", "group": "Attention", "caveat": "Rates differ."})";
  std::set<std::string_view> ids = {"fa1", "fa2"};
  for (const scene::Description& scene : scene::registry())
    for (std::string_view id : scene.references)
      if (ids.insert(id).second)
        out +=
            ",\n  {\"id\": \"" + std::string(id) +
            R"(", "title": "A paper", "authors_short": "Someone", "year": 2020, "url": "https://example.org/", "group": "Scenes"})";
  return out + "\n]\n";
}

}  // namespace loom::test
