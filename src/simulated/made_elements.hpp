// SPDX-License-Identifier: Apache-2.0
/// @file
/// Elements that a kernel makes of ranges by their position, on the simulated device. The kernel
/// loads positions, as on GPUs; the elements of ranges are read when an expression is evaluated.
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

/// The operands of an expression: elements of up to two ranges, or a position.
struct made_operands {
    std::uint64_t word[2];
};

/// Neighbouring elements.
template <class Array>
struct made_vector {
    Array const* array;
    std::size_t first;
    made_operands operator[](std::size_t k) const { return array->get(first + k); }
};

/// Such elements as an array of a context.
template <class Context>
struct array_of_made_elements {
    using value_type = std::uint64_t;
    Context const* context;
    detail::expression_request const* ranges;

    made_operands get(std::size_t i) const {
        made_operands x{{i, 0}};
        for (std::size_t k = 0; k < ranges->ranges; ++k) read(ranges->in[k], i, x.word[k]);
        return x;
    }
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

private:
    /// Reads an element into the first bytes of a word.
    void read(detail::number_range const& range, std::size_t i, std::uint64_t& word) const {
        detail::with_bits(detail::size_of(range.type), [&]<class Bits>(Bits) {
            word = context->global(static_cast<Bits const*>(range.first)).get(i * range.step);
        });
    }
};

template <class Context>
auto array_of(Context const& context, made_elements in) {
    return array_of_made_elements<Context>{&context, in.ranges};
}

} // namespace gpu::inline v0::simulated
