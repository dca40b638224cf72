// SPDX-License-Identifier: Apache-2.0
/// @file
/// Reduces ranges of the host on devices, chunk after chunk. Copies overlap with kernels, and the
/// memory on the devices is bounded.
#pragma once

#include "subtree_totals.hpp"

#include "call/backend.hpp"

#include <gpualgo/abi/partial_request.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace gpu::inline v0::detail {

/// The bytes of a chunk, of each range. Smaller ranges are copied as a whole.
inline constexpr std::size_t chunk_bytes = std::size_t{16} << 20;

/// Devices that take chunks in turn. Each GPU has two chunks: one on the bus while the other is
/// reduced.
class chunk_pipeline {
public:
    /// @param request of the reduction: its options, types, operator and transform
    /// @param most the largest number of elements
    /// @param totals grows by the chunks
    chunk_pipeline(std::span<device_id const> devices, reduce_request const& request,
                   std::uint64_t most, subtree_totals& totals, call_result& ran);

    /// Reduces complete segments of memory of the host.
    /// @param request with the elements
    void reduce(reduce_request const& request, std::uint64_t first_segment);

    /// Reduces the elements of a source, until it ends or n elements are read.
    /// @param tail takes the elements after the last boundary of segments
    /// @return the number of elements
    std::uint64_t reduce(element_source const& source, std::uint64_t n, std::uint64_t first_segment,
                         void* tail);

private:
    struct lane {
        device_id device;
        std::unique_ptr<chunk_buffer> buffer{}; ///< null if the device reads host memory
        std::vector<std::byte> memory{};        ///< for elements of a source, if there is no buffer
        std::unique_ptr<pending_groups> pending{};
    };

    lane& take_lane();
    void collect(lane& from);
    void collect_all();
    void start(lane& on, reduce_request const& chunk, std::uint64_t first_segment);
    std::uint64_t read_chunk(lane& to, element_source const& source, std::uint64_t bytes,
                             void* tail);
    [[nodiscard]] std::uint64_t segments_until_boundary(std::uint64_t segment) const;

    reduce_request request_;
    subtree_totals& totals_;
    call_result& ran_;
    std::size_t value_bytes_;
    std::size_t segment_bytes_;
    std::size_t buffer_bytes_; ///< of a chunk of one range
    std::vector<lane> lanes_;
    std::size_t turn_ = 0;
};

/// Runs a checked reduction by `automatic` of memory of the host that the device cannot read.
void reduce_in_chunks(device_id device, reduce_request const& request, call_result& ran);

} // namespace gpu::inline v0::detail
