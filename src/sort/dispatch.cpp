// SPDX-License-Identifier: Apache-2.0
#include "dispatch.hpp"

#include "call/backend.hpp"
#include "call/devices.hpp"
#include "call/names.hpp"
#include "call/prepare.hpp"
#include "call/text.hpp"
#include "fallback.hpp"
#include "projection.hpp"
#include "ranges.hpp"
#include "request.hpp"

#include <gpualgo/error.hpp>

#include <array>
#include <string>

namespace gpu::inline v0::detail {
namespace {

constexpr std::array<std::string_view, 6> names_of_sorts{
    "gpu::sort",    "gpu::stable_sort", "gpu::sort_by_key",
    "gpu::argsort", "gpu::is_sorted",   "gpu::is_sorted_until"};

/// Throws if the request has numbers that this library does not know; they come from newer headers.
void check_numbers(sort_request const& r, strategy_facts const& strategy) {
    if (r.wanted >= names_of_sorts.size())
        throw unsupported_operator("this library has no sort number " + std::to_string(r.wanted));
    if (!strategy.is_automatic && (!is_by_vendor(r) || is_question(r)))
        throw unsupported_operator("this library has no " + std::string(names_of_sorts[r.wanted]) +
                                   " by " + std::string(strategy.name));
    if (r.value >= known_types.size())
        throw unsupported_operator("this library has no type number " + std::to_string(r.value));
    if (!known_types[r.value].is_real)
        throw unsupported_operator(std::string(known_types[r.value].name) + " has no order");
    if (r.is_descending > 1)
        throw unsupported_operator("this library has no order number " +
                                   std::to_string(r.is_descending));
    if (is_for(r, sort_kind::argsort) && r.value_size != 4 && r.value_size != 8)
        throw unsupported_operator("this library has no indices of " +
                                   std::to_string(r.value_size) + " bytes");
}

} // namespace

void dispatch_sort(sort_request const& given, call_result& ran) {
    sort_request request = given;
    auto const& strategy = strategy_of(request, known_strategies);
    check_numbers(request, strategy);
    if (request.projection != nullptr) return sort_by_projection(request, strategy, ran);
    check_range(request.first, request.n, request.value);
    check_values(request);
    auto const where =
        prepare(request, strategy, {owner_of_both(request), request.n == 0, "the range lies"}, ran);
    write_text(ran.message, fallback_text(request, where, strategy));
    if (request.n == 0) {
        if (is_question(request)) *request.position = 0;
        return;
    }
    auto& backend = backend_of(where.device);
    if (where.staged) {
        staged_sort const staged(request, where.device);
        backend.sort(where.device.ordinal, staged.request(), ran);
        staged.download();
    } else {
        backend.sort(where.device.ordinal, request, ran);
    }
    ran.bytes = bytes_of_keys(request) +
                (is_for(request, sort_kind::sort_by_key) ? bytes_of_values(request) : 0);
}

std::string_view function_of(sort_request const& r) {
    return r.wanted < names_of_sorts.size() ? names_of_sorts[r.wanted] : "gpu::?";
}

std::string described(sort_request const& r) {
    std::string details = ", ";
    details += name_of_type(r.value);
    if (r.is_descending != 0) details += ", greater";
    return describe_call(r, function_of(r), details);
}

} // namespace gpu::inline v0::detail
