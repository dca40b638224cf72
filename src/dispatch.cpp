// SPDX-License-Identifier: Apache-2.0
#include "dispatch.hpp"

#include "backend.hpp"
#include "device_buffer.hpp"
#include "names.hpp"
#include "options.hpp"
#include "placement.hpp"
#include "rounding.hpp"
#include "selection.hpp"
#include "text.hpp"

#include <gpualgo/error.hpp>

#include <cstring>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace gpu::inline v0::detail {

void check_numbers(reduce_request const& r) {
    if (r.version != request_version) throw error("this library takes requests of version " + std::to_string(request_version) + ", not " + std::to_string(r.version));
    if (r.strategy >= known_strategies.size()) throw unsupported_operator("this library has no strategy number " + std::to_string(r.strategy));
    if (r.operation >= known_operators.size()) throw unsupported_operator("this library has no operator number " + std::to_string(r.operation));
    if (r.value >= known_types.size() || r.accumulator >= known_types.size() || !known_pairs[r.value][r.accumulator])
        throw unsupported_operator("this library has no kernels for elements of type number " + std::to_string(r.value) + " with an accumulator of number " +
                                   std::to_string(r.accumulator));
    if (!known_takers[r.operation][r.accumulator])
        throw unsupported_operator(std::string(known_operators[r.operation]) + " does not take accumulators of type " + std::string(known_types[r.accumulator].name));
}

void check_range(reduce_request const& r, void const* first) {
    if (r.n == 0) return;
    if (first == nullptr) throw std::invalid_argument("a null pointer was given for a range of " + std::to_string(r.n) + " elements");
    if (r.n > std::numeric_limits<std::size_t>::max() / known_types[r.value].size) throw std::invalid_argument("the range is larger than the address space");
}

std::string reason(placement const& where, strategy_facts const& strategy, bool is_automatic) {
    if (where.device != host_id || is_automatic) return where.fallback;
    std::string const canonical = "the host has no " + std::string(strategy.name) + " kernel and computed the canonical order";
    return where.fallback.empty() ? canonical : where.fallback + "; " + canonical;
}

namespace {

/// Whether `automatic` without options is asked for, of memory of the host that no staging or rounding is needed for.
bool is_plain(reduce_request const& r) noexcept {
    bool const is_free = r.version == request_version && r.strategy == place_of<policy::automatic, strategies> && r.space == unspecified &&
                         r.block_size == unspecified && r.target.kind == unspecified;
    bool const has_range = r.first != nullptr && r.n > 0 && r.n <= std::numeric_limits<std::size_t>::max() / 16; // no type has more bytes
    bool const is_known = r.operation < known_operators.size() && r.value < known_types.size() && r.accumulator < known_types.size();
    if (!is_free || !has_range || !is_known || !known_pairs[r.value][r.accumulator] || !known_takers[r.operation][r.accumulator]) return false;
    if (r.accumulator == place_of<half, types> || r.accumulator == place_of<bfloat16, types>) return false;
    return (r.memory.kind == unspecified ? locate(r.first) : r.memory) == host_id;
}

} // namespace

bool dispatch_plain(reduce_request const& request, outcome& ran) noexcept {
    if (!is_plain(request)) return false;
    ran.device = host_id;
    ran.strategy = request.strategy;
    ran.space = static_cast<std::uint32_t>(known_strategies[request.strategy].default_space);
    host_backend().reduce(0, request, ran);
    return true;
}

void dispatch_reduce(reduce_request const& given, outcome& ran) {
    reduce_request request = given;
    check_numbers(request);
    auto const& strategy = known_strategies[request.strategy];
    bool const is_automatic = request.strategy == place_of<policy::automatic, strategies>;
    check_range(request, request.first);
    check_options(request.block_size, request.space, strategy);
    if (request.block_size == unspecified) request.block_size = default_block_size;

    auto const owner = owner_of(request.memory, request.n > 0 ? request.first : nullptr);
    auto const where = place(owner, request.n == 0, request.target, is_automatic, "the range lies");
    ran.device = where.device;
    ran.strategy = request.strategy;
    ran.space = request.space;
    if (request.n == 0) {
        std::memcpy(request.result, request.init, known_types[request.accumulator].size);
    } else {
        std::size_t const bytes = request.n * known_types[request.value].size;
        std::optional<device_buffer> staged;
        if (where.staged) {
            staged.emplace(where.device, bytes).upload(request.first);
            request.first = staged->data();
        }
        run_rounded(request, [&](reduce_request const& computed) { backend_of(where.device).reduce(where.device.ordinal, computed, ran); });
        ran.bytes = bytes;
    }
    write_text(ran.text, reason(where, strategy, is_automatic));
}

std::string described(reduce_request const& r, std::string_view algorithm, std::string_view transform) {
    auto const type = [](std::uint32_t i) { return i < known_types.size() ? std::string(known_types[i].name) : "?"; };
    std::string const strategy = r.strategy < known_strategies.size() ? std::string(known_strategies[r.strategy].name) : "?";
    std::string const pair = r.value == r.accumulator ? type(r.value) : type(r.value) + " to " + type(r.accumulator);
    std::string const op = (r.operation < known_operators.size() ? std::string(known_operators[r.operation]) : "?") + std::string(transform);
    std::string const on = r.target.kind != unspecified ? " on " + name_of(r.target) : r.memory.kind != unspecified ? " on " + name_of(r.memory) : "";
    std::string const kernels = r.operation == unspecified ? "" : ", " + pair + ", " + op; // else the program's own
    return std::string(algorithm) + "(" + strategy + on + ", n = " + std::to_string(r.n) + kernels + ")";
}

} // namespace gpu::inline v0::detail
