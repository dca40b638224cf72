// SPDX-License-Identifier: Apache-2.0
/// Sorts with the standard library's execution policies.
#include <gpualgo/is_sorted.hpp>
#include <gpualgo/sort.hpp>
#include <gpualgo/std_execution.hpp>

#include <catch2/catch.hpp>

#include <functional>
#include <string>
#include <thread>
#include <vector>

TEST_CASE("sorts with policies of the standard library") {
    std::vector<std::string> words{"b", "a", "c"};
    gpu::sort(std::execution::par, words, std::greater<>());
    REQUIRE(words == std::vector<std::string>{"c", "b", "a"});
    std::vector<int> keys{3, 1, 2}, values{30, 10, 20}, indices(3);
    gpu::argsort(std::execution::unseq, keys, indices);
    REQUIRE(indices == std::vector<int>{1, 2, 0});
    gpu::sort_by_key(std::execution::par_unseq, keys, values);
    REQUIRE(values == std::vector<int>{10, 20, 30});
    REQUIRE(gpu::is_sorted(std::execution::par, keys));
    auto const here = std::this_thread::get_id();
    std::vector<int> large(100000);
    gpu::stable_sort(std::execution::seq, large, [&](int a, int b) {
        REQUIRE(std::this_thread::get_id() == here);
        return a < b;
    });
}
