// SPDX-License-Identifier: Apache-2.0
/// @file
/// The first steps of every call, shared by all algorithms: check the options and choose the
/// device.
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

/// The strategy of a call. Throws if this library does not know the request's version or strategy,
/// because the program was compiled with newer headers.
/// @param known the algorithm's strategies
strategy_facts const& strategy_of(call_options const& options,
                                  std::span<strategy_facts const> known);

/// The name of a call's strategy, or "?" if this library does not know it.
std::string_view name_of_strategy(call_options const& options,
                                  std::span<strategy_facts const> known) noexcept;

/// Throws if `first` is null or n elements exceed the address space. An empty range is always
/// valid.
/// @param value number of the element type
void check_range(void const* first, std::uint64_t n, std::uint32_t value);

/// The facts about a call's data that decide where the call runs.
struct call_data {
    std::optional<device_id> owner; ///< the device it belongs to; none for plain host memory
    bool is_empty;
    std::string_view text; ///< begins messages about the data: "the range lies"
};

/// Checks the options of a call, fills in defaults, chooses the device and records all that in
/// `ran`. Afterwards only the work itself can fail.
placement prepare(call_options& options, strategy_facts const& strategy, call_data const& data,
                  call_result& ran);

/// Throws if options contradict each other or the device that they name.
void check_call(call_options const& options);

/// Why another kernel than the policy's strategy ran; empty if none did.
std::string fallback_of(placement const& where, strategy_facts const& strategy);

/// Names a call in messages: "gpu::reduce(interleaved on cuda:0, n = 1000)".
/// @param failing a request whose numbers may be wrong
/// @param details inserted before the closing bracket
/// @param known the algorithm's strategies
std::string describe_call(range_request const& failing, std::string_view function,
                          std::string_view details = {},
                          std::span<strategy_facts const> known = known_strategies);

} // namespace gpu::inline v0::detail
