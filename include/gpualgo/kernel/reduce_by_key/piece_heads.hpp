// SPDX-License-Identifier: Apache-2.0
/// @file
/// The heads of runs among a warp's keys: those that differ from the key before. Most instructions
/// are left out if there are none.
#pragma once

#include <gpualgo/kernel/function.hpp>
#include <gpualgo/kernel/reduce_by_key/run_windows.hpp>
#include <gpualgo/kernel/select/warp_selection.hpp>
#include <gpualgo/kernel/unrolled.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>

namespace gpu::inline v0::kernel {

/// Keys of a warp: each lane has some vectors of 16 bytes, a row of the warp apart.
/// @tparam Array an array of keys in global memory
template <class Bits, class Warp, class Array>
class piece_heads {
    using shape = warp_shape<Bits>;
    static constexpr unsigned width = shape::width, rows = shape::rows, size = shape::size;
    using vector = decltype(std::declval<Array const&>().template aligned_vector<width>(0));

public:
    /// Called by all lanes.
    /// @param first the warp's first key
    /// @param n the end of all keys
    /// @param test tells whether a key differs from the one before it
    template <class Test>
    GPUALGO_DEVICE piece_heads(Warp const& warp, Array all, std::size_t first, std::size_t n,
                               Test test)
        : warp_(warp), lane_(warp.thread_rank()), in_(all.from(first)) {
        // unaligned loads may read as many keys after the vector
        bool const is_aligned = in_.template is_aligned<width>();
        is_loaded_ = n - first >= size + (is_aligned ? 0 : width);
        if (is_loaded_) {
            load(is_aligned);
            test_loaded(first > 0 ? all.get(first - 1) : Bits{}, test);
            if (first == 0 && lane_ == 0) heads_[0] |= 1;
        } else {
            test_rest(all, first, n, test);
        }
    }

    /// Writes a bit per key. Those of neighbouring lanes are put together, until there are 32.
    /// @return the place after the last head; 0 if there is none
    template <class Words>
    GPUALGO_DEVICE unsigned write_bits(Words words) {
        constexpr unsigned lanes = 32 / width; // of a word
        unsigned last = 0;
        unrolled_on_gpu<rows, rows>([&](unsigned r) {
            std::uint32_t bits = heads_[r] << lane_ * width % 32;
            unsigned const word = r * width + lane_ / lanes;
            if (warp_.any(bits != 0)) {
                for (unsigned distance = 1; distance < lanes; distance *= 2)
                    bits |= warp_.shfl_xor(bits, distance);
                if (bits != 0) last = 32 * word + highest_bit(bits) + 1;
            }
            if (lane_ % lanes == 0) words.put(word, bits);
        });
        has_heads_ = warp_.any(last != 0);
        if (!has_heads_) return 0;
        for (unsigned distance = 16; distance > 0; distance /= 2) {
            unsigned const other = warp_.shfl_xor(last, distance);
            if (other > last) last = other;
        }
        return last;
    }

    /// Ranks the heads, after `write_bits`: scans the lanes' numbers of heads, those of several
    /// rows in one word.
    GPUALGO_DEVICE void rank() {
        constexpr unsigned at_once = shape::row_size < 256 ? 4 : 2, bits = 32 / at_once;
        constexpr std::uint32_t mask = (std::uint32_t{1} << bits) - 1;
        static_assert(shape::row_size <= mask && rows % (rows < at_once ? 1 : at_once) == 0);
        total_ = 0;
        if (!has_heads_) return;
        for (unsigned r = 0; r < rows; r += at_once) {
            std::uint32_t own = 0;
            for (unsigned k = 0; k < at_once; ++k) own |= count_bits(heads_[r + k]) << bits * k;
            std::uint32_t sum = own;
            for (unsigned distance = 1; distance < 32; distance *= 2) {
                std::uint32_t const before = warp_.shfl_up(sum, distance);
                if (lane_ >= distance) sum += before;
            }
            std::uint32_t const totals = warp_.shfl(sum, 31);
            for (unsigned k = 0; k < at_once; ++k) {
                ranks_[r + k] = total_ + ((sum - own) >> bits * k & mask);
                total_ += totals >> bits * k & mask;
            }
        }
    }

    /// @return the number of heads, after `rank`
    [[nodiscard]] GPUALGO_DEVICE unsigned total() const { return total_; }

    /// Calls f(key, rank) for the lane's heads, after `rank`.
    template <class F>
    GPUALGO_DEVICE void for_each(F f) const {
        if (!has_heads_) return;
        // two loops: stores of keys in registers need no branches
        if (is_loaded_) for_each_of([&](unsigned r, unsigned v) { return vectors_[r][v]; }, f);
        else for_each_of([&](unsigned r, unsigned v) { return in_.get(index(r, v)); }, f);
    }

private:
    /// @param key gets a key
    template <class Key, class F>
    GPUALGO_DEVICE void for_each_of(Key key, F f) const {
        unrolled_on_gpu<rows, rows>([&](unsigned r) {
            unsigned rank = ranks_[r];
            unrolled_on_gpu<width, width>([&](unsigned v) {
                if ((heads_[r] >> v & 1) != 0) f(key(r, v), rank++);
            });
        });
    }

    GPUALGO_DEVICE void load(bool is_aligned) {
        if (is_aligned)
            for (unsigned r = 0; r < rows; ++r)
                vectors_[r] = in_.template aligned_vector<width>(index(r, 0));
        else
            for (unsigned r = 0; r < rows; ++r)
                vectors_[r] = in_.template shifted_vector<width>(index(r, 0));
    }

    /// @param previous the key before the warp's first one
    template <class Test>
    GPUALGO_DEVICE void test_loaded(Bits previous, Test test) {
        unrolled_on_gpu<rows, rows>([&](unsigned r) {
            Bits const last = vectors_[r][width - 1];
            Bits before = warp_.shfl_up(last, 1);
            if (lane_ == 0) before = previous;
            previous = warp_.shfl(last, 31);
            heads_[r] = 0;
            unrolled_on_gpu<width, width>([&](unsigned v) {
                Bits const key = vectors_[r][v];
                if (test(key, before)) heads_[r] |= 1u << v;
                before = key;
            });
        });
    }

    /// The last warp's keys are not loaded as vectors.
    template <class Test>
    GPUALGO_DEVICE void test_rest(Array all, std::size_t first, std::size_t n, Test test) {
        unrolled_on_gpu<rows, rows>([&](unsigned r) {
            heads_[r] = 0;
            unrolled_on_gpu<width, width>([&](unsigned v) {
                std::size_t const i = first + index(r, v);
                if (i < n && (i == 0 || test(all.get(i), all.get(i - 1)))) heads_[r] |= 1u << v;
            });
        });
    }

    [[nodiscard]] GPUALGO_DEVICE unsigned index(unsigned r, unsigned v) const {
        return r * shape::row_size + lane_ * width + v;
    }

    Warp const& warp_;
    unsigned lane_;
    Array in_;
    unsigned total_ = 0;
    bool is_loaded_ = false, has_heads_ = false;
    vector vectors_[rows];
    std::uint32_t heads_[rows]; ///< a bit per key of the lane's vector
    unsigned ranks_[rows];      ///< heads of the warp before a vector
};

} // namespace gpu::inline v0::kernel
