// SPDX-License-Identifier: Apache-2.0
/// @file
/// Writes sorted numbers of 2 bytes, if it is known where the runs of equal keys end. Equal numbers
/// have equal bits, so the order of equal ones is no question.
///
/// A thread finds the key at the first place of a vector by two binary searches. One is of the ends
/// of segments, and one of those of a segment's keys. It tries the next key, and searches again for
/// others.
#pragma once

#include <gpualgo/kernel/elementwise/vectors.hpp>
#include <gpualgo/kernel/function.hpp>
#include <gpualgo/kernel/operators.hpp>
#include <gpualgo/kernel/scan/warp_scan.hpp>
#include <gpualgo/kernel/sort/add_key_counts.hpp>
#include <gpualgo/kernel/sort/sort_order.hpp>
#include <gpualgo/kernel/unrolled.hpp>

#include <cstddef>
#include <cstdint>

namespace gpu::inline v0::kernel {

/// The arguments of `expand_keys`.
struct expand_keys_arguments {
    key_ends ends;      ///< of the keys' runs
    std::uint16_t* out; ///< receives the numbers
    std::size_t n;      ///< how many, below 2^32: the sum over the segments
};

/// The key at a place, and where it ends.
template <class Keys, class Segments>
class key_cursor {
public:
    /// @param keys the ends of all keys in their segments
    /// @param segments the ends of all segments
    GPUALGO_DEVICE key_cursor(Keys keys, Segments segments) : keys_(keys), segments_(segments) {}

    /// @return the key at place i; not less than in the call before
    GPUALGO_DEVICE unsigned at(std::uint32_t i) {
        if (i < end_) return key_;
        bool const has_next = end_ > 0 && (key_ + 1) % key_ends::segment != 0;
        if (has_next) {
            std::uint32_t const next = begin_ + keys_.get(++key_);
            if (i < next) {
                end_ = next;
                return key_;
            }
        }
        unsigned const segment = first_beyond<key_ends::segments>(segments_, i);
        begin_ = segment == 0 ? 0 : segments_.get(segment - 1);
        auto const of_segment = keys_.from(segment * key_ends::segment);
        unsigned const key = first_beyond<key_ends::segment>(of_segment, i - begin_);
        key_ = segment * key_ends::segment + key;
        end_ = begin_ + of_segment.get(key);
        return key_;
    }

private:
    /// @tparam N ends, a power of two
    /// @return the first end that is larger than i; the last one if there is none
    template <unsigned N, class Ends>
    GPUALGO_DEVICE static unsigned first_beyond(Ends ends, std::uint32_t i) {
        unsigned first = 0;
        for (unsigned step = N / 2; step > 0; step /= 2)
            if (ends.get(first + step - 1) <= i) first += step;
        return first;
    }

    Keys keys_;
    Segments segments_;
    unsigned key_ = 0;
    std::uint32_t begin_ = 0; ///< of the key's segment
    std::uint32_t end_ = 0;   ///< of the key; 0 before the first call
};

/// The kernel body. Shared memory has the ends of all segments.
/// @tparam Vectors per thread
template <unsigned Vectors>
struct expand_keys {
    static constexpr unsigned threads = elementwise_block; ///< per block
    static constexpr std::size_t shared_bytes = key_ends::segments * sizeof(std::uint32_t);

    /// Runs the thread's part.
    template <class Context>
    GPUALGO_DEVICE static void run(Context const& context, expand_keys_arguments const& arguments,
                                   sort_order<std::uint16_t> order) {
        auto const segments = context.template shared<std::uint32_t>();
        auto const warp = context.template tile<32>();
        if (warp.meta_group_rank() == 0) {
            constexpr unsigned per_lane = key_ends::segments / 32;
            unsigned const first = warp.thread_rank() * per_lane;
            auto const totals = context.global(arguments.ends.of_segments);
            std::uint32_t x[per_lane];
            unrolled_on_gpu<per_lane, per_lane>([&](unsigned k) { x[k] = totals.get(first + k); });
            scan_lanes_in_any_order(warp, x, plus());
            unrolled_on_gpu<per_lane, per_lane>([&](unsigned k) { segments.put(first + k, x[k]); });
        }
        context.block().sync();
        auto const keys = context.global(static_cast<std::uint32_t const*>(arguments.ends.of_keys));
        auto const number = [order](unsigned key) {
            return order.number(static_cast<std::uint16_t>(key));
        };
        constexpr unsigned V = vector_size<std::uint16_t>;
        write_vectors<Vectors>(
            context, arguments.out, vector_division::of(arguments.out, arguments.n),
            [](std::size_t) { return 0; },
            [&](int, std::size_t i) {
                key_cursor cursor(keys, segments);
                vector_elements<std::uint16_t> values;
                unrolled_on_gpu<V, V>([&](unsigned v) {
                    values.element[v] = number(cursor.at(static_cast<std::uint32_t>(i + v)));
                });
                return vector_words::of(values);
            },
            [&](std::size_t i) {
                return number(key_cursor(keys, segments).at(static_cast<std::uint32_t>(i)));
            });
    }
};

} // namespace gpu::inline v0::kernel
