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
#include "request.hpp"

#include <gpualgo/error.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>

namespace gpu::inline v0::detail {
namespace {

constexpr std::array<std::string_view, 8> names_of_searches{
    "gpu::find",   "gpu::find_if", "gpu::find_if_not", "gpu::any_of",
    "gpu::all_of", "gpu::none_of", "gpu::equal",       "gpu::mismatch"};

/// Throws if the request has numbers that this library does not know; they come from newer headers.
void check_numbers(find_request const& request) {
    if (request.wanted >= names_of_searches.size())
        throw unsupported_operator("this library has no search number " +
                                   std::to_string(request.wanted));
    if (request.value >= types::size)
        throw unsupported_operator("this library has no type number " +
                                   std::to_string(request.value));
    if (!known_types[request.value].is_real)
        throw unsupported_operator("this library compares no elements of type " +
                                   std::string(known_types[request.value].name));
}

/// The ranges that elements are made of; null if they are those of the request.
expression_request const* made_of(find_request const& r) {
    return r.expression != nullptr ? r.expression->made : nullptr;
}

/// Throws if a range is a null pointer or too large.
void check_ranges(find_request const& r) {
    if (auto const* const made = made_of(r)) return check_made(*made, r.n);
    check_range(r.first, r.n, r.value);
    if (is_for_two(r)) check_range(r.second, r.n, r.value);
}

/// The device that the ranges belong to, or none if both lie in plain host memory. Throws if they
/// lie on different devices.
std::optional<device_id> owner_of_both(find_request const& r) {
    if (auto const* const made = made_of(r)) return common_owner(inputs_of(*made), r.n);
    auto const first = owner_of_range(r);
    if (!is_for_two(r)) return first;
    auto const second = owner_of(r.second_memory, r.n > 0 ? r.second : nullptr);
    if (first && second && *first != *second)
        throw std::invalid_argument("the first range lies on " + name_of(*first) +
                                    ", and the second on " + name_of(*second) +
                                    "; copy one to where the other is");
    return first ? first : second;
}

/// A request whose ranges the device can read: copies of those that it cannot.
class staged_search {
public:
    staged_search(find_request const& given, device_id device, std::size_t bytes)
        : request_(given) {
        if (backend_of(device).reads_host_memory()) return;
        if (made_of(given) != nullptr) {
            if (!owner_of_both(given))
                request_.expression = &expression_.emplace(*given.expression, device).get();
            return;
        }
        if (!owner_of(given.memory, given.first))
            request_.first = stage(first_, device, given.first, bytes, given);
        if (is_for_two(given) && !owner_of(given.second_memory, given.second))
            request_.second = stage(second_, device, given.second, bytes, given);
    }
    [[nodiscard]] find_request const& request() const { return request_; }

private:
    find_request request_;
    std::optional<device_buffer> first_, second_;
    std::optional<staged_expression<predicate_expression>> expression_;
};

/// Searches a range that is not empty.
void find_first(find_request const& r, device_id device, call_result& ran) {
    if (r.expression != nullptr && device == host_id) {
        write_text(ran.kernel, "an expression in the program");
        return r.expression->on_host(r.expression->context, r.position);
    }
    staged_search const staged(r, device, r.n * known_types[r.value].size);
    backend_of(device).find(device.ordinal, staged.request(), ran);
}

} // namespace

void dispatch_find(find_request const& given, call_result& ran) {
    find_request request = given;
    auto const& strategy = strategy_of(request, known_strategies);
    if (!strategy.is_automatic)
        throw unsupported_operator("this library has no strategy but automatic for this");
    check_numbers(request);
    bool const is_pair = is_for_two(request);
    check_ranges(request);
    auto const where = prepare(
        request, strategy,
        {owner_of_both(request), request.n == 0, is_pair ? "the ranges lie" : "the range lies"},
        ran);
    write_text(ran.message, where.fallback);
    *request.position = request.n;
    if (request.expression != nullptr) {
        check_predicate(*request.expression, known_types[request.value].size);
        check_texts(request.expression->f, where.device);
        if (compiles_ahead(where.device)) {
            request.n = 0;
            if (where.device != host_id)
                backend_of(where.device).find(where.device.ordinal, request, ran);
        }
    }
    if (request.n == 0) return;
    find_first(request, where.device, ran);
    std::uint64_t const read = std::min(*request.position + 1, request.n);
    auto const* const made = made_of(request);
    std::size_t const per_element = made != nullptr
                                        ? bytes_read(*made) / request.n
                                        : known_types[request.value].size * (is_pair ? 2 : 1);
    ran.bytes = read * per_element;
}

std::string_view function_of(find_request const& r) {
    return r.wanted < names_of_searches.size() ? names_of_searches[r.wanted] : "gpu::?";
}

std::string described(find_request const& r) {
    std::string details = ", ";
    details += name_of_type(r.value);
    return describe_call(r, function_of(r), details);
}

} // namespace gpu::inline v0::detail
