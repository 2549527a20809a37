// Order from the mask alone: what uniform causal attention can count, and how far.
//
// A head whose scores are all equal gives token n the mean of the n values that it sees. For a
// feature that only the first token has, that mean is 1/n: a signal of the position, without any
// position as input. A number format can distinguish 1/n from 1/(n + 1) only up to some n.
// Sources: Haviv et al., arXiv 2203.16634; Kazemnejad et al., arXiv 2305.19466.
#pragma once

#include <vector>

#include "core/attention/mask.hpp"
#include "core/numerics/format.hpp"

namespace loom::attention {

// The value of that feature that each of the tokens reads; 0 if the mask hides the first token.
// Refused: what check() of the masks refuses, and more tokens than attend() takes.
Result<std::vector<double>> counting_signal(int tokens, const Masks& masks = {});

// 1/n in the format.
double held_signal(const numerics::Format& format, long long n);

// The first n whose signal is the same as that of n + 1 in the format.
long long first_confused(const numerics::Format& format);

// The same with a causal window of that many tokens, 1 or more: tokens beyond it read 0.
long long first_confused(const numerics::Format& format, long long window);

}  // namespace loom::attention
