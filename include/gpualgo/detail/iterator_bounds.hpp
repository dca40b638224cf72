// SPDX-License-Identifier: Apache-2.0
/// @file
/// The bounds of an iterator's range, which are checked if GPUALGO_DEBUG is defined.
///
/// Files with and without GPUALGO_DEBUG can be linked into one program: bounds are a template
/// argument of the iterators.
#pragma once

#include <cstddef>
#include <stdexcept>

namespace gpu::inline v0::detail {

/// No bounds, and no checks.
struct unknown_bounds {
    constexpr unknown_bounds() noexcept = default;
    constexpr unknown_bounds(void const*, void const*) noexcept {}
    constexpr void check(void const*) const noexcept {}
    constexpr void check_same(unknown_bounds) const noexcept {}
};

/// The beginning and the end of a range.
class checked_bounds {
public:
    constexpr checked_bounds() noexcept = default; ///< for an address without a range
    constexpr checked_bounds(void const* first, void const* last) noexcept
        : first_(first), last_(last), known_(true) {}

    /// Throws std::out_of_range if the address is outside the range.
    constexpr void check(void const* element) const {
        if (known_ && (element < first_ || element >= last_))
            throw std::out_of_range("gpu::device_iterator: dereferenced before the first or after "
                                    "the last element of its vector");
    }
    /// Throws std::invalid_argument if both ranges are known and differ.
    constexpr void check_same(checked_bounds const& other) const {
        if (known_ && other.known_ && first_ != other.first_)
            throw std::invalid_argument(
                "gpu::device_iterator: the first and the last iterator of a "
                "range belong to different vectors");
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
