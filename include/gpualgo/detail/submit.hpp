// SPDX-License-Identifier: Apache-2.0
/// @file
/// From a policy's stream and memory resource to the request that carries them, and to the library.
#pragma once

#include <gpualgo/abi/reduce_request.hpp>
#include <gpualgo/detail/raise.hpp>
#include <gpualgo/memory_resource.hpp>

#include <cstdint>
#include <exception>

namespace gpu::inline v0::detail {

/// A resource for as long as a call takes. What it throws must not pass through the library: it is
/// kept meanwhile.
class resource_bridge {
public:
    explicit resource_bridge(memory_resource& resource) : resource_(resource) {}

    [[nodiscard]] scratch_source source() {
        return {&allocate, &deallocate, this, resource_.device().id()};
    }
    /// Throws what the resource has thrown.
    void rethrow() const {
        if (thrown_) std::rethrow_exception(thrown_);
    }

private:
    static void* allocate(void* lent, std::uint64_t bytes) noexcept {
        auto& self = *static_cast<resource_bridge*>(lent);
        try {
            return self.resource_.allocate(bytes);
        } catch (...) {
            self.thrown_ = std::current_exception();
            return nullptr;
        }
    }
    static void deallocate(void* lent, void* memory, std::uint64_t bytes) noexcept {
        static_cast<resource_bridge*>(lent)->resource_.deallocate(memory, bytes);
    }

    memory_resource& resource_;
    std::exception_ptr thrown_;
};

/// Calls the library on the stream, and with the scratch, that the policy says.
/// @param run of the request that `call` gives to the library
template <class Policy, class Call>
void submit_by(Policy const& policy, execution& run, call_result& ran, Call call) {
    run.stream = policy.stream();
    if (memory_resource* const resource = policy.resource()) {
        resource_bridge lent(*resource);
        run.scratch = lent.source();
        call();
        lent.rethrow();
    } else {
        call();
    }
    raise(ran);
}

/// Has a function of the library run a request on the stream, and with the scratch, that the policy
/// says.
template <class Policy, class Request>
void submit(Policy const& policy, Request& request,
            void (*function)(Request const*, call_result*) noexcept, call_result& ran) {
    submit_by(policy, request.run, ran, [&] { function(&request, &ran); });
}

} // namespace gpu::inline v0::detail
