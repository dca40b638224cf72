// SPDX-License-Identifier: Apache-2.0
/// @file
/// prepare: kernels of expressions are compiled ahead of their first use.
#pragma once

#include <gpualgo/abi/expression_request.hpp>
#include <gpualgo/detail/raise.hpp>
#include <gpualgo/device.hpp>

#include <concepts>

namespace gpu::inline v0 {

namespace detail {

/// The mode in which calls with expressions make kernels only, in the calling thread.
class compilation_ahead {
public:
    explicit compilation_ahead(device_id device) {
        call_result result;
        gpualgo_v0_compile_ahead(&device, &result);
        raise(result);
    }
    compilation_ahead(compilation_ahead const&) = delete;
    compilation_ahead& operator=(compilation_ahead const&) = delete;
    ~compilation_ahead() {
        call_result ignored;
        gpualgo_v0_compile_ahead(nullptr, &ignored);
    }
};

} // namespace detail

/// Makes the kernels of calls ahead, so that their first use does not wait for the compiler.
///
/// @par Effects
/// Calls f. In it, calls with expressions on the device make their kernels, or load them from the
/// cache on disk. They do nothing else, as if all ranges were empty, and the ranges may in fact be
/// empty. Other calls run as usual.
/// @par Example
/// `gpu::prepare([&] { gpu::transform(x, y, y, 2.f * _1 + _2); }, x.device())`
/// @param f makes the calls, in the calling thread
/// @param device whose kernels are made. For a device that needs no kernels, the calls do nothing
/// @throws gpu::unsupported_operator if there is no run-time compiler; gpu::no_device if the device
/// cannot be used; exceptions of f
/// @par Thread safety
/// May be called from several threads at once. It must not be called in f.
/// @ingroup expressions
template <std::invocable F>
void prepare(F&& f, device const& device = device::preferred()) {
    detail::compilation_ahead const ahead(device.id());
    static_cast<F&&>(f)();
}

} // namespace gpu::inline v0
