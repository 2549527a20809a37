// How the page's script and a WebAssembly program pass texts and bytes to each other. In: the
// script asks loom_input(size) for an address, writes there, and the next call takes it. Out: a
// call that answers sets the reply, of loom_reply_size() bytes at loom_reply(). Texts are UTF-8;
// where a call takes several, zero bytes separate them. (web/shell/js/runtime/program.js is the
// other end.)
#pragma once

#include <optional>
#include <string>

#include "core/result.hpp"

namespace loom::program {

struct Exchange {
  std::string input, reply;

  std::string take();  // the input, once

  // The input in two parts: up to the zero byte, and after it.
  struct Two {
    std::string first, second;
  };
  Two take_two();

  // The reply is the error's message, or empty. True if there was no error.
  bool report(const std::optional<Error>& error);
};

Exchange& exchange();  // of this program

}  // namespace loom::program
