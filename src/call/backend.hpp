// SPDX-License-Identifier: Apache-2.0
/// @file
/// The interface that the dispatcher uses to reach devices. Implemented by src/host, src/simulated
/// and src/cuda.
#pragma once

#include "external_queue_base.hpp"
#include "group_totals.hpp"

#include <gpualgo/abi/devices.hpp>
#include <gpualgo/abi/elementwise_request.hpp>
#include <gpualgo/abi/expression_request.hpp>
#include <gpualgo/abi/external_queue.hpp>
#include <gpualgo/abi/extrema_request.hpp>
#include <gpualgo/abi/find_request.hpp>
#include <gpualgo/abi/matmul_request.hpp>
#include <gpualgo/abi/reduce_by_key_request.hpp>
#include <gpualgo/abi/reduce_request.hpp>
#include <gpualgo/abi/scan_request.hpp>
#include <gpualgo/abi/select_request.hpp>
#include <gpualgo/abi/sort_request.hpp>
#include <gpualgo/abi/sorted_request.hpp>
#include <gpualgo/abi/top_k_request.hpp>
#include <gpualgo/device.hpp>
#include <gpualgo/error.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace gpu::inline v0::detail {

/// All devices of one kind. Functions throw the exceptions of gpualgo/error.hpp and may be called
/// from any thread.
class backend {
public:
    backend() = default;
    backend(backend const&) = delete;
    backend& operator=(backend const&) = delete;
    virtual ~backend() = default;

    /// The number of devices of this kind that can be used. May allocate device memory to find out.
    virtual std::uint32_t count() = 0;
    /// The number of devices of this kind that are not known to fail. Allocates nothing.
    virtual std::uint32_t listed() { return count(); }
    /// Describes a device. Throws gpu::no_device, saying why, if it cannot be used.
    virtual void describe(std::uint32_t ordinal, device_description& description) = 0;
    /// Whether the devices can read any memory of the process; if not, host ranges are staged.
    [[nodiscard]] virtual bool reads_host_memory() const noexcept = 0;

    // In all functions a null stream is the default stream; devices without streams have only that.
    virtual void* make_stream(std::uint32_t) { return nullptr; }
    /// Waits for the stream's work first.
    virtual void end_stream(std::uint32_t, void*) noexcept {}
    virtual void synchronize(std::uint32_t, void*) {}

    /// Allocates device memory, aligned to 256 bytes. Throws gpu::out_of_memory. `bytes` is not 0.
    virtual void* allocate(std::uint32_t ordinal, std::size_t bytes, void* stream = nullptr) = 0;
    virtual void deallocate(std::uint32_t ordinal, void* memory,
                            void* stream = nullptr) noexcept = 0;
    /// Page-locks host memory, so that the devices copy from and to it directly. Throws
    /// gpu::out_of_memory.
    virtual void lock_pages(void*, std::size_t) {}
    /// Unlocks pages. Does nothing if they are no longer locked.
    virtual void unlock_pages(void*) noexcept {}
    /// Throws gpu::error if a reset of the GPU has destroyed this memory or stream.
    virtual void check_held(std::uint32_t, void const*) {}
    /// Copies between devices of this backend, or between a device and the host, and waits.
    virtual void copy(void* target, void const* source, std::size_t bytes,
                      void* stream = nullptr) = 0;
    /// Writes n copies of an element of `size` bytes, and waits.
    virtual void fill(std::uint32_t ordinal, void* memory, std::size_t n, void const* element,
                      std::size_t size) = 0;
    /// The device that a raw pointer's memory belongs to. The host if it is not of this kind, or if
    /// asking would initialise a device that the process does not use.
    [[nodiscard]] virtual device_id locate(void const* memory) noexcept = 0;

    /// Runs a checked reduction: the device can read its ranges, and space and block size are set.
    /// If the result goes to the host, n > 0. If it stays on the device, the device is a GPU, n may
    /// be 0, and the call does not wait. Fills grid, block and kernel of `ran`.
    virtual void reduce(std::uint32_t ordinal, reduce_request const& request, call_result& ran) = 0;

    /// Starts to compute totals of groups of complete segments, for a checked reduction by
    /// `automatic`. The totals have the type of the accumulator, which is computed in itself; init
    /// and result are not used. May return before they are complete.
    /// @param first_segment index in a larger range, which the groups are aligned to
    /// @param copies elements to copy to the host. `request.n` may be 0 if there are some
    virtual std::unique_ptr<pending_groups>
    start_groups(std::uint32_t ordinal, reduce_request const& request, std::uint64_t first_segment,
                 std::span<host_copy const> copies, call_result& ran) = 0;

