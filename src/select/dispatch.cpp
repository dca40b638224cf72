// SPDX-License-Identifier: Apache-2.0
#include "dispatch.hpp"

#include "call/backend.hpp"
#include "call/names.hpp"
#include "call/prepare.hpp"
#include "call/text.hpp"
#include "expression/ahead.hpp"
#include "expression/program.hpp"
#include "outputs.hpp"
#include "request.hpp"

#include <gpualgo/error.hpp>

#include <array>
#include <string>

namespace gpu::inline v0::detail {
namespace {

constexpr std::array<std::string_view, 10> names_of_selections{
    "gpu::count",          "gpu::count_if",    "gpu::copy_if", "gpu::remove_copy_if",
    "gpu::partition_copy", "gpu::unique_copy", "gpu::unique",  "gpu::remove_copy",
    "gpu::remove_if",      "gpu::remove"};

/// Throws if a predicate is not one that this library can compile.
void check_expression(select_request const& request, strategy_facts const& strategy) {
    if (!strategy.is_automatic)
        throw unsupported_operator("expressions run by automatic only, not by " +
                                   std::string(strategy.name));
    check_predicate(*request.expression, known_types[request.value].size);
}

/// Throws if the request has numbers that this library does not know; they come from newer headers.
void check_numbers(select_request const& request, strategy_facts const& strategy) {
    if (!strategy.is_automatic && !is_by_warps(request) && !is_by_vendor(request))
        throw unsupported_operator("this library has no selection by " +
                                   std::string(strategy.name));
    if (request.wanted >= names_of_selections.size())
        throw unsupported_operator("this library has no selection number " +
                                   std::to_string(request.wanted));
    if ((is_for_unique(request) || is_in_place(request)) && !strategy.is_automatic)
        throw unsupported_operator("this library has no strategy but automatic for this");
    if (request.value >= types::size)
        throw unsupported_operator("this library has no type number " +
                                   std::to_string(request.value));
    if (request.expression != nullptr) check_expression(request, strategy);
    if (!known_types[request.value].is_real)
        throw unsupported_operator("this library selects no elements of type " +
                                   std::string(known_types[request.value].name));
}

/// Why another kernel than the policy's strategy ran; empty if none did.
std::string fallback_text(placement const& where, strategy_facts const& strategy) {
    if (where.device != host_id || strategy.is_automatic) return where.fallback;
    std::string const text =
        "the host has no " + std::string(strategy.name) + " kernel and works in order";
    return where.fallback.empty() ? text : where.fallback + "; " + text;
}

} // namespace

void dispatch_select(select_request const& given, call_result& ran) {
    select_request request = given;
    auto const& strategy = strategy_of(request, known_strategies);
    check_numbers(request, strategy);
    check_range(request.first, request.n, request.value);
    bound_outputs(request);
    check_outputs(request);
    auto const where =
        prepare(request, strategy, {owner_of_all(request), request.n == 0, "the range lies"}, ran);
    if (is_by_vendor(request) && where.device == simulated_id)
        throw unsupported_operator("the simulated device has no vendor library");
    write_text(ran.message, fallback_text(where, strategy));
    note_totals(request, {0, 0});
    if (request.expression != nullptr) {
        if (compiles_ahead(where.device)) {
            request.n = 0;
            if (where.device != host_id)
                backend_of(where.device).select(where.device.ordinal, request, ran);
            return;
        }
        check_texts(request.expression->f, where.device);
    }
    if (request.n == 0) return;
    if (request.expression != nullptr && where.device == host_id) {
        write_text(ran.kernel, "an expression in the program");
        request.expression->on_host(request.expression->context, request.totals);
        ran.bytes = bytes_moved(request);
        return check_room(request);
    }
    staged_selection staged(request, where.device);
    backend_of(where.device).select(where.device.ordinal, staged.request(), ran);
    staged.finish();
    ran.bytes = bytes_moved(request);
    check_room(request);
}

std::string_view function_of(select_request const& r) {
    return r.wanted < names_of_selections.size() ? names_of_selections[r.wanted] : "gpu::?";
}

std::string described(select_request const& r) {
    std::string details = ", ";
    details += name_of_type(r.value);
    return describe_call(r, function_of(r), details);
}

} // namespace gpu::inline v0::detail
