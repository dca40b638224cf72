// SPDX-License-Identifier: Apache-2.0
/// @file
/// Elements that a kernel makes of ranges and of their position, on the simulated device. The
/// kernel loads positions, as on GPUs; the elements of ranges are read when an expression is
/// evaluated.
#pragma once

#include "expression/bits.hpp"
#include "expression/program.hpp"

#include <gpualgo/abi/expression_request.hpp>
#include <gpualgo/kernel/made_positions.hpp>

#include <cstddef>
#include <cstdint>

namespace gpu::inline v0::simulated {

/// The input of a search.
struct made_elements {
    using value_type = std::uint64_t; ///< the type of positions
    detail::expression_request const* ranges;
};

/// The input of a reduction.
/// @tparam Value a type of the elements' size, which determines the canonical order
template <class Value>
struct folded_elements {
    using value_type = Value; ///< see above
    detail::expression_request const* ranges;
};

/// The operands of an expression: elements of ranges, and the position after these. Each is in the
/// first bytes of a word.
struct made_operands {
    std::uint64_t word[detail::most_ranges + 1];

    made_operands() = default;
    /// Reads the elements of ranges at a position.
    template <class Context>
    made_operands(Context const& context, detail::expression_request const& ranges,
                  std::uint64_t position)
        : word{} {
        for (std::size_t k = 0; k < ranges.ranges; ++k) {
            auto const& range = ranges.in[k];
            detail::with_bits(detail::size_of(range.type), [&]<class Bits>(Bits) {
                auto const array = context.global(static_cast<Bits const*>(range.first));
                word[k] = array.get(position * range.step);
            });
        }
        word[ranges.ranges] = position;
    }
};

/// Neighbouring elements.
template <class Array>
struct made_vector {
    Array const* array;
    std::size_t first;
    made_operands operator[](std::size_t k) const { return array->get(first + k); }
};

/// Such elements as an array of a context.
/// @tparam Element that is loaded: a position, from which searches make elements, or all operands
template <class Context, class Element>
struct array_of_made_elements {
    using value_type = Element;
    Context const* context;
    detail::expression_request const* ranges;
    std::size_t begin = 0;

    made_operands get(std::size_t i) const { return {*context, *ranges, begin + i}; }
    array_of_made_elements from(std::size_t i) const { return {context, ranges, begin + i}; }
    template <std::size_t>
    bool is_aligned() const {
        return true;
    }
    template <std::size_t>
    auto aligned_vector(std::size_t i) const {
        return made_vector<array_of_made_elements>{this, i};
    }
    template <std::size_t V>
    auto shifted_vector(std::size_t i) const {
        return aligned_vector<V>(i);
    }
};

template <class Context>
auto array_of(Context const& context, made_elements in) {
    return array_of_made_elements<Context, std::uint64_t>{&context, in.ranges};
}
template <class Context, class Value>
auto array_of(Context const& context, folded_elements<Value> in) {
    return array_of_made_elements<Context, made_operands>{&context, in.ranges};
}

} // namespace gpu::inline v0::simulated
