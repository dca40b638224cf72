// SPDX-License-Identifier: Apache-2.0
/// @file
/// Reductions by kernels that nvcc compiles into the program.
#pragma once

#include <gpualgo/detail/program_queue.cuh>
#include <gpualgo/detail/reduce_range.hpp>
#include <gpualgo/detail/reduce_unlisted.hpp>
#include <gpualgo/detail/submit.hpp>

#include <cstddef>
#include <optional>
#include <utility>

namespace gpu::inline v0::detail::inline nvcc {

/// Whether a callable exists in kernels only.
template <class Op>
inline constexpr bool is_device_lambda =
#ifdef __CUDACC_EXTENDED_LAMBDA__
    __nv_is_extended_device_lambda_closure_type(Op);
#else
    false;
#endif

/// On all cores, or in the calling thread without a policy.
template <class P, class Value, class T, class Op>
T reduce_where_the_host_reads(P const& policy, Value const* first, std::size_t n, T init, Op& op) {
    if constexpr (is_device_lambda<Op>)
        throw unsupported_operator(call_text<P>(n) + "the operator is a __device__ lambda, and the range lies on the host; make it __host__ __device__");
    else return reduce_host(policy, first, n, std::move(init), op);
}

/// The library's queue, until the end of the call.
struct queue_closer {
    void* handle;
    ~queue_closer() {
        if (handle != nullptr) gpualgo_v0_close_queue(handle);
    }
};

/// By kernels where the range lies on a GPU.
template <class P, class Element, class T, class Op>
T reduce_by_kernels(P const& policy, device_iterator<Element> first, std::size_t n, T init, Op& op) {
    reduce_request request = request_of(policy);
    request.memory = first.device().id();
    request.first = first.get();
    request.n = n;
    request.value = request.accumulator = request.operation = unspecified; // the program knows
    request.run.stream = policy.stream();
    std::optional<lent_resource> resource; // its exceptions come as out_of_memory: the library's queue is asked in between
    if (policy.resource() != nullptr) request.run.scratch = resource.emplace(*policy.resource()).source();
    lent_queue lent;
    outcome ran;
    gpualgo_v0_open_queue(&request, &lent, &ran);
    queue_closer const closer{lent.handle};
    raise(ran);
    if (device(ran.device) == device::host()) return reduce_where_the_host_reads(policy, first.get(), n, std::move(init), op);

    if (n > 0) {
        program_queue queue(lent, ran);
        init = reduce_unlisted_on<P>(queue, first.get(), n, init, lent.block_size, static_cast<memory_space>(lent.space), op);
        ran.bytes = n * sizeof(Element);
    }
    if (policy.sink() != nullptr) fill_report(*policy.sink(), ran, P::name);
    return init;
}

/// A range on a device, of types or by an operator that are not precompiled: found from reduce_range.hpp by its first argument.
template <class P, class Element, class T, class Op>
T reduce_by_program(program_kernels, P const& policy, device_iterator<Element> first, std::size_t n, T init, Op& op) {
    constexpr bool fits = is_kernel_value<Element> && is_kernel_value<T>;
    static_assert(fits, "gpu::reduce: on GPUs, elements and init must be trivially copyable, and of up to 64 bytes");
    if constexpr (fits) return reduce_by_kernels(policy, first, n, std::move(init), op);
    else return init;
}

} // namespace gpu::inline v0::detail::inline nvcc
