// SPDX-License-Identifier: Apache-2.0
/// @file
/// Arithmetic of words of 32 bits that hold several integers of 8 or 16 bits. All of them are
/// computed at once: nothing carries from one to the next. One by one, each would take instructions
/// to extract and to insert it, and kernels would wait for these instead of memory.
#pragma once

#include <gpualgo/kernel/function.hpp>

#include <concepts>
#include <cstdint>
#include <type_traits>

namespace gpu::inline v0::kernel {

/// An integer of which a word holds several.
template <class T>
concept narrow_integer = std::integral<T> && sizeof(T) < sizeof(std::uint32_t);

/// Functions of words of integers. They wrap, as those of integers do.
/// @tparam T the integers' type
template <narrow_integer T>
struct integer_words {
    using word = std::uint32_t;                                           ///< the integers
    static constexpr unsigned width = 8 * sizeof(T);                      ///< bits of an integer
    static constexpr word all = static_cast<std::make_unsigned_t<T>>(-1); ///< the first one's bits
    static constexpr word ones = 0xffffffffu / all;                       ///< each is 1
    static constexpr word signs = ones << (width - 1); ///< the highest bit of each

    /// @return a + b
    [[nodiscard]] GPUALGO_FUNCTION static constexpr word sum(word a, word b) {
        return ((a & ~signs) + (b & ~signs)) ^ ((a ^ b) & signs);
    }
    /// @return a - b
    [[nodiscard]] GPUALGO_FUNCTION static constexpr word difference(word a, word b) {
        return ((a | signs) - (b & ~signs)) ^ (~(a ^ b) & signs);
    }
    /// @return a * b
    [[nodiscard]] GPUALGO_FUNCTION static constexpr word product(word a, word b) {
        word result = 0;
        for (unsigned shift = 0; shift < 32; shift += width)
            result |= ((a >> shift) * (b >> shift) & all) << shift;
        return result;
    }
    /// @return the highest bit of each a that is less than b
    [[nodiscard]] GPUALGO_FUNCTION static constexpr word less(word a, word b) {
        word const rest = (a | signs) - (b & ~signs); // compares all bits but the highest
        word const differ = a ^ b;
        word const highest_is_less = std::is_signed_v<T> ? a : b;
        return ((differ & highest_is_less) | (~differ & ~rest)) & signs;
    }
    /// @param flags the highest bits of some integers
    /// @return all bits of these
    [[nodiscard]] GPUALGO_FUNCTION static constexpr word mask(word flags) {
        return (flags >> (width - 1)) * all;
    }
    /// @return the bits of a that the mask has, and the others of b
    [[nodiscard]] GPUALGO_FUNCTION static constexpr word merge(word mask, word a, word b) {
        return (a & mask) | (b & ~mask);
    }
    /// @return |a|; the smallest integer is unchanged
    [[nodiscard]] GPUALGO_FUNCTION static constexpr word absolute(word a) {
        if constexpr (std::is_unsigned_v<T>) return a;
        else return sum(a ^ mask(a & signs), (a & signs) >> (width - 1));
    }
};

} // namespace gpu::inline v0::kernel
