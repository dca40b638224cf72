// SPDX-License-Identifier: Apache-2.0
/// @file
/// Temporary memory of a call, for elements that its kernels write and read.
#pragma once

#include <gpualgo/abi/call_result.hpp>
#include <gpualgo/detail/device_memory.hpp>
#include <gpualgo/device_iterator.hpp>
#include <gpualgo/memory_source.hpp>
#include <gpualgo/stream.hpp>

#include <cstddef>
#include <limits>

namespace gpu::inline v0::detail {

/// Memory for n elements on a device: of a policy's resource, if that is one of the device.
template <class T>
class call_memory {
public:
    template <class P>
    call_memory(P const& policy, std::size_t n, gpu::device where)
        : memory_(source_for(policy, where), bytes_of(n)),
          stream_(where, policy.target() ? policy.stream() : nullptr) {}
    call_memory(call_memory const&) = delete;
    call_memory& operator=(call_memory const&) = delete;
    /// Waits for the call: other work may get the memory afterwards.
    ~call_memory() {
        call_result waited; // a failure is one of the call, or of the stream's next one
        gpualgo_v0_stream_synchronize(stream_.device().id(), stream_.native_handle(), &waited);
    }

    [[nodiscard]] device_iterator<T> begin() const {
        return {memory_.device(), static_cast<T*>(memory_.data())};
    }
    /// Waits for the call. Throws gpu::error if it has failed.
    void wait() const { stream_.synchronize(); }

    /// The bytes of n elements; as many as can be requested, if there are more.
    static constexpr std::size_t bytes_of(std::size_t n) {
        constexpr std::size_t most = std::numeric_limits<std::ptrdiff_t>::max() / sizeof(T);
        return (n < most ? n : most) * sizeof(T);
    }

private:
    template <class P>
    static memory_source source_for(P const& policy, gpu::device where) {
        auto* const resource = policy.resource();
        bool const fits = resource != nullptr && resource->device() == where;
        return fits ? memory_source(*resource) : memory_source(where);
    }

    device_memory memory_;
    stream_view stream_;
};

} // namespace gpu::inline v0::detail
