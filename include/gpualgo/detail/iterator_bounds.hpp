// SPDX-License-Identifier: Apache-2.0
/// @file
/// What an iterator knows of the range that it walks on. With GPUALGO_DEBUG defined, that it has
/// left it; else nothing.
///
/// Files with and without GPUALGO_DEBUG may be linked into one program: bounds are an argument of
/// the types that have them.
#pragma once

#include <cstddef>
#include <stdexcept>

namespace gpu::inline v0::detail {

/// Nothing, and no bytes.
struct unknown_bounds {
    constexpr unknown_bounds() noexcept = default;
    constexpr unknown_bounds(void const*, void const*) noexcept {}
    constexpr void check(void const*) const noexcept {}
    constexpr void check_same(unknown_bounds) const noexcept {}
};

/// Where the range begins and ends.
class checked_bounds {
public:
    constexpr checked_bounds() noexcept = default; ///< of an address that is all that is known
    constexpr checked_bounds(void const* first, void const* last) noexcept
        : first_(first), last_(last), known_(true) {}

    /// Throws std::out_of_range where there is no element.
    constexpr void check(void const* element) const {
        if (known_ && (element < first_ || element >= last_))
            throw std::out_of_range("gpu::device_iterator: dereferenced before the first or behind "
                                    "the last element of its vector");
    }
    /// Throws std::invalid_argument if the other ones are known to be of another range.
    constexpr void check_same(checked_bounds const& other) const {
        if (known_ && other.known_ && first_ != other.first_)
            throw std::invalid_argument(
                "gpu::device_iterator: the first and the last iterator of a "
                "range are of two vectors");
    }

private:
    void const* first_ = nullptr;
    void const* last_ = nullptr;
    bool known_ = false;
};

#ifdef GPUALGO_DEBUG
using iterator_bounds = checked_bounds;
#else
using iterator_bounds = unknown_bounds;
#endif

} // namespace gpu::inline v0::detail
