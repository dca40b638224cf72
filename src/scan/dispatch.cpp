// SPDX-License-Identifier: Apache-2.0
#include "dispatch.hpp"

#include "call/backend.hpp"
#include "call/device_buffer.hpp"
#include "call/devices.hpp"
#include "call/prepare.hpp"
#include "call/scratch.hpp"
#include "call/text.hpp"
#include "reduce/transform_facts.hpp"

#include <gpualgo/error.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>

namespace gpu::inline v0::detail {
namespace {

constexpr std::array<std::string_view, 2> names_of_scans{"gpu::inclusive_scan",
                                                         "gpu::exclusive_scan"};
constexpr std::array<std::string_view, 2> leaving{"gpu::inclusive_scan_into",
                                                  "gpu::exclusive_scan_into"};
constexpr std::array<std::string_view, 2> transforming{"gpu::transform_inclusive_scan",
                                                       "gpu::transform_exclusive_scan"};

bool is_exclusive(scan_request const& r) {
    return r.kind == static_cast<std::uint32_t>(scan_kind::exclusive);
}

/// Throws if the request has numbers that this library does not know; they come from newer headers.
void check_numbers(scan_request const& r) {
    if (r.kind >= names_of_scans.size())
        throw unsupported_operator("this library has no scan number " + std::to_string(r.kind));
    if (r.operation >= known_operators.size())
        throw unsupported_operator("this library has no operator number " +
                                   std::to_string(r.operation));
    if (r.value >= known_types.size())
        throw unsupported_operator("this library has no type number " + std::to_string(r.value));
    if (!known_scans[r.operation][r.value])
        throw unsupported_operator(name_of_operation(r.operation) +
                                   " does not take elements of type " + name_of_type(r.value));
    if (r.transform != unspecified && !is_scan_transform(r.transform, r.value))
        throw unsupported_operator("this library has no scans of this transform of elements of "
                                   "type " +
                                   name_of_type(r.value));
    if (is_exclusive(r) && r.init == nullptr)
        throw std::invalid_argument("an exclusive scan without an init");
}

/// Throws if the device has no kernels for the request.
void check_kernels(scan_request const& r, device_id device) {
    if (device == host_id) return;
    std::string const strategy(known_scan_strategies[r.strategy].name);
    if (r.strategy == index_of<policy::vendor, scan_strategies> && device == simulated_id)
        throw unsupported_operator("the simulated device has no vendor library");
    if (known_device_scans[r.strategy][r.operation][r.value]) return;
    std::string operations;
    for (std::uint32_t op = 0; op < known_operators.size(); ++op)
        if (known_device_scans[r.strategy][op][r.value])
            operations += (operations.empty() ? "" : ", ") + name_of_operation(op);
    throw unsupported_operator("scans of " + name_of_type(r.value) + " by " +
                               name_of_operation(r.operation) + " have no " + strategy +
                               " kernel; " +
                               (operations.empty() ? "this type has none" : operations + " have") +
                               ". They run on the host, by automatic");
}

/// Throws if the policy names another memory than the one through which the strategy scans.
void check_space(scan_request const& r, strategy_facts const& strategy) {
    auto const space = static_cast<std::uint32_t>(strategy.default_space);
    if (r.space == unspecified || r.space == space || r.space >= known_spaces.size()) return;
    throw std::invalid_argument("in(" + std::string(known_spaces[r.space]) + ") was given; " +
                                std::string(strategy.name) + " scans through " +
                                std::string(known_spaces[space]));
}

/// Throws if the output begins elsewhere than the range, and they overlap.
void check_overlap(scan_request const& r, std::size_t bytes) {
    auto const in = reinterpret_cast<std::uintptr_t>(r.first);
    auto const out = reinterpret_cast<std::uintptr_t>(r.out);
    if (in == out || in + bytes <= out || out + bytes <= in) return;
    throw std::invalid_argument(
        "the output overlaps the range, " + std::to_string(in < out ? out - in : in - out) +
        " bytes " + (in < out ? "after" : "before") +
        " its beginning: elements would be written before they are read. It may be the range "
        "itself");
}

/// Throws if a call that does not wait could not leave its work to a stream.
void check_stream_order(scan_request const& r, placement const& where) {
    if (where.staged)
        throw std::invalid_argument("the range lies in memory of the host, which " +
                                    name_of(where.device) + " cannot read; copy it there first");
    if (is_given(r.scratch))
        throw std::invalid_argument("with(resource) was given; " + std::string(function_of(r)) +
                                    " has the workspace of its stream");
}

/// The device that the range and the output belong to, or none if they are plain host memory.
std::optional<device_id> owner_of_both(scan_request const& r) {
    auto const range = owner_of(r.memory, r.n > 0 ? r.first : nullptr);
    auto const out = owner_of(r.out_memory, r.n > 0 ? r.out : nullptr);
    if (range == out) return range;
    auto const& only = range ? range : out;
    if ((!range || !out) && (r.n == 0 || backend_of(*only).reads_host_memory())) return only;
    auto const place = [](std::optional<device_id> owner) {
        return owner ? "on " + name_of(*owner) : std::string("in memory of the host");
    };
    throw std::invalid_argument("the range lies " + place(range) + ", and the output " +
                                place(out) + "; copy one to where the other is");
}

} // namespace

void dispatch_scan(scan_request const& given, call_result& ran) {
    scan_request request = given;
    auto const& strategy = strategy_of(request, known_scan_strategies);
    check_numbers(request);
    check_range(request.first, request.n, request.value);
    if (request.n > 0 && request.out == nullptr)
        throw std::invalid_argument("a null pointer was given for the output");
    std::size_t const bytes = request.n * known_types[request.value].size;
    check_overlap(request, bytes);
    check_space(request, strategy);
    auto const where =
        prepare(request, strategy, {owner_of_both(request), request.n == 0, "the range lies"}, ran);
    check_kernels(request, where.device);
    if (request.leaves != 0) check_stream_order(request, where);
    write_text(ran.message, fallback_of(where, strategy));
    if (request.n == 0) return;
    std::optional<device_buffer> staged;
    if (where.staged) {
        request.first = stage(staged, where.device, request.first, bytes, request);
        request.out = staged->data();
    }
    backend_of(where.device).scan(where.device.ordinal, request, ran);
    if (where.staged) staged->download(given.out);
    ran.bytes = bytes;
}

std::string_view function_of(scan_request const& r) {
    if (r.kind >= names_of_scans.size()) return "gpu::?";
    if (r.leaves != 0) return leaving[r.kind];
    return r.transform == unspecified ? names_of_scans[r.kind] : transforming[r.kind];
}

std::string described(scan_request const& r) {
    std::string text = ", " + name_of_type(r.value) + ", " + name_of_operation(r.operation);
    if (r.transform != unspecified) text.append(" of ").append(name_of_transform(r.transform));
    return describe_call(r, function_of(r), text, known_scan_strategies);
}

} // namespace gpu::inline v0::detail
