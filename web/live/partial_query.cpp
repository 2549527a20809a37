#include "web/live/partial_query.hpp"

#include "web/scene/query.hpp"

namespace loom::live {
namespace {

void append(std::string& list, std::string_view separator, std::string_view more) {
  list.append(list.empty() ? "" : separator).append(more);
}

// Whether the query is good without one of its parts.
bool load_without(Session& session, const std::vector<std::string_view>& parts, size_t left_out) {
  std::string rest;
  for (size_t i = 0; i < parts.size(); ++i)
    if (i != left_out) append(rest, "&", parts[i]);
  return !rest.empty() && !session.load(rest);
}

}  // namespace

Loaded load_partly(Session& session, std::string_view query) {
  const std::optional<Error> whole = session.load(query);
  if (!whole) return {};
  const std::vector<std::string_view> parts = scene::query_parts(query);
  // First all parts but one, because some need each other: a step, and what makes the timeline
  // long.
  for (size_t i = parts.size(); i-- > 0;)
    if (load_without(session, parts, i)) return {true, "Left out of the link: " + whole->message};
  std::string good, wrong;
  for (const std::string_view part : parts) {
    std::string longer = good;
    append(longer, "&", part);
    if (const std::optional<Error> error = session.load(longer))
      append(wrong, "; ", error->message);
    else
      good = longer;
  }
  if (good.empty()) return {false, whole->message};
  return {true, "Left out of the link: " + wrong};
}

}  // namespace loom::live
