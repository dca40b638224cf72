// SPDX-License-Identifier: Apache-2.0
/// @file
/// The places of operands in narrow_product. If t is lane % 4, mma.sync takes elements t, t + 4 ...
/// of a line along k, or groups of them. Here it gets four elements from 4t on instead, which a
/// lane loads at once; of double, two pairs. The order of k does not matter if it is the same for A
/// and B. The order of B's columns is such that a lane has as many adjacent sums of a row.
#pragma once

#include <gpualgo/kernel/function.hpp>

#include <cstddef>

namespace gpu::inline v0::sm90 {

/// The places of the elements of 16 along k, or of 16 columns, that a lane has.
template <std::size_t ElementBytes>
struct narrow_place {
    /// Adjacent elements: of at most 16 bytes, so that the lanes of a load have neighbouring
    /// addresses.
    static constexpr int piece = ElementBytes == 8 ? 2 : 4;

    /// The first element.
    GPUALGO_FUNCTION static constexpr int first(int lane) { return lane % 4 * piece; }

    /// The distance from the first element to element i of four.
    GPUALGO_FUNCTION static constexpr int offset(int i) { return i / piece * 8 + i % piece; }

    /// The column of B that a lane passes to the first or second of two instructions, which take 8
    /// columns each.
    GPUALGO_FUNCTION static constexpr int column(int lane, int instruction) {
        int const line = lane / 4;
        return line / 2 * piece + offset(instruction * 2) + line % 2;
    }
};

} // namespace gpu::inline v0::sm90
