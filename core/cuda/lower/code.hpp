#pragma once
#include "core/cuda/code.hpp"
