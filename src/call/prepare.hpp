// SPDX-License-Identifier: Apache-2.0
/// @file
/// The first steps of every call, the same for all algorithms: check its options, and choose the
/// device that it runs on.
#pragma once

#include "call/names.hpp"
#include "call/placement.hpp"

#include <gpualgo/abi/call_options.hpp>
#include <gpualgo/abi/reduce_request.hpp>

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace gpu::inline v0::detail {

/// The strategy of a call. Throws if this library knows no such version or strategy: the program
/// was compiled with newer headers.
/// @param known the algorithm's strategies
strategy_facts const& strategy_of(call_options const& options,
                                  std::span<strategy_facts const> known);

/// The name of a call's strategy, "?" if this library does not know it.
std::string_view name_of_strategy(call_options const& options,
                                  std::span<strategy_facts const> known) noexcept;

/// Throws if a range cannot begin at `first`.
/// @param value a listed type: the elements'
void check_range(void const* first, std::uint64_t n, std::uint32_t value);

/// The data of a call, as far as it decides where the call runs.
struct call_data {
    std::optional<device_id> owner; ///< the device it belongs to; none for plain memory of the host
    bool is_empty;
    std::string_view text; ///< names the data in messages: "the range lies"
};

/// Checks a call's options, completes those that the policy leaves open, chooses the device, and
/// notes all that in `ran`. Once it has returned, only the work itself can fail.
placement prepare(call_options& options, strategy_facts const& strategy, call_data const& data,
                  call_result& ran);

/// Throws if options do not fit each other or the device that they name.
void check_call(call_options const& options);

/// Why the kernel that ran is not the strategy of the policy; empty if it is.
std::string fallback_of(placement const& where, strategy_facts const& strategy);

/// "gpu::reduce(interleaved on cuda:0, n = 1000" and a bracket: names a call in messages.
/// @param failing a request whose numbers may be wrong
/// @param details precede the bracket
std::string describe_call(range_request const& failing, std::string_view function,
                          std::string_view details = {});

} // namespace gpu::inline v0::detail
