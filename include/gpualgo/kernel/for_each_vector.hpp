// SPDX-License-Identifier: Apache-2.0
/// @file
/// A grid-stride loop over an array that loads 16 bytes at once. The array may begin at any
/// address.
#pragma once

#include <gpualgo/kernel/function.hpp>
#include <gpualgo/kernel/unrolled.hpp>

#include <cstddef>

namespace gpu::inline v0::kernel {

/// Calls f(vector) for the calling thread's vectors in a grid-stride loop, and g(x) for elements
/// before and after all vectors.
/// @tparam Width elements of a vector
/// @tparam AtOnce loads in flight per thread
/// @param in a global array
/// @param n its elements
template <unsigned Width, unsigned AtOnce, class Context, class Input, class F, class G>
GPUALGO_DEVICE void for_each_vector(Context const& context, Input in, std::size_t n, F f, G g) {
    if (n == 0) return;
    std::size_t const threads = context.num_blocks() * context.block().num_threads();
    std::size_t const rank =
        context.block_rank() * context.block().num_threads() + context.block().thread_rank();
    std::size_t const before = in.template before_boundary<Width>();
    std::size_t const head = before < n ? before : n;
    std::size_t const vectors = (n - head) / Width;
    auto const load = [&](std::size_t i) {
        return in.template aligned_vector<Width>(head + i * Width);
    };
    std::size_t i = rank;
    decltype(load(0)) loaded[AtOnce];
    for (; i + (AtOnce - 1) * threads < vectors; i += AtOnce * threads) {
        unrolled_on_gpu<AtOnce, AtOnce>([&](unsigned k) { loaded[k] = load(i + k * threads); });
        unrolled_on_gpu<AtOnce, AtOnce>([&](unsigned k) { f(loaded[k]); });
    }
    if constexpr (constexpr unsigned rest = AtOnce - 1; rest > 0) {
        unrolled_on_gpu<rest, rest>([&](unsigned k) {
            if (i + k * threads < vectors) loaded[k] = load(i + k * threads);
        });
        unrolled_on_gpu<rest, rest>([&](unsigned k) {
            if (i + k * threads < vectors) f(loaded[k]);
        });
    }
    std::size_t const after = head + vectors * Width, others = head + (n - after);
    for (i = rank; i < others; i += threads) g(in.get(i < head ? i : after + (i - head)));
}

} // namespace gpu::inline v0::kernel
