// SPDX-License-Identifier: Apache-2.0
/// @file
/// The kernel of swap_ranges and reverse: exchanges the elements of two arrays.
///
/// A block owns a part of one array and the elements of the other one that take its place. It loads
/// both parts, waits for all its threads, and stores both. So vectors that are stored need not lie
/// as those that are loaded do. All parts of the first array but its ends are whole vectors.
#pragma once

#include <gpualgo/kernel/byte_range.hpp>
#include <gpualgo/kernel/elementwise/vectors.hpp>
#include <gpualgo/kernel/function.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>

namespace gpu::inline v0::kernel {

/// Two arrays that do not overlap.
template <class T>
struct exchanged_ranges {
    T* first;      ///< one array
    T* second;     ///< the other one
    std::size_t n; ///< elements of each
};

/// Threads per block of `exchange`: few, since they wait for each other. With fewer, an H200 could
/// not start blocks as fast as it moves their elements.
inline constexpr unsigned exchange_block = 128;

/// Exchanges first[i] and second[i], or second[n - 1 - i].
/// @tparam Mirrored whether the order is reversed
/// @tparam Threads per block
template <bool Mirrored, unsigned Threads>
struct exchange {
    static constexpr bool may_start_early = true; ///< by programmatic dependent launch

    /// @return blocks of a launch
    template <class T>
    [[nodiscard]] static std::size_t blocks(exchanged_ranges<T> const& arguments) {
        return (lead(arguments) + arguments.n + per_block<T> - 1) / per_block<T>;
    }

    /// @return the elements that a block reads, in both arrays
    template <class T>
    [[nodiscard]] GPUALGO_FUNCTION static byte_ranges<2>
    read_by(std::size_t block, exchanged_ranges<T> const& arguments) {
        share const own = share_of(block, arguments);
        return {{{arguments.first + own.begin, own.count * sizeof(T)},
                 {arguments.second + own.other, own.count * sizeof(T)}}};
    }

    /// Runs the thread's part.
    template <class Context, class T, class Nothing>
    GPUALGO_DEVICE static void run(Context const& context, exchanged_ranges<T> const& arguments,
                                   Nothing) {
        share const own = share_of(context.block_rank(), arguments);
        part<Context, T> to_first(context, arguments.first, own.begin, own.count);
        part<Context, T> to_second(context, arguments.second, own.other, own.count);
        to_first.load(to_second, arguments.n);
        to_second.load(to_first, arguments.n);
        context.let_next_start();
        context.block().sync(); // all loads of the block before its stores
        to_first.store(context);
        to_second.store(context);
    }

private:
    /// Elements of a block.
    template <class T>
    static constexpr std::size_t per_block = std::size_t{Threads} * vector_size<T>;

    /// A block's elements.
    struct share {
        std::size_t begin; ///< in the first array
        std::size_t other; ///< in the second one
        std::size_t count;
    };
    template <class T>
    [[nodiscard]] GPUALGO_FUNCTION static share share_of(std::size_t block,
                                                         exchanged_ranges<T> const& arguments) {
        std::size_t const n = arguments.n, before = lead(arguments);
        std::size_t const at = block * per_block<T>;
        std::size_t const begin = at > before ? at - before : 0;
        std::size_t const end = at + per_block<T> - before;
        std::size_t const count = (end < n ? end : n) - begin;
        return {begin, Mirrored ? n - begin - count : begin, count};
    }

    /// @return elements between the first array and the multiple of 16 bytes before it
    template <class T>
    [[nodiscard]] GPUALGO_FUNCTION static std::size_t lead(exchanged_ranges<T> const& arguments) {
        return reinterpret_cast<std::uintptr_t>(arguments.first) % 16 / sizeof(T);
    }

    /// A thread's share of the elements that its block stores in an array. Vectors begin at
    /// multiples of their size: neither of both arrays has fewer single elements otherwise.
    template <class Context, class T>
    class part {
        static constexpr unsigned V = vector_size<T>;
        static_assert(Threads >= 2 * V);

    public:
        /// @param memory the whole array
        /// @param begin the block's first element
        /// @param count the block's elements
        GPUALGO_DEVICE part(Context const& context, T* memory, std::size_t begin, std::size_t count)
            : memory_(memory), array_(context.global(memory)), begin_(begin),
              division_(vector_division::of(memory + begin, count, V * sizeof(T))),
              rank_(context.block().thread_rank()) {}

        /// Loads the elements that take the place of the thread's.
        /// @param other the part of the array with n elements that they are loaded from
        GPUALGO_DEVICE void load(part const& other, std::size_t n) {
            auto const from = other.array_;
            if (has_vector()) {
                std::size_t const i = begin_ + at();
                loaded_ = load_anywhere<T>(from, n, Mirrored ? n - V - i : i);
            }
            if (has_single())
                single_ = from.get(Mirrored ? n - 1 - (begin_ + single()) : begin_ + single());
        }

        /// Stores them.
        GPUALGO_DEVICE void store(Context const& context) const {
            if (has_vector()) {
                auto const words = [this] {
                    if constexpr (Mirrored) return reversed<T>(loaded_);
                    else return vector_words::of(loaded_);
                }();
                put_words(context, memory_ + begin_ + at(), words);
            }
            if (has_single()) array_.put(begin_ + single(), single_);
        }

    private:
        using array = decltype(std::declval<Context const&>().global(std::declval<T*>()));
        using vector = decltype(load_anywhere<T>(std::declval<array>(), 0, 0));

        [[nodiscard]] GPUALGO_DEVICE bool has_vector() const { return rank_ < division_.vectors; }
        /// The index of the vector in the part.
        [[nodiscard]] GPUALGO_DEVICE std::size_t at() const {
            return division_.head + std::size_t{rank_} * V;
        }
        // The first threads have an element before the vectors, the next ones one after them.
        [[nodiscard]] GPUALGO_DEVICE bool has_single() const {
            return rank_ < division_.head + division_.template tail<T>();
        }
        [[nodiscard]] GPUALGO_DEVICE std::size_t single() const {
            return rank_ < division_.head ? rank_ : division_.vectors * V + rank_;
        }

        T* memory_;
        array array_;       ///< the same
        std::size_t begin_; ///< of the block's part
        vector_division division_;
        unsigned rank_; ///< of the thread
        vector loaded_;
        T single_;
    };
};

} // namespace gpu::inline v0::kernel
