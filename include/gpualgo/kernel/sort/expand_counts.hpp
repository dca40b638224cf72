// SPDX-License-Identifier: Apache-2.0
/// @file
/// Writes sorted numbers of one byte, if it is known how often each occurs. Equal numbers have
/// equal bits, so the order of equal ones is no question.
///
/// Each block sums the 256 counts in the order of the numbers. A thread finds the number at the
/// first element of a vector by a binary search of these sums. If the number fills the vector, that
/// is all it has to do.
#pragma once

#include <gpualgo/kernel/elementwise/vectors.hpp>
#include <gpualgo/kernel/function.hpp>
#include <gpualgo/kernel/operators.hpp>
#include <gpualgo/kernel/scan/hillis_steele.hpp>
#include <gpualgo/kernel/sort/sort_order.hpp>

#include <cstddef>
#include <cstdint>

namespace gpu::inline v0::kernel {

/// The arguments of `expand_counts`.
struct expand_arguments {
    std::uint32_t const* counts; ///< of the 256 numbers, by their bits; null if there are ends
    std::uint64_t const* ends;   ///< of the numbers in their order; null if there are counts
    std::uint8_t* out;           ///< receives the numbers
    std::size_t n;               ///< how many, below 2^32: the sum of the counts, or the last end
};

/// The kernel body. Shared memory has the 256 sums.
struct expand_counts {
    static constexpr unsigned threads = 256; ///< per block: one per number
    static_assert(threads == elementwise_block);
    /// Bytes of shared memory.
    static constexpr std::size_t shared_bytes = threads * sizeof(std::uint32_t);

    /// Runs the thread's part.
    template <class Context>
    GPUALGO_DEVICE static void run(Context const& context, expand_arguments const& arguments,
                                   sort_order<std::uint8_t> order) {
        auto const number = [order](unsigned key) {
            return order.number(static_cast<std::uint8_t>(key));
        };
        auto const ends = context.template shared<std::uint32_t>();
        unsigned const rank = context.block().thread_rank();
        if (arguments.counts != nullptr) {
            std::uint32_t const count = context.global(arguments.counts).get(number(rank));
            // leaves the sum of each thread in shared memory
            (void)block_scan<policy::hillis_steele>::run(context, count, plus{});
        } else {
            auto const end = context.global(arguments.ends).get(rank);
            ends.put(rank, static_cast<std::uint32_t>(end));
            context.block().sync();
        }
        auto const key_at = [ends](std::size_t i) {
            unsigned first = 0;
            for (unsigned step = threads / 2; step > 0; step /= 2)
                if (ends.get(first + step - 1) <= i) first += step;
            return first;
        };
        constexpr unsigned V = vector_size<std::uint8_t>;
        write_vectors<generated_vectors>(
            context, arguments.out, vector_division::of(arguments.out, arguments.n), key_at,
            [&](unsigned key, std::size_t i) {
                vector_elements<std::uint8_t> values;
                std::uint8_t const first = number(key);
                unrolled_on_gpu<V, V>([&](unsigned v) { values.element[v] = first; });
                if (ends.get(key) < i + V)
                    unrolled_on_gpu<V, V>([&](unsigned v) {
                        // not beyond the last number, if ends are not sorted
                        while (key < threads - 1 && ends.get(key) <= i + v) ++key;
                        values.element[v] = number(key);
                    });
                return vector_words::of(values);
            },
            [&](std::size_t i) { return number(key_at(i)); });
    }
};

} // namespace gpu::inline v0::kernel
