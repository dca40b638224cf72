// SPDX-License-Identifier: Apache-2.0
/// @file
/// Calls whose policy names a strategy, but which only the host can run.
#pragma once

#include <gpualgo/detail/call.hpp>
#include <gpualgo/detail/diagnostics.hpp>
#include <gpualgo/error.hpp>

#include <cstddef>
#include <cstdlib>
#include <string>
#include <string_view>

namespace gpu::inline v0::detail {

/// Throws if GPUALGO_STRICT forbids that the host runs a call. It does if the policy names a
/// strategy, and not the host.
/// @param function that was called, for messages
/// @param reason says what is not precompiled
template <class P, class Reason>
void require_fallback_allowed(P const& policy, std::size_t n, char const* function, Reason reason) {
    if (is_automatic<P> || policy.target()) return;
    char const* const strict = secure_getenv("GPUALGO_STRICT");
    if (strict != nullptr && std::string_view(strict) == "1")
        throw unsupported_operator(
            call_text<P>(function, n) +
            "GPUALGO_STRICT=1 forbids falling back to the host: " + reason());
}

/// Adds to the report that the host ran a call by other means than the strategy that was named.
template <class P>
void note_fallback(P const& policy, std::string const& text) {
    if (!is_automatic<P> && policy.sink() != nullptr) policy.sink()->fallback = text;
}

} // namespace gpu::inline v0::detail
