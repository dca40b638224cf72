// SPDX-License-Identifier: Apache-2.0
#include "dispatch.hpp"

#include "call/backend.hpp"
#include "call/call_log.hpp"
#include "call/device_buffer.hpp"
#include "call/devices.hpp"
#include "call/names.hpp"
#include "call/nvtx_range.hpp"
#include "call/prepare.hpp"
#include "call/scratch.hpp"
#include "call/text.hpp"
#include "chunks.hpp"
#include "request.hpp"
#include "rounding.hpp"
#include "transform_facts.hpp"

#include <gpualgo/device.hpp>
#include <gpualgo/error.hpp>

#include <cstddef>
#include <cstring>
#include <functional>
#include <limits>
#include <optional>
#include <stdexcept>

namespace gpu::inline v0::detail {
namespace {

/// Whether kernels for the request's operator and types are precompiled.
bool is_known(reduce_request const& r) noexcept {
    return r.operation < known_operators.size() && r.value < known_types.size() &&
           r.accumulator < known_types.size() && known_pairs[r.value][r.accumulator] &&
           known_accepts[r.operation][r.accumulator];
}

/// Throws if the request has numbers that this library does not know; they come from newer headers.
void check_numbers(reduce_request const& r) {
    if (is_transformed(r)) {
        if (!is_known_transform(r))
            throw unsupported_operator(
                "this library has no kernels for this transform, operator and types");
        return;
    }
    if (is_known(r)) return;
    if (r.operation >= known_operators.size())
        throw unsupported_operator("this library has no operator number " +
                                   std::to_string(r.operation));
    if (r.value >= known_types.size() || r.accumulator >= known_types.size() ||
        !known_pairs[r.value][r.accumulator])
        throw unsupported_operator("this library has no kernels for elements of type number " +
                                   std::to_string(r.value) + " with an accumulator of number " +
                                   std::to_string(r.accumulator));
    throw unsupported_operator(std::string(known_operators[r.operation]) +
                               " does not take accumulators of type " +
                               std::string(known_types[r.accumulator].name));
}

/// Throws if the policy is `vendor` and CUB's kernels do not support the request on the device.
void check_vendor(reduce_request const& r, device_id device) {
    if (r.strategy != index_of<policy::vendor, strategies> || device == host_id) return;
    if (device == simulated_id)
        throw unsupported_operator("the simulated device has no vendor library");
    if (!known_vendors[r.operation][r.accumulator])
        throw unsupported_operator(
            "vendor is CUB's reduction, which is precompiled for " +
            joined(tabulate(name_of_operator, vendor_operators())) + " with totals of type " +
            joined(tabulate(facts_of_type, vendor_types()), std::mem_fn(&type_facts::name)) +
            ", not for " + std::string(known_operators[r.operation]) + " with totals of type " +
            std::string(known_types[r.accumulator].name));
}

bool has_two_ranges(reduce_request const& r) {
    return is_transformed(r) && takes_two_ranges(r.transform);
}

/// The result stays on the device.
void reduce_into(placement const& where, reduce_request& request, call_result& ran) {
    check_into(request, where);
    if (where.device.kind == static_cast<std::uint32_t>(device_kind::cuda))
        return backend_of(where.device).reduce(where.device.ordinal, request, ran);
    alignas(std::max_align_t) std::byte total[largest_type];
    std::size_t const size = known_types[request.accumulator].size;
    if (request.n == 0) {
        std::memcpy(request.into, request.init, size);
        return;
    }
    request.result = total;
    run_rounded(request, [&](reduce_request const& computed) {
        backend_of(where.device).reduce(where.device.ordinal, computed, ran);
    });
    std::memcpy(request.into, total, size);
}

/// The result is returned to the host. Ranges that the device cannot read are staged.
void reduce_to_host(placement const& where, reduce_request& request, std::size_t bytes,
                    call_result& ran) {
    if (request.n == 0) {
        std::memcpy(request.result, request.init, known_types[request.accumulator].size);
        return;
    }
    bool const is_automatic = known_strategies[request.strategy].is_automatic;
    if (where.staged && is_automatic && bytes > chunk_bytes)
        return run_rounded(request, [&](reduce_request const& computed) {
            reduce_in_chunks(where.device, computed, ran);
        });
    std::optional<device_buffer> first, second;
    if (where.staged) {
        request.first = stage(first, where.device, request.first, bytes, request);
        if (request.second != nullptr)
            request.second = stage(second, where.device, request.second, bytes, request);
    }
    run_rounded(request, [&](reduce_request const& computed) {
        backend_of(where.device).reduce(where.device.ordinal, computed, ran);
    });
}

} // namespace

bool dispatch_fast_path(reduce_request const& r, call_result& ran) noexcept {
    static_assert(index_of<policy::automatic, strategies> == call_options().strategy);
    bool const is_plain = static_cast<call_options const&>(r) == call_options() &&
                          !is_transformed(r) && !stays_on_device(r) && is_known(r) &&
                          known_types[r.accumulator].computed_in == r.accumulator;
    bool const has_range = r.first != nullptr && r.n > 0 &&
                           r.n <= std::numeric_limits<std::size_t>::max() / largest_type;
    if (!is_plain || !has_range || is_logged()) return false;
    if ((r.memory.kind == unspecified ? locate(r.first) : r.memory) != host_id) return false;
    nvtx_range const range("gpu::reduce", "automatic");
    ran.device = host_id;
    ran.strategy = r.strategy;
    ran.space = static_cast<std::uint32_t>(known_strategies[r.strategy].default_space);
    host_backend().reduce(0, r, ran);
    return true;
}

placement prepare_reduction(reduce_request& request, call_result& ran) {
    auto const& strategy = strategy_of(request, known_strategies);
    check_numbers(request);
    bool const is_pair = has_two_ranges(request);
    check_range(request.first, request.n, request.value);
    if (is_pair) check_range(request.second, request.n, request.value);
    auto where = prepare(
        request, strategy,
        {owner_of_ranges(request), request.n == 0, is_pair ? "the ranges lie" : "the range lies"},
        ran);
    check_vendor(request, where.device);
    write_text(ran.message, fallback_of(where, strategy));
    return where;
}

void dispatch_reduce(reduce_request const& given, call_result& ran) {
    reduce_request request = given;
    if (stays_on_device(request) && request.into == nullptr)
        throw std::invalid_argument("out is a null pointer");
    auto const where = prepare_reduction(request, ran);
    bool const is_pair = has_two_ranges(request);
    std::size_t const bytes = request.n * known_types[request.value].size;
    if (stays_on_device(request)) reduce_into(where, request, ran);
    else reduce_to_host(where, request, bytes, ran);
    ran.bytes = is_pair ? 2 * bytes : bytes;
}

std::optional<device_id> owner_of_ranges(reduce_request const& r) {
    if (has_two_ranges(r)) {
        auto const first = owner_of(r.memory, r.n > 0 ? r.first : nullptr);
        auto const second = owner_of(r.second_memory, r.n > 0 ? r.second : nullptr);
        if (first == second) return first;
        auto const& only = first ? first : second;
        if ((!first || !second) && (r.n == 0 || backend_of(*only).reads_host_memory())) return only;
        auto const place = [](std::optional<device_id> owner) {
            return owner ? "on " + name_of(*owner) : std::string("in memory of the host");
        };
        throw std::invalid_argument("the first range lies " + place(first) + ", and the second " +
                                    place(second) + "; copy one to where the other is");
    }
    auto const owner = owner_of_range(r);
    if (owner || r.n > 0 || r.into == nullptr) return owner;
    auto const taker = owner_of(r.into_memory, r.into);
    bool const is_targeted = r.target.kind != unspecified;
    return taker || is_targeted ? taker : std::optional(host_id);
}

void check_into(reduce_request const& r, placement const& where) {
    bool const on_gpu = where.device.kind == static_cast<std::uint32_t>(device_kind::cuda);
    auto const owner = owner_of(r.into_memory, r.into);
    if (owner ? *owner != where.device : on_gpu)
        throw std::invalid_argument("out lies on " + name_of(owner.value_or(host_id)) +
                                    ", but the call runs on " + name_of(where.device));
    if (where.staged)
        throw std::invalid_argument("the range lies in memory of the host, which " +
                                    name_of(where.device) + " cannot read; copy it there first");
    if (is_given(r.scratch))
        throw std::invalid_argument(
            "with(resource) was given; reduce_into has the workspace of its stream");
}

std::string_view function_of(reduce_request const& r) {
    if (stays_on_device(r)) return "gpu::reduce_into";
    return is_transformed(r) ? "gpu::transform_reduce" : "gpu::reduce";
}

std::string described(reduce_request const& r) {
    std::string text = ", " + name_of_type(r.value);
    if (r.value != r.accumulator) text += " to " + name_of_type(r.accumulator);
    text += ", " + name_of_operation(r.operation);
    if (is_transformed(r)) text.append(" of ").append(name_of_transform(r.transform));
    return describe_call(r, function_of(r), text);
}

} // namespace gpu::inline v0::detail
