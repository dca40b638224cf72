// SPDX-License-Identifier: Apache-2.0
/// @file
/// Device memory for the duration of a call, for data that the device cannot read in place.
#pragma once

#include "backend.hpp"
#include "devices.hpp"
#include "scratch.hpp"

#include <gpualgo/abi/reduce_request.hpp>

#include <cstddef>
#include <exception>
#include <optional>

namespace gpu::inline v0::detail {

/// Owns device memory. If the call does not fail, it must have waited for its work on it before the
/// destructor runs.
class device_buffer {
public:
    /// Allocates uninitialised memory on the call's stream and from its resource. Throws
    /// gpu::out_of_memory.
    device_buffer(device_id device, std::size_t bytes, call_options const& options)
        : device_(device), bytes_(bytes), options_(options),
          memory_(is_given(options.scratch)
                      ? allocate_from(options.scratch, bytes)
                      : backend_of(device).allocate(device.ordinal, bytes, options.stream)) {}
    device_buffer(device_buffer const&) = delete;
    device_buffer& operator=(device_buffer const&) = delete;
    ~device_buffer() {
        if (is_given(options_.scratch)) {
            if (std::uncaught_exceptions() > exceptions_) wait(); // kernels may still run
            options_.scratch.deallocate(options_.scratch.context, memory_, bytes_);
        } else {
            backend_of(device_).deallocate(device_.ordinal, memory_, options_.stream);
        }
    }

    /// Fills all of it from the host, and waits.
    void upload(void const* source) {
        backend_of(device_).copy(memory_, source, bytes_, options_.stream);
    }
    /// Copies all of it to the host, and waits.
    void download(void* target) const {
        backend_of(device_).copy(target, memory_, bytes_, options_.stream);
    }

    [[nodiscard]] void* data() const { return memory_; }

private:
    void wait() const noexcept {
        try {
            backend_of(device_).synchronize(device_.ordinal, options_.stream);
        } catch (std::exception const&) {
            // the device has failed, and runs nothing
        }
    }

    device_id device_;
    std::size_t bytes_;
    call_options options_;
    int exceptions_ = std::uncaught_exceptions(); ///< on their way when the call began
    void* memory_;
};

/// Copies host memory into `buffer` on a device.
/// @return the address of the copy, valid for the life of `buffer`
inline void const* stage(std::optional<device_buffer>& buffer, device_id device, void const* source,
                         std::size_t bytes, call_options const& options) {
    buffer.emplace(device, bytes, options).upload(source);
    return buffer->data();
}

} // namespace gpu::inline v0::detail
