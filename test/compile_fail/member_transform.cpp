// expect: success
// SPDX-License-Identifier: Apache-2.0
// Pointers to members are transforms, as for std::transform_reduce with std::mem_fn.
#include <gpualgo/gpualgo.hpp>

#include <vector>

struct point {
    double x;
    double weight() const { return x; }
    double times(point const& other) const { return x * other.x; }
};

double sum(std::vector<point> const& v) {
    return gpu::transform_reduce(v, 0., gpu::plus<>(), &point::x) +
           gpu::transform_reduce(gpu::automatic, v.begin(), v.end(), 0., gpu::plus<>(),
                                 &point::weight) +
           gpu::transform_reduce(v, v, 0., gpu::plus<>(), &point::times);
}
