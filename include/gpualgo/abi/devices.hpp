// SPDX-License-Identifier: Apache-2.0
/// @file
/// Devices, their memory and their streams: functions of the shared library. All of them report
/// failures through a call_result.
#pragma once

#include <gpualgo/abi/call_result.hpp>

#include <cstdint>

namespace gpu::inline v0::detail {

/// Properties of a device.
struct device_description {
    std::uint64_t bytes_total = 0;
    std::uint64_t bytes_free = 0;
    char name[256] = {};
    char why[600] = {}; ///< why it is not preferred, or its role in the machine
};

} // namespace gpu::inline v0::detail

extern "C" {
#pragma GCC visibility push(default)
/// Writes the preferred device.
void gpualgo_v0_preferred(gpu::detail::device_id* device,
                          gpu::detail::call_result* result) noexcept;
/// Writes up to `capacity` devices and returns the number of all devices.
std::uint32_t gpualgo_v0_devices(gpu::detail::device_id* devices, std::uint32_t capacity) noexcept;
void gpualgo_v0_describe(gpu::detail::device_id device,
                         gpu::detail::device_description* description,
                         gpu::detail::call_result* result) noexcept;
/// Writes the device that owns the memory of a plain pointer: the host, unless CUDA is in use and
/// names a GPU.
void gpualgo_v0_locate(void const* memory, gpu::detail::device_id* device) noexcept;

void gpualgo_v0_allocate(gpu::detail::device_id device, std::uint64_t bytes, void** memory,
                         gpu::detail::call_result* result) noexcept;
void gpualgo_v0_deallocate(gpu::detail::device_id device, void* memory) noexcept;
/// Allocates page-locked host memory, which GPUs copy from and to directly. `bytes` is not 0.
void gpualgo_v0_allocate_pinned(std::uint64_t bytes, void** memory,
                                gpu::detail::call_result* result) noexcept;
void gpualgo_v0_deallocate_pinned(void* memory, std::uint64_t bytes) noexcept;
/// Copies between any two memories and waits. The device of a pointer is looked up if it is
/// unspecified.
void gpualgo_v0_copy(gpu::detail::device_id to, void* target, gpu::detail::device_id from,
                     void const* source, std::uint64_t bytes,
                     gpu::detail::call_result* result) noexcept;
/// Writes `n` copies of an element of `size` bytes and waits.
void gpualgo_v0_fill(gpu::detail::device_id device, void* memory, std::uint64_t n,
                     void const* element, std::uint32_t size,
                     gpu::detail::call_result* result) noexcept;

/// Creates a stream; null on a device without streams.
void gpualgo_v0_make_stream(gpu::detail::device_id device, void** stream,
                            gpu::detail::call_result* result) noexcept;
/// Waits for the stream's work, then destroys it.
void gpualgo_v0_end_stream(gpu::detail::device_id device, void* stream) noexcept;
/// Waits for the work of a stream; null is the default stream.
void gpualgo_v0_stream_synchronize(gpu::detail::device_id device, void* stream,
                                   gpu::detail::call_result* result) noexcept;
#pragma GCC visibility pop
}
