// SPDX-License-Identifier: Apache-2.0
/// The tiles of tensor_core's kernels are loaded only as far as they are inside the matrices. The
/// values that earlier products left in shared memory must not enter sums.
#include "tensor_core_on_gpu.hpp"

#include <catch2/catch.hpp>

#include <cstdint>

using test::arrangement;
using test::stored_matrix;

namespace {

/// Runs each kernel on matrices of NaN, which stay in the stages that the next product uses. Then
/// runs it on small integers, whose tiles are not whole.
template <class Value, bool InTf32 = false>
void check_after_nan(gpu::device device, arrangement of_a, arrangement of_b) {
    constexpr std::int64_t edge = 2112, depth = 640;
    constexpr std::int64_t m = 200, n = 328, k = 72;
    gpu::detail::matmul_accumulator<Value> const one = 1, zero = 0;
    stored_matrix<Value> nan_a(edge, depth, of_a), nan_b(depth, edge, of_b), nan_c(edge, edge);
    auto a = stored_matrix<Value>(m, k, of_a).fill(test::small_integers(7));
    auto b = stored_matrix<Value>(k, n, of_b).fill(test::small_integers(8));
    stored_matrix<Value> expected(m, n);
    gpu::matmul(gpu::automatic.on(gpu::device::host()), one, a, b, zero, expected);

    test::matrix_on_gpu<Value> const on_nan_a(nan_a, device), on_nan_b(nan_b, device);
    test::matrix_on_gpu<Value> const on_nan_c(nan_c, device), on_a(a, device), on_b(b, device);
    auto const of_nan = test::request_of(one, on_nan_a, on_nan_b, zero, on_nan_c, InTf32);
    auto const ordinal = static_cast<std::uint32_t>(device.ordinal());
    for (int variant = 0; variant < gpu::sm90::variants_of(of_nan); ++variant) {
        stored_matrix<Value> c(m, n); // filled with canaries: NaN
        test::matrix_on_gpu<Value> on_c(c, device);
        auto const of_numbers = test::request_of(one, on_a, on_b, zero, on_c, InTf32);
        gpu::detail::call_result ran;
        gpu::detail::cuda_queue queue(ordinal, ran);
        for (auto const& request : {of_nan, of_numbers})
            gpu::sm90::multiply(queue, ordinal, request, {.variant = variant});
        queue.wait();
        on_c.fetch();
        CAPTURE(ran.kernel, sizeof(Value), InTf32, of_a.column_major, of_b.column_major);
        std::int64_t wrong = 0;
        for (std::int64_t i = 0; i < m; ++i)
            for (std::int64_t j = 0; j < n; ++j) wrong += !(c(i, j) == expected(i, j));
        CHECK(wrong == 0);
    }
}

} // namespace

TEST_CASE("tensor_core: NaN that earlier products left in shared memory do not enter sums") {
    auto const device = test::the_hopper();
    if (!device) return;
    for (bool const a_is_column_major : {false, true})
        for (bool const b_is_column_major : {false, true}) {
            arrangement const a{a_is_column_major}, b{b_is_column_major};
            check_after_nan<gpu::half>(*device, a, b);
            check_after_nan<gpu::bfloat16>(*device, a, b);
            check_after_nan<float, true>(*device, a, b);
            check_after_nan<double>(*device, a, b);
        }
}
