// Scenes in states; each is computed once.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "web/scene/scene.hpp"

namespace loom::site {

class States {
 public:
  // The scene in the state of a query, or why there is none. Callable from any thread.
  Result<std::shared_ptr<const scene::State>> get(const scene::Description& description,
                                                  const std::string& query);

  // Forgets the states that nothing has asked for since the last call.
  void forget_unused();

 private:
  struct Known {
    std::shared_ptr<const scene::State> state;
    std::string error;
    bool used = false;
  };
  std::mutex mutex_;
  std::map<std::pair<std::string_view, std::string>, Known> known_;
};

}  // namespace loom::site
