// SPDX-License-Identifier: Apache-2.0
#include "matmul.hpp"

#include "batch.hpp"
#include "call/text.hpp"
#include "cublas.hpp"
#include "cublas_lease.hpp"
#include "cuda/devices.hpp"
#include "cuda/queue.hpp"
#include "cuda/tensor_core/product.hpp"
#include "epilogue.hpp"
#include "matmul/batch.hpp"
#include "matmul/batch_launch.hpp"
#include "matmul/epilogue.hpp"
#include "matmul/names.hpp"
#include "matmul/small_heuristic.hpp"
#include "matmul/table.hpp"
#include "mma.hpp"
#include "small.hpp"

#include <gpualgo/error.hpp>

#include <cstddef>
#include <string>

namespace gpu::inline v0::detail {
namespace {

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

cuda_queue::ending ending_of(bool waits) {
    return waits ? cuda_queue::ending::waits : cuda_queue::ending::leaves;
}

/// Reports that tensor cores have not computed a product, because memory is short.
void report(out_of_memory const& failure, call_result& ran) {
    write_text(ran.kernel, "");
    append_text(ran.message, std::string("tensor_core: ") + failure.what());
}

/// Corrects the report of a product of tensor cores that has ended, see has_multiplied.
void report_magnitudes(cuda_queue& queue, matmul_request const& request, call_result& ran) {
    (void)sm90::has_multiplied(queue, request, ran,
                               sm90::unsupported_magnitudes::by_fused_multiply_add);
}

/// The implementation that computes a product. If it is `submitted`, cuBLAS or tensor cores already
/// compute it. `tensor_core` are the kernels for compute capability 9.0.
enum class computed_by { submitted, tensor_core, mma, vector_kernel, small_tile, table };

/// Whether a GPU has the kernels for compute capability 9.0. Otherwise it may have those with
/// mma.sync.
bool is_hopper(std::uint32_t ordinal) { return cuda_devices::get().capability(ordinal) == 90; }

/// Whether tensor cores multiply matrices of this shape, and not just C by beta.
bool needs_tensor_cores(matmul_request const& request) {
    return multiplies(request) && sm90::why_not_shape(request).empty();
}

/// Whether the kernels for compute capability 9.0 can compute the product.
bool has_tensor_core_kernel(std::uint32_t ordinal, matmul_request const& request) {
    return sm90::why_not(ordinal, request).empty() && needs_tensor_cores(request);
}

/// Multiplies by tensor cores, and waits if the call does. Otherwise the product is computed anyway
/// if they do not support its magnitudes.
/// @return whether the product is submitted. Otherwise the report says whether memory is short, or
/// the magnitudes are not supported.
bool try_tensor_core(cuda_queue& queue, std::uint32_t ordinal, matmul_request const& request,
                     bool waits, call_result& ran) {
    using enum sm90::unsupported_magnitudes;
    auto const if_unsupported = waits ? not_at_all : by_fused_multiply_add;
    try {
        sm90::multiply(queue, ordinal, request, {}, if_unsupported);
    } catch (out_of_memory const& failure) {
        report(failure, ran);
        return false;
    }
    if (!waits) return true;
    queue.wait();
    return sm90::has_multiplied(queue, request, ran, if_unsupported);
}

/// Submits a product, or a batch, to cuBLAS.
/// @return why it is not submitted; empty if it is. A lack of memory is such a reason
std::string try_cublas(std::string (*submit)(cuda_queue&, matmul_request const&), cuda_queue& queue,
                       matmul_request const& request) {
    try {
        return submit(queue, request);
    } catch (out_of_memory const& failure) {
        return failure.what();
    }
}

computed_by choose_fastest(cuda_queue& queue, std::uint32_t ordinal, matmul_request const& request,
                           bool waits, call_result& ran) {
    bool has_kernel = has_tensor_core_kernel(ordinal, request);
    if (has_kernel && sm90::is_faster_than_cublas(request)) {
        if (try_tensor_core(queue, ordinal, request, waits, ran)) return computed_by::submitted;
        has_kernel = false;
    }
    if (is_vector_kernel_faster(request)) return computed_by::vector_kernel;
    if (is_register_tile_faster(request)) return computed_by::table;
    if (is_small_product(request) && has_small_tiles(cuda_devices::get().capability(ordinal)))
        return computed_by::small_tile;
    std::string const why_not = try_cublas(cublas_matmul, queue, request);
    if (why_not.empty()) return computed_by::submitted;
    append_text(ran.message, why_not);
    if (has_vector_kernel(request)) return computed_by::vector_kernel;
    if (has_kernel && sm90::is_faster_than_register_tile(request)) return computed_by::tensor_core;
    bool const has_mma = !is_hopper(ordinal) && why_not_by_mma(ordinal, request).empty();
    return has_mma && needs_tensor_cores(request) && is_mma_chosen(request) ? computed_by::mma
                                                                            : computed_by::table;
}

/// Chooses for the policy tensor_core. Throws gpu::error if there are no kernels for the GPU or the
/// type.
computed_by choose_tensor_core(std::uint32_t ordinal, matmul_request const& request,
                               call_result& ran) {
    bool const by_mma = !is_hopper(ordinal);
    std::string const why_not =
        by_mma ? why_not_by_mma(ordinal, request) : sm90::why_not(ordinal, request);
    if (!why_not.empty()) throw error(why_not);
    if (needs_tensor_cores(request)) return by_mma ? computed_by::mma : computed_by::tensor_core;
    if (request.k > 0) write_text(ran.message, sm90::why_not_shape(request));
    return computed_by::table;
}

computed_by choose(cuda_queue& queue, std::uint32_t ordinal, matmul_request const& request,
                   bool waits, call_result& ran) {
    if (is<policy::automatic>(request)) return choose_fastest(queue, ordinal, request, waits, ran);
    if (is<policy::tensor_core>(request)) return choose_tensor_core(ordinal, request, ran);
    // cuBLAS is not used to multiply C by beta only
    if (!is<policy::vendor>(request) || !multiplies(request)) return computed_by::table;
    std::string const why_not = cublas_matmul(queue, request);
    if (!why_not.empty()) throw error(why_not);
    return computed_by::submitted;
}

/// Submits a product to the queue's stream.
computed_by submit(cuda_queue& queue, std::uint32_t ordinal, matmul_request const& request,
                   bool waits, call_result& ran) {
    auto const& table = matmul_kernels();
    computed_by const by = choose(queue, ordinal, request, waits, ran);
    bool const is_named = !is<policy::automatic>(request) && !is<policy::tensor_core>(request) &&
                          !is<policy::vendor>(request);
    switch (by) {
    case computed_by::submitted: break;
    case computed_by::tensor_core: sm90::multiply(queue, ordinal, request); break;
    case computed_by::mma: multiply_by_mma(queue, request); break;
    case computed_by::vector_kernel: run(table, queue, by_vector_kernel(request)); break;
    case computed_by::small_tile: multiply_small(queue, request); break;
    case computed_by::table:
        run(table, queue, is_named ? request : by_register_tile(request));
        break;
    }
    return by;
}

/// Whether tensor cores can compute a product that fills the GPU. Smaller ones leave
/// multiprocessors idle if a batch is computed product by product.
bool is_large_for_tensor_cores(std::uint32_t ordinal, matmul_request const& one) {
    return has_tensor_core_kernel(ordinal, one) && sm90::fills_gpu(ordinal, one);
}

/// Submits a batch in one launch of register_tile.
/// @return whether it is submitted
bool submit_tiles(cuda_queue& queue, matmul_request const& request) {
    if (!is_one_launch(request, queue.resident_blocks(1024))) return false;
    multiply_batch(queue, request);
    return true;
}

/// Whether tensor cores compute a batch in one launch.
bool is_launch_of_tensor_cores(std::uint32_t ordinal, matmul_request const& request) {
    return has_tensor_core_kernel(ordinal, product_of_batch(request, 0)) &&
           sm90::is_one_launch(request);
}

/// Submits a batch in one call of cuBLAS, or in one launch.
/// @return whether it is submitted
bool submit_batch(cuda_queue& queue, std::uint32_t ordinal, matmul_request const& request,
                  call_result& ran) {
    auto const one = product_of_batch(request, 0);
    bool const is_automatic = is<policy::automatic>(request);
    if (is<policy::register_tile>(request)) return submit_tiles(queue, request);
    bool is_launch = (is_automatic || is<policy::tensor_core>(request)) &&
                     is_launch_of_tensor_cores(ordinal, request);
    if (is_launch && (!is_automatic || sm90::is_batch_faster_than_cublas(request))) {
        if (try_tensor_core(queue, ordinal, request, false, ran)) return true;
        is_launch = false;
    }
    if (!is_automatic && !is<policy::vendor>(request)) return false;
    bool const is_large = is_automatic && is_large_for_tensor_cores(ordinal, one);
    if (is_large && sm90::is_faster_than_cublas(one)) return false;
    std::string const why_not = is_automatic ? try_cublas(cublas_matmul_batch, queue, request)
                                             : cublas_matmul_batch(queue, request);
    if (is_automatic) append_text(ran.message, why_not);
    if (why_not.empty()) return true;
    if (is_launch && sm90::is_batch_faster_than_register_tile(request) &&
        try_tensor_core(queue, ordinal, request, false, ran))
        return true;
    bool const is_for_tiles = is_automatic && !has_vector_kernel(one) &&
                              !(is_large && sm90::is_faster_than_register_tile(one));
    return is_for_tiles && submit_tiles(queue, request);
}

/// Runs a product.
/// @param waits whether to wait for it
void run_product(std::uint32_t ordinal, matmul_request const& request, bool waits,
                 call_result& ran) {
    cuda_queue queue(ordinal, ran, request, ending_of(waits));
    // The host fetches no result. Thus kernels may start before the kernel ahead of them ends.
    if (!waits) queue.leave_result_in(queue.workspace().result);
    computed_by const by = submit(queue, ordinal, request, waits, ran);
    if (!waits) return;
    queue.wait();
    cublas_workspace::detach(queue);
    if (by == computed_by::tensor_core) report_magnitudes(queue, request, ran);
}

/// Runs a batch in one launch if possible, otherwise product by product. The report is that of the
/// first one.
void run_batch(std::uint32_t ordinal, matmul_request const& request, bool waits, call_result& ran) {
    // of the whole call, so that a capture is refused before anything is submitted
    cuda_queue queue(ordinal, ran, request, ending_of(waits));
    if (!submit_batch(queue, ordinal, request, ran))
        for (std::int64_t i = 0; i < request.count; ++i) {
            call_result other;
            run_product(ordinal, product_of_batch(request, i), false, i == 0 ? ran : other);
        }
    if (!waits) return;
    queue.wait();
    cublas_workspace::detach(queue);
}

/// The kernels of tensor cores that apply the epilogues of products; `table` if none do. Those with
/// mma.sync do not convert sums of integers. Throws gpu::error if the policy is tensor_core, and
/// there are none for the GPU or the types.
computed_by choose_fused(std::uint32_t ordinal, matmul_request const& request) {
    using enum computed_by;
    auto const one = product_of_batch(request, 0);
    if (is<policy::tensor_core>(one)) {
        call_result ran;
        computed_by const by = choose_tensor_core(ordinal, one, ran);
        return by == mma && !known_products[one.value][one.result] ? table : by;
    }
    bool const has_kernel = request.count == 1 ? has_tensor_core_kernel(ordinal, one)
                                               : is_launch_of_tensor_cores(ordinal, request) ||
                                                     is_large_for_tensor_cores(ordinal, one);
    return is<policy::automatic>(one) && has_kernel && sm90::is_faster_than_a_pass(request)
               ? tensor_core
               : table;
}

/// Runs a product, or a batch in one launch, whose epilogue is applied to sums in registers.
/// @param by tensor_core or mma
/// @return whether it is submitted; otherwise the report says why not
bool run_fused(std::uint32_t ordinal, matmul_request const& request, computed_by by, bool waits,
               call_result& ran) {
    cuda_queue queue(ordinal, ran, request, ending_of(waits));
    if (!waits) queue.leave_result_in(queue.workspace().result);
    try {
        if (by == computed_by::mma) multiply_by_mma(queue, request);
        else sm90::multiply(queue, ordinal, request);
    } catch (out_of_memory const& failure) {
        if (!is<policy::automatic>(request)) throw;
        report(failure, ran);
        return false;
    }
    if (!waits) return true;
    queue.wait();
    if (by == computed_by::tensor_core) report_magnitudes(queue, request, ran);
    return true;
}

/// Runs the products A * B, and passes over their sums.
void run_pass(std::uint32_t ordinal, matmul_request const& request, bool waits, call_result& ran) {
    cuda_queue queue(ordinal, ran, request, ending_of(waits));
    auto const sums =
        sums_of(request, queue.allocate<std::byte>(bytes_of_sums(request)), request.c.memory);
    if (sums.count == 1) run_product(ordinal, sums, false, ran);
    else run_batch(ordinal, sums, false, ran);
    for_each_product(request, sums, [&](auto const& product, auto const& of_product) {
        apply_epilogue(queue, product, of_product);
    });
    if (waits) queue.wait();
}

/// Runs products with epilogues, in the kernels of the products if possible.
void run_with_epilogue(std::uint32_t ordinal, matmul_request const& request, bool waits,
                       call_result& ran) {
    computed_by const by = choose_fused(ordinal, request);
    if (by == computed_by::table) return run_pass(ordinal, request, waits, ran);
    if (request.count == 1 || (by == computed_by::tensor_core && sm90::is_one_launch(request))) {
        if (!run_fused(ordinal, request, by, waits, ran)) run_pass(ordinal, request, waits, ran);
        return;
    }
    cuda_queue queue(ordinal, ran, request, ending_of(waits));
    for (std::int64_t i = 0; i < request.count; ++i) {
        call_result other;
        auto const one = product_of_batch(request, i);
        auto& of_one = i == 0 ? ran : other;
        if (!run_fused(ordinal, one, by, false, of_one)) run_pass(ordinal, one, false, of_one);
    }
    if (waits) queue.wait();
}

/// Why register_tile computes smaller tiles than the policy asks for; empty if it does not.
std::string why_small_tiles(std::uint32_t ordinal, matmul_request const& request) {
    auto const& gpus = cuda_devices::get();
    if (!is_fused_by_register_tile(request) || request.block_size != 256 ||
        !has_wide_tiles[request.value] || gpus.copies_asynchronously(ordinal))
        return {};
    return "tiles of 128 by 256 need compute capability 8.0 or later; those of 64 by 64 were "
           "computed";
}

} // namespace

void cuda_matmul(std::uint32_t ordinal, matmul_request const& request, call_result& ran) {
    bool const waits = request.waits != 0;
    if (has_epilogue(request) && !is_fused_by_register_tile(request))
        run_with_epilogue(ordinal, request, waits, ran);
    else if (request.count == 1) run_product(ordinal, request, waits, ran);
    else run_batch(ordinal, request, waits, ran);
    append_text(ran.message, why_small_tiles(ordinal, request));
}

} // namespace gpu::inline v0::detail
