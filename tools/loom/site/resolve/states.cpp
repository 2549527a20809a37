#include "tools/loom/site/resolve/states.hpp"

#include <utility>

namespace loom::site {

Result<std::shared_ptr<const scene::State>> States::get(const scene::Description& description,
                                                        const std::string& query) {
  const std::lock_guard lock(mutex_);
  const auto [at, fresh] = known_.try_emplace({description.id, query});
  Known& known = at->second;
  if (fresh) {
    auto state = std::make_shared<scene::State>(description);
    if (const auto error = state->load(query))
      known.error = error->message;
    else
      known.state = std::move(state);
  }
  known.used = true;
  if (!known.state) return Error{known.error};
  return known.state;
}

void States::forget_unused() {
  for (auto each = known_.begin(); each != known_.end();)
    each = std::exchange(each->second.used, false) ? std::next(each) : known_.erase(each);
}

}  // namespace loom::site
