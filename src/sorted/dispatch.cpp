// SPDX-License-Identifier: Apache-2.0
#include "dispatch.hpp"

#include "arrays.hpp"
#include "call/backend.hpp"
#include "call/names.hpp"
#include "call/prepare.hpp"
#include "call/text.hpp"
#include "request.hpp"

#include <gpualgo/error.hpp>

#include <array>
#include <string>

namespace gpu::inline v0::detail {
namespace {

constexpr std::array<std::string_view, 4> names_on_sorted{"gpu::merge", "gpu::lower_bound",
                                                          "gpu::upper_bound", "gpu::histogram"};

/// Throws if the request has numbers that this library does not know; they come from newer headers.
void check_numbers(sorted_request const& request) {
    if (request.function >= names_on_sorted.size())
        throw unsupported_operator("this library has no function number " +
                                   std::to_string(request.function) + " on sorted ranges");
    if (request.value >= types::size)
        throw unsupported_operator("this library has no type number " +
                                   std::to_string(request.value));
    if (!known_types[request.value].is_real)
        throw unsupported_operator(std::string(known_types[request.value].name) + " has no order");
    if (!is_for(request, sorted_function::merge) && request.out_size != 4 && request.out_size != 8)
        throw unsupported_operator("positions and counts have 4 or 8 bytes, not " +
                                   std::to_string(request.out_size));
}

} // namespace

void dispatch_sorted(sorted_request const& given, call_result& ran) {
    sorted_request request = given;
    auto const& strategy = strategy_of(request, known_strategies);
    if (!strategy.is_automatic)
        throw unsupported_operator("this library has no strategy but automatic for this");
    check_numbers(request);
    check_ranges(request);
    auto const bytes = bytes_of(request);
    auto const where =
        prepare(request, strategy, {owner_of_all(request), bytes.out == 0, "the ranges lie"}, ran);
    write_text(ran.message, where.fallback);
    if (bytes.out == 0) return;
    staged_arrays staged(request, where.device);
    backend_of(where.device).run_sorted(where.device.ordinal, staged.request(), given.second, ran);
    staged.finish();
    ran.bytes = bytes.first + bytes.second + bytes.out;
}

std::string_view function_of(sorted_request const& r) {
    return r.function < names_on_sorted.size() ? names_on_sorted[r.function] : "gpu::?";
}

std::string described(sorted_request const& r) {
    std::string details = ", ";
    details += name_of_type(r.value);
    if (r.is_descending != 0) details += ", greater";
    return describe_call(r, function_of(r), details);
}

} // namespace gpu::inline v0::detail
