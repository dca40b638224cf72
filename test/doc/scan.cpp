// SPDX-License-Identifier: Apache-2.0
/// The code of doc/scan.md.
#include <gpualgo/gpualgo.hpp>
#include <gpualgo/scan.hpp>

#include <catch2/catch.hpp>

#include <vector>

TEST_CASE("doc/scan") {
    //! [scan]
    gpu::device_vector<float> x(std::vector<float>{1, 2, 3, 4});
    gpu::device_vector<float> sums(x.size());
    gpu::inclusive_scan(x, sums);                                     // 1 3 6 10
    gpu::exclusive_scan(x.begin(), x.end(), x.begin(), 10.F);         // in place: 10 11 13 16
    gpu::inclusive_scan(gpu::blelloch, sums, sums, gpu::maximum<>()); // by a strategy
    //! [scan]
    CHECK(x.to_host() == std::vector<float>{10, 11, 13, 16});
    CHECK(sums.to_host() == std::vector<float>{1, 3, 6, 10});
}
