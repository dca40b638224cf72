// SPDX-License-Identifier: Apache-2.0
#include "dispatch.hpp"

#include "call/backend.hpp"
#include "call/call_log.hpp"
#include "call/device_buffer.hpp"
#include "call/devices.hpp"
#include "call/names.hpp"
#include "call/nvtx_range.hpp"
#include "call/options.hpp"
#include "call/placement.hpp"
#include "call/scratch.hpp"
#include "call/text.hpp"
#include "rounding.hpp"

#include <gpualgo/error.hpp>

#include <cstring>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace gpu::inline v0::detail {

void check_numbers(reduce_request const& r) {
    if (r.version != request_version)
        throw error("this library takes requests of version " + std::to_string(request_version) +
                    ", not " + std::to_string(r.version));
    if (r.strategy >= known_strategies.size())
        throw unsupported_operator("this library has no strategy number " +
                                   std::to_string(r.strategy));
    if (r.operation >= known_operators.size())
        throw unsupported_operator("this library has no operator number " +
                                   std::to_string(r.operation));
    if (r.value >= known_types.size() || r.accumulator >= known_types.size() ||
        !known_pairs[r.value][r.accumulator])
        throw unsupported_operator("this library has no kernels for elements of type number " +
                                   std::to_string(r.value) + " with an accumulator of number " +
                                   std::to_string(r.accumulator));
    if (!known_accepts[r.operation][r.accumulator])
        throw unsupported_operator(std::string(known_operators[r.operation]) +
                                   " does not take accumulators of type " +
                                   std::string(known_types[r.accumulator].name));
}

void check_range(reduce_request const& r, void const* first) {
    if (r.n == 0) return;
    if (first == nullptr)
        throw std::invalid_argument("a null pointer was given for a range of " +
                                    std::to_string(r.n) + " elements");
    if (r.n > std::numeric_limits<std::size_t>::max() / known_types[r.value].size)
        throw std::invalid_argument("the range is larger than the address space");
}

static bool is_automatic(reduce_request const& r) noexcept {
    return r.strategy == index_of<policy::automatic, strategies>;
}

void check_vendor(reduce_request const& r, device_id device) {
    bool const checks_options_only = r.result == nullptr;
    if (r.strategy != index_of<policy::vendor, strategies> || device == host_id ||
        checks_options_only)
        return;
    if (device == simulated_id)
        throw unsupported_operator("the simulated device has no library of its vendor's");
    if (!known_vendors[r.operation][r.accumulator])
        throw unsupported_operator(
            "vendor is CUB's reduction, which is precompiled for " +
            joined(tabulate(name_of_operator, vendor_operators())) + " with totals of type " +
            joined(tabulate(facts_of_type, vendor_types()), std::mem_fn(&type_facts::name)) +
            ", not for " + std::string(known_operators[r.operation]) + " with totals of type " +
            std::string(known_types[r.accumulator].name));
}

std::string reason(placement const& where, strategy_facts const& strategy, bool automatic) {
    if (where.device != host_id || automatic) return where.fallback;
    std::string const canonical = "the host has no " + std::string(strategy.name) +
                                  " kernel and computed the canonical order";
    return where.fallback.empty() ? canonical : where.fallback + "; " + canonical;
}

namespace {

/// Whether `automatic` without options is asked for, of memory of the host that no staging or
/// rounding is needed for.
bool is_fast_path(reduce_request const& r) noexcept {
    bool const is_free =
        r.version == request_version && r.strategy == index_of<policy::automatic, strategies> &&
        r.space == unspecified && r.block_size == unspecified && r.target.kind == unspecified &&
        r.run.stream == nullptr && !is_given(r.run.scratch) && r.result != nullptr;
    bool const has_range = r.first != nullptr && r.n > 0 &&
                           r.n <= std::numeric_limits<std::size_t>::max() / largest_type;
    bool const is_known = r.operation < known_operators.size() && r.value < known_types.size() &&
                          r.accumulator < known_types.size();
    if (!is_free || !has_range || !is_known || !known_pairs[r.value][r.accumulator] ||
        !known_accepts[r.operation][r.accumulator])
        return false;
    if (known_types[r.accumulator].computed_in != r.accumulator) return false;
    return (r.memory.kind == unspecified ? locate(r.first) : r.memory) == host_id;
}

} // namespace

bool dispatch_fast_path(reduce_request const& request, call_result& ran) noexcept {
    if (!is_fast_path(request) || is_logged()) return false;
    nvtx_range const range("gpu::reduce", "automatic");
    ran.device = host_id;
    ran.strategy = request.strategy;
    ran.space = static_cast<std::uint32_t>(known_strategies[request.strategy].default_space);
    host_backend().reduce(0, request, ran);
    return true;
}

placement prepare(reduce_request& request, call_result& ran) {
    check_numbers(request);
    auto const& strategy = known_strategies[request.strategy];
    check_range(request, request.first);
    check_options(request.block_size, request.space, strategy);
    if (request.block_size == unspecified) request.block_size = default_block_size;

    auto where = place(owner_of_range(request), request.n == 0, request.target,
                       is_automatic(request), "the range lies");
    check_execution(request.run, where.device);
    check_vendor(request, where.device);
    ran.device = where.device;
    ran.strategy = request.strategy;
    ran.space = request.space;
    write_text(ran.message, reason(where, strategy, is_automatic(request)));
    return where;
}

void reduce_at(placement const& where, reduce_request request, call_result& ran) {
    if (request.n == 0) {
        if (request.result != nullptr)
            std::memcpy(request.result, request.init, known_types[request.accumulator].size);
        return;
    }
    std::size_t const bytes = request.n * known_types[request.value].size;
    std::optional<device_buffer> staged;
    if (where.staged) {
        staged.emplace(where.device, bytes, request.run).upload(request.first);
        request.first = staged->data();
    }
    run_rounded(request, [&](reduce_request const& computed) {
        backend_of(where.device).reduce(where.device.ordinal, computed, ran);
    });
    ran.bytes = bytes;
}

void dispatch_reduce(reduce_request const& given, call_result& ran) {
    reduce_request request = given;
    auto const where = prepare(request, ran);
    reduce_at(where, request, ran);
}

std::string_view strategy_of(reduce_request const& r) {
    return r.strategy < known_strategies.size() ? known_strategies[r.strategy].name : "?";
}

std::string described(reduce_request const& r, std::string_view algorithm,
                      std::string_view transform) {
    auto const type = [](std::uint32_t i) {
        return i < known_types.size() ? std::string(known_types[i].name) : "?";
    };
    std::string const strategy(strategy_of(r));
    std::string const pair =
        r.value == r.accumulator ? type(r.value) : type(r.value) + " to " + type(r.accumulator);
    std::string const op =
        (r.operation < known_operators.size() ? std::string(known_operators[r.operation]) : "?") +
        std::string(transform);
    std::string const on = r.target.kind != unspecified   ? " on " + name_of(r.target)
                           : r.memory.kind != unspecified ? " on " + name_of(r.memory)
                                                          : "";
    // else the program's own
    std::string const kernels = r.operation == unspecified ? "" : ", " + pair + ", " + op;
    return std::string(algorithm) + "(" + strategy + on + ", n = " + std::to_string(r.n) + kernels +
           ")";
}

} // namespace gpu::inline v0::detail
