// SPDX-License-Identifier: Apache-2.0
/// @file
/// Transforms of elements: on load, or in a launch before strategies that fold only accumulators.
#pragma once

#include <gpualgo/kernel/elements.hpp>
#include <gpualgo/kernel/function.hpp>
#include <gpualgo/kernel/reduce/segment.hpp>
#include <gpualgo/kernel/transforms.hpp>

#include <cstddef>

namespace gpu::inline v0::kernel {

/// Transforms an element, or a pair, to an accumulator: the `load` of transform_reduce.
/// @tparam F a transform of one T, or of two
template <class T, class F>
struct transform_to {
    F f; ///< the transform

    /// @return f(x), after the element is converted to T
    template <class Value>
    [[nodiscard]] GPUALGO_FUNCTION constexpr T operator()(Value x) const {
        return f(static_cast<T>(x));
    }
    /// @return f(a, b), after the elements are converted to T
    template <class Value>
    [[nodiscard]] GPUALGO_FUNCTION constexpr T operator()(element_pair<Value> x) const {
        return f(static_cast<T>(x.first), static_cast<T>(x.second));
    }
};

/// `equal_to` makes 1 of a match, otherwise 0.
template <class T>
inline constexpr bool makes_counts<transform_to<T, equal_to>> = true;

/// The arguments of `transform`.
/// @tparam Input a pointer to elements, or `pairs` of them
template <class Input, class T>
struct transform_arguments {
    Input in;      ///< the input
    std::size_t n; ///< its elements
    T* out;        ///< the output, n elements
};

/// out[i] = load(in[i])
/// @tparam Load converts an element, or a pair, to a T, perhaps by a transform
template <class Load>
struct transform {
    /// Grid-stride loop. Neighbouring threads take neighbouring elements, so that accesses
    /// coalesce.
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
