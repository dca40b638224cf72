// SPDX-License-Identifier: Apache-2.0
/// @file
/// Compiles a loop for every instruction set and chooses one at run time.
#pragma once

#include "instruction_set.hpp"

namespace gpu::inline v0::detail {

/// The versions of a loop, compiled with target attributes of single functions. Compiler options
/// for a whole file would also affect function templates of the standard library. The linker may
/// keep such a copy for the whole program, which would then crash on processors without these
/// instructions.
/// @tparam loop an always_inline function
template <auto loop>
struct by_instruction_set;

template <class Result, class... Arguments, Result (*loop)(Arguments...)>
struct by_instruction_set<loop> {
    /// @return the version for an instruction set
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
