// SPDX-License-Identifier: Apache-2.0
/// @file
/// Where the aligned vectors of an array begin.
#pragma once

#include <gpualgo/kernel/function.hpp>

#include <cstdint>

namespace gpu::inline v0::kernel {

/// The address of an array: how many elements it begins after a multiple of 16 bytes.
/// @tparam Value the elements' type
template <class Value>
class misalignment {
    static constexpr unsigned V = 16 / sizeof(Value);

public:
    GPUALGO_DEVICE explicit misalignment(Value const* first) {
        auto const bytes = static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(first) % 16);
        // complex numbers are aligned as their parts, so a multiple of 16 may lie within one
        elements = bytes % sizeof(Value) == 0 ? bytes / sizeof(Value) : V;
    }
    /// @return whether aligned vectors consist of whole elements
    GPUALGO_DEVICE bool has_vectors() const { return elements < V; }

    unsigned elements; ///< fewer than V; or V if vectors have parts of elements
};

} // namespace gpu::inline v0::kernel
