// SPDX-License-Identifier: Apache-2.0
/// @file
/// finding: a defect of a kernel, which the simulated device throws.
#pragma once

#include <gpualgo/abi/code_location.hpp>
#include <gpualgo/error.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace gpu::inline v0::simulated {

/// The kinds of findings.
enum class defect : std::uint8_t {
    race,          ///< two unordered accesses by different threads, at least one of them a write
    unwritten,     ///< a read of uninitialised memory
    bounds,        ///< an access out of bounds
    alignment,     ///< a pointer that is not aligned to its type
    divergence,    ///< threads that wait for others which wait elsewhere or have exited
    inactive_lane, ///< a shuffle from a lane that does not participate
    publish,       ///< a block that publishes twice in a launch
    deadlock       ///< blocks wait for words that none writes, or a loop for an element
};

/// A thread and its source location.
struct witness {
    code_location site{};    ///< line 0 if it is not known
    std::uint32_t block = 0; ///< the block's rank in the grid
    unsigned thread = 0;     ///< its rank in the block
};

/// A defect of a kernel.
class finding : public error {
public:
    /// @param kind the kind of defect
    /// @param text the full message
    /// @param seed of the order in which lanes, warps and blocks ran; GPUALGO_SEED repeats that
    /// order
    /// @param first the thread that found the defect
    /// @param second the other thread, if there is one
    finding(defect kind, std::string const& text, std::uint64_t seed, witness const& first,
            std::optional<witness> const& second = {})
        : error(text), kind_(kind), seed_(seed), first_(first), second_(second) {}

    /// @return the kind of defect
    [[nodiscard]] defect kind() const noexcept { return kind_; }
    /// @return the seed of the order in which lanes, warps and blocks ran
    [[nodiscard]] std::uint64_t seed() const noexcept { return seed_; }
    /// @return the thread that found the defect
    [[nodiscard]] witness const& first() const noexcept { return first_; }
    /// @return the other thread, if there is one
    [[nodiscard]] std::optional<witness> const& second() const noexcept { return second_; }

private:
    defect kind_;
    std::uint64_t seed_;
    witness first_;
    std::optional<witness> second_;
};

} // namespace gpu::inline v0::simulated
