// SPDX-License-Identifier: Apache-2.0
#include "projection.hpp"

#include "call/backend.hpp"
#include "call/device_buffer.hpp"
#include "call/devices.hpp"
#include "call/prepare.hpp"
#include "call/text.hpp"
#include "dispatch.hpp"
#include "expression/ahead.hpp"
#include "expression/program.hpp"
#include "fallback.hpp"
#include "ranges.hpp"
#include "request.hpp"

#include <gpualgo/error.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>

namespace gpu::inline v0::detail {
namespace {

/// Throws if elements are missing or too many, or if they cannot have such keys.
void check_projection(sort_request const& r) {
    auto const& by = *r.projection;
    std::size_t const key_size = known_types[r.value].size;
    if (is_question(r)) throw unsupported_operator("this library has projections for sorts only");
    if (by.element_size == 0 || by.element_size > std::numeric_limits<std::uint32_t>::max() ||
        r.n > std::numeric_limits<std::size_t>::max() / by.element_size)
        throw std::invalid_argument("the range is larger than the address space");
    if (r.first == nullptr && r.n > 0)
        throw std::invalid_argument("a null pointer was given for a range of " +
                                    std::to_string(r.n) + " elements");
    if (by.keys == nullptr) {
        if (by.element_size < key_size || by.offset > by.element_size - key_size)
            throw std::invalid_argument("the field lies outside its element");
        return;
    }
    number_type const operands[] = {by.keys->type};
    check_program(by.keys->f, operands);
    if (result_of(by.keys->f) != by.keys->type_of_key ||
        size_of(by.keys->type_of_key) != key_size || size_of(by.keys->type) != by.element_size)
        throw unsupported_operator("this library sorts by keys of one type only");
}

/// Computes the keys of elements on a device. If there are none, only the kernel is made.
void compute_keys(sort_request const& request, device_id device, void* keys, call_result& ran) {
    auto const& by = *request.projection->keys;
    transform_request transform;
    static_cast<call_options&>(transform) = request;
    auto const function = function_of(request);
    transform.function = function.data();
    transform.n = request.n;
    transform.ranges = 1;
    transform.in[0] = {request.first, device, by.type};
    transform.out = {keys, device, by.type_of_key};
    transform.f = by.f;
    backend_of(device).transform(device.ordinal, transform, ran);
}

/// Sorts elements that a device can access.
void sort_elements(sort_request const& request, device_id device, call_result& ran) {
    auto const& by = *request.projection;
    sort_request sort = request;
    sort.projection = nullptr;
    if (!is_for(request, sort_kind::argsort)) { // elements move as values do
        sort.more_values = request.values;
        sort.more_value_size = request.value_size;
        sort.values = const_cast<void*>(request.first);
        sort.values_memory = request.memory;
        sort.value_size = static_cast<std::uint32_t>(by.element_size);
    }
    std::optional<device_buffer> keys;
    if (by.keys != nullptr) {
        keys.emplace(device, bytes_of_keys(request), request);
        compute_keys(request, device, keys->data(), ran);
        sort.first = keys->data();
        sort.may_write_keys = true;
    } else {
        sort.first = static_cast<std::byte const*>(request.first) + by.offset;
        sort.key_step = by.element_size;
    }
    backend_of(device).sort(device.ordinal, sort, ran);
}

} // namespace

void sort_by_projection(sort_request const& given, strategy_facts const& strategy,
                        call_result& ran) {
    sort_request request = given;
    check_projection(request);
    check_values(request);
    auto const where =
        prepare(request, strategy, {owner_of_both(request), request.n == 0, "the range lies"}, ran);
    write_text(ran.message, fallback_text(request, where, strategy));
    auto const& by = *request.projection;
    if (by.keys != nullptr) {
        check_texts(by.keys->f, where.device);
        if (compiles_ahead(where.device)) {
            request.n = 0;
            if (where.device != host_id) compute_keys(request, where.device, nullptr, ran);
        }
    }
    if (request.n == 0) return;
    if (where.device == host_id) {
        write_text(ran.kernel, "merge sort in the program");
        by.on_host(by.context);
    } else if (where.staged) {
        staged_sort const staged(request, where.device);
        sort_elements(staged.request(), where.device, ran);
        staged.download();
    } else {
        sort_elements(request, where.device, ran);
    }
    // not those of the keys
    ran.bytes = bytes_of_elements(request) +
                (is_for(request, sort_kind::sort_by_key) ? bytes_of_values(request) : 0);
}

} // namespace gpu::inline v0::detail
