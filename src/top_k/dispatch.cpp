// SPDX-License-Identifier: Apache-2.0
#include "dispatch.hpp"

#include "call/backend.hpp"
#include "call/device_buffer.hpp"
#include "call/names.hpp"
#include "call/prepare.hpp"
#include "call/text.hpp"
#include "table.hpp"

#include <gpualgo/error.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>

namespace gpu::inline v0::detail {
namespace {

/// Throws if the request has numbers that this library does not know; they come from newer headers.
void check_numbers(top_k_request const& request) {
    if (request.value >= types::size)
        throw unsupported_operator("this library has no type number " +
                                   std::to_string(request.value));
    if (!known_types[request.value].is_real)
        throw unsupported_operator(std::string(known_types[request.value].name) + " has no order");
}

void check_output(top_k_request const& r, std::size_t bytes, std::size_t bytes_written) {
    if (bytes_written == 0) return;
    if (r.out == nullptr)
        throw std::invalid_argument("a null pointer was given for a target of " +
                                    std::to_string(written(r)) + " elements");
    auto const first = reinterpret_cast<std::uintptr_t>(r.first);
    auto const out = reinterpret_cast<std::uintptr_t>(r.out);
    if (out - first < bytes || first - out < bytes_written)
        throw std::invalid_argument("source and target overlap");
}

/// The device that both ranges belong to, or none if they lie in plain host memory.
std::optional<device_id> owner_of_both(top_k_request const& r) {
    auto const first = owner_of_range(r);
    auto const target = owner_of(r.out_memory, written(r) > 0 ? r.out : nullptr);
    if (first && target && *first != *target)
        throw std::invalid_argument("the range lies on " + name_of(*first) +
                                    ", and the target on " + name_of(*target) +
                                    "; copy one to where the other is");
    return first ? first : target;
}

} // namespace

void dispatch_top_k(top_k_request const& given, call_result& ran) {
    top_k_request request = given;
    auto const& strategy = strategy_of(request, known_strategies);
    if (!strategy.is_automatic)
        throw unsupported_operator("this library has no strategy but automatic for this");
    check_numbers(request);
    check_range(request.first, request.n, request.value);
    std::size_t const size = known_types[request.value].size;
    std::size_t const bytes = request.n * size, bytes_written = written(request) * size;
    check_output(request, bytes, bytes_written);
    auto const where = prepare(request, strategy,
                               {owner_of_both(request), bytes_written == 0, "the range lies"}, ran);
    write_text(ran.message, where.fallback);
    if (bytes_written == 0) return;
    auto& backend = backend_of(where.device);
    std::optional<device_buffer> in, out;
    if (!backend.reads_host_memory()) {
        if (!owner_of(request.memory, request.first))
            request.first = stage(in, where.device, request.first, bytes, request);
        if (!owner_of(request.out_memory, request.out))
            request.out = out.emplace(where.device, bytes_written, request).data();
    }
    backend.top_k(where.device.ordinal, request, ran);
    if (out) out->download(given.out);
    ran.bytes = bytes;
}

std::string_view function_of(top_k_request const&) { return "gpu::top_k"; }

std::string described(top_k_request const& r) {
    std::string details = ", ";
    details += name_of_type(r.value);
    if (r.is_descending != 0) details += ", greater";
    details += ", k = " + std::to_string(r.k);
    return describe_call(r, function_of(r), details);
}

} // namespace gpu::inline v0::detail
