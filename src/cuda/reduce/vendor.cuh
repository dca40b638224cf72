// SPDX-License-Identifier: Apache-2.0
/// @file
/// The definitions that instances/vendor.cu instantiates.
#pragma once

#include "vendor.hpp"

#include <gpualgo/kernel/function.hpp>
#include <gpualgo/kernel/operators.hpp>

#define CCCL_DISABLE_NVTX // profilers see our own range for every call, unless GPUALGO_NVTX=0
#include <cub/device/device_reduce.cuh>

#include <cuda/functional>
#include <cuda/std/functional>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <type_traits>

namespace gpu::inline v0::detail {

/// The type that suits CUB best: its shuffles support `long long`, not `long`. Sums use unsigned
/// integers, which wrap.
template <class T, class Op>
struct cub_type {
    using type = T;
};
template <std::integral T, class Op>
struct cub_type<T, Op> {
    using of_size = std::conditional_t<sizeof(T) == 8, long long, int>;
    using type = std::conditional_t<std::unsigned_integral<T> || std::same_as<Op, kernel::plus>,
                                    std::make_unsigned_t<of_size>, of_size>;
};

/// The operator for which CUB has instructions and tunings. Minima and maxima of floating-point
/// numbers use our operators: CUB's may lose a NaN or confuse signed zeros.
template <class T, class Op>
struct cub_operator {
    using type = Op;
};
template <class T>
struct cub_operator<T, kernel::plus> {
    using type = cuda::std::plus<>;
};
template <std::integral T>
struct cub_operator<T, kernel::minimum> {
    using type = cuda::minimum<>;
};
template <std::integral T>
struct cub_operator<T, kernel::maximum> {
    using type = cuda::maximum<>;
};

/// The output iterator for the result, which one thread writes once.
template <class T>
class quieting_output {
public:
    using iterator_category = std::output_iterator_tag;
    using value_type = void;
    using difference_type = std::ptrdiff_t;
    using pointer = void;
    using reference = void;

    explicit quieting_output(T* out) : out_(out) {}
    GPUALGO_FUNCTION quieting_output operator*() const { return *this; }
    GPUALGO_FUNCTION void operator=(T total) const { *out_ = kernel::quieted(total); }

private:
    T* out_;
};

/// CUB compiles its kernels for 32-bit or 64-bit counts. Sums have both, because CUB has separate
/// tunings for each.
template <class T, class Op>
cudaError_t cub_reduce(cub_storage& storage, void const* in, std::size_t n, void const* init,
                       void* out, cudaStream_t stream) {
    using value = typename cub_type<T, Op>::type;
    auto const reduce = [&](auto count) {
        return cub::DeviceReduce::Reduce(
            storage.memory, storage.bytes, static_cast<value const*>(in),
            quieting_output(static_cast<value*>(out)), count, typename cub_operator<T, Op>::type{},
            *static_cast<value const*>(init), stream);
    };
    if constexpr (std::same_as<Op, kernel::plus>)
        if (n <= std::numeric_limits<std::uint32_t>::max())
            return reduce(static_cast<std::uint32_t>(n));
    return reduce(n);
}

template <class T>
cub_function cub_reduction(std::size_t op) {
    static constexpr auto table = tabulate(
        []<class Op>(type_list<Op>) -> cub_function { return &cub_reduce<kernel_type<Op, T>, Op>; },
        vendor_operators());
    return table[op];
}

} // namespace gpu::inline v0::detail
