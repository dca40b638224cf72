// SPDX-License-Identifier: Apache-2.0
/// @file
/// Findings: defects of kernels that the simulated device reports.
#pragma once

#include <gpualgo/error.hpp>

#include <cstdint>
#include <optional>
#include <source_location>
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
    deadlock       ///< blocks that wait for each other, or for a block that cannot start
};

/// A thread and its source location.
struct witness {
    std::source_location site;
    std::uint32_t block;
    unsigned thread;
};

/// "thread 3 of block 0 at fold.hpp:17"; without the location if the site is empty.
std::string to_string(witness const& seen);
/// "fold.hpp:17"
std::string to_string(std::source_location const& site);

/// Whether two sites are the same source location, possibly from two translation units.
bool same(std::source_location const& a, std::source_location const& b);

/// A defect of a kernel.
class finding : public error {
public:
    /// @param kind the kind of defect
    /// @param text the description; the seed is put before it
    /// @param seed of the order in which lanes, warps and blocks ran; GPUALGO_SEED repeats that
    /// order
    /// @param first the thread that found the defect
    /// @param second the other thread, if there is one
    finding(defect kind, std::string const& text, std::uint64_t seed, witness const& first,
            std::optional<witness> const& second = {});

    [[nodiscard]] defect kind() const noexcept { return kind_; }
    [[nodiscard]] std::uint64_t seed() const noexcept { return seed_; }
    [[nodiscard]] witness const& first() const noexcept { return first_; }
    [[nodiscard]] std::optional<witness> const& second() const noexcept { return second_; }

private:
    defect kind_;
    std::uint64_t seed_;
    witness first_;
    std::optional<witness> second_;
};

} // namespace gpu::inline v0::simulated
