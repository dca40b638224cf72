// expect: use of deleted function
// and: no order: give a comparator, or {}, &T::key
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/extrema.hpp>

#include <list>

struct record {
    int key;
};

auto f(std::list<record> const& v) { return gpu::min_element(v); }
