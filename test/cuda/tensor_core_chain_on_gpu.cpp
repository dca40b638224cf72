// SPDX-License-Identifier: Apache-2.0
/// Products by tensor_core that read the previous product.
#include "tensor_core_on_gpu.hpp"

#include "cuda/tensor_core/kernel_set.hpp"

#include <catch2/catch.hpp>

#include <cstdint>

using gpu::half;
using test::stored_matrix;

namespace {

/// Multiplies a matrix by a permutation again and again, each time from one buffer to another, by
/// kernels that start while the previous one ends. Each product rotates the columns by one.
template <class Value, bool InTf32 = false>
void check_chain(gpu::device device, int variant, std::int64_t n) {
    constexpr int products = 12;
    auto a = stored_matrix<Value>(n, n).fill(test::small_integers(7));
    stored_matrix<Value> b(n, n), permutation(n, n);
    for (std::int64_t i = 0; i < n; ++i)
        for (std::int64_t j = 0; j < n; ++j)
            permutation(i, j) = static_cast<Value>(i == (j + 1) % n ? 1.F : 0.F);
    auto const before = a;
    using scalar = gpu::detail::matmul_accumulator<Value>;
    scalar const one = 1, zero = 0;
    test::matrix_on_gpu<Value> on_a(a, device), on_b(b, device);
    test::matrix_on_gpu<Value> const by(permutation, device);
    gpu::detail::matmul_request const steps[] = {
        test::request_of(one, on_a, by, zero, on_b, InTf32),
        test::request_of(one, on_b, by, zero, on_a, InTf32)};
    if (variant >= gpu::sm90::variants_of(steps[0])) return;
    gpu::detail::call_result ran;
    gpu::detail::cuda_queue queue(static_cast<std::uint32_t>(device.ordinal()), ran);
    for (int i = 0; i < products; ++i)
        gpu::sm90::multiply(queue, static_cast<std::uint32_t>(device.ordinal()), steps[i % 2],
                            {.variant = variant});
    queue.wait();
    on_a.fetch();
    CAPTURE(ran.kernel, sizeof(Value), InTf32, n);
    std::int64_t wrong = 0;
    for (std::int64_t i = 0; i < n; ++i)
        for (std::int64_t j = 0; j < n; ++j) wrong += !(a(i, j) == before(i, (j + products) % n));
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
        }
}
