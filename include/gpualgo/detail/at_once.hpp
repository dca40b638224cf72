// SPDX-License-Identifier: Apache-2.0
/// @file
/// Runs functions that wait for different devices at once.
#pragma once

#include <gpualgo/abi/host_services.hpp>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <vector>

namespace gpu::inline v0::detail {

/// Calls f(i) for 0 <= i < count, on threads of the library. Returns after all calls, and rethrows
/// the exception of the smallest i.
template <class F>
void at_once(std::size_t count, F const& f) {
    std::vector<std::exception_ptr> failures(count);
    auto run = [&](std::size_t i) noexcept {
        try {
            f(i);
        } catch (...) {
            failures[i] = std::current_exception();
        }
    };
    gpualgo_v0_parallel_for(
        count, [](void* context, std::uint64_t i) { (*static_cast<decltype(run)*>(context))(i); },
        &run);
    for (auto const& failure : failures)
        if (failure) std::rethrow_exception(failure);
}

} // namespace gpu::inline v0::detail
