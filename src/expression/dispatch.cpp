// SPDX-License-Identifier: Apache-2.0
#include "dispatch.hpp"

#include "ahead.hpp"
#include "program.hpp"
#include "ranges.hpp"

#include "call/backend.hpp"
#include "call/device_buffer.hpp"
#include "call/prepare.hpp"
#include "call/text.hpp"

#include <gpualgo/error.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstring>
#include <functional>
#include <optional>
#include <span>
#include <stdexcept>
#include <vector>

namespace gpu::inline v0::detail {
namespace {

/// Throws if the output overlaps an input in another way than element by element.
void check_overlap(expression_request const& r, number_range const& output) {
    auto const* const out = static_cast<std::byte const*>(output.first);
    std::size_t const out_bytes = bytes_of(output, r.n);
    for (auto const& range : inputs_of(r)) {
        auto const* const in = static_cast<std::byte const*>(range.first);
        if (in == out && range.step == 1 && size_of(range.type) == size_of(output.type)) continue;
        std::less<> const before;
        if (before(in, out + out_bytes) && before(out, in + bytes_of(range, r.n)))
            throw std::invalid_argument("out overlaps an input, but does not begin where it does");
    }
}

/// Checks a request's ranges and options, and chooses its device.
placement prepare_call(expression_request& r, std::span<number_range const> ranges,
                       call_result& ran) {
    check_memory(ranges, r.n);
    auto const& strategy = strategy_of(r, known_strategies);
    if (!strategy.is_automatic)
        throw unsupported_operator("this library has no strategy but automatic for expressions");
    auto where = prepare(r, strategy, {common_owner(ranges, r.n), r.n == 0, "the ranges lie"}, ran);
    write_text(ran.message, where.fallback);
    return where;
}

void run_on_host(expression_request const& r, call_result& ran) {
    write_text(ran.kernel, "an expression in the program");
    r.on_host(r.context);
}

/// Throws if a call that does not wait could not leave its work to a stream.
void check_stream_order(scan_expression_request const& r, placement const& where) {
    if (where.staged)
        throw std::invalid_argument("the range lies in memory of the host, which " +
                                    name_of(where.device) + " cannot read; copy it there first");
    if (is_given(r.scratch))
        throw std::invalid_argument("with(resource) was given; " + std::string(r.function) +
                                    " has the workspace of its stream");
}

/// Throws if no number has the size of a reduction's elements, or if a range has larger ones.
void check_element_size(fold_request const& r) {
    bool const is_known = r.element_bytes <= 8 && std::has_single_bit(r.element_bytes);
    auto const fits = [&r](number_range const& range) {
        return range.type < number_type::count && size_of(range.type) <= r.element_bytes;
    };
    if (!is_known || !std::ranges::all_of(inputs_of(r), fits))
        throw unsupported_operator("this library has no reduction of elements of " +
                                   std::to_string(r.element_bytes) + " bytes");
}

/// Throws if the request is not one that this library's headers make.
void check_scan(scan_expression_request const& r) {
    if (r.ranges != 1 || r.in[0].type != r.out.type || result_of(r.fold) != r.out.type ||
        r.out.type >= number_type::float16)
        throw unsupported_operator("this library scans a range of one type of numbers, with "
                                   "results of that type");
    if (r.is_exclusive != 0 && r.init == nullptr)
        throw std::invalid_argument("an exclusive scan without an init");
}

} // namespace

void dispatch_transform(transform_request const& given, call_result& ran) {
    transform_request request = given;
    check_number_of_ranges(request);
    auto const inputs = inputs_of(request);
    std::vector<number_range> ranges(inputs.begin(), inputs.end());
    ranges.push_back(request.out);
    auto const where = prepare_call(request, ranges, ran);
    check_program(request.f, operands_of(request));
    check_overlap(request, request.out);
    check_texts(request.f, where.device);
    if (compiles_ahead(where.device)) {
        request.n = 0;
        if (where.device != host_id)
            backend_of(where.device).transform(where.device.ordinal, request, ran);
        return;
    }
    ran.bytes = bytes_read(request);
    if (request.n == 0) return;
    if (where.device.kind == static_cast<std::uint32_t>(device_kind::host))
        return run_on_host(request, ran);
    input_buffers buffers;
    std::optional<device_buffer> out;
    void* const host_out = const_cast<void*>(request.out.first);
    if (where.staged) {
        stage_inputs(request, where.device, buffers);
        out.emplace(where.device, bytes_of(request.out, request.n), request);
        request.out.first = out->data();
    }
    backend_of(where.device).transform(where.device.ordinal, request, ran);
    if (where.staged) out->download(host_out);
}

void dispatch_fold(fold_request const& given, call_result& ran) {
    fold_request request = given;
    check_number_of_ranges(request);
    check_element_size(request);
    auto const where = prepare_call(request, inputs_of(request), ran);
    check_program(request.load, operands_of(request));
    number_type const accumulator = result_of(request.load);
    check_program(request.fold, std::vector{accumulator, accumulator});
    if (result_of(request.fold) != accumulator)
        throw unsupported_operator("this library folds accumulators of one type only");
    check_texts(request.load, where.device);
    check_texts(request.fold, where.device);
    if (compiles_ahead(where.device)) {
        request.n = 0;
        if (where.device != host_id)
            backend_of(where.device).fold(where.device.ordinal, request, ran);
    }
    ran.bytes = bytes_read(request);
    if (request.n == 0) {
        std::memcpy(request.result, request.init, size_of(accumulator));
        return;
    }
    if (where.device.kind == static_cast<std::uint32_t>(device_kind::host))
        return run_on_host(request, ran);
    input_buffers buffers;
    if (where.staged) stage_inputs(request, where.device, buffers);
    backend_of(where.device).fold(where.device.ordinal, request, ran);
}

void dispatch_scan_expression(scan_expression_request const& given, call_result& ran) {
    scan_expression_request request = given;
    check_number_of_ranges(request);
    number_range const ranges[] = {request.in[0], request.out};
    auto const where = prepare_call(request, ranges, ran);
    check_program(request.fold, std::vector{request.out.type, request.out.type});
    check_scan(request);
    if (request.leaves != 0) check_stream_order(request, where);
    check_overlap(request, request.out);
    check_texts(request.fold, where.device);
    if (compiles_ahead(where.device)) {
        request.n = 0;
        if (where.device != host_id)
            backend_of(where.device).scan_by_expression(where.device.ordinal, request, ran);
        return;
    }
    ran.bytes = bytes_read(request);
    if (request.n == 0) return;
    if (where.device == host_id) return run_on_host(request, ran);
    input_buffers buffers;
    if (where.staged) {
        stage_inputs(request, where.device, buffers);
        request.out.first = buffers[0]->data();
    }
    backend_of(where.device).scan_by_expression(where.device.ordinal, request, ran);
    if (where.staged) buffers[0]->download(const_cast<void*>(given.out.first));
}

std::string described(expression_request const& r) {
    std::string text(r.function);
    text.append("(").append(name_of_strategy(r, known_strategies));
    if (r.target.kind != unspecified) text += " on " + name_of(r.target);
    else if (r.ranges > 0 && r.in[0].memory.kind != unspecified)
        text += " on " + name_of(r.in[0].memory);
    return text.append(", n = ").append(std::to_string(r.n)).append(")");
}

} // namespace gpu::inline v0::detail
