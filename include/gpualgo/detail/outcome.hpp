// SPDX-License-Identifier: Apache-2.0
/// @file
/// From the library's outcome to the exception of the header.
#pragma once

#include <gpualgo/detail/request.hpp>
#include <gpualgo/error.hpp>

#include <stdexcept>

namespace gpu::inline v0::detail {

[[noreturn, gnu::cold]] inline void throw_failure(outcome const& failed) {
    // a string here, and its unwinding, would cost every client 20 ms of compilation
    char const* const text = failed.text;
    switch (failed.ended) {
    case status::no_device: throw no_device(text, failed.code);
    case status::device_fault: throw device_fault(text, failed.code);
    case status::unsupported_operator: throw unsupported_operator(text, failed.code);
    case status::out_of_memory:
        throw out_of_memory(text, failed.bytes_requested, failed.bytes_available, failed.code);
    case status::invalid_argument: throw std::invalid_argument(text);
    case status::length_error: throw std::length_error(text);
    default: throw error(text, failed.code);
    }
}

/// Throws what the library reports; nothing where the call went well.
inline void raise(outcome const& outcome) {
    if (outcome.ended != status::ok) throw_failure(outcome);
}

} // namespace gpu::inline v0::detail
