// SPDX-License-Identifier: Apache-2.0
/// @file
/// Passes a policy's memory resource to the shared library.
#pragma once

#include <gpualgo/abi/call_options.hpp>
#include <gpualgo/memory_resource.hpp>

#include <cstdint>
#include <exception>
#include <new>

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
    /// @param has_succeeded whether the call has: it could do without the memory that the resource
    /// lacks
    void rethrow(bool has_succeeded) const {
        if (thrown_ && !(has_succeeded && lacks_memory_)) std::rethrow_exception(thrown_);
    }

private:
    static void* allocate(void* bridge, std::uint64_t bytes) noexcept {
        auto& self = *static_cast<resource_bridge*>(bridge);
        try {
            return self.resource_.allocate(bytes);
        } catch (std::bad_alloc const&) {
            self.keep_exception(true);
        } catch (...) {
            self.keep_exception(false);
        }
        return nullptr;
    }
    static void deallocate(void* bridge, void* memory, std::uint64_t bytes) noexcept {
        static_cast<resource_bridge*>(bridge)->resource_.deallocate(memory, bytes);
    }

    /// An exception about memory does not replace another one.
    void keep_exception(bool lacks_memory) noexcept {
        if (thrown_ && !lacks_memory_) return;
        thrown_ = std::current_exception();
        lacks_memory_ = lacks_memory;
    }

    memory_resource& resource_;
    std::exception_ptr thrown_;
    bool lacks_memory_ = false; ///< the exception is a std::bad_alloc
};

} // namespace gpu::inline v0::detail
