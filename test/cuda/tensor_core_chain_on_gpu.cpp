// SPDX-License-Identifier: Apache-2.0
/// Products by tensor_core that read the previous product.
#include "tensor_core_on_gpu.hpp"

#include "cuda/tensor_core/kernel_set.hpp"

#include <catch2/catch.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

using gpu::half;
using test::stored_matrix;

namespace {

constexpr int products = 12; // even: the last one of a chain writes to the first matrix

/// The matrix that rotates the columns of another one by one.
template <class Value>
stored_matrix<Value> rotation(std::int64_t n) {
    stored_matrix<Value> permutation(n, n);
    for (std::int64_t i = 0; i < n; ++i)
        for (std::int64_t j = 0; j < n; ++j)
            permutation(i, j) = static_cast<Value>(i == (j + 1) % n ? 1 : 0);
    return permutation;
}

/// Enqueues the products in turn, by one kernel, as calls that do not wait. All have the same
/// memory of the workspace for parts of k.
/// @return whether there is such a kernel
bool multiply_in_turn(gpu::device device, gpu::sm90::tuning const& fixed,
                      gpu::detail::matmul_request const& first,
                      gpu::detail::matmul_request const& second) {
    if (fixed.variant >= gpu::sm90::variants_of(first)) return false;
    auto const ordinal = static_cast<std::uint32_t>(device.ordinal());
    gpu::stream const stream(device);
    gpu::detail::call_options options;
    options.stream = stream.native_handle();
    gpu::detail::call_result ran;
    for (int i = 0; i < products; ++i) {
        using gpu::detail::cuda_queue;
        cuda_queue queue(ordinal, ran, options, cuda_queue::ending::leaves);
        gpu::sm90::multiply(queue, ordinal, i % 2 == 0 ? first : second, fixed);
    }
    stream.synchronize();
    return true;
}

/// Rotates a matrix again and again, each time from one buffer to another: A and B are read while
/// the previous kernel ends.
template <class Value, bool InTf32 = false>
void check_chain(gpu::device device, gpu::sm90::tuning const& fixed, std::int64_t m,
                 std::int64_t n) {
    auto a = stored_matrix<Value>(m, n).fill(test::small_integers(7));
    stored_matrix<Value> b(m, n);
    auto permutation = rotation<Value>(n);
    auto const before = a;
    gpu::detail::matmul_accumulator<Value> const one = 1, zero = 0;
    test::matrix_on_gpu<Value> on_a(a, device), on_b(b, device);
    test::matrix_on_gpu<Value> const by(permutation, device);
    if (!multiply_in_turn(device, fixed, test::request_of(one, on_a, by, zero, on_b, InTf32),
                          test::request_of(one, on_b, by, zero, on_a, InTf32)))
        return;
    on_a.fetch();
    CAPTURE(fixed.variant, fixed.divides, sizeof(Value), InTf32, m, n);
    std::int64_t wrong = 0;
    for (std::int64_t i = 0; i < m; ++i)
        for (std::int64_t j = 0; j < n; ++j) wrong += !(a(i, j) == before(i, (j + products) % n));
    CHECK(wrong == 0);
}

/// Adds a rotated matrix to C again and again: C is read while the previous kernel ends.
template <class Value, class Result>
void check_sums(gpu::device device, gpu::sm90::tuning const& fixed, std::int64_t m,
                std::int64_t n) {
    auto a = stored_matrix<Value>(m, n).fill(test::small_integers(7));
    auto c = stored_matrix<Result>(m, n).fill([](auto, auto) { return Result{}; });
    auto permutation = rotation<Value>(n);
    gpu::detail::matmul_accumulator<Value> const one = 1;
    test::matrix_on_gpu<Value> const on_a(a, device), by(permutation, device);
    test::matrix_on_gpu<Result> on_c(c, device);
    auto const request = test::request_of(one, on_a, by, one, on_c);
    if (!multiply_in_turn(device, fixed, request, request)) return;
    on_c.fetch();
    CAPTURE(fixed.variant, fixed.divides, sizeof(Value), sizeof(Result), m, n);
    std::int64_t wrong = 0;
    for (std::int64_t i = 0; i < m; ++i)
        for (std::int64_t j = 0; j < n; ++j)
            wrong += !(static_cast<double>(c(i, j)) ==
                       products * static_cast<double>(a(i, (j + 1) % n)));
    CHECK(wrong == 0);
}

} // namespace

TEST_CASE("tensor_core: kernels that start early see what the previous one has written") {
    auto const device = test::the_hopper();
    if (!device) return;
    for (int variant = 0; variant < static_cast<int>(gpu::sm90::variants.size()); ++variant) {
        gpu::sm90::tuning const fixed{.variant = variant};
        for (std::int64_t const n : {256, 1000, 1536}) {
            check_chain<half>(*device, fixed, n, n);
            check_chain<float, true>(*device, fixed, n, n);
            check_chain<double>(*device, fixed, n, n);
            check_sums<half, half>(*device, fixed, n, n);
            check_sums<std::int8_t, std::int32_t>(*device, fixed, n, n);
        }
    }
}

TEST_CASE("tensor_core: so do kernels that add parts of k, and that of many rows of few columns") {
    auto const device = test::the_hopper();
    if (!device) return;
    for (int variant = 0; variant < static_cast<int>(gpu::sm90::variants.size()); ++variant) {
        gpu::sm90::tuning const divided{.variant = variant, .divides = 1};
        check_chain<half>(*device, divided, 256, 256);
        check_chain<float, true>(*device, divided, 256, 256);
        check_chain<double>(*device, divided, 256, 256);
        check_sums<half, half>(*device, divided, 256, 256);
        check_sums<std::int8_t, std::int32_t>(*device, divided, 256, 256);
    }
    for (std::int64_t const n : {8, 16}) {
        check_chain<half>(*device, {}, 110'003, n);
        check_chain<float, true>(*device, {}, 110'003, n);
        check_chain<double>(*device, {}, 110'003, n);
        check_sums<std::int8_t, std::int32_t>(*device, {}, 110'003, n);
    }
}

TEST_CASE("tensor_core: parts of k of products that nobody waits for") {
    auto const device = test::the_hopper();
    if (!device) return;
    constexpr std::int64_t k = 1 << 16;
    gpu::stream const stream(*device);
    auto const policy = gpu::tensor_core.on(stream);
    auto const ones = test::constant_matrix(64, k, half(1), *device);
    auto const twos = test::constant_matrix(64, k, half(2), *device);
    auto const b = test::constant_matrix(k, 64, half(1), *device);
    std::vector<gpu::matrix<float>> results;
    for (int i = 0; i < products; ++i) results.emplace_back(64, 64, *device);
    for (std::size_t i = 0; i < results.size(); ++i)
        gpu::matmul_into(policy, i % 2 == 0 ? ones : twos, b, results[i]);
    stream.synchronize();
    for (std::size_t i = 0; i < results.size(); ++i)
        CHECK(results[i].to_host() ==
              std::vector<float>(64 * 64, static_cast<float>(i % 2 == 0 ? k : 2 * k)));
}
