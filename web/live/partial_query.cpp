#include "web/live/partial_query.hpp"

#include "web/scene/query.hpp"

namespace loom::live {

Loaded load_partly(Session& session, std::string_view query) {
  const std::optional<Error> whole = session.load(query);
  if (!whole) return {};
  std::string good, wrong;
  for (const std::string_view part : scene::query_parts(query)) {
    const std::string longer = good + (good.empty() ? "" : "&") + std::string(part);
    if (const std::optional<Error> error = session.load(longer))
      wrong += (wrong.empty() ? "" : "; ") + error->message;
    else
      good = longer;
  }
  if (good.empty()) return {false, whole->message};
  return {true, "Left out of the link: " + wrong};
}

}  // namespace loom::live
