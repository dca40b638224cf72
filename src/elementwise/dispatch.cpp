// SPDX-License-Identifier: Apache-2.0
#include "dispatch.hpp"

#include "call/backend.hpp"
#include "call/devices.hpp"
#include "call/prepare.hpp"
#include "call/tabulate.hpp"
#include "call/text.hpp"
#include "ranges.hpp"

#include <gpualgo/abi/elementwise_lists.hpp>
#include <gpualgo/error.hpp>

#include <bit>
#include <string>

namespace gpu::inline v0::detail {
namespace {

template <class Operations>
constexpr auto are_operations_of = tabulate(
    []<class Operation, class T>(type_list<Operation, T>) {
        return in_list<T, real_types> && takes_operands<Operation, computed_as<T>>;
    },
    Operations(), types());

/// Throws if the request has numbers that this library does not know; they come from newer headers.
void check_numbers(elementwise_request const& r, strategy_facts const& strategy) {
    auto const refuse = [](char const* what, std::uint64_t number) {
        throw unsupported_operator("this library has no " + std::string(what) + " number " +
                                   std::to_string(number));
    };
    auto const kind = static_cast<elementwise_kind>(r.kind);
    if (!strategy.is_automatic)
        throw unsupported_operator("this library has no strategy but automatic for " +
                                   std::string(r.function));
    if (kind > elementwise_kind::transform) refuse("elementwise algorithm", r.kind);
    if (!std::has_single_bit(r.size) || r.size > 16) refuse("element size", r.size);
    bool const is_typed = kind == elementwise_kind::iota || kind == elementwise_kind::transform;
    if (is_typed && r.value >= types::size) refuse("type", r.value);
    bool const has_indices = kind == elementwise_kind::gather || kind == elementwise_kind::scatter;
    if (has_indices && r.index_size != 4 && r.index_size != 8) refuse("index size", r.index_size);
    if (kind != elementwise_kind::transform) return;
    if (r.operation >= (r.operands == 2 ? binary_operations::size : unary_operations::size))
        refuse("operation", r.operation);
    if (!(r.operands == 2 ? are_operations_of<binary_operations>[r.operation][r.value]
                          : are_operations_of<unary_operations>[r.operation][r.value]))
        throw unsupported_operator("this library has no such operation on elements of type " +
                                   std::string(known_types[r.value].name));
}

std::size_t bytes_moved(elementwise_request const& r) {
    std::size_t bytes = 0;
    for (auto const& range : used_ranges(r)) {
        auto const accessed = static_cast<std::size_t>(r.n) * range.element_bytes;
        bool const is_partly_read =
            range.is_read && r.kind != static_cast<std::uint32_t>(elementwise_kind::scatter);
        bytes += accessed * (range.is_written && is_partly_read ? 2 : 1);
    }
    return bytes;
}

} // namespace

void dispatch_elementwise(elementwise_request const& given, call_result& ran) {
    elementwise_request request = given;
    auto const& strategy = strategy_of(request, known_strategies);
    check_numbers(request, strategy);
    check_ranges(request);
    auto const where = prepare(request, strategy,
                               {owner_of_ranges(request), request.n == 0, "the ranges lie"}, ran);
    write_text(ran.message, where.fallback);
    ran.bytes = bytes_moved(request);
    if (request.n == 0) return;
    auto& backend = backend_of(where.device);
    if (where.device == host_id) return backend.elementwise(0, request, ran);
    check_alignment(request);
    if (where.staged || backend.reads_host_memory()) find_reach(request);
    if (!where.staged) return backend.elementwise(where.device.ordinal, request, ran);
    staged_ranges const staged(request, where.device);
    backend.elementwise(where.device.ordinal, staged.request(), ran);
    staged.finish(request);
}

std::string described(elementwise_request const& r) {
    std::string text(r.function);
    text.append("(").append(name_of_strategy(r, known_strategies));
    if (r.target.kind != unspecified) text += " on " + name_of(r.target);
    else if (r.out.memory.kind != unspecified) text += " on " + name_of(r.out.memory);
    return text.append(", n = ").append(std::to_string(r.n)).append(")");
}

} // namespace gpu::inline v0::detail
