// SPDX-License-Identifier: Apache-2.0
/// @file
/// Searches a sorted array for many values, with fewer accesses to memory per search.
///
/// A block keeps some elements of the array in shared memory. They are a binary tree, whose levels
/// follow each other: otherwise lanes would wait for one bank. A search goes down this tree,
/// then by halves of a part of the array, whose elements are sectors of memory. The last sector is
/// loaded whole. There is one large block per multiprocessor: with more threads, the sectors of one
/// search replace those of others in the cache.
#pragma once

#include <gpualgo/kernel/function.hpp>
#include <gpualgo/kernel/sorted/bounds.hpp>
#include <gpualgo/kernel/unrolled.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>

namespace gpu::inline v0::kernel {

/// The kernel body: one thread per value, in a grid-stride loop. The array has fewer than 2^32
/// elements, and at least `least`.
struct find_bounds_by_tree {
    static constexpr unsigned threads = 1024;            ///< per block
    static constexpr unsigned bytes_of_tree = 32 * 1024; ///< in shared memory
    static constexpr unsigned bytes_of_sector = 32;      ///< loaded at once

    /// Elements of the tree, and one more: a power of two.
    template <class Bits>
    static constexpr std::uint32_t leaves = bytes_of_tree / sizeof(Bits);
    /// Elements of a sector.
    template <class Bits>
    static constexpr std::uint32_t width = bytes_of_sector / sizeof(Bits);
    /// Elements of an array that has a sector per leaf.
    template <class Bits>
    static constexpr std::size_t least = std::size_t{leaves<Bits>} * width<Bits> + width<Bits>;

    /// Runs the thread's part.
    template <class Context, class Bits, class Order>
    GPUALGO_DEVICE static void run(Context const& context, bounds_arguments<Bits> const& arguments,
                                   Order order) {
        auto const tree = context.template shared<Bits>();
        auto const values = context.global(arguments.values);
        unsigned const rank = context.block().thread_rank();
        search<Context, Bits, Order> const search(context, arguments, order);
        for (std::uint32_t node = rank; node < leaves<Bits>; node += threads)
            if (node > 0) tree.put(node, search.element_of(node));
        context.block().sync();
        std::size_t const step = context.num_blocks() * threads;
        for (std::size_t i = context.block_rank() * threads + rank; i < arguments.count; i += step)
            put_bound(context, arguments, i, search.position(tree, order.key(values.get(i))));
    }

private:
    /// Searches an array by its sectors at multiples of 32 bytes.
    template <class Context, class Bits, class Order>
    class search {
        static constexpr std::uint32_t W = width<Bits>;
        using array = decltype(std::declval<Context const&>().global(
            std::declval<bounds_arguments<Bits> const&>().sorted));
        using key_type = decltype(std::declval<Order>().key(Bits()));

    public:
        GPUALGO_DEVICE search(Context const& context, bounds_arguments<Bits> const& arguments,
                              Order order)
            : sorted_(context.global(arguments.sorted)),
              n_(static_cast<std::uint32_t>(arguments.n)), is_upper_(arguments.is_upper),
              order_(order) {
            auto const address = reinterpret_cast<std::uintptr_t>(arguments.sorted);
            head_ = static_cast<std::uint32_t>((0 - address) % bytes_of_sector / sizeof(Bits));
            sectors_ = (n_ - head_) / W;
            // odd: parts at multiples of a power of two would share few places of the cache
            part_ = ((sectors_ - 1) / leaves<Bits> + 1) | 1;
        }

        /// @param node of the tree: 1 is the root, 2 and 3 its children ...
        /// @return its element: the last one of a part
        [[nodiscard]] GPUALGO_DEVICE Bits element_of(std::uint32_t node) const {
            std::uint32_t level = 1; // nodes of the level
            while (2 * level <= node) level *= 2;
            std::uint64_t const part = (2 * (node - level) + 1) * (leaves<Bits> / level / 2);
            std::uint64_t const sector = part * part_;
            return last_of(sector < sectors_ ? static_cast<std::uint32_t>(sector - 1)
                                             : sectors_ - 1);
        }

        /// @param key of a value
        /// @return the value's position
        template <class Tree>
        [[nodiscard]] GPUALGO_DEVICE std::size_t position(Tree const& tree, key_type key) const {
            std::uint32_t node = 1;
            while (node < leaves<Bits>)
                node = 2 * node + (is_before(tree.get(node), key) ? 1u : 0u);
            std::uint64_t const begin = std::uint64_t{node - leaves<Bits>} * part_;
            // the last part overlaps with the one before it
            std::uint32_t sector =
                begin < sectors_ - part_ ? static_cast<std::uint32_t>(begin) : sectors_ - part_;
            for (std::uint32_t length = part_; length > 1;) {
                std::uint32_t const half = length / 2;
                sector += is_before(last_of(sector + half - 1), key) ? half : 0;
                length -= half;
            }
            sector += is_before(last_of(sector), key) ? 1u : 0u;
            if (sector == 0) return count(0, head_, key) + count_in_sector(0, key);
            std::uint32_t const first = head_ + sector * W;
            return first + (sector < sectors_ ? count_in_sector(first - head_, key)
                                              : count(first, n_, key));
        }

    private:
        [[nodiscard]] GPUALGO_DEVICE bool is_before(Bits element, key_type key) const {
            auto const other = order_.key(element);
            return is_upper_ ? !(key < other) : other < key;
        }
        [[nodiscard]] GPUALGO_DEVICE Bits last_of(std::uint32_t sector) const {
            return sorted_.get(head_ + std::size_t{sector} * W + W - 1);
        }
        /// @param begin the sector's first element, counted from the first sector
        /// @return elements of it that are before the position
        [[nodiscard]] GPUALGO_DEVICE std::uint32_t count_in_sector(std::uint32_t begin,
                                                                   key_type key) const {
            constexpr unsigned V = 16 / sizeof(Bits);
            auto const low = sorted_.template aligned_vector<V>(std::size_t{head_} + begin);
            auto const high = sorted_.template aligned_vector<V>(std::size_t{head_} + begin + V);
            std::uint32_t found = 0;
            unrolled_on_gpu<V, V>([&](unsigned v) {
                found += (is_before(low[v], key) ? 1u : 0u) + (is_before(high[v], key) ? 1u : 0u);
            });
            return found;
        }
        [[nodiscard]] GPUALGO_DEVICE std::uint32_t count(std::uint32_t begin, std::uint32_t end,
                                                         key_type key) const {
            std::uint32_t found = 0;
            for (std::uint32_t i = begin; i < end; ++i)
                found += is_before(sorted_.get(i), key) ? 1u : 0u;
            return found;
        }

        array sorted_;
        std::uint32_t n_;       ///< elements
        std::uint32_t head_;    ///< elements before the first sector
        std::uint32_t sectors_; ///< whole ones
        std::uint32_t part_;    ///< sectors per leaf of the tree
        bool is_upper_;
        Order order_;
    };
};

} // namespace gpu::inline v0::kernel
