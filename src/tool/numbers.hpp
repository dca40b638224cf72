// SPDX-License-Identifier: Apache-2.0
/// @file
/// Numbers in memory, of a type that is known at run time only.
#pragma once

#include "call/names.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace tool {

/// Contiguous numbers in memory of the host, and their owner. Copies share them.
struct numbers {
    std::uint32_t type;                ///< place in the list of types
    std::shared_ptr<void const> first; ///< the first one; keeps the memory
    std::size_t count;                 ///< how many

    /// @return their size in bytes
    [[nodiscard]] std::size_t bytes() const { return count * gpu::detail::known_types[type].size; }

    /// @return at most n of them, from the first
    [[nodiscard]] numbers front(std::size_t n) const { return {type, first, std::min(count, n)}; }

    /// @tparam T the type
    template <class T>
    [[nodiscard]] std::span<T const> elements() const {
        return {static_cast<T const*>(first.get()), count};
    }
};

} // namespace tool
