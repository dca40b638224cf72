// SPDX-License-Identifier: Apache-2.0
/// A struct and an operator of a program's own: the bounding box of points, on all cores. In a file
/// that nvcc compiles the same call runs on GPUs.
//! [program]
#include <gpualgo/gpualgo.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <vector>

struct point {
    float x, y;
};

struct box {
    point low, high;
};

/// The smallest box around two. Associative and commutative, as reductions need it.
struct around {
    box operator()(box a, box b) const {
        return {{std::min(a.low.x, b.low.x), std::min(a.low.y, b.low.y)},
                {std::max(a.high.x, b.high.x), std::max(a.high.y, b.high.y)}};
    }
};

int main() {
    std::vector<point> circle;
    for (int i = 0; i < 100'000; ++i) {
        float const angle = static_cast<float>(i) * 1e-3F;
        circle.push_back({3 * std::cos(angle), 2 * std::sin(angle)});
    }

    float const infinity = std::numeric_limits<float>::infinity();
    box const empty{{infinity, infinity}, {-infinity, -infinity}};
    auto const single = [](point p) { return box{p, p}; };
    box const found = gpu::transform_reduce(gpu::automatic, circle, empty, around(), single);

    std::printf("from (%.3f, %.3f) to (%.3f, %.3f)\n", static_cast<double>(found.low.x),
                static_cast<double>(found.low.y), static_cast<double>(found.high.x),
                static_cast<double>(found.high.y));
    return std::abs(found.high.x - 3) < 1e-3F && std::abs(found.low.y + 2) < 1e-3F ? 0 : 1;
}
//! [program]
