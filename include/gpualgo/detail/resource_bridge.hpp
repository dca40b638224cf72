// SPDX-License-Identifier: Apache-2.0
/// @file
/// Passes a policy's memory resource to the shared library.
#pragma once

#include <gpualgo/abi/call_options.hpp>
#include <gpualgo/memory_resource.hpp>

#include <cstdint>
#include <exception>

namespace gpu::inline v0::detail {

/// Passes a resource to one call. Exceptions of the resource must not propagate through the
/// library: they are stored, and rethrown after the call.
class resource_bridge {
public:
    explicit resource_bridge(memory_resource& resource) : resource_(resource) {}

    [[nodiscard]] scratch_source source() {
        return {&allocate, &deallocate, this, resource_.device().id()};
    }

    /// Rethrows the resource's exception, if there is one.
    void rethrow() const {
        if (thrown_) std::rethrow_exception(thrown_);
    }

private:
    static void* allocate(void* bridge, std::uint64_t bytes) noexcept {
        auto& self = *static_cast<resource_bridge*>(bridge);
        try {
            return self.resource_.allocate(bytes);
        } catch (...) {
            self.thrown_ = std::current_exception();
            return nullptr;
        }
    }
    static void deallocate(void* bridge, void* memory, std::uint64_t bytes) noexcept {
        static_cast<resource_bridge*>(bridge)->resource_.deallocate(memory, bytes);
    }

    memory_resource& resource_;
    std::exception_ptr thrown_;
};

} // namespace gpu::inline v0::detail
