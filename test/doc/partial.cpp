// SPDX-License-Identifier: Apache-2.0
/// The code of doc/distributed.md.
#include <gpualgo/gpualgo.hpp>
#include <gpualgo/partial.hpp>

#include <catch2/catch.hpp>

#include <cstddef>
#include <vector>

TEST_CASE("the parts of a range merge to its sum", "[doc]") {
    std::vector<float> const x(10'000, 0.1F);
    //! [partial]
    // two processes, two GPUs, or two chunks of a file
    gpu::partial_reduction<float> left(0, x.begin(), x.begin() + 1234);
    gpu::partial_reduction<float> const right(1234, x.begin() + 1234, x.end());

    std::vector<std::byte> const message = right.serialize();
    left.merge(gpu::partial_reduction<float>::deserialize(message));
    float const sum = left.total(); // the bits of gpu::reduce(x)
    //! [partial]
    CHECK(sum == gpu::reduce(x));
}
