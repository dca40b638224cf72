// SPDX-License-Identifier: Apache-2.0
#include "cuda/sorted/vendor.hpp"

#define CCCL_DISABLE_NVTX // profilers see our own range for every call, unless GPUALGO_NVTX=0
#include <cub/device/device_histogram.cuh>

#include <cstdint>

namespace gpu::inline v0::detail {

template <class T>
cudaError_t cub_count(cub_storage& storage, cub_histogram<T> const& h, cudaStream_t stream) {
    return cub::DeviceHistogram::HistogramEven(storage.memory, storage.bytes, h.in, h.counts,
                                               h.bins + 1, h.lower, h.upper,
                                               static_cast<std::int64_t>(h.n), stream);
}

template cudaError_t cub_count(cub_storage&, cub_histogram<std::uint8_t> const&, cudaStream_t);
template cudaError_t cub_count(cub_storage&, cub_histogram<std::int32_t> const&, cudaStream_t);
template cudaError_t cub_count(cub_storage&, cub_histogram<std::uint32_t> const&, cudaStream_t);

} // namespace gpu::inline v0::detail
