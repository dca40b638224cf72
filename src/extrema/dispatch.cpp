// SPDX-License-Identifier: Apache-2.0
#include "dispatch.hpp"

#include "call/backend.hpp"
#include "call/device_buffer.hpp"
#include "call/names.hpp"
#include "call/prepare.hpp"
#include "call/text.hpp"
#include "expression/ahead.hpp"
#include "expression/program.hpp"
#include "expression/ranges.hpp"
#include "order.hpp"

#include <gpualgo/error.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>

namespace gpu::inline v0::detail {
namespace {

constexpr std::array<std::string_view, 3> names_of_extrema{"gpu::min_element", "gpu::max_element",
                                                           "gpu::minmax_element"};

/// Throws if the request has numbers that this library does not know; they come from newer headers.
void check_numbers(extrema_request const& request) {
    if (request.wanted >= names_of_extrema.size())
        throw unsupported_operator("this library has no search number " +
                                   std::to_string(request.wanted));
    if (request.value >= types::size)
        throw unsupported_operator("this library has no type number " +
                                   std::to_string(request.value));
    if (!known_types[request.value].is_real)
        throw unsupported_operator(std::string(known_types[request.value].name) + " has no order");
}

/// Throws if keys are not such that this library can compile.
void check_keys(extrema_request const& request) {
    check_program(request.keys->f, operands_of_search(*request.keys));
    if (result_of(request.keys->f) != request.keys->type_of_key ||
        size_of(request.keys->type_of_key) != known_types[request.value].size)
        throw unsupported_operator("this library compares keys of one type only");
}

/// The ranges that keys are made of; null if they are made of the request's elements.
expression_request const* made_of(extrema_request const& r) {
    return r.keys != nullptr ? r.keys->made : nullptr;
}

/// The device of the ranges. Throws if these are wrong.
std::optional<device_id> owner_of_ranges(extrema_request const& r) {
    if (auto const* const made = made_of(r)) {
        check_made(*made, r.n);
        return common_owner(inputs_of(*made), r.n);
    }
    check_range(r.first, r.n, r.value);
    return owner_of_range(r);
}

/// Bytes of the elements, or of those that they are made of.
std::uint64_t bytes_of_elements(extrema_request const& r) {
    if (auto const* const made = made_of(r)) return bytes_read(*made);
    return r.n * (r.keys != nullptr ? size_of(r.keys->type) : known_types[r.value].size);
}

/// Searches on the device, or in the program, if that is the host and the keys are an expression.
void find(extrema_request const& request, device_id device, call_result& ran) {
    if (request.keys != nullptr && device == host_id) {
        write_text(ran.kernel, "a search in the program");
        return request.keys->on_host(request.keys->context, request.positions);
    }
    backend_of(device).find_extrema(device.ordinal, request, ran);
}

} // namespace

void dispatch_extrema(extrema_request const& given, call_result& ran) {
    extrema_request request = given;
    auto const& strategy = strategy_of(request, known_strategies);
    if (!strategy.is_automatic)
        throw unsupported_operator("this library has no strategy but automatic for this");
    check_numbers(request);
    auto const where = prepare(request, strategy,
                               {owner_of_ranges(request), request.n == 0, "the range lies"}, ran);
    write_text(ran.message, where.fallback);
    if (request.keys != nullptr) {
        check_keys(request);
        check_texts(request.keys->f, where.device);
        if (compiles_ahead(where.device)) {
            request.n = 0;
            if (where.device != host_id) find(request, where.device, ran);
        }
    }
    if (request.n == 0) {
        std::fill_n(request.positions, is_for_both(request) ? 2 : 1, std::uint64_t{});
        return;
    }
    std::uint64_t const bytes = bytes_of_elements(request);
    std::optional<device_buffer> staged;
    std::optional<staged_expression<key_expression>> staged_keys;
    if (where.staged && made_of(request) != nullptr)
        request.keys = &staged_keys.emplace(*request.keys, where.device).get();
    else if (where.staged)
        request.first = stage(staged, where.device, request.first, bytes, request);
    find(request, where.device, ran);
    ran.bytes = bytes;
}

std::string_view function_of(extrema_request const& r) {
    return r.wanted < names_of_extrema.size() ? names_of_extrema[r.wanted] : "gpu::?";
}

std::string described(extrema_request const& r) {
    std::string details = ", ";
    details += name_of_type(r.value);
    if (r.is_descending != 0) details += ", greater";
    return describe_call(r, function_of(r), details);
}

} // namespace gpu::inline v0::detail
