// SPDX-License-Identifier: Apache-2.0
/// Sorts on the simulated device: in any order of blocks and threads, alone and on all cores. No
/// barrier is missing or superfluous.
#include "simulated/sort.hpp"

#include "barriers.hpp"
#include "call/names.hpp"
#include "simulated_device.hpp"

#include <gpualgo/abi/sort_request.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <random>
#include <string>
#include <utility>
#include <vector>

using test::launch_options;

namespace {

using namespace gpu::detail;

sort_request request_for(std::vector<std::uint16_t>& keys, sort_kind wanted) {
    sort_request request;
    request.value = number_of<std::uint16_t, types>;
    request.first = keys.data();
    request.n = keys.size();
    request.wanted = static_cast<std::uint32_t>(wanted);
    return request;
}

/// Sorts keys of few values, with their indices.
/// @return whether that is right
bool sorts(std::size_t n, launch_options options) {
    std::mt19937 engine(static_cast<unsigned>(n));
    std::vector<std::uint16_t> keys(n);
    for (auto& key : keys) key = static_cast<std::uint16_t>(engine() % 50 * 1000);
    std::vector<std::uint32_t> expected(n), indices(n);
    std::iota(indices.begin(), indices.end(), 0u);
    expected = indices;
    std::ranges::stable_sort(expected, {}, [&](std::uint32_t i) { return keys[i]; });
    auto request = request_for(keys, sort_kind::sort_by_key);
    request.values = indices.data();
    request.value_size = sizeof indices[0];
    call_result ran;
    gpu::simulated::queue queue(ran, std::move(options));
    gpu::simulated::sort(queue, request);
    return indices == expected && std::ranges::is_sorted(keys);
}

/// Sorts bytes, signed or not, which are counted.
/// @return whether that is right
template <class T>
bool sorts_bytes(std::size_t n, std::size_t offset, bool is_descending, launch_options options,
                 std::string* kernels = nullptr) {
    std::mt19937 engine(static_cast<unsigned>(n));
    std::vector<T> keys(n + offset);
    for (auto& key : keys) key = static_cast<T>(engine() % 4 == 0 ? 7 : engine());
    auto expected = keys;
    auto const first = expected.begin() + static_cast<std::ptrdiff_t>(offset);
    if (is_descending) std::sort(first, expected.end(), std::greater<>());
    else std::sort(first, expected.end());
    sort_request request;
    request.value = number_of<T, types>;
    request.first = keys.data() + offset;
    request.n = n;
    request.is_descending = is_descending ? 1 : 0;
    call_result ran;
    {
        gpu::simulated::queue queue(ran, std::move(options));
        gpu::simulated::sort(queue, request);
    }
    if (kernels != nullptr) *kernels = ran.kernel;
    return keys == expected;
}

/// Sorts numbers of 2 bytes.
/// @return whether the result is right
bool sorts_numbers(std::vector<std::uint16_t> keys, launch_options options) {
    auto expected = keys;
    std::ranges::sort(expected);
    auto request = request_for(keys, sort_kind::sort);
    call_result ran;
    gpu::simulated::queue queue(ran, std::move(options));
    gpu::simulated::sort(queue, request);
    return keys == expected;
}

/// Sorts numbers in one block, of which almost all are one of two neighbours.
/// @return whether the result is right
bool sorts_equal_numbers(std::size_t n, launch_options options) {
    std::mt19937 engine(static_cast<unsigned>(n));
    std::vector<std::uint16_t> keys(n, 7);
    std::fill_n(keys.begin(), n / 2, std::uint16_t{6});
    for (std::size_t i = 0; i < n; i += 61) keys[i] = static_cast<std::uint16_t>(engine());
    options.resident_blocks = 1;
    return sorts_numbers(std::move(keys), std::move(options));
}

/// Searches for a descent at the end of numbers.
/// @return whether it is found
bool finds_descent(std::size_t n, launch_options options) {
    std::vector<std::uint16_t> keys(n, 7);
    keys.back() = 6;
    std::uint64_t position = 0;
    auto request = request_for(keys, sort_kind::is_sorted_until);
    request.position = &position;
    call_result ran;
    gpu::simulated::queue queue(ran, std::move(options));
    gpu::simulated::sort(queue, request);
    return position == n - 1;
}

} // namespace

