// SPDX-License-Identifier: Apache-2.0
/// The code of doc/distributed.md.
#include <gpualgo/gpualgo.hpp>
#include <gpualgo/partial.hpp>
#include <gpualgo/sharded_vector.hpp>

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

TEST_CASE("several devices share a range", "[doc]") {
    std::vector<float> const x(100'000, 0.1F);
    //! [sharded]
    gpu::device_group const group{gpu::device::host(), gpu::device::simulated()}; // or all_gpus()
    gpu::sharded_vector const v(x, group);
    float const total = gpu::reduce(v); // all devices at once; the bits of gpu::reduce(x)
    std::size_t const first = gpu::min_element(v);
    //! [sharded]
    //! [group]
    float const sum_of_chunks = gpu::reduce(gpu::automatic.on(group), x, 0.0F);
    //! [group]
    CHECK(total == gpu::reduce(x));
    CHECK(first == 0);
    CHECK(sum_of_chunks == total);
}
