// expect: libgpualgo needs C++20: give the compiler -std=c++20
// options: -std=c++17
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/gpualgo.hpp>
