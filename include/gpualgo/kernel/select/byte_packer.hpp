// SPDX-License-Identifier: Apache-2.0
/// @file
/// Moves selected bytes of words side by side.
#pragma once

#include <gpualgo/kernel/function.hpp>

#include <cstdint>

namespace gpu::inline v0::kernel {

/// @param flags the highest bits of some of a word's bytes
/// @return a bit for each of these bytes
[[nodiscard]] GPUALGO_FUNCTION constexpr unsigned byte_mask(std::uint32_t flags) {
    return (flags >> 7) * 0x10204080u >> 28;
}

/// How the bytes of a word are permuted: four bits per byte of the result. They are the place of
/// the byte that comes there, or 4 for a zero.
/// @param chosen a bit per byte
/// @return the permutation that moves the chosen bytes to the lowest places, in their order
[[nodiscard]] GPUALGO_FUNCTION constexpr std::uint32_t packing_permutation(unsigned chosen) {
    std::uint32_t permutation = 0x4444;
    unsigned place = 0;
    for (unsigned k = 0; k < 4; ++k) {
        if ((chosen >> k & 1) == 0) continue;
        permutation = (permutation & ~(0xfu << 4 * place)) | k << 4 * place;
        ++place;
    }
    return permutation;
}

/// @return the bytes of a word after a permutation
[[nodiscard]] GPUALGO_FUNCTION constexpr std::uint32_t permuted(std::uint32_t word,
                                                                std::uint32_t permutation) {
#ifdef __CUDA_ARCH__
    if (!__builtin_is_constant_evaluated()) return __byte_perm(word, 0, permutation);
#endif
    std::uint32_t result = 0;
    for (unsigned k = 0; k < 4; ++k)
        if (unsigned const from = permutation >> 4 * k & 7; from < 4)
            result |= (word >> 8 * from & 0xff) << 8 * k;
    return result;
}

/// Writes bytes one after the other, from any place of an array of words on.
/// @tparam Add called as add(i, word): adds to word i of the array, which others may also do; no
/// two add to the same byte
template <class Add>
class byte_packer {
public:
    /// @param first the place of the first byte in the array
    GPUALGO_DEVICE byte_packer(unsigned first, Add add)
        : word_(first / 4), filled_(8 * (first % 4)), add_(add) {}

    /// Appends bytes.
    /// @param bytes from the lowest bits on; the others are 0
    /// @param count of them, up to 4
    GPUALGO_DEVICE void append(std::uint32_t bytes, unsigned count) {
        std::uint64_t const shifted = std::uint64_t{bytes} << filled_;
        pending_ |= static_cast<std::uint32_t>(shifted);
        filled_ += 8 * count;
        if (filled_ < 32) return;
        add_(word_++, pending_);
        pending_ = static_cast<std::uint32_t>(shifted >> 32);
        filled_ -= 32;
    }
    /// Adds the last word.
    GPUALGO_DEVICE void finish() const {
        if (pending_ != 0) add_(word_, pending_);
    }

private:
    std::uint32_t pending_ = 0; ///< bytes of a word that is not added yet
    unsigned word_;             ///< its place
    unsigned filled_;           ///< its bits before the next byte
    Add add_;
};

} // namespace gpu::inline v0::kernel
