// expect: on devices, each Element is trivially copyable and has 1, 2, 4, 8 or 16 bytes
// and: Element = point
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/device_vector.hpp>
#include <gpualgo/fill.hpp>

struct point {
    float x, y, z;
};

void f(gpu::device_vector<point>& v) { gpu::fill(v, point{1, 2, 3}); }