TEST_CASE("a sort is right and stable in any order of blocks and threads", "[threads]") {
    for (std::uint64_t seed = 1; seed <= test::orders(6); ++seed)
        for (bool const parallel : test::one_and_several_threads) {
            REQUIRE(sorts(3 * 512 + seed, {.seed = seed, .parallel = parallel}));
            REQUIRE(finds_descent(20000 + seed, {.seed = seed, .parallel = parallel}));
        }
}

TEST_CASE("many bytes are counted, and written in their order", "[threads]") {
    std::string kernels;
    for (std::size_t const n : {4865u, 16385u, 32768u, 40001u})
        for (std::size_t const offset : {0u, 5u})
            for (bool const is_descending : {false, true}) {
                if (test::thinned > 1 && is_descending == (offset == 0)) continue;
                INFO("n = " << n << ", offset " << offset);
                REQUIRE(sorts_bytes<std::uint8_t>(n, offset, is_descending, {}, &kernels));
                bool const is_one_block = n < 16384 + 16;
                REQUIRE(kernels == (is_one_block ? "histogram + expand_counts"
                                                 : "clear + histogram + expand_counts"));
                REQUIRE(sorts_bytes<std::int8_t>(n, offset, is_descending, {}));
            }
    REQUIRE(sorts_bytes<std::int8_t>(4864, 0, false, {}, &kernels));
    REQUIRE(kernels.find("scatter_digits") != std::string::npos);
    for (std::uint64_t seed = 1; seed <= test::orders(4); ++seed)
        for (bool const parallel : test::one_and_several_threads)
            REQUIRE(sorts_bytes<std::uint8_t>(20000 + seed, 1, true,
                                              {.seed = seed, .parallel = parallel}));
}

TEST_CASE("many numbers of 2 bytes are counted, and written in their order") {
    std::string kernels;
    REQUIRE(sorts_bytes<std::uint16_t>(65536, 0, false, {}, &kernels));
    REQUIRE(kernels == "count_keys + add_key_counts + expand_keys");
    REQUIRE(sorts_bytes<std::int16_t>(100'003, 3, true, {}));
    REQUIRE(sorts_bytes<std::int16_t>(65535, 0, false, {}, &kernels));
    REQUIRE(kernels.find("scatter_digits") != std::string::npos);
    // a segment of keys ends inside a vector, and its successor has more numbers
    std::vector<std::uint16_t> keys(65536, 513);
    std::fill_n(keys.begin(), 8, std::uint16_t{512});
    std::fill_n(keys.begin(), 3, std::uint16_t{511});
    REQUIRE(sorts_numbers(keys, {}));
    for (std::uint64_t seed = 1; seed <= test::orders(2); ++seed)
        for (bool const parallel : test::one_and_several_threads) {
            launch_options const options{.seed = seed, .parallel = parallel};
            REQUIRE(sorts_bytes<std::uint16_t>(65536 + seed, 1, true, options));
            // counters reach half of their range in each round, at last in both
            REQUIRE(sorts_equal_numbers(5 * 32768 + seed, options));
        }
}

TEST_CASE("no barrier of the sort is missing or superfluous") {
    // after the counts, after the places, and three of the block's scan
    test::check_barriers(5, [](launch_options const& options) { return sorts(3000, options); });
    // two of the histogram, and three of the block's scan
    test::check_barriers(5, [](launch_options const& options) {
        return sorts_bytes<std::uint8_t>(20000, 0, false, options);
    });
    // Numbers of 2 bytes: one before all additions, and three of a round whose counters are beyond
    // half. Two are of the sums, and one is before these are searched. The one after all additions
    // is for sorts without rounds.
    test::check_barriers(
        8, [](launch_options const& options) { return sorts_equal_numbers(5 * 32768, options); }, 1,
        1);
    // the publication of the word
    test::check_barriers(
        1, [](launch_options const& options) { return finds_descent(20000, options); });
}
