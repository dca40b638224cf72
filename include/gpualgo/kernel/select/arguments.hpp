// SPDX-License-Identifier: Apache-2.0
/// @file
/// The arguments of the kernels that count, copy and partition selected elements.
#pragma once

#include <gpualgo/kernel/scan/pipeline_memory.hpp>

#include <cstddef>

namespace gpu::inline v0::kernel {

/// A word of global memory that blocks access atomically.
using shared_word = unsigned long long;

/// The numbers of elements by the results of their tests.
struct select_totals {
    unsigned long long selected; ///< elements that are selected
    unsigned long long others;   ///< the other elements
};

/// The memory that elements are copied to.
template <class T>
struct select_target {
    T* first;         ///< the target of the first element; null if these elements are not wanted
    std::size_t room; ///< elements that it has; no others are written
};

/// The arguments of a selection.
template <class T>
struct select_arguments {
    T const* in;                   ///< the input
    std::size_t n;                 ///< its elements, at least one
    select_target<T> selected;     ///< the output
    select_target<T> others;       ///< the output of elements that are not selected
    shared_word* words;            ///< zeros, if blocks share words; see the kernels
    select_totals* out;            ///< the result
    pipeline_arguments pipeline{}; ///< see `tile_pipeline`; of selections in order
};

/// The arguments of `clear_words`.
struct clear_arguments {
    shared_word* words; ///< the words
    std::size_t n;      ///< how many
};

} // namespace gpu::inline v0::kernel
