// SPDX-License-Identifier: Apache-2.0
/// @file
/// Findings: what the simulated device has to say against a kernel.
#pragma once

#include <gpualgo/error.hpp>

#include <cstdint>
#include <optional>
#include <source_location>
#include <string>

namespace gpu::inline v0::simulated {

/// The kinds of findings.
enum class defect : std::uint8_t {
    race,          ///< two accesses by different threads, one of them a write, that nothing orders
    unwritten,     ///< a read of what nobody has written
    bounds,        ///< an access outside of the memory
    alignment,     ///< a pointer that is not aligned to its type
    divergence,    ///< threads that wait for others that wait elsewhere or have exited
    inactive_lane, ///< a shuffle from a lane that does not take part
    publish        ///< a block that publishes twice in a launch
};

/// A thread, and where in the source it was seen.
struct witness {
    std::source_location site;
    std::uint32_t block;
    unsigned thread;
};

/// "thread 3 of block 0 at fold.hpp:17"; without a place where the site is empty.
std::string to_string(witness const& seen);
/// "fold.hpp:17"
std::string to_string(std::source_location const& site);

/// Whether two sites are the same place of the source, seen perhaps from two translation units.
bool same(std::source_location const& a, std::source_location const& b);

/// A defect of a kernel.
class finding : public error {
public:
    /// @param kind what it is
    /// @param text the whole story; the seed is put in front
    /// @param seed of the order in which lanes, warps and blocks ran: set as GPUALGO_SEED, it
    /// repeats that
    /// @param first where it was found
    /// @param second the other thread, where there is one
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
