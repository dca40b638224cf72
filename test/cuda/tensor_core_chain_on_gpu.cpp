// SPDX-License-Identifier: Apache-2.0
/// Products by tensor_core that read the previous product.
#include "tensor_core_on_gpu.hpp"

#include "cuda/tensor_core/kernel_set.hpp"

#include <catch2/catch.hpp>

#include <cstdint>

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

/// Enqueues the products in turn, by one kernel.
/// @return whether there is such a kernel
bool multiply_in_turn(gpu::device device, int variant, gpu::detail::matmul_request const& first,
                      gpu::detail::matmul_request const& second) {
    if (variant >= gpu::sm90::variants_of(first)) return false;
    auto const ordinal = static_cast<std::uint32_t>(device.ordinal());
    gpu::detail::call_result ran;
    gpu::detail::cuda_queue queue(ordinal, ran);
    for (int i = 0; i < products; ++i)
        gpu::sm90::multiply(queue, ordinal, i % 2 == 0 ? first : second, {.variant = variant});
    queue.wait();
    return true;
}

/// Rotates a matrix again and again, each time from one buffer to another: A and B are read while
/// the previous kernel ends.
template <class Value, bool InTf32 = false>
void check_chain(gpu::device device, int variant, std::int64_t n) {
    auto a = stored_matrix<Value>(n, n).fill(test::small_integers(7));
    stored_matrix<Value> b(n, n);
    auto permutation = rotation<Value>(n);
    auto const before = a;
    gpu::detail::matmul_accumulator<Value> const one = 1, zero = 0;
    test::matrix_on_gpu<Value> on_a(a, device), on_b(b, device);
    test::matrix_on_gpu<Value> const by(permutation, device);
    if (!multiply_in_turn(device, variant, test::request_of(one, on_a, by, zero, on_b, InTf32),
                          test::request_of(one, on_b, by, zero, on_a, InTf32)))
        return;
    on_a.fetch();
    CAPTURE(variant, sizeof(Value), InTf32, n);
    std::int64_t wrong = 0;
    for (std::int64_t i = 0; i < n; ++i)
        for (std::int64_t j = 0; j < n; ++j) wrong += !(a(i, j) == before(i, (j + products) % n));
    CHECK(wrong == 0);
}

/// Adds a rotated matrix to C again and again: C is read while the previous kernel ends.
template <class Value, class Result>
void check_sums(gpu::device device, int variant, std::int64_t n) {
    auto a = stored_matrix<Value>(n, n).fill(test::small_integers(7));
    auto c = stored_matrix<Result>(n, n).fill([](auto, auto) { return Result{}; });
    auto permutation = rotation<Value>(n);
    gpu::detail::matmul_accumulator<Value> const one = 1;
    test::matrix_on_gpu<Value> const on_a(a, device), by(permutation, device);
    test::matrix_on_gpu<Result> on_c(c, device);
    auto const request = test::request_of(one, on_a, by, one, on_c);
    if (!multiply_in_turn(device, variant, request, request)) return;
    on_c.fetch();
    CAPTURE(variant, sizeof(Value), sizeof(Result), n);
    std::int64_t wrong = 0;
    for (std::int64_t i = 0; i < n; ++i)
        for (std::int64_t j = 0; j < n; ++j)
            wrong += !(static_cast<double>(c(i, j)) ==
                       products * static_cast<double>(a(i, (j + 1) % n)));
    CHECK(wrong == 0);
}

} // namespace

TEST_CASE("tensor_core: kernels that start early see what the previous one has written") {
    auto const device = test::the_hopper();
    if (!device) return;
    for (int variant = 0; variant < static_cast<int>(gpu::sm90::variants.size()); ++variant)
        for (std::int64_t const n : {256, 1000, 1536}) {
            check_chain<half>(*device, variant, n);
            check_chain<float, true>(*device, variant, n);
            check_chain<double>(*device, variant, n);
            check_sums<half, half>(*device, variant, n);
            check_sums<std::int8_t, std::int32_t>(*device, variant, n);
        }
}
