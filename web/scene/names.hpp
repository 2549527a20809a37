// Scenes use the names of loom::scene as their own.
#pragma once

namespace loom::scene {}
namespace loom::scenes {
using namespace scene;
}
