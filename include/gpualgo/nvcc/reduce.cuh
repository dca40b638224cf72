// SPDX-License-Identifier: Apache-2.0
/// @file
/// Reductions by kernels that nvcc compiles in the program.
#pragma once

#include <gpualgo/detail/reduce_into_range.hpp>
#include <gpualgo/detail/reduce_range.hpp>
#include <gpualgo/detail/resource_bridge.hpp>
#include <gpualgo/detail/transform_range.hpp>
#include <gpualgo/nvcc/queue.cuh>
#include <gpualgo/nvcc/reduce_launches.hpp>

#include <concepts>
#include <cstddef>
#include <optional>
#include <stdexcept>
#include <type_traits>
#include <utility>

namespace gpu::inline v0::detail::inline nvcc {

/// Whether a callable exists only in device code.
template <class Op>
inline constexpr bool is_device_lambda =
#ifdef __CUDACC_EXTENDED_LAMBDA__
    __nv_is_extended_device_lambda_closure_type(Op);
#else
    false;
#endif

/// Closes the library's queue at the end of the call.
struct queue_closer {
    void* handle;
    ~queue_closer() {
        if (handle != nullptr) gpualgo_v0_close_queue(handle);
    }
};

/// A reduction by the program.
struct program_call {
    char const* algorithm; ///< for messages
    device_id memory;      ///< where the range lies; unspecified for a plain pointer
    void const* first;
    std::size_t n;        ///< elements
    std::size_t bytes;    ///< bytes of input
    void* into = nullptr; ///< receives the total on the device; null if the total is returned
    device_id into_memory{};
};

/// Runs a reduction on the device of its range.
/// @param on_host called if that is the host
/// @param on_gpu called with a queue and a `named_launch` if that is a GPU, and the range is not
/// empty or the total stays there
template <class P, class T, class OnHost, class OnGpu>
T run_by_program(P const& policy, program_call const& call, T init, OnHost on_host, OnGpu on_gpu) {
    reduce_request request;
    pack_options<strategies>(request, policy);
    request.memory = call.memory;
    request.first = call.first;
    request.n = call.n;
    request.into = call.into;
    request.into_memory = call.into_memory;
    request.value = request.accumulator = request.operation = unspecified; // only the program knows
    std::optional<resource_bridge> resource;
    if (policy.resource() != nullptr)
        request.scratch = resource.emplace(*policy.resource()).source();
    external_queue lent;
    lent.algorithm = call.algorithm;
    call_result ran;
    gpualgo_v0_open_queue(&request, &lent, &ran);
    queue_closer const closer{lent.handle};
    raise(ran);
    if (device(ran.device) == device::host()) return on_host(std::move(init));
    if (lent.handle != nullptr) {
        program_queue queue(lent, ran, call.into != nullptr);
        named_launch const how{lent.block_size, static_cast<memory_space>(lent.space)};
        try {
            init = on_gpu(queue, init, how);
        } catch (out_of_memory const&) { // as which exceptions of the resource arrive
            if (resource) resource->rethrow(false);
            throw;
        }
        ran.bytes = call.bytes;
    }
    if (policy.sink() != nullptr) fill_report(*policy.sink(), ran, P::name);
    return init;
}

/// Calls f; throws if a callable exists only in device code.
template <class P, class... Callables, class T, class F>
T call_on_host(char const* algorithm, std::size_t n, T init, F f) {
    if constexpr ((is_device_lambda<Callables> || ...))
        throw unsupported_operator(call_text<P>(algorithm, n) +
                                   "a __device__ lambda is given, and the range lies on the host; "
                                   "make it __host__ __device__");
    else return f(std::move(init));
}

/// Whether a policy has kernels for values of all these types.
template <class P, class... Ts>
constexpr bool fit_kernels() {
    constexpr bool fit = (is_kernel_value<Ts> && ...);
    constexpr bool is_ours = !std::same_as<P, policy::vendor>;
    static_assert(fit, "gpualgo/cuda.cuh: on GPUs, elements and init must be trivially copyable, "
                       "and of up to 64 bytes");
    static_assert(is_ours, "gpu::vendor is CUB as it is precompiled: for plus, minimum and maximum "
                           "of integers of 32 and 64 bits, float and double. For "
                           "other operators and types use another policy, or call CUB itself");
    return fit && is_ours;
}

/// Whether a transform can be called in kernels.
template <class F>
constexpr bool fits_kernels() {
    constexpr bool is_called = !std::is_member_pointer_v<F>;
    static_assert(is_called, "gpualgo/cuda.cuh: on GPUs, the Transform F is a pointer to a member. "
                             "Give a __host__ __device__ lambda, which returns that member");
    return is_called;
}

/// Reduces a range on a device whose types or operator are not precompiled. reduce_range.hpp finds
/// this overload by its first argument.
template <class P, class Element, class T, class Op>
T reduce_by_program(program_kernels, P const& policy, device_iterator<Element> first, std::size_t n,
                    T init, Op& op) {
    if constexpr (fit_kernels<P, Element, T>()) {
        auto const on_host = [&](T start) {
            return call_on_host<P, Op>("gpu::reduce", n, std::move(start), [&](T t) {
                return reduce_host(policy, first.get(), n, std::move(t), op);
            });
        };
        auto const on_gpu = [&](auto& queue, T const& start, named_launch how) {
            return reduce_unlisted_on<P>(
                queue, static_cast<std::remove_const_t<Element> const*>(first.get()), n, start, how,
                op);
        };
        return run_by_program(
            policy, {"gpu::reduce", first.device().id(), first.get(), n, n * sizeof(Element)},
            std::move(init), on_host, on_gpu);
    } else {
        return init;
    }
}

/// Reduces the results of f on a range on a device, or on two of one type.
template <class P, class T, class Op, class F, class Element, class... Elements>
T transform_by_kernels(P const& policy, std::size_t n, T init, Op& op, F& f,
                       device_iterator<Element> first, device_iterator<Elements>... second) {
    using value = std::remove_const_t<Element>;
    if (((second.device() != first.device()) || ...))
        throw std::invalid_argument(call_text<P>("gpu::transform_reduce", n) +
                                    "the ranges lie on different devices; copy one of them first");
    if constexpr (fit_kernels<P, Element, T>() && fits_kernels<F>()) {
        auto const on_host = [&](T start) {
            return call_on_host<P, Op, F>("gpu::transform_reduce", n, std::move(start), [&](T t) {
                return transform_elements(policy, n, std::move(t), op, f, first.get(),
                                          second.get()...);
            });
        };
        auto const on_gpu = [&](auto& queue, T const& start, named_launch how) {
            std::conditional_t<sizeof...(second) == 0, value const*, kernel::pairs<value>> const in{
                first.get(), second.get()...};
            return transform_unlisted_on<P>(queue, in, n, start, how, op, f);
        };
        return run_by_program(policy,
                              {"gpu::transform_reduce", first.device().id(), first.get(), n,
                               n * sizeof(value) * (1 + sizeof...(second))},
                              std::move(init), on_host, on_gpu);
    } else {
        return init;
    }
}

/// transform_range.hpp finds this overload by its first argument, and prefers that of expressions,
/// which is constrained.
template <class P, class T, class Op, class F, class Element, class... Elements>
T transform_by_program(program_kernels, P const& policy, std::size_t n, T init, Op& op, F& f,
                       device_iterator<Element> first, device_iterator<Elements>... second) {
    constexpr bool is_one_type =
        (... && std::same_as<std::remove_const_t<Element>, std::remove_const_t<Elements>>);
    if constexpr (is_one_type)
        return transform_by_kernels(policy, n, std::move(init), op, f, first, second...);
    else
        return transform_by_program(no_kernels(), policy, n, std::move(init), op, f, first,
                                    second...);
}

/// Reduces a range and leaves the total on its device. reduce_into_range.hpp finds this overload by
/// its first argument.
template <class P, class Value, class T, class Op>
void reduce_into_by_program(program_kernels, P const& policy, memory_range<Value> in,
                            memory_range<T> out, T const& init, Op& op) {
    if constexpr (fit_kernels<P, Value, T>()) {
        auto const on_host = [&](T start) {
            *out.first = call_on_host<P, Op>("gpu::reduce_into", in.n, std::move(start), [&](T t) {
                return reduce_host(policy, in.first, in.n, std::move(t), op);
            });
            return start;
        };
        auto const on_gpu = [&](auto& queue, T const& start, named_launch how) {
            return in.n == 0 ? assign_on(queue, start)
                             : reduce_unlisted_on<P>(
                                   queue, static_cast<std::remove_const_t<Value> const*>(in.first),
                                   in.n, start, how, op);
        };
        program_call const call{"gpu::reduce_into",   in.device, in.first,  in.n,
                                in.n * sizeof(Value), out.first, out.device};
        (void)run_by_program(policy, call, init, on_host, on_gpu);
    }
}

} // namespace gpu::inline v0::detail::inline nvcc
