// SPDX-License-Identifier: Apache-2.0
#include "dispatch.hpp"

#include "arrays.hpp"
#include "call/backend.hpp"
#include "call/prepare.hpp"
#include "call/text.hpp"
#include "request.hpp"

#include <gpualgo/error.hpp>

#include <string>

namespace gpu::inline v0::detail {
namespace {

constexpr auto are_compiled =
    tabulate([]<class T, class Op>(type_list<T, Op>) { return reduces_by_key<T, Op>; }, types(),
             operators());

/// Throws if the request has numbers that this library does not know; they come from newer headers.
void check_numbers(reduce_by_key_request const& request) {
    if (request.value >= types::size || !known_types[request.value].is_real)
        throw unsupported_operator("this library has no keys of type " +
                                   name_of_type(request.value));
    if (request.total >= types::size || request.operation >= operators::size ||
        !are_compiled[request.total][request.operation])
        throw unsupported_operator("this library has no reduction by key of " +
                                   name_of_type(request.total) + " by " +
                                   name_of_operation(request.operation));
}

} // namespace

void dispatch_reduce_by_key(reduce_by_key_request const& given, call_result& ran) {
    reduce_by_key_request request = given;
    auto const& strategy = strategy_of(request, known_strategies);
    if (!strategy.is_automatic)
        throw unsupported_operator("this library has no strategy but automatic for this");
    check_numbers(request);
    check_ranges(request);
    auto const where =
        prepare(request, strategy, {owner_of_all(request), request.n == 0, "the ranges lie"}, ran);
    write_text(ran.message, where.fallback);
    *request.runs = 0;
    if (request.n == 0) return;
    staged_by_key staged(request, where.device);
    backend_of(where.device).reduce_by_key(where.device.ordinal, staged.request(), ran);
    staged.finish();
    check_room(request);
    ran.bytes = bytes_moved(request);
}

std::string_view function_of(reduce_by_key_request const&) { return "gpu::reduce_by_key"; }

std::string described(reduce_by_key_request const& r) {
    std::string details = ", ";
    details += name_of_type(r.value);
    details += ", ";
    details += name_of_type(r.total);
    details += ", ";
    details += name_of_operation(r.operation);
    return describe_call(r, function_of(r), details);
}

} // namespace gpu::inline v0::detail
