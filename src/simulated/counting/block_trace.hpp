// SPDX-License-Identifier: Apache-2.0
/// @file
/// The requests of the warps of one block, in order, for pictures of them.
#pragma once

#include "warp_trace.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace gpu::inline v0::simulated {

/// One request of a warp.
struct traced_request {
    std::string_view file; ///< that of a source location
    std::uint32_t line;
    event_kind kind;          ///< an access
    std::uint32_t warp;       ///< its rank in the block
    std::uint64_t step;       ///< of its line: accesses of one line and step are one warp-step
    std::uint32_t interval;   ///< barriers that the warp has passed before
    std::uint32_t lanes;      ///< the active ones
    std::uint32_t sectors;    ///< of global memory
    std::uint32_t wavefronts; ///< of shared memory
    std::uint32_t least_wavefronts;          ///< without conflicts
    std::array<std::uint8_t, 32> bank_words; ///< of shared memory: words per bank
    friend bool operator==(traced_request const&, traced_request const&) = default;
};

/// Not thread-safe.
class block_trace {
public:
    /// As many requests of each warp are kept.
    static constexpr std::size_t longest = 64;

    /// Forgets all, for a block of some warps.
    void begin(std::size_t warps);
    /// A warp has reached a barrier or its end.
    void add(unsigned warp, std::span<warp_event const> events);

    /// How many requests there are.
    [[nodiscard]] std::size_t size() const;
    /// The requests, by warp and then in the order of the program.
    [[nodiscard]] std::vector<traced_request> requests() const;

private:
    struct warp_state {
        std::uint32_t intervals = 0;
        std::vector<traced_request> requests{};
    };
    std::vector<warp_state> warps_;
};

} // namespace gpu::inline v0::simulated
