// SPDX-License-Identifier: Apache-2.0
#include "dispatch.hpp"

#include "batch.hpp"
#include "call/backend.hpp"
#include "call/device_buffer.hpp"
#include "call/devices.hpp"
#include "call/options.hpp"
#include "call/prepare.hpp"
#include "call/scratch.hpp"
#include "call/text.hpp"
#include "epilogue.hpp"
#include "names.hpp"
#include "shape.hpp"
#include "staging.hpp"

#include <gpualgo/error.hpp>

#include <optional>
#include <stdexcept>
#include <string>

namespace gpu::inline v0::detail {
namespace {

/// Throws if the request has numbers that this library does not know; they come from newer headers.
void check_numbers(matmul_request const& r) {
    if (r.precision > static_cast<std::uint32_t>(float_precision::tf32))
        throw unsupported_operator("this library has no precision number " +
                                   std::to_string(r.precision));
    if (r.value >= known_matmul_types.size() || r.result >= known_matmul_types.size() ||
        !(known_products[r.value][r.result] || known_epilogues[r.value][r.result]))
        throw unsupported_operator("this library has no kernels for matrices of type number " +
                                   std::to_string(r.value) + " with a product of type number " +
                                   std::to_string(r.result));
}

/// The threads per block: the given number if the strategy accepts it, or the strategy's default.
std::uint32_t checked_block(std::uint32_t given, std::string_view strategy,
                            block_rule const& rule) {
    if (given == unspecified) return rule.preferred;
    if (!rule.accepts(given))
        throw std::invalid_argument("block_size(" + std::to_string(given) + ") was given; " +
                                    std::string(strategy) + " takes " + std::string(rule.taken));
    return given;
}

/// The device that the matrices belong to, or none for plain host memory. A matrix of the host
/// device counts as plain memory if any other matrix is plain memory.
std::optional<device_id> owner_of_all(matmul_request const& r) {
    struct {
        char const* name;
        matmul_operand const& matrix;
        bool empty;
    } const operands[] = {{"A", r.a, r.m == 0 || r.k == 0},
                          {"B", r.b, r.k == 0 || r.n == 0},
                          {"C", r.c, r.m == 0 || r.n == 0}};

    std::optional<device_id> common;
    char const* first = nullptr;
    bool plain = false;
    for (auto const& [name, matrix, empty] : operands)
        for (std::int64_t i = 0; i < (empty ? 0 : matrix.pointers == nullptr ? 1 : r.count); ++i) {
            auto const owner = owner_of(
                matrix.memory, matrix.pointers == nullptr ? matrix.data : matrix.pointers[i]);
            plain |= !owner;
            device_id const where = owner.value_or(host_id);
            if (common && *common != where)
                throw std::invalid_argument(std::string(first) + " lies on " + name_of(*common) +
                                            ", but " + name + " on " + name_of(where) +
                                            "; copy one of them first");
            common = where;
            first = name;
        }
    return plain && common == host_id ? std::nullopt : common;
}

/// Throws if a call that does not wait would have to.
void check_in_stream_order(matmul_request const& r, placement const& where) {
    if (r.waits != 0) return;
    if (where.staged)
        throw std::invalid_argument("the matrices lie in memory of the host, which " +
                                    name_of(where.device) + " cannot read; copy them there first");
    if (is_given(r.scratch))
        throw std::invalid_argument(
            "with(resource) was given; matmul_into has the workspace of its stream");
}

/// Throws if the vector of an epilogue is not on the device of the call.
void check_vectors(matmul_request const& r, placement const& where) {
    bool const on_gpu = where.device.kind == static_cast<std::uint32_t>(device_kind::cuda);
    for (std::uint32_t s = 0; s < r.then.count; ++s) {
        auto const& step = r.then.step[s];
        if (step.vector == nullptr) continue;
        auto const owner = owner_of(step.memory, step.vector);
        if (where.staged ? !owner || *owner == host_id : owner ? *owner == where.device : !on_gpu)
            continue;
        throw std::invalid_argument("a vector of the epilogue lies on " +
                                    name_of(owner.value_or(host_id)) + ", but the matrices " +
                                    (where.staged ? "on host" : "on " + name_of(where.device)));
    }
}

std::uint64_t bytes_read(matmul_request const& r, std::size_t value_bytes) {
    return static_cast<std::uint64_t>(r.count) * static_cast<std::uint64_t>(r.k) *
           (static_cast<std::uint64_t>(r.m) + static_cast<std::uint64_t>(r.n)) * value_bytes;
}

/// Runs a product, or a batch, of matrices that are first copied to the device. The report is that
/// of the first product.
void run_staged(device_id device, matmul_request request, bool reads_c, call_result& ran) {
    std::optional<device_buffer> vectors[epilogue_steps::most];
    for (std::uint32_t s = 0; s < request.then.count; ++s)
        if (auto& step = request.then.step[s]; step.vector != nullptr)
            step.vector =
                stage(vectors[s], device, step.vector,
                      static_cast<std::size_t>(step.length) * known_matmul_types[step.value].size,
                      request);
    staged_batch batch(device, request, reads_c);
    for (std::int64_t i = 0; i < request.count; ++i) {
        call_result other;
        backend_of(device).matmul(device.ordinal, batch.stage(i), i == 0 ? ran : other);
        batch.fetch();
    }
}

} // namespace

void dispatch_matmul(matmul_request const& given, call_result& ran) {
    matmul_request request = given;
    auto const& strategy = strategy_of(request, known_matmul_strategies);
    check_numbers(request);
    std::size_t const value_bytes = known_matmul_types[request.value].size;
    if (request.count < 0) throw std::invalid_argument("a batch has a negative number of matrices");
    if (request.count == 0) request.m = request.n = request.k = 0;
    check_shapes(request, value_bytes, known_matmul_types[request.result].size);
    bool const empty = request.m == 0 || request.n == 0;
    if (!empty) check_batch(request);
    check_epilogue(request.count == 0 ? given : request);
    if (request.count == 1) select_product(request, 0);
    auto const where =
        prepare(request, strategy, {owner_of_all(request), empty, "the matrices lie"}, ran);
    check_in_stream_order(request, where);
    if (!empty) check_vectors(request, where);
    request.block_size =
        checked_block(given.block_size, strategy.name, known_block_rules[given.strategy]);
    std::string const not_on_host =
        where.device == host_id && !strategy.is_automatic
            ? "the host has no " + std::string(strategy.name) + " kernel and used its own"
            : "";
    if (!empty) {
        bool const reads_c = !is_zero(request.beta, request.value);
        ran.bytes = bytes_read(request, value_bytes);
        if (where.staged) run_staged(where.device, request, reads_c, ran);
        else backend_of(where.device).matmul(where.device.ordinal, request, ran);
    }

    // Nothing after the product can fail. The message joins three reasons: fallback, the device's
    // own, and the host's lack of the kernel.
    char own[sizeof ran.message];
    write_text(own, ran.message);
    write_text(ran.message, where.fallback);
    append_text(ran.message, own);
    append_text(ran.message, not_on_host);
}

std::string_view function_of(matmul_request const& r) {
    return r.waits != 0 ? "gpu::matmul" : "gpu::matmul_into";
}

std::string described(matmul_request const& r) {
    auto const type = [](std::uint32_t i) {
        return i < known_matmul_types.size() ? std::string(known_matmul_types[i].name) : "?";
    };
    auto const shape = [](char const* name, std::int64_t rows, std::int64_t columns) {
        return name + std::to_string(rows) + "x" + std::to_string(columns);
    };
    std::string const strategy(name_of_strategy(r, known_matmul_strategies));
    std::string const on = r.target.kind != unspecified     ? " on " + name_of(r.target)
                           : r.a.memory.kind != unspecified ? " on " + name_of(r.a.memory)
                                                            : "";
    std::string const count = r.count == 1 ? "" : std::to_string(r.count) + " x ";
    std::string const product =
        count + shape("A ", r.m, r.k) + shape(" * B ", r.k, r.n) + shape(" = C ", r.m, r.n);
    return std::string(function_of(r)) + "(" + strategy + on + ", " + product + ", " +
           type(r.value) + (r.value == r.result ? "" : " to " + type(r.result)) + ")";
}

} // namespace gpu::inline v0::detail
