// SPDX-License-Identifier: Apache-2.0
#include "matmul.hpp"

#include "call/text.hpp"
#include "cublas.hpp"
#include "cuda/queue.hpp"
#include "cuda/reduce/tables.hpp"
#include "cuda/tensor_core/product.hpp"
#include "matmul/names.hpp"
#include "matmul/table.hpp"

#include <gpualgo/error.hpp>

#include <string>
#include <type_traits>

namespace gpu::inline v0::detail {
namespace {

matmul_table<cuda_queue> make_table() {
    matmul_table<cuda_queue> table;
    for_each(matmul_types{}, [&]<class Value>(std::type_identity<Value>, std::size_t) {
        add_kernels<Value>(table);
    });
    return table;
}

/// Whether the request has this policy.
template <class Policy>
bool is(matmul_request const& request) {
    return request.strategy == index_of<Policy, matmul_strategies>;
}

/// The same product with the policy register_tile.
matmul_request by_register_tile(matmul_request request) {
    request.strategy = index_of<policy::register_tile, matmul_strategies>;
    request.space = static_cast<std::uint32_t>(policy::register_tile::spaces[0]);
    return request;
}

/// The same product by the kernel for a matrix and a vector.
matmul_request by_vector_kernel(matmul_request request) {
    request.space = space_of_vectors;
    return request;
}

/// The implementation that computes a product; `nothing` if the product is already computed.
enum class computed_by { nothing, tensor_core, vector_kernel, table };

/// Whether tensor_core's kernels can compute the product.
bool has_tensor_core_kernel(std::uint32_t ordinal, matmul_request const& request) {
    return sm90::why_not(ordinal, request).empty() && request.k > 0 &&
           !is_zero(request.alpha, request.value) && sm90::why_not_shape(request).empty();
}

/// Multiplies by tensor cores, and waits.
/// @return whether the product is computed. Otherwise the report says whether memory is short, or
/// the magnitudes are not supported.
bool try_tensor_core(cuda_queue& queue, std::uint32_t ordinal, matmul_request const& request,
                     call_result& ran) {
    constexpr auto if_unsupported = sm90::unsupported_magnitudes::not_at_all;
    try {
        sm90::multiply(queue, ordinal, request, {}, if_unsupported);
    } catch (out_of_memory const& failure) {
        write_text(ran.kernel, "");
        write_text(ran.message, std::string("tensor_core: ") + failure.what());
        return false;
    }
    queue.wait();
    return sm90::has_multiplied(queue, ran, if_unsupported);
}

/// Computes with cuBLAS, and waits.
/// @return whether it can; otherwise the report has the reason
bool try_cublas(cuda_queue& queue, matmul_request const& request, call_result& ran) {
    std::string const why_not = cublas_matmul(queue, request);
    if (why_not.empty()) queue.note("cublasGemmEx");
    append_text(ran.message, why_not);
    return why_not.empty();
}

computed_by choose_fastest(cuda_queue& queue, std::uint32_t ordinal, matmul_request const& request,
                           call_result& ran) {
    bool has_kernel = has_tensor_core_kernel(ordinal, request);
    if (has_kernel && sm90::is_faster_than_cublas(request)) {
        if (try_tensor_core(queue, ordinal, request, ran)) return computed_by::nothing;
        has_kernel = false;
    }
    if (is_vector_kernel_faster(request)) return computed_by::vector_kernel;
    if (try_cublas(queue, request, ran)) return computed_by::nothing;
    if (has_vector_kernel(request)) return computed_by::vector_kernel;
    return has_kernel && sm90::is_faster_than_register_tile(request) ? computed_by::tensor_core
                                                                     : computed_by::table;
}

/// Chooses for the policy tensor_core. Throws gpu::error if there are no kernels for the GPU or the
/// type.
computed_by choose_tensor_core(std::uint32_t ordinal, matmul_request const& request,
                               call_result& ran) {
    std::string const why_not = sm90::why_not(ordinal, request);
    if (!why_not.empty()) throw error(why_not);
    if (has_tensor_core_kernel(ordinal, request)) return computed_by::tensor_core;
    if (request.k > 0) write_text(ran.message, sm90::why_not_shape(request));
    return computed_by::table;
}

computed_by choose(cuda_queue& queue, std::uint32_t ordinal, matmul_request const& request,
                   call_result& ran) {
    if (is<policy::automatic>(request)) return choose_fastest(queue, ordinal, request, ran);
    if (is<policy::tensor_core>(request)) return choose_tensor_core(ordinal, request, ran);
    if (!is<policy::vendor>(request)) return computed_by::table;
    std::string const why_not = cublas_matmul(queue, request);
    if (!why_not.empty()) throw error(why_not);
    queue.note("cublasGemmEx");
    return computed_by::nothing;
}

} // namespace

void cuda_matmul(std::uint32_t ordinal, matmul_request const& request, call_result& ran) {
    static matmul_table<cuda_queue> const table = make_table();
    cuda_queue queue(ordinal, ran, request);
    switch (choose(queue, ordinal, request, ran)) {
    case computed_by::nothing: return;
    case computed_by::tensor_core:
        sm90::multiply(queue, ordinal, request);
        queue.wait();
        (void)sm90::has_multiplied(queue, ran, sm90::unsupported_magnitudes::by_fused_multiply_add);
        return;
    case computed_by::vector_kernel:
        run(table, queue, by_vector_kernel(request));
        return queue.wait();
    case computed_by::table:
        bool const is_named = !is<policy::automatic>(request) && !is<policy::tensor_core>(request);
        run(table, queue, is_named ? request : by_register_tile(request));
        return queue.wait();
    }
}

} // namespace gpu::inline v0::detail
