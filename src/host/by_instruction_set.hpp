// SPDX-License-Identifier: Apache-2.0
/// @file
/// Loops that are compiled for every instruction set.
#pragma once

#include "instruction_set.hpp"

namespace gpu::inline v0::detail {

/// The forms of a loop, by attributes of single functions. Options of a file would also reach
/// function templates of the standard library, whose copy the linker may keep for the whole
/// program: it would run on processors without these instructions.
/// @tparam loop an always_inline function
template <auto loop>
struct by_instruction_set;

template <class Result, class... Arguments, Result (*loop)(Arguments...)>
struct by_instruction_set<loop> {
    /// @return the form for these instructions
    [[nodiscard]] static decltype(loop) choose([[maybe_unused]] instruction_set set) {
#ifdef __x86_64__
        if (set == instruction_set::avx512) return &avx512;
        if (set == instruction_set::avx2) return &avx2;
#endif
        return &baseline;
    }

private:
    static Result baseline(Arguments... arguments) { return loop(arguments...); }
#ifdef __x86_64__
    [[gnu::target("avx2")]] static Result avx2(Arguments... arguments) {
        return loop(arguments...);
    }
    [[gnu::target("avx512f,avx512bw,avx512dq,avx512vl")]] static Result
    avx512(Arguments... arguments) {
        return loop(arguments...);
    }
#endif
};

} // namespace gpu::inline v0::detail
