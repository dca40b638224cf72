// SPDX-License-Identifier: Apache-2.0
/// @file
/// explanation: the counts that gpu::explain returns.
#pragma once

#include <gpualgo/warp_counts.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace gpu::inline v0 {

/// How a warp accesses memory.
enum class memory_access : std::uint32_t {
    global_load,  ///< reads global memory
    global_store, ///< writes global memory
    shared_load,  ///< reads shared memory
    shared_store  ///< writes shared memory
};

/// The counts of a call: one row per launch and source line.
struct explanation {
    /// Blocks of a grid, or threads of a block.
    struct extent {
        std::uint32_t x = 1; ///< along x
        std::uint32_t y = 1; ///< along y
        std::uint32_t z = 1; ///< along z
        /// @return whether all members are equal
        friend bool operator==(extent const&, extent const&) = default;
    };

    /// One launch of a kernel.
    struct launch {
        std::string kernel;                ///< its name
        extent grid;                       ///< blocks
        extent block;                      ///< threads per block
        std::uint64_t warps = 0;           ///< of all blocks
        std::uint64_t divergent_warps = 0; ///< with a warp-step that diverges
        std::uint64_t idle_warps = 0;      ///< without an access to memory
        bool is_extrapolated = false; ///< whether blocks that did not run were counted by others
        /// @return whether all members are equal
        friend bool operator==(launch const&, launch const&) = default;
    };

    /// One source line of one launch.
    struct line {
        std::size_t launch = 0; ///< index in `launches`
        std::string file;       ///< as in `#include <...>`
        unsigned number = 0;    ///< from 1
        warp_counts counts;     ///< of all warps of the launch
        /// @return whether all members are equal
        friend bool operator==(line const&, line const&) = default;
    };

    /// One access to memory by a warp of the first block of a launch.
    struct access {
        std::size_t launch = 0; ///< index in `launches`
        std::string file;       ///< as in `#include <...>`
        unsigned number = 0;    ///< the line, from 1
        /// accesses of a warp with the same interval, line and step are one warp-step
        std::uint64_t step = 0;
        memory_access kind = memory_access::global_load; ///< the memory, and the direction
        unsigned warp = 0;                               ///< its rank in the block
        unsigned interval = 0;         ///< barriers of the block that the warp has passed before
        std::uint32_t lanes = 0;       ///< a bit for each active lane
        unsigned sectors = 0;          ///< of 32 bytes of global memory
        unsigned wavefronts = 0;       ///< of shared memory
        unsigned least_wavefronts = 0; ///< without conflicts
        std::array<std::uint8_t, 32> bank_words{}; ///< different words per bank of shared memory
        /// @return whether all members are equal
        friend bool operator==(access const&, access const&) = default;
    };

    std::string policy;           ///< the policy's name
    std::vector<launch> launches; ///< in order
    std::vector<line> lines;      ///< by launch, file and number
    /// At most the first 64 of each warp of the first blocks, by launch and warp, in the order of
    /// the program. If a product is extrapolated, those of a smaller one.
    std::vector<access> accesses;
    std::vector<std::string> notes; ///< what counts assume about data and timing: sentences

    /// @return the first row
    [[nodiscard]] auto begin() const { return lines.begin(); }
    /// @return the end of the rows
    [[nodiscard]] auto end() const { return lines.end(); }

    /// @param index of a launch
    /// @return the sum over its lines
    [[nodiscard]] warp_counts total(std::size_t index) const {
        warp_counts sum;
        for (auto const& row : lines)
            if (row.launch == index) sum += row.counts;
        return sum;
    }
    /// @return the sum over all launches
    [[nodiscard]] warp_counts total() const {
        warp_counts sum;
        for (auto const& row : lines) sum += row.counts;
        return sum;
    }

    /// @return whether all members are equal
    friend bool operator==(explanation const&, explanation const&) = default;
};

} // namespace gpu::inline v0
