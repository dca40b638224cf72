// SPDX-License-Identifier: Apache-2.0
/// Dot product and norms of vectors on a device, accumulated in double.
//! [program]
#include <gpualgo/gpualgo.hpp>

#include <cmath>
#include <cstdio>
#include <functional>
#include <vector>

int main() {
    std::size_t const n = 1'000'000;
    gpu::device_vector<float> const x(std::vector<float>(n, 0.5F)); // on the GPU, if there is one
    gpu::device_vector<float> const y(std::vector<float>(n, -2.F));

    double const dot = gpu::transform_reduce(x, y, 0.0); // plus and multiplies, as std's
    double const euclidean =
        std::sqrt(gpu::transform_reduce(x, 0.0, std::plus<>(), gpu::square<>()));
    double const absolute = gpu::transform_reduce(y, 0.0, std::plus<>(), gpu::absolute<>());
    float const largest = gpu::transform_reduce(y, 0.F, gpu::maximum<>(), gpu::absolute<>());
    double const distance =
        std::sqrt(gpu::transform_reduce(x, y, 0.0, std::plus<>(), gpu::squared_difference<>()));

    std::printf("on %s: x*y = %g, |x| = %g, |y|_1 = %g, |y|_inf = %g, |x - y| = %g\n",
                x.device().name().c_str(), dot, euclidean, absolute, static_cast<double>(largest),
                distance);
    return dot == -1e6 && euclidean == 500 && absolute == 2e6 && largest == 2 && distance == 2500
               ? 0
               : 1;
}
//! [program]
