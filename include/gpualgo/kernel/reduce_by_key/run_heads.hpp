// SPDX-License-Identifier: Apache-2.0
/// @file
/// The heads of runs among a warp's keys: those that differ from the key before. A lane has a key
/// of each row of 32, so that a vote is the bits of a row, in order.
#pragma once

#include <gpualgo/kernel/function.hpp>
#include <gpualgo/kernel/reduce_by_key/run_windows.hpp>
#include <gpualgo/kernel/unrolled.hpp>

#include <cstddef>
#include <cstdint>

namespace gpu::inline v0::kernel {

/// Keys of a lane, so few that they are in registers.
template <class Bits>
inline constexpr unsigned rows_of_heads = sizeof(Bits) == 8 ? 8 : 16;

/// Keys of a warp, loaded at once.
template <class Bits>
struct warp_keys {
    static constexpr unsigned rows = rows_of_heads<Bits>, size = 32 * rows;

    unsigned count;  ///< how many exist
    Bits previous;   ///< the key before the first one
    Bits mine[rows]; ///< the lane's: one of each row

    /// Called by all lanes. Instead of absent keys it loads the last one.
    /// @param all in global memory
    /// @param first the warp's first key
    /// @param n the end of all keys
    template <class Array>
    GPUALGO_DEVICE void load(Array all, unsigned lane, std::size_t first, std::size_t n) {
        count = first < n ? (n - first < size ? static_cast<unsigned>(n - first) : size) : 0;
        if (count == 0) return;
        auto const in = all.from(first);
        // before the first key of all, one that differs from it
        previous = first > 0 ? all.get(first - 1) : static_cast<Bits>(~all.get(0));
        if (count == size)
            unrolled_on_gpu<rows, rows>([&](unsigned r) { mine[r] = in.get(32 * r + lane); });
        else
            unrolled_on_gpu<rows, rows>([&](unsigned r) {
                unsigned const i = 32 * r + lane;
                mine[r] = in.get(i < count ? i : count - 1);
            });
    }
};

/// The heads among a warp's keys.
/// @tparam Warp a tile of 32 threads
template <class Bits, class Warp>
class run_heads {
    using keys = warp_keys<Bits>;
    static constexpr unsigned rows = keys::rows;

public:
    GPUALGO_DEVICE explicit run_heads(Warp const& warp) : warp_(warp), lane_(warp.thread_rank()) {}

    /// Called by all lanes. Calls f(key, rank) for the lane's heads.
    /// @param test tells whether a key differs from the one before it
    template <class Test, class F>
    GPUALGO_DEVICE void find(keys const& x, Test test, F f) {
        mine_ = total_ = 0;
        if (x.count == keys::size && test.compares_bits())
            find_rows(
                x, [](unsigned, Bits key, Bits before) { return key != before; }, f);
        else if (x.count > 0)
            find_rows(
                x,
                [&](unsigned i, Bits key, Bits before) { return i < x.count && test(key, before); },
                f);
    }

    /// @return the number of heads, after `find`
    [[nodiscard]] GPUALGO_DEVICE unsigned total() const { return total_; }

    /// Called by all lanes after `find`. Writes a bit per key.
    template <class Words>
    GPUALGO_DEVICE void write_bits(Words words) const {
        if (lane_ < rows) words.put(lane_, mine_);
    }

    /// Called by all lanes after `find`.
    /// @return the place after the last head; 0 if there is none
    [[nodiscard]] GPUALGO_DEVICE unsigned last() const {
        std::uint32_t const with_heads = warp_.ballot(mine_ != 0);
        if (with_heads == 0) return 0;
        unsigned const row = highest_bit(with_heads);
        return 32 * row + highest_bit(warp_.shfl(mine_, row)) + 1;
    }

private:
    /// Votes on all rows are in flight together: there is no branch before the last one.
    /// @param is_head called with the number of a key, the key and the one before it
    template <class IsHead, class F>
    GPUALGO_DEVICE void find_rows(keys const& x, IsHead is_head, F f) {
        std::uint32_t bits[rows], any = 0;
        Bits previous = x.previous;
        unrolled_on_gpu<rows, rows>([&](unsigned r) {
            Bits const key = x.mine[r], rotated = warp_.shfl(key, (lane_ + 31) % 32);
            bits[r] = warp_.ballot(is_head(32 * r + lane_, key, lane_ == 0 ? previous : rotated));
            previous = rotated; // of lane 0: the row's last one
            any |= bits[r];
        });
        if (any == 0) return;
        std::uint32_t const below = (std::uint32_t{1} << lane_) - 1;
        unrolled_on_gpu<rows, rows>([&](unsigned r) {
            if (lane_ == r) mine_ = bits[r];
            if ((bits[r] >> lane_ & 1) != 0) f(x.mine[r], total_ + count_bits(bits[r] & below));
            total_ += count_bits(bits[r]);
        });
    }

    Warp const& warp_;
    unsigned lane_;
    unsigned total_ = 0;
    std::uint32_t mine_ = 0; ///< the bits of the row whose number is the lane's
};

} // namespace gpu::inline v0::kernel
