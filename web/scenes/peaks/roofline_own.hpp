// What a reader's own kernel did, as people write it: "100 GFLOP 2GB 1ms".
//
//   text     := quantity quantity quantity, in any order, between them blanks, commas, semicolons
//   or
//               nothing
//   quantity := number [ blanks ] unit
//   number   := decimal notation, also 1.5e9 and grouped: 1,000
//   unit     := [ k | K | M | G | T | P | E ] ( FLOP | FLOPs )
//             | [ k | K | M | G | T | Ki | Mi | Gi | Ti ] ( B | byte | bytes )
//             | ns | us | µs | ms | s | sec
// Prefixes of operations and bytes may also be small ("2 gb"); those of times may not be large.
// Three numbers without units are FLOPs, bytes and seconds.
#pragma once

#include <optional>
#include <string_view>

#include "core/result.hpp"

namespace loom::scenes {

struct OwnRun {
  double flops = 0, bytes = 0, seconds = 0;
  double intensity() const { return flops / bytes; }
};

// Nothing for a text of blanks. Refused: an unknown unit, a rate, two quantities of a kind or none,
// numbers outside 1e-12 … 1e24. The message names the column, from 1, and what was expected.
Result<std::optional<OwnRun>> read_own_run(std::string_view text);

}  // namespace loom::scenes
