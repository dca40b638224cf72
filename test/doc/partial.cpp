// SPDX-License-Identifier: Apache-2.0
/// The code of doc/distributed.md.
#include <gpualgo/gpualgo.hpp>
#include <gpualgo/partial.hpp>
#include <gpualgo/sharded_vector.hpp>

#include <catch2/catch.hpp>

#include <cstddef>
#include <thread>
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

TEST_CASE("threads reduce parts of a range", "[doc]") {
    std::vector<float> const x(100'003, 0.1F);
    //! [threads]
    std::size_t const count = 4, each = x.size() / count;
    std::vector<gpu::partial_reduction<float>> parts(count);
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < count; ++i)
        threads.emplace_back([&, i] {
            std::size_t const begin = i * each, end = i + 1 < count ? begin + each : x.size();
            parts[i] = gpu::partial_reduction<float>(begin, x.data() + begin, x.data() + end);
        });
    for (auto& thread : threads) thread.join();
    gpu::partial_reduction<float> whole;
    for (auto const& part : parts) whole.merge(part); // in the order of their elements
    //! [threads]
    CHECK(whole.total() == gpu::reduce(x));
}

TEST_CASE("tasks of an engine exchange bytes", "[doc]") {
    std::vector<float> const x(10'000, 0.1F);
    //! [engine]
    using sum = gpu::partial_reduction<float>;
    using message = std::vector<std::byte>;
    // a task for one partition, whose first element has the index `begin` in the whole data set
    auto const map = [](std::size_t begin, float const* first, float const* last) -> message {
        return sum(begin, first, last).serialize();
    };
    // a task for the messages of neighbouring partitions, or of neighbouring merged ones
    auto const merge = [](message const& left, message const& right) -> message {
        return sum::deserialize(left).merge(sum::deserialize(right)).serialize();
    };
    //! [engine]
    auto const* const first = x.data();
    message const left = map(0, first, first + 1111),
                  right = map(5000, first + 5000, first + 10'000);
    message const whole = merge(left, merge(map(1111, first + 1111, first + 5000), right));
    CHECK(sum::deserialize(whole).total() == gpu::reduce(x));
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
