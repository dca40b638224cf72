// SPDX-License-Identifier: Apache-2.0
/// @file
/// Totals that blocks publish to other blocks. A word is a total, or a part of it, and the number
/// of the launch. Both are read and written in one access, so that no access needs an order.
#pragma once

#include <gpualgo/kernel/bits.hpp>
#include <gpualgo/kernel/function.hpp>

#include <cstdint>
#include <type_traits>

namespace gpu::inline v0::kernel {

/// A value of up to 4 bytes, in one access of 8 bytes.
struct alignas(8) short_word {
    std::uint32_t bits;  ///< the value
    std::uint32_t stamp; ///< of the launch that has written it
};

/// 8 bytes of a value, in one access of 16 bytes.
struct alignas(16) long_word {
    std::uint64_t bits;  ///< the value
    std::uint64_t stamp; ///< of the launch that has written it
};

/// An array of totals of type T in global memory.
/// @tparam T of 1, 2, 4, 8 or 16 bytes
template <class T>
class total_words {
    using word = std::conditional_t<sizeof(T) <= 4, short_word, long_word>;
    static constexpr unsigned pieces = (sizeof(T) + 7) / 8;
    struct parts {
        std::uint64_t bits[pieces];
    };
    using whole = std::conditional_t<
        sizeof(T) == 1, std::uint8_t,
        std::conditional_t<sizeof(T) == 2, std::uint16_t,
                           std::conditional_t<sizeof(T) == 4, std::uint32_t, parts>>>;

public:
    static constexpr std::size_t word_bytes = sizeof(word);               ///< 8 or 16
    static constexpr std::size_t bytes_per_total = pieces * sizeof(word); ///< in global memory

    /// @param words aligned to 16 bytes
    GPUALGO_DEVICE explicit total_words(void* words) : words_(static_cast<word*>(words)) {}

    /// Publishes total i.
    /// @param stamp of this launch
    template <class Context>
    GPUALGO_DEVICE void publish(Context const& context, std::size_t i, T total,
                                std::uint32_t stamp) const {
        auto const bits = kernel::bit_cast<whole>(total);
        if constexpr (sizeof(T) <= 4) context.store_relaxed(words_ + i, word{bits, stamp});
        else
            for (unsigned p = 0; p < pieces; ++p)
                context.store_relaxed(words_ + i * pieces + p, word{bits.bits[p], stamp});
    }

    /// Words of a total as they were read.
    struct seen {
        word piece[pieces]; ///< set by `read`

        /// @return whether the total has been published in this launch
        [[nodiscard]] GPUALGO_DEVICE bool has(std::uint32_t stamp) const {
            for (unsigned p = 0; p < pieces; ++p)
                if (piece[p].stamp != stamp) return false;
            return true;
        }
        /// @return the total, if it has been published
        [[nodiscard]] GPUALGO_DEVICE T total() const {
            if constexpr (sizeof(T) <= 4) {
                return kernel::bit_cast<T>(static_cast<whole>(piece[0].bits));
            } else {
                parts bits;
                for (unsigned p = 0; p < pieces; ++p) bits.bits[p] = piece[p].bits;
                return kernel::bit_cast<T>(bits);
            }
        }
    };

    /// @return the words of total i
    template <class Context>
    [[nodiscard]] GPUALGO_DEVICE seen read(Context const& context, std::size_t i) const {
        seen words;
        for (unsigned p = 0; p < pieces; ++p)
            words.piece[p] = context.load_relaxed(words_ + i * pieces + p);
        return words;
    }

    /// Reads total i, if it has been published.
    /// @param total is set then
    /// @return whether it has been published in this launch
    template <class Context>
    GPUALGO_DEVICE bool look(Context const& context, std::size_t i, T& total,
                             std::uint32_t stamp) const {
        seen const words = read(context, i);
        if (!words.has(stamp)) return false;
        total = words.total();
        return true;
    }

private:
    word* words_;
};

} // namespace gpu::inline v0::kernel
