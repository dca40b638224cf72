// SPDX-License-Identifier: Apache-2.0
/// @file
/// What a backend is to the dispatcher. One folder implements each: src/host, src/simulated,
/// src/cuda.
#pragma once

#include "external_queue_base.hpp"

#include <gpualgo/abi/devices.hpp>
#include <gpualgo/abi/external_queue.hpp>
#include <gpualgo/abi/extrema_request.hpp>
#include <gpualgo/abi/matmul_request.hpp>
#include <gpualgo/abi/reduce_request.hpp>
#include <gpualgo/device.hpp>
#include <gpualgo/error.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>

namespace gpu::inline v0::detail {

/// All devices of one kind. Functions throw the exceptions of gpualgo/error.hpp and may be called
/// from any thread.
class backend {
public:
    backend() = default;
    backend(backend const&) = delete;
    backend& operator=(backend const&) = delete;
    virtual ~backend() = default;

    /// How many devices of this kind can be used. Memory of devices may be taken to find out.
    virtual std::uint32_t count() = 0;
    /// How many devices of this kind there are that are not known to fail. Takes no memory.
    virtual std::uint32_t listed() { return count(); }
    /// Names a device. Throws gpu::no_device, saying why, if it cannot be used.
    virtual void describe(std::uint32_t ordinal, device_description& description) = 0;
    /// Whether the devices can read any memory of the process; if not, host ranges are staged.
    [[nodiscard]] virtual bool reads_host_memory() const noexcept = 0;

    // A stream is one of the device's, or null: the default stream, of devices without streams too.
    virtual void* make_stream(std::uint32_t) { return nullptr; }
    /// Waits for the stream's work first.
    virtual void end_stream(std::uint32_t, void*) noexcept {}
    virtual void synchronize(std::uint32_t, void*) {}

    /// Memory of a device, aligned to 256 bytes. Throws gpu::out_of_memory. `bytes` is not 0.
    virtual void* allocate(std::uint32_t ordinal, std::size_t bytes, void* stream = nullptr) = 0;
    virtual void deallocate(std::uint32_t ordinal, void* memory,
                            void* stream = nullptr) noexcept = 0;
    /// Locks pages of the host's memory, which the devices copy from and to directly then. Throws
    /// gpu::out_of_memory.
    virtual void lock_pages(void*, std::size_t) {}
    /// Does nothing if they are not locked any more.
    virtual void unlock_pages(void*) noexcept {}
    /// Throws gpu::error if memory or a stream was a device's, and is gone: GPUs can be reset.
    virtual void check_held(std::uint32_t, void const*) {}
    /// Copies between memory of the backend's devices, or between that and the host's; waits for
    /// the end.
    virtual void copy(void* target, void const* source, std::size_t bytes,
                      void* stream = nullptr) = 0;
    /// Writes n copies of an element of `size` bytes; waits for the end.
    virtual void fill(std::uint32_t ordinal, void* memory, std::size_t n, void const* element,
                      std::size_t size) = 0;
    /// The device whose memory a plain pointer names; the host where it is none of this kind's, or
    /// where asking would initialise a device that the process does not use.
    [[nodiscard]] virtual device_id locate(void const* memory) noexcept = 0;

    /// Runs a checked reduction: the device can read its ranges, space and block size are given. If
    /// the total is returned, n > 0; otherwise the device is a GPU, n may be 0, and the call does
    /// not wait. Fills `ran`: grid, block and kernel.
    virtual void reduce(std::uint32_t ordinal, reduce_request const& request, call_result& ran) = 0;

    /// Runs a checked search: its range has elements, which the device can read. Fills `ran` as
    /// `reduce` does.
    virtual void find_extrema(std::uint32_t, extrema_request const&, call_result&) {
        throw unsupported_operator("this device has no min_element");
    }

    /// Opens a queue for kernels of the program.
    virtual std::unique_ptr<external_queue_base> open_queue(std::uint32_t, call_options const&,
                                                            external_queue&) {
        throw unsupported_operator("operators and types that are not precompiled run on GPUs and "
                                   "on the host, not on this device");
    }

    /// Runs a checked product of matrices with elements, k perhaps 0: the device can read them, of
    /// each one stride is 1 and the other at least the width of a line, space and block size are
    /// given where the policy has them. Fills `ran`: grid, block and kernel, and text where it is
    /// not what was asked for.
    virtual void matmul(std::uint32_t, matmul_request const&, call_result&) {
        throw unsupported_operator("this device has no products of matrices");
    }
};

/// The backends, made when first asked for and never destroyed: other static objects may use them
/// until the very end.
backend& host_backend();
backend& simulated_backend();
backend& cuda_backend();

} // namespace gpu::inline v0::detail
