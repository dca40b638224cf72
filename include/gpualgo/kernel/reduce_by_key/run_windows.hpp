// SPDX-License-Identifier: Apache-2.0
/// @file
/// The places at which runs of equal keys begin, as `find_runs` writes them: a bit per key, and a
/// few words per window of keys.
#pragma once

#include <gpualgo/kernel/bits.hpp>
#include <gpualgo/kernel/function.hpp>

#include <cstddef>
#include <cstdint>

namespace gpu::inline v0::kernel {

/// Keys of a window.
inline constexpr std::size_t run_window = 4096;
/// Words of bits of a window: bit i of word w stands for key 32 w + i.
inline constexpr std::size_t words_of_window = run_window / 32;

/// The runs that begin before a window.
struct runs_before {
    std::uint64_t count; ///< how many
    std::uint64_t start; ///< the position of the last of them; 0 if there is none
};

/// A run that is cut into groups of values, because it is longer than one.
struct long_run {
    std::uint64_t run;    ///< its number
    std::uint64_t groups; ///< how many it has; 0 if there is no such run
};

/// All results of `find_runs`.
struct found_runs {
    std::size_t n;              ///< keys
    std::uint32_t const* heads; ///< a bit per key: whether a run begins there. Whole windows
    runs_before const* before;  ///< one per window
    std::uint64_t const* count; ///< the number of runs
    long_run* long_runs;        ///< one per group of values, zeros; null if no run can be longer
};

/// @return the number of the highest bit that is set
/// @param bits not 0
[[nodiscard]] GPUALGO_FUNCTION constexpr unsigned highest_bit(std::uint32_t bits) {
#ifdef __CUDA_ARCH__
    if (!__builtin_is_constant_evaluated())
        return 31 - static_cast<unsigned>(__clz(static_cast<int>(bits)));
#endif
    return 31 - static_cast<unsigned>(__builtin_clz(bits));
}

/// @return the number of the lowest bit that is set
/// @param bits not 0
[[nodiscard]] GPUALGO_FUNCTION constexpr unsigned lowest_bit(std::uint32_t bits) {
    return highest_bit(bits & (0 - bits));
}

} // namespace gpu::inline v0::kernel
