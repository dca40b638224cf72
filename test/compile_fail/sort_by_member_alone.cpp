// expect: use of deleted function
// and: no order: give a comparator, or {}, &T::key
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/sort.hpp>

#include <vector>

struct record {
    int key;
};

void f(std::vector<record>& v) { gpu::sort(v, &record::key); }
