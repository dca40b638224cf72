// SPDX-License-Identifier: Apache-2.0
/// @file
/// The arguments of the canonical scan.
#pragma once

#include <gpualgo/kernel/scan/tile.hpp>

#include <cstddef>
#include <cstdint>

namespace gpu::inline v0::kernel {

/// The arguments of `scan_canonical`.
/// @tparam Value the elements' type
/// @tparam T the type in which totals are computed
/// @tparam Shape of tiles
template <class Value, class T, class Shape = scan_shape<Value, T>>
struct scan_arguments {
    Value const* in;               ///< n elements
    Value* out;                    ///< n results; may be the input
    std::size_t n;                 ///< at least 1
    T init;                        ///< if `has_init`
    bool has_init;                 ///< whether init precedes the elements
    bool is_exclusive;             ///< whether a result leaves out its own element; has an init
    pipeline_arguments pipeline{}; ///< see `tile_pipeline`
};

} // namespace gpu::inline v0::kernel