    /// Allocates a buffer for chunks of host memory; null if the device reads host memory.
    /// @param options of the call: its memory resource is used
    virtual std::unique_ptr<chunk_buffer> make_chunk_buffer(std::uint32_t, std::size_t,
                                                            call_options const&) {
        return nullptr;
    }

    /// Runs a checked search: its range is not empty, and the device can read it. Fills `ran` as
    /// `reduce` does.
    virtual void find_extrema(std::uint32_t, extrema_request const&, call_result&) {
        throw unsupported_operator("this device has no min_element");
    }

    /// Runs a checked search for the first match: its ranges are not empty, and the device can read
    /// them. If n = 0, only the kernel of its expression is made. Fills `ran` as `reduce` does.
    virtual void find(std::uint32_t, find_request const&, call_result&) {
        throw unsupported_operator("this device has no find");
    }

    /// Runs a checked scan: n > 0, and the device reads its range and writes its output. Waits.
    /// Fills `ran` as `reduce` does.
    virtual void scan(std::uint32_t, scan_request const&, call_result&) {
        throw unsupported_operator("this device has no scans");
    }

    /// Runs a checked selection: its range is not empty, and the device can access its ranges.
    /// Writes no element beyond the room of an output. If n = 0, only the kernel of its expression
    /// is made. Fills `ran` as `reduce` does.
    virtual void select(std::uint32_t, select_request const&, call_result&) {
        throw unsupported_operator("this device has no selections");
    }

    /// Runs a checked elementwise algorithm on n > 0 elements: the device can read and write its
    /// ranges. A GPU need not wait. Fills `ran` as `reduce` does.
    virtual void elementwise(std::uint32_t, elementwise_request const&, call_result&) {
        throw unsupported_operator("this device has no elementwise algorithms");
    }

    /// Runs a checked search for the first elements of an order: k > 0, n > 0, and the device can
    /// access its ranges. Fills `ran` as `reduce` does.
    virtual void top_k(std::uint32_t, top_k_request const&, call_result&) {
        throw unsupported_operator("this device has no top_k");
    }

    /// Runs a checked sort, or answers a question: the range is not empty, and the device can
    /// access it and the values. Waits. Fills `ran` as `reduce` does.
    virtual void sort(std::uint32_t, sort_request const&, call_result&) {
        throw unsupported_operator("this device has no sorts");
    }

    /// Runs a checked merge, search of a sorted range or histogram: its output is not empty, and
    /// the device can access its ranges. Waits. Fills `ran` as `reduce` does.
    /// @param edges of a histogram, in memory of the host
    virtual void run_sorted(std::uint32_t, sorted_request const&, void const* /*edges*/,
                            call_result&) {
        throw unsupported_operator("this device has no merges and histograms");
    }

    /// Runs a checked reduction by key: n > 0, and the device can access its ranges. Writes the
    /// number of runs, and no element beyond the room of an output. Waits. Fills `ran` as `reduce`
    /// does.
    virtual void reduce_by_key(std::uint32_t, reduce_by_key_request const&, call_result&) {
        throw unsupported_operator("this device has no reduce_by_key");
    }

    /// Runs a checked transform by an expression: the device can read and write its ranges, which
    /// are not empty. If n = 0, only the kernel is made. Fills `ran` as `reduce` does.
    virtual void transform(std::uint32_t, transform_request const&, call_result&) {
        throw unsupported_operator("this device has no transform");
    }
    /// Runs a checked reduction by expressions, likewise.
    virtual void fold(std::uint32_t, fold_request const&, call_result&) {
        throw unsupported_operator("this device has no reductions by expressions");
    }
    /// Runs a checked scan by an expression, likewise. Waits.
    virtual void scan_by_expression(std::uint32_t, scan_expression_request const&, call_result&) {
        throw unsupported_operator("this device has no scans by expressions");
    }

    /// Opens a queue that runs kernels of the calling program.
    virtual std::unique_ptr<external_queue_base> open_queue(std::uint32_t, call_options const&,
                                                            external_queue&) {
        throw unsupported_operator("operators and types that are not precompiled run on GPUs and "
                                   "on the host, not on this device");
    }

    /// Runs a checked product, or a batch, that the device can read. C has elements; k may be 0. In
    /// each matrix one stride is 1, and the other is at least the length of a line. Space and block
    /// size are set if the policy has them. Fills grid, block and kernel of `ran`, and its message
    /// if the kernel is not the one asked for. GPUs need not wait if the request does not.
    virtual void matmul(std::uint32_t, matmul_request const&, call_result&) {
        throw unsupported_operator("this device has no products of matrices");
    }
};

/// The backends, created on first use and never destroyed: other static objects may use them until
/// the process ends.
backend& host_backend();
backend& simulated_backend();
backend& cuda_backend();

} // namespace gpu::inline v0::detail
