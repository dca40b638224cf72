// SPDX-License-Identifier: Apache-2.0
/// @file
/// The arguments that all kernels have.
#pragma once

#include <cstdint>

namespace gpu::inline v0::sm90 {

/// Kernel arguments besides the tensor maps of A, B and C.
/// @tparam Result the element type of C
/// @tparam Sum the type of sums
template <class Result, class Sum>
struct product_arguments {
    Result* c;
    std::int64_t leading_dimension; ///< elements from one row of C to the next
    int m, n, k;
    Sum alpha, beta;
    int band;        ///< see tile_order
    bool is_aligned; ///< whether rows of C begin at multiples of 16 bytes
    bool fits_boxes; ///< whether they also end there: the copy engine writes units of 16 bytes
};

} // namespace gpu::inline v0::sm90
