#include "tools/loom/site/resolve/states.hpp"

namespace loom::site {

Result<std::shared_ptr<const scene::State>> States::get(const scene::Description& description,
                                                        const std::string& query) {
  const auto [at, fresh] = known_.try_emplace({description.id, query});
  Known& known = at->second;
  if (fresh) {
    auto state = std::make_shared<scene::State>(description);
    if (const auto error = state->load(query))
      known.error = error->message;
    else
      known.state = std::move(state);
  }
  if (!known.state) return Error{known.error};
  return known.state;
}

}  // namespace loom::site
