// SPDX-License-Identifier: Apache-2.0
#include "transform_dispatch.hpp"

#include "call/backend.hpp"
#include "call/device_buffer.hpp"
#include "call/devices.hpp"
#include "call/names.hpp"
#include "call/options.hpp"
#include "call/placement.hpp"
#include "call/text.hpp"
#include "dispatch.hpp"
#include "rounding.hpp"

#include <gpualgo/abi/transform_lists.hpp>
#include <gpualgo/error.hpp>

#include <cstring>
#include <optional>
#include <stdexcept>
#include <string>

namespace gpu::inline v0::detail {
namespace {

template <class Value, class T, class F, class... Ops>
constexpr unsigned operators_with(type_list<Ops...>) {
    unsigned bits = 0, bit = 1;
    ((bits |= listed_transform<Value, T, Ops, F> ? bit : 0, bit <<= 1), ...);
    return bits;
}
/// What is precompiled, by transform, element and accumulator: a bit for every operator. A list of
/// operators more would double the time that this file takes to compile.
constexpr auto known_transforms =
    tabulate([]<class F, class Value, class T>(
                 type_list<F, Value, T>) { return operators_with<Value, T, F>(operators()); },
             transforms(), types(), types());

constexpr auto names = tabulate(name_of_operator, transforms());
constexpr auto takes_pairs =
    tabulate([]<class F>(type_list<F>) { return !is_unary<F>; }, transforms());

std::string name_of_transform(std::uint32_t number) {
    return number < names.size() ? std::string(names[number]) : "?";
}

/// Numbers that this library does not know come from newer headers.
void check_numbers(transform_request const& request) {
    reduce_request const& r = *request.reduction;
    if (request.version != request_version || r.version != request_version)
        throw error("this library takes requests of version " + std::to_string(request_version) +
                    ", not " + std::to_string(request.version));
    if (r.strategy >= known_strategies.size())
        throw unsupported_operator("this library has no strategy number " +
                                   std::to_string(r.strategy));
    if (request.transform >= transforms::size || r.operation >= operators::size ||
        r.value >= types::size || r.accumulator >= types::size ||
        (known_transforms[request.transform][r.value][r.accumulator] >> r.operation & 1) == 0)
        throw unsupported_operator(
            "this library has no kernels for this transform, operator and types");
}

/// The device that both ranges belong to, or none where they are plain memory of the host.
std::optional<device_id> common_owner(transform_request const& request) {
    reduce_request const& r = *request.reduction;
    auto const first = owner_of(r.memory, r.n > 0 ? r.first : nullptr);
    if (!takes_pairs[request.transform]) return first;
    auto const second = owner_of(request.second_memory, r.n > 0 ? request.second : nullptr);
    if (first == second) return first;
    auto const& only = first ? first : second;
    if ((!first || !second) && (r.n == 0 || backend_of(*only).reads_host_memory())) return only;
    auto const place = [](std::optional<device_id> owner) {
        return owner ? "on " + name_of(*owner) : std::string("in memory of the host");
    };
    throw std::invalid_argument("the first range lies " + place(first) + ", and the second " +
                                place(second) + "; copy one to where the other is");
}

/// A range as the device can read it.
void const* staged(std::optional<device_buffer>& buffer, placement const& where, void const* range,
                   std::size_t bytes, execution const& run) {
    if (!where.staged || range == nullptr) return range;
    buffer.emplace(where.device, bytes, run).upload(range);
    return buffer->data();
}

} // namespace

void dispatch_transform_reduce(transform_request const& given, call_result& ran) {
    check_numbers(given);
    reduce_request reduction = *given.reduction;
    bool const is_pair = takes_pairs[given.transform];
    auto const& strategy = known_strategies[reduction.strategy];
    bool const is_automatic = reduction.strategy == index_of<policy::automatic, strategies>;
    check_range(reduction, reduction.first);
    if (is_pair) check_range(reduction, given.second);
    check_options(reduction.block_size, reduction.space, strategy);
    if (reduction.block_size == unspecified) reduction.block_size = default_block_size;

    auto const where = place(common_owner(given), reduction.n == 0, reduction.target, is_automatic,
                             is_pair ? "the ranges lie" : "the range lies");
    check_execution(reduction.run, where.device);
    check_vendor(reduction, where.device);
    ran.device = where.device;
    ran.strategy = reduction.strategy;
    ran.space = reduction.space;
    if (reduction.n == 0) {
        std::memcpy(reduction.result, reduction.init, known_types[reduction.accumulator].size);
    } else {
        std::size_t const bytes = reduction.n * known_types[reduction.value].size;
        std::optional<device_buffer> first, second;
        transform_request request = given;
        request.second = staged(second, where, given.second, bytes, reduction.run);
        reduction.first = staged(first, where, reduction.first, bytes, reduction.run);
        run_rounded(reduction, [&](reduce_request const& computed) {
            request.reduction = &computed;
            backend_of(where.device).transform_reduce(where.device.ordinal, request, ran);
        });
        ran.bytes = is_pair ? 2 * bytes : bytes;
    }
    write_text(ran.message, reason(where, strategy, is_automatic));
}

std::string described(transform_request const& r) {
    return described(*r.reduction, "gpu::transform_reduce",
                     " of " + name_of_transform(r.transform));
}

} // namespace gpu::inline v0::detail
