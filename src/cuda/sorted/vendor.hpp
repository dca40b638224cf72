// SPDX-License-Identifier: Apache-2.0
/// @file
/// The vendor's histograms, which are CUB's. `automatic` takes them if their counts are certainly
/// the same and they are faster: see bench/results/sorted_cuda_h200.json. CUB computes with
/// integers exactly, as our edges do; its bins of floating-point numbers are others.
#pragma once

#include "cuda/queue.hpp"
#include "cuda/reduce/vendor.hpp"

#include <gpualgo/abi/sorted_request.hpp>
#include <gpualgo/kernel/sorted/launches.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace gpu::inline v0::detail {

/// Integers, and evenly spaced bins of them.
template <class T>
struct cub_histogram {
    /// the type of bounds: that above all bytes is 256
    using bound = std::conditional_t<sizeof(T) == 1, int, T>;

    T const* in;
    std::size_t n;
    bound lower, upper;
    int bins;              ///< at least one
    std::uint32_t* counts; ///< modulo 2^32
};

/// Counts by cub::DeviceHistogram. If `storage.memory` is null, only its bytes are computed.
/// Instantiated for std::uint8_t, std::int32_t and std::uint32_t in vendor_histogram.cu.
template <class T>
cudaError_t cub_count(cub_storage& storage, cub_histogram<T> const& histogram, cudaStream_t stream);

/// On GPUs, CUB counts bytes by their value.
template <>
struct byte_counter<cuda_queue> {
    static void launch(cuda_queue& queue, std::uint8_t const* in, std::size_t n,
                       std::uint32_t* counts); ///< see byte_counter
};

/// Runs a request by CUB if `automatic` takes CUB for it: histograms of many integers of 32 bits in
/// few bins. CUB subtracts bounds in 32 bits.
/// @param request a checked one
/// @param edges of a histogram, in memory of the host
/// @return whether it did
bool run_by_vendor(cuda_queue& queue, sorted_request const& request, void const* edges);

} // namespace gpu::inline v0::detail
