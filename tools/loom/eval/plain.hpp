// JSON between `loom eval`, whose library throws, and web/json, which the browser's programs share.
#pragma once

#include "tools/loom/eval/operation.hpp"
#include "web/json/value.hpp"

namespace loom::eval {

json::Value plain(const Json& value);
Json from_plain(const json::Value& value);

}  // namespace loom::eval
