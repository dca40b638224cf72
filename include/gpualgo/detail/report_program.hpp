// SPDX-License-Identifier: Apache-2.0
/// @file
/// Reports and log lines of calls that the program computes itself.
#pragma once

#include <gpualgo/abi/host_services.hpp>
#include <gpualgo/detail/fill_report.hpp>
#include <gpualgo/device.hpp>

#include <cstddef>
#include <cstring>

namespace gpu::inline v0::detail {

/// A call that the program computed itself.
struct program_run {
    char const* algorithm; ///< the function that was called
    char const* order;     ///< in which it computed, as reports say it
    std::size_t n;         ///< elements
    std::size_t segments;
    std::size_t bytes; ///< bytes of input
};

/// Logs a call that the program computed, and fills the policy's report.
template <class P>
void report_program(P const& policy, program_run const& run) {
    call_result ran;
    ran.device = device::host().id();
    ran.grid = run.segments;
    ran.bytes = run.bytes;
    std::strncpy(ran.kernel, run.order, sizeof ran.kernel - 1);
    gpualgo_v0_log(run.algorithm, P::name.data(), run.n, &ran);
    if (policy.sink() != nullptr) fill_report(*policy.sink(), ran, P::name);
}

} // namespace gpu::inline v0::detail
