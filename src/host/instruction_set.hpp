// SPDX-License-Identifier: Apache-2.0
/// @file
/// The instruction sets that the host's loops are compiled for; the best one is chosen at run time.
#pragma once

#include <string_view>

namespace gpu::inline v0::detail {

/// Vector instruction sets, narrowest first.
enum class instruction_set { baseline, avx2, avx512 };

/// @return the name that kernel names contain
[[nodiscard]] constexpr std::string_view name_of(instruction_set set) {
    switch (set) {
    case instruction_set::avx512: return "avx512";
    case instruction_set::avx2: return "avx2";
#ifdef __x86_64__
    default: return "sse2";
#else
    default: return "baseline";
#endif
    }
}

/// Vectors of 64 bytes mostly cross cache lines, because few arrays begin at one. That hides in a
/// cache, but from memory vectors of 32 bytes are faster.
/// @return the set for a loop over large arrays that little is computed from
[[nodiscard]] constexpr instruction_set for_large_arrays(instruction_set set) {
    return set == instruction_set::avx512 ? instruction_set::avx2 : set;
}

/// @return whether the processor and the operating system support the instruction set
[[nodiscard]] inline bool is_usable([[maybe_unused]] instruction_set set) noexcept {
#ifdef __x86_64__
    if (set == instruction_set::avx2)
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    if (set == instruction_set::avx512)
        return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
               __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
#endif
    return set == instruction_set::baseline;
}

/// @return the widest instruction set that can be used
[[nodiscard]] inline instruction_set best_instruction_set() noexcept {
    for (auto const set : {instruction_set::avx512, instruction_set::avx2})
        if (is_usable(set)) return set;
    return instruction_set::baseline;
}

/// @return best_instruction_set(), computed once
[[nodiscard]] inline instruction_set processors_instruction_set() noexcept {
    static instruction_set const set = best_instruction_set();
    return set;
}

} // namespace gpu::inline v0::detail
