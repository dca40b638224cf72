// SPDX-License-Identifier: Apache-2.0
/// @file
/// The global memory that the kernels of a queue may access.
#pragma once

#include "region.hpp"

#include <cstddef>
#include <memory>
#include <vector>

namespace gpu::inline v0::simulated {

/// Regions by address. There are so few that a linear search suffices.
class memory_map {
public:
    /// Adds a region.
    template <class... Arguments>
    region& add(Arguments const&... arguments) {
        return *regions_.emplace_back(std::make_unique<region>(arguments...));
    }

    /// The first region added that contains the byte, or null.
    [[nodiscard]] region* find(void const* pointer) const {
        for (auto const& region : regions_)
            if (region->contains(pointer)) return region.get();
        return nullptr;
    }

private:
    std::vector<std::unique_ptr<region>> regions_;
};

} // namespace gpu::inline v0::simulated
