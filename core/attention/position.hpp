// Order from the mask alone: what uniform causal attention counts, and how far.
//
// A head whose scores are all equal gives token n the mean of the n values that it sees. Of a
// feature that only the first token has, that is 1/n: a signal of the position, without any
// position put in. A number format tells 1/n from 1/(n + 1) only so far.
// Sources: Haviv et al., arXiv 2203.16634; Kazemnejad et al., arXiv 2305.19466.
#pragma once

#include <vector>

#include "core/attention/mask.hpp"
#include "core/numerics/format.hpp"

namespace loom::attention {

// What each of so many tokens reads of that feature; 0 where the mask hides the first token.
// Refused: what check() of the masks refuses, and more tokens than attend() takes.
Result<std::vector<double>> counting_signal(int tokens, const Masks& masks = {});

// 1/n as the format holds it.
double held_signal(const numerics::Format& format, long long n);

// The first n whose signal the format holds as that of n + 1.
long long first_confused(const numerics::Format& format);

// The same with a causal window of so many tokens, 1 or more: those behind it read 0.
long long first_confused(const numerics::Format& format, long long window);

}  // namespace loom::attention
