// SPDX-License-Identifier: Apache-2.0
/// @file
/// Copies the elements that have a flag.
#pragma once

#include <cstddef>
#include <cstdint>

namespace gpu::inline v0::detail {

/// Elements whose flags are looked at together.
inline constexpr std::size_t flags_at_once = 8;

/// @return the number of flags that are 1
inline std::size_t count_flags(std::uint8_t const* flags, std::size_t n) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < n;) {
        std::size_t const end = n - i < 255 ? n : i + 255;
        std::uint8_t part = 0;
        for (; i < end; ++i) part = static_cast<std::uint8_t>(part + flags[i]);
        count += part;
    }
    return count;
}

/// Copies the first `count` elements whose flag is `wanted`, in their order. Writes no other
/// memory.
/// @param load returns element i
/// @param store writes output i; the same output may be written several times, at last by the right
/// element
/// @param flags 0 or 1 per element, and `flags_at_once` more bytes that may be read
/// @param count at most as many as there are
template <class Load, class Store>
inline void copy_flagged(Load load, Store store, std::uint8_t const* flags, std::uint8_t wanted,
                         std::size_t count) {
    constexpr std::uint64_t ones = 0x0101010101010101;
    std::uint64_t const flip = wanted != 0 ? 0 : ones;
    std::size_t done = 0;
    for (std::size_t i = 0; done < count; i += flags_at_once) {
        std::uint64_t eight;
        __builtin_memcpy(&eight, flags + i, sizeof eight);
        eight ^= flip;
        if (eight == 0) continue;
        if (count - done < flags_at_once) {
            for (std::size_t k = 0; k < flags_at_once && done < count; ++k)
                if (flags[i + k] == wanted) store(done++, load(i + k));
        } else if (eight == ones) {
            for (std::size_t k = 0; k < flags_at_once; ++k) store(done + k, load(i + k));
            done += flags_at_once;
        } else {
            for (std::size_t k = 0; k < flags_at_once; ++k) { // no branch to be mispredicted
                store(done, load(i + k));
                done += flags[i + k] == wanted ? 1 : 0;
            }
        }
    }
}

} // namespace gpu::inline v0::detail
