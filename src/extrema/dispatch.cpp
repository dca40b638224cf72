// SPDX-License-Identifier: Apache-2.0
#include "dispatch.hpp"

#include "call/backend.hpp"
#include "call/device_buffer.hpp"
#include "call/names.hpp"
#include "call/placement.hpp"
#include "order.hpp"
#include "reduce/dispatch.hpp"

#include <gpualgo/error.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>

namespace gpu::inline v0::detail {
namespace {

constexpr std::array<std::string_view, 3> functions{"gpu::min_element", "gpu::max_element",
                                                    "gpu::minmax_element"};

/// Numbers that this library does not know come from newer headers; `prepare` checks those of the
/// range.
void check(extrema_request const& request) {
    if (request.version != request_version)
        throw error("this library takes requests of version " + std::to_string(request_version) +
                    ", not " + std::to_string(request.version));
    if (request.wanted >= functions.size())
        throw unsupported_operator("this library has no search number " +
                                   std::to_string(request.wanted));
    static constexpr auto have_order =
        tabulate([]<class T>(type_list<T>) { return in_list<T, real_types>; }, types());
    if (request.range->value < types::size && !have_order[request.range->value])
        throw unsupported_operator(std::string(known_types[request.range->value].name) +
                                   " has no order");
    if (request.range->strategy != index_of<policy::automatic, strategies>)
        throw unsupported_operator("this library has no strategy but automatic for this");
}

} // namespace

void dispatch_extrema(extrema_request const& given, call_result& ran) {
    check(given);
    reduce_request range = *given.range;
    auto const where = prepare(range, ran);
    extrema_request request = given;
    request.range = &range;
    if (range.n == 0) {
        std::fill_n(request.positions, is_for_both(request) ? 2 : 1, std::uint64_t{});
        return;
    }
    std::size_t const bytes = range.n * known_types[range.value].size;
    std::optional<device_buffer> staged;
    if (where.staged) {
        staged.emplace(where.device, bytes, range.run).upload(range.first);
        range.first = staged->data();
    }
    backend_of(where.device).find_extrema(where.device.ordinal, request, ran);
    ran.bytes = bytes;
}

std::string_view function_of(extrema_request const& r) {
    return r.wanted < functions.size() ? functions[r.wanted] : "gpu::?";
}

std::string described(extrema_request const& r) {
    reduce_request range = *r.range;
    range.operation = unspecified; // a search has none
    std::string text = described(range, function_of(r));
    text.pop_back(); // the bracket
    text.append(", ").append(range.value < known_types.size() ? known_types[range.value].name
                                                              : "?");
    return text + (r.is_descending != 0 ? ", greater)" : ")");
}

} // namespace gpu::inline v0::detail
