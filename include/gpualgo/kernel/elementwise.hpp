// SPDX-License-Identifier: Apache-2.0
/// @file
/// Transforms on load; and ahead of strategies that fold accumulators only.
#pragma once

#include <gpualgo/kernel/elements.hpp>
#include <gpualgo/kernel/function.hpp>
#include <gpualgo/kernel/reduce/segment.hpp>
#include <gpualgo/kernel/transforms.hpp>

#include <cstddef>

namespace gpu::inline v0::kernel {

/// Makes accumulators of elements by a transform: the `load` of transform_reduce.
/// @tparam F a transform of one T, or of two
template <class T, class F>
struct transform_to {
    F f; ///< the transform

    /// @return f(x) of an element that is converted to T
    template <class Value>
    [[nodiscard]] GPUALGO_FUNCTION constexpr T operator()(Value x) const {
        return f(static_cast<T>(x));
    }
    /// @return f(a, b) of elements that are converted to T
    template <class Value>
    [[nodiscard]] GPUALGO_FUNCTION constexpr T operator()(element_pair<Value> x) const {
        return f(static_cast<T>(x.first), static_cast<T>(x.second));
    }
};

/// Of matches.
template <class T>
inline constexpr bool makes_counts<transform_to<T, equal_to>> = true;

/// What a launch of `transform` works on.
/// @tparam Input a pointer to elements, or `pairs` of them
template <class Input, class T>
struct transform_arguments {
    Input in;      ///< the input
    std::size_t n; ///< its elements
    T* out;        ///< as many elements
};

/// out[i] = load(in[i])
/// @tparam Load makes a T of an element, or of a pair: a transform, or a conversion alone
template <class Load>
struct transform {
    /// One block of a loop over the grid.
    template <class Context, class Input, class T>
    GPUALGO_DEVICE static void run(Context const& context, transform_arguments<Input, T> arguments,
                                   Load load) {
        auto const in = array_of(context, arguments.in);
        auto const out = context.global(arguments.out);
        std::size_t const threads = context.block().num_threads();
        for (std::size_t i = context.block_rank() * threads + context.block().thread_rank();
             i < arguments.n; i += context.num_blocks() * threads)
            out.put(i, load(in.get(i)));
    }
};

} // namespace gpu::inline v0::kernel
