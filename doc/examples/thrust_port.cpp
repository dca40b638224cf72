// SPDX-License-Identifier: Apache-2.0
/// The program thrust_original.cu with this library: plain g++, and with or without a GPU.
//! [program]
#include <gpualgo/extrema.hpp>
#include <gpualgo/gpualgo.hpp>

#include <cstdio>
#include <functional>
#include <vector>

int main() {
    std::vector<float> host(100'000);
    for (std::size_t i = 0; i < host.size(); ++i) host[i] = static_cast<float>(i % 100);

    gpu::device_vector<float> const x(host.begin(), host.end());
    double const sum = gpu::reduce(x.begin(), x.end(), 0.0);
    double const squares =
        gpu::transform_reduce(x.begin(), x.end(), 0.0, std::plus<>(), gpu::square<>());
    float const largest = gpu::reduce(x.begin(), x.end(), 0.F, gpu::maximum<>());
    double const dot = gpu::transform_reduce(x.begin(), x.end(), x.begin(), 0.0);
    auto const where = gpu::min_element(x.begin() + 1, x.end()) - x.begin();

    std::printf("%.0f %.0f %.0f %.0f %td\n", sum, squares, static_cast<double>(largest), dot,
                where);
}
//! [program]
