// SPDX-License-Identifier: Apache-2.0
/// @file
/// Throws the exception that corresponds to the library's result.
#pragma once

#include <gpualgo/abi/call_result.hpp>
#include <gpualgo/error.hpp>

#include <stdexcept>

namespace gpu::inline v0::detail {

[[noreturn, gnu::cold]] inline void throw_failure(call_result const& failed) {
    // a std::string here, and its unwinding, would cost every client 20 ms of compilation
    char const* const text = failed.message;
    switch (failed.status) {
    case status_code::no_device: throw no_device(text, failed.code);
    case status_code::device_fault: throw device_fault(text, failed.code);
    case status_code::unsupported_operator: throw unsupported_operator(text, failed.code);
    case status_code::out_of_memory:
        throw out_of_memory(text, failed.bytes_requested, failed.bytes_available, failed.code);
    case status_code::invalid_argument: throw std::invalid_argument(text);
    case status_code::length_error: throw std::length_error(text);
    default: throw error(text, failed.code);
    }
}

/// Throws the failure that the library reports, if there is one.
inline void raise(call_result const& call_result) {
    if (call_result.status != status_code::ok) throw_failure(call_result);
}

} // namespace gpu::inline v0::detail
