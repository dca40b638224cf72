// SPDX-License-Identifier: Apache-2.0
/// @file
/// The tiles of A and B of a block of register_tile, in three buffers of shared memory. While a
/// block multiplies the tiles of one buffer, cp.async copies two more. A few copies begin at many
/// steps along k: if all began at once, they would keep multiplications waiting.
#pragma once

#include <gpualgo/kernel/matmul/copied_operand.hpp>
#include <gpualgo/kernel/matmul/quad_word.hpp>
#include <gpualgo/kernel/unrolled.hpp>

#include <cstddef>
#include <utility>

namespace gpu::inline v0::kernel {

/// Copies the tiles of a block along its part of k, and loads their elements.
/// @tparam Value the element type of A and B
/// @tparam Rows of A's tile
/// @tparam Columns of B's tile
/// @tparam Depth extent of the tiles along k
/// @tparam Threads per block
/// @tparam VectorOfB elements of B per copy, see copied_operand
template <class Context, class Value, unsigned Rows, unsigned Columns, unsigned Depth,
          unsigned Threads, unsigned VectorOfB>
class copied_tiles {
    using source = decltype(std::declval<Context const&>().global(std::declval<Value const*>()));
    using copy_of_a = copied_operand<source, Rows, Depth, Threads, 1>;
    using copy_of_b = copied_operand<source, Columns, Depth, Threads, VectorOfB>;
    static constexpr unsigned buffers = 3;
    static constexpr unsigned buffer_size = copy_of_a::tile_size + copy_of_b::tile_size;

public:
    /// Elements of shared memory.
    static constexpr std::size_t slots = buffers * buffer_size;

    /// @param top the first row of the block's tile of C
    /// @param left its first column
    /// @param begin, end the block's part of k, which must not be empty: launches see to that
    template <class Product>
    GPUALGO_DEVICE copied_tiles(Context const& context, Product const& product, std::size_t top,
                                std::size_t left, std::size_t begin, std::size_t end)
        : context_(context), uncopied_(end - begin),
          a_(context.global(product.a.data), product.a, product.m, top, begin,
             context.block().thread_rank(), 0),
          b_(context.global(product.b.data), product.b.transposed(), product.n, left, begin,
             context.block().thread_rank(), copy_of_a::tile_size) {}

    /// Waits for the first tiles.
    GPUALGO_DEVICE void start() {
        for (unsigned i = 0; i < buffers - 1; ++i) {
            begin_next();
            unrolled<copies>([&](auto c) { copy(c); });
            end_next();
        }
        wait();
    }

    /// Loads elements of the present tiles for one k, a constant_index.
    template <class Fragment, class Place, class Index>
    GPUALGO_DEVICE void load(Fragment& fragment, Place const& at, Index k) const {
        auto const quads = context_.template shared<quad_word<Value>>().from(present_);
        fragment.template load<typename copy_of_a::layout, typename copy_of_b::layout>(
            quads, quads.from(copy_of_a::tile_size / quad_word<Value>::size), at, k);
    }

    /// Begins to copy the next tiles. If they are partly outside of A or B, all copies begin.
    GPUALGO_DEVICE void begin_next() {
        unsigned const count = uncopied_ < Depth ? static_cast<unsigned>(uncopied_) : Depth;
        uncopied_ -= count;
        held_ += count > 0;
        is_inside_ = count == Depth && a_.has_all_lines() && b_.has_all_lines();
        if (is_inside_ || count == 0) return;
        auto const elements = context_.template shared<Value>();
        a_.copy_inside(context_, elements, next_, count);
        b_.copy_inside(context_, elements, next_ + copy_of_a::tile_size, count);
    }

    /// Begins the copies of a step.
    /// @param k a constant_index, less than Depth
    template <class Index>
    GPUALGO_DEVICE void step(Index k) {
        unrolled<copies>([&](auto c) {
            if constexpr (c * groups / copies * (Depth / groups) == k) copy(c);
        });
    }

    /// Waits for the next tiles, which become the present ones. One barrier suffices: copies go to
    /// the buffer that all threads have read before the previous barrier.
    /// @return whether there are any; otherwise the present tiles remain
    GPUALGO_DEVICE bool turn() {
        end_next();
        wait();
        if (--held_ == 0) return false;
        constexpr unsigned size = buffer_size / quad_word<Value>::size;
        present_ = present_ == (buffers - 1) * size ? 0 : present_ + size;
        return true;
    }

private:
    static constexpr unsigned copies = copy_of_a::copies + copy_of_b::copies;
    // Steps with copies: ptxas adds three dummy loads before the copies of each. With copies of
    // single elements, fewer groups save these loads, but need more instructions in all.
    static constexpr unsigned groups = VectorOfB == 1 ? Depth - 1 : 4;
    static_assert((groups - 1) * (Depth / groups) < Depth - 1, "all copies begin before `turn`");

    template <class Index>
    GPUALGO_DEVICE void copy(Index c) {
        auto const elements = context_.template shared<Value>();
        if constexpr (c < copy_of_a::copies) a_.copy(context_, elements, c, !is_inside_);
        else b_.copy(context_, elements, constant_index<c - copy_of_a::copies>(), !is_inside_);
    }
    GPUALGO_DEVICE void end_next() {
        context_.commit_copies();
        bool const is_last = next_ == (buffers - 1) * buffer_size;
        unsigned const step = is_last ? 0 - next_ : buffer_size;
        next_ += step;
        a_.move(step);
        b_.move(step);
    }
    GPUALGO_DEVICE void wait() const {
        context_.template wait_for_copies<buffers - 2>();
        context_.block().sync();
    }

    Context const& context_;
    std::size_t uncopied_;   // elements of k after the tiles whose copies have begun
    unsigned held_ = 0;      // buffers from the present one on whose copies have begun
    unsigned next_ = 0;      // the buffer that is copied to, in elements
    unsigned present_ = 0;   // the buffer of the present tiles, in quad words
    bool is_inside_ = false; // whether the tiles that are copied are inside A and B
    copy_of_a a_;
    copy_of_b b_;
};

} // namespace gpu::inline v0::kernel
