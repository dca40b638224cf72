// SPDX-License-Identifier: Apache-2.0
/// Types of 1 to 64 bytes and operators that are not precompiled, with the kernels that nvcc
/// compiles into programs.
#include "support/user_types.hpp"
#include "simulated/queue.hpp"

#include <gpualgo/nvcc/reduce_launches.hpp>

#include <catch2/catch.hpp>

#include <functional>
#include <numeric>
#include <string>
#include <vector>

namespace {

template <class T>
std::vector<T> values(std::size_t n) {
    std::vector<T> made;
    made.reserve(n);
    for (std::size_t i = 0; i < n; ++i) made.push_back(user::value<T>(i));
    return made;
}

template <class Policy, class Value, class T, class Op>
void check(T const& init, Op op, gpu::memory_space space = Policy::spaces[0]) {
    for (std::size_t const n : {1U, 31U, 700U, 5003U})
        for (unsigned const threads : {96U, 33U}) {
            auto const x = values<Value>(n);
            CAPTURE(std::string(Policy::name), sizeof(Value), sizeof(T), n, threads);
            gpu::detail::call_result ran;
            gpu::simulated::queue queue(ran, {.seed = n, .resident_blocks = 3});
            queue.add_input(x.data(), n * sizeof(Value));
            T const total = gpu::detail::reduce_unlisted_on<Policy>(queue, x.data(), n, init,
                                                                    {threads, space}, op);
            CHECK(total == std::accumulate(x.begin(), x.end(), init, op));
        }
}

template <class Policy, std::size_t... Sizes>
void check_bytes(gpu::memory_space space = Policy::spaces[0]) {
    (check<Policy, user::bytes<Sizes>>(user::value<user::bytes<Sizes>>(1), user::add_bytes(),
                                       space),
     ...);
}

} // namespace

using namespace gpu::policy;

namespace {

/// Compares transform_reduce over two ranges with std::inner_product.
template <class Policy, class Value, class T, class F>
void check_products(T const& init, F f) {
    for (std::size_t const n : {1U, 700U, 5003U}) {
        auto const x = values<Value>(n);
        auto const y = values<Value>(2 * n);
        auto const* const second = y.data() + n;
        CAPTURE(std::string(Policy::name), sizeof(Value), sizeof(T), n);
        gpu::detail::call_result ran;
        gpu::simulated::queue queue(ran, {.seed = n, .resident_blocks = 3});
        queue.add_input(x.data(), n * sizeof(Value));
        queue.add_input(y.data(), 2 * n * sizeof(Value));
        gpu::kernel::pairs<Value> const both{x.data(), second};
        T const total = gpu::detail::transform_unlisted_on<Policy>(
            queue, both, n, init, {96, Policy::spaces[0]}, std::plus<>(), f);
        CHECK(total == std::inner_product(x.begin(), x.end(), second, init, std::plus<>(), f));
    }
}

} // namespace

TEST_CASE("automatic reduces elements of any size up to 64 bytes", "[threads]") {
    check_bytes<automatic, 1, 3, 5, 12, 16, 24, 33, 64>();
}

TEST_CASE(
    "named strategies reduce elements of any size up to 64 bytes, through every exchange medium") {
    check_bytes<neighbored, 7>();
    check_bytes<neighbored_less, 24>(gpu::memory_space::global);
    check_bytes<interleaved, 33>();
    check_bytes<interleaved, 12>(gpu::memory_space::global);
    check_bytes<bank_conflict_free, 3, 48>();
    check_bytes<cg_tile<8>, 40>();
    check_bytes<cg_tile<16>, 2>(gpu::memory_space::shared);
    check_bytes<warp_shuffle, 5, 64>();
}

TEST_CASE("types need no default constructor, and may have any alignment") {
    check<automatic, user::number>(user::number(-1), std::plus<>());
    check<interleaved, user::number>(user::number(-1), std::plus<>());
}

TEST_CASE("elements are converted on load to an accumulator of another type") {
    check<automatic, short>(user::count_and_sum(7, 5), std::plus<>());
    check<cg_tile<32>, short>(user::count_and_sum(7, 5), std::plus<>());
    check<warp_shuffle, short>(user::count_and_sum(7, 5), std::plus<user::count_and_sum>());
}

TEST_CASE("elements and results of transforms are converted implicitly") {
    check<automatic, user::small_number>(7LL, std::plus<long long>());
    check<interleaved, user::small_number>(7LL, std::plus<long long>());
    auto const left = [](user::small_number a, user::small_number) { return a; };
    check_products<automatic, user::small_number>(7LL, left);
}

TEST_CASE("functions of two elements may return another accumulator type") {
    auto const difference = [](user::number a, user::number b) {
        return user::number(a.value() - 3 * b.value());
    };
    check_products<automatic, user::number>(user::number(-1), difference);
    check_products<interleaved, user::number>(user::number(-1), difference);
    auto const first_bytes = [](user::bytes<5> const& a, user::bytes<5> const& b) {
        return a.byte[0] - 3 * b.byte[0];
    };
    check_products<automatic, user::bytes<5>>(7, first_bytes);
    check_products<warp_shuffle, user::bytes<5>>(7, first_bytes);
}
