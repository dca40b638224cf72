// SPDX-License-Identifier: Apache-2.0
/// @file
/// The elements of a warp in a selection: loads them, tests them, and ranks the selected ones.
#pragma once

#include <gpualgo/kernel/bits.hpp>
#include <gpualgo/kernel/function.hpp>
#include <gpualgo/kernel/unrolled.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>

namespace gpu::inline v0::kernel {

/// The numbers of a warp's elements.
/// @tparam T the elements' type
template <class T>
struct warp_shape {
    /// elements of a lane's vector
    static constexpr unsigned width = sizeof(T) < 16 ? bit_floor(16 / sizeof(T)) : 1;
    /// vectors of a lane, so few that they stay in registers
    static constexpr unsigned rows = sizeof(T) == 1 ? 2 : sizeof(T) <= 16 ? 4 : 1;
    static constexpr unsigned row_size = 32 * width;  ///< elements of a row
    static constexpr unsigned size = rows * row_size; ///< elements of a warp
};

/// The elements of a warp: each lane has some vectors of 16 bytes, a row of the warp apart. They
/// are tested once, by the constructor. Their order is that of the input.
/// @tparam T the elements' type
/// @tparam Array an array of T in global memory
template <class T, class Array>
class warp_selection {
    using shape = warp_shape<T>;
    static constexpr unsigned width = shape::width, rows = shape::rows;

public:
    /// Called by all lanes.
    /// @param all the elements of the launch
    /// @param first the index of the warp's first one
    /// @param count elements that exist from there on: none, or some, or more than the warp's
    /// @param test tells whether an element is selected
    template <class Warp, class Test>
    GPUALGO_DEVICE warp_selection(Warp const& warp, Array all, std::size_t first, std::size_t count,
                                  Test& test)
        : in_(all.from(first)), lane_(warp.thread_rank()),
          count_(count < shape::size ? static_cast<unsigned>(count) : shape::size) {
        // unaligned loads may read as many elements after the vector
        bool const is_aligned = in_.template is_aligned<width>();
        is_loaded_ = count >= shape::size + (is_aligned ? 0 : width);
        if (is_loaded_ && is_aligned)
            for (unsigned r = 0; r < rows; ++r)
                vectors_[r] = in_.template aligned_vector<width>(index(r, 0));
        else if (is_loaded_)
            for (unsigned r = 0; r < rows; ++r)
                vectors_[r] = in_.template shifted_vector<width>(index(r, 0));
        unrolled_on_gpu<rows, rows>([&](unsigned r) {
            selected_[r] = 0;
            unrolled_on_gpu<width, width>([&](unsigned v) {
                if (index(r, v) < count_ && test(element(r, v))) selected_[r] |= 1u << v;
            });
        });
        rank_elements(warp);
    }

    /// @return the number of selected elements of the warp
    [[nodiscard]] GPUALGO_DEVICE unsigned total() const { return total_; }
    /// @return the number of elements of the warp
    [[nodiscard]] GPUALGO_DEVICE unsigned count() const { return count_; }

    /// Calls f(element, rank) for every selected element of the lane, and other(element, rank) for
    /// every other one. A rank is the number of elements of the warp that are before this one, and
    /// of the same kind.
    template <class F, class Other>
    GPUALGO_DEVICE void for_each(F f, Other other) const {
        unrolled_on_gpu<rows, rows>([&](unsigned r) {
            unsigned rank = ranks_[r];
            unrolled_on_gpu<width, width>([&](unsigned v) {
                unsigned const i = index(r, v);
                if (i >= count_) return;
                if ((selected_[r] >> v & 1) == 0) return other(element(r, v), i - rank);
                f(element(r, v), rank++);
            });
        });
    }

private:
    using vector = decltype(std::declval<Array const&>().template aligned_vector<width>(0));

    [[nodiscard]] GPUALGO_DEVICE unsigned index(unsigned r, unsigned v) const {
        return r * shape::row_size + lane_ * width + v;
    }
    /// The last warp's elements are not loaded as vectors, but read twice.
    [[nodiscard]] GPUALGO_DEVICE T element(unsigned r, unsigned v) const {
        return is_loaded_ ? vectors_[r][v] : in_.get(index(r, v));
    }

    /// Scans the lanes' numbers of selected elements: those of two rows in one word.
    template <class Warp>
    GPUALGO_DEVICE void rank_elements(Warp const& warp) {
        constexpr unsigned rows_at_once = rows > 1 ? 2 : 1;
        static_assert(rows % rows_at_once == 0);
        total_ = 0;
        for (unsigned r = 0; r < rows; r += rows_at_once) {
            std::uint32_t own = 0;
            for (unsigned k = 0; k < rows_at_once; ++k)
                own |= count_bits(selected_[r + k]) << (16 * k);
            std::uint32_t sum = own;
            for (unsigned distance = 1; distance < 32; distance *= 2) {
                std::uint32_t const before = warp.shfl_up(sum, distance);
                if (lane_ >= distance) sum += before;
            }
            std::uint32_t const totals = warp.shfl(sum, 31);
            for (unsigned k = 0; k < rows_at_once; ++k) {
                ranks_[r + k] = total_ + ((sum - own) >> (16 * k) & 0xffff);
                total_ += totals >> (16 * k) & 0xffff;
            }
        }
    }

    Array in_;
    unsigned lane_;
    unsigned count_;
    unsigned total_;
    bool is_loaded_; ///< whether the vectors are
    vector vectors_[rows];
    std::uint32_t selected_[rows]; ///< a bit per element
    unsigned ranks_[rows];         ///< selected elements of the warp before a vector
};

} // namespace gpu::inline v0::kernel
