// SPDX-License-Identifier: Apache-2.0
/// @file
/// What crosses from the header templates into the shared library: plain structs and plain
/// functions, no STL type.
#pragma once

#include <cstddef>
#include <cstdint>

namespace gpu::inline v0::detail {

/// Version of the structs below. A library refuses a request of a version that it does not know.
inline constexpr std::uint32_t request_version = 1;

/// Stands for "not given" in the unsigned fields of a request.
inline constexpr std::uint32_t unspecified = 0xffffffff;

/// A device as a pair of numbers; `kind` is a `device_kind`, or `unspecified`.
struct device_id {
    std::uint32_t kind = unspecified;
    std::uint32_t ordinal = 0;
    friend constexpr bool operator==(device_id, device_id) = default;
};

/// How a call ended. The header turns all but `ok` into the exception of that name.
enum class status_code : std::uint32_t {
    ok,
    error,
    no_device,
    device_fault,
    unsupported_operator,
    out_of_memory,
    invalid_argument,
    length_error
};

/// How a call ended, and what ran. Filled by the library; the arrays of characters end with a zero.
struct call_result {
    status_code status = status_code::ok;
    std::int32_t code = 0;             ///< CUDA's error code
    std::uint64_t bytes_requested = 0; ///< of an `out_of_memory`
    std::uint64_t bytes_available = 0; ///< of an `out_of_memory`
    device_id device;                  ///< where it ran
    std::uint32_t strategy = unspecified;
    std::uint32_t space = unspecified;
    std::uint64_t grid = 0;  ///< blocks of the first launch, or segments on the host
    std::uint32_t block = 0; ///< threads a block; 0 on the host
    std::uint64_t bytes = 0; ///< bytes of input read
    char kernel[96];         ///< the kernel's name
    char message[600];       ///< the failure's text, or why the device is not the one wished for

    // the rest of the text stays unwritten: small calls are short
    call_result() noexcept { kernel[0] = message[0] = 0; }
};

/// Memory that a caller has a call take its scratch from: plain functions, since no class crosses
/// the surface.
struct scratch_source {
    /// null where the library has its own; returns null where it fails
    void* (*allocate)(void* context, std::uint64_t bytes) noexcept = nullptr;
    void (*deallocate)(void* context, void* memory, std::uint64_t bytes) noexcept = nullptr;
    void* context = nullptr;
    device_id memory; ///< whose
};

/// What a call runs with, beside what it is.
struct execution {
    void* stream = nullptr; ///< a `cudaStream_t`; null for the default stream
    scratch_source scratch;
};

/// A reduction of listed types by a listed operator.
struct reduce_request {
    std::uint32_t version = request_version;
    std::uint32_t strategy = 0;             ///< place in `strategies`
    std::uint32_t space = unspecified;      ///< a `memory_space`
    std::uint32_t block_size = unspecified; ///< threads
    std::uint32_t value = 0;                ///< place in `types`: what the range holds
    std::uint32_t accumulator = 0;          ///< place in `types`: what is accumulated and returned
    std::uint32_t operation = 0;            ///< place in `operators`
    /// where the range lies; unspecified for a plain pointer
    device_id memory;
    device_id target; ///< the policy's `.on(device)`
    void const* first = nullptr;
    std::uint64_t n = 0;        ///< elements
    void const* init = nullptr; ///< one accumulator
    /// one accumulator, on the host; written only where the call succeeds. Null: options are
    /// checked
    void* result = nullptr;
    execution run;
    /// one accumulator on the device, which takes the place of `result` where it is given
    void* into = nullptr;
    device_id into_memory; ///< where that lies; unspecified for a plain pointer
};

/// What the library knows of a device.
struct device_description {
    std::uint64_t bytes_total = 0;
    std::uint64_t bytes_free = 0;
    char name[256] = {};
    char why[600] = {};
};

} // namespace gpu::inline v0::detail

/// The whole exported surface, but for `gpualgo_v0_version`. Every function reports failures
/// through its result.
extern "C" {
#pragma GCC visibility push(default)
void gpualgo_v0_reduce(gpu::detail::reduce_request const* request,
                       gpu::detail::call_result* call_result) noexcept;
/// The result goes to `into`, and nobody waits for it.
void gpualgo_v0_reduce_into(gpu::detail::reduce_request const* request,
                            gpu::detail::call_result* call_result) noexcept;

/// The preferred device into `device`; the number of devices of all kinds is returned by
/// `gpualgo_v0_devices`.
void gpualgo_v0_preferred(gpu::detail::device_id* device,
                          gpu::detail::call_result* call_result) noexcept;
/// Writes up to `capacity` devices and returns how many there are.
std::uint32_t gpualgo_v0_devices(gpu::detail::device_id* devices, std::uint32_t capacity) noexcept;
void gpualgo_v0_describe(gpu::detail::device_id device,
                         gpu::detail::device_description* description,
                         gpu::detail::call_result* call_result) noexcept;

void gpualgo_v0_allocate(gpu::detail::device_id device, std::uint64_t bytes, void** memory,
                         gpu::detail::call_result* call_result) noexcept;
void gpualgo_v0_deallocate(gpu::detail::device_id device, void* memory) noexcept;
/// A stream of a device, null where it has none; ended once it has done what it was given.
void gpualgo_v0_make_stream(gpu::detail::device_id device, void** stream,
                            gpu::detail::call_result* call_result) noexcept;
void gpualgo_v0_end_stream(gpu::detail::device_id device, void* stream) noexcept;
/// Waits until a stream, or the default stream where it is null, has done what it was given.
void gpualgo_v0_stream_synchronize(gpu::detail::device_id device, void* stream,
                                   gpu::detail::call_result* call_result) noexcept;

/// Memory of the host that GPUs copy from and to directly, where there are any; `bytes` is not 0.
void gpualgo_v0_allocate_pinned(std::uint64_t bytes, void** memory,
                                gpu::detail::call_result* call_result) noexcept;
void gpualgo_v0_deallocate_pinned(void* memory, std::uint64_t bytes) noexcept;
/// Copies between any two memories, each of a device or, where it is unspecified, where the pointer
/// says; returns when the bytes have arrived.
void gpualgo_v0_copy(gpu::detail::device_id to, void* target, gpu::detail::device_id from,
                     void const* source, std::uint64_t bytes,
                     gpu::detail::call_result* call_result) noexcept;
/// Writes `n` copies of an element of `size` bytes.
void gpualgo_v0_fill(gpu::detail::device_id device, void* memory, std::uint64_t n,
                     void const* element, std::uint32_t size,
                     gpu::detail::call_result* call_result) noexcept;
/// The device that a plain pointer belongs to: the host unless CUDA, where it is in use, says
/// otherwise.
void gpualgo_v0_locate(void const* memory, gpu::detail::device_id* device) noexcept;

/// Calls `task(context, i)` for 0 <= i < count, on all cores; `task` must not throw.
void gpualgo_v0_parallel_for(std::uint64_t count, void (*task)(void* context, std::uint64_t i),
                             void* context) noexcept;
#pragma GCC visibility pop
}
