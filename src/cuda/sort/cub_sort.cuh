// SPDX-License-Identifier: Apache-2.0
/// @file
/// CUB's radix sort in our order.
///
/// CUB's own order takes -0 and +0 for equal, and puts NaNs of negative sign first. Here CUB moves
/// numbers as they are, and extracts digits of our keys, at no traffic of memory. The map from
/// numbers to keys is chosen at run time. So all types of a size, and both directions, share
/// kernels. These take as many registers as CUB's for unsigned integers. If CUB maps numbers to
/// keys when it loads them, and back when it stores them, sorts take 2 to 4 % longer on an H200.
///
/// The map of integers only inverts bits, those of a digit by one operation. So sorts of integers
/// without values have kernels of their own.
///
/// CUB's offsets have the type of n. Fewer than 2^32 numbers have offsets of 32 bits here, and
/// tiles that are measured for them.
#pragma once

#include "cub_sort.hpp"

#include <gpualgo/kernel/sort/digits.hpp>

#define CCCL_DISABLE_NVTX // profilers see our own range for every call, unless GPUALGO_NVTX=0
#include <cub/device/device_radix_sort.cuh>

#include <cuda/std/tuple>

#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

namespace gpu::inline v0::detail {

/// Which numbers a kernel sorts.
enum class cub_numbers { any, integers };

/// A number that CUB sorts by our order. It has a type of its own, so that it can have traits.
template <class Bits, cub_numbers Which>
struct cub_number {
    Bits bits; ///< of the number
};

/// Gives CUB the order. CUB requires that a function object for keys of classes decomposes them.
template <class Bits, cub_numbers Which>
struct cub_order {
    kernel::sort_order<Bits> order; ///< maps numbers to keys

    __host__ __device__ cuda::std::tuple<Bits&> operator()(cub_number<Bits, Which>& number) const {
        return {number.bits};
    }
};

/// CUB moves numbers as they are.
template <class Bits, cub_numbers Which>
struct cub_identity {
    using order = cub_order<Bits, Which>;
    __host__ __device__ static Bits to_bit_ordered(order, Bits number) { return number; }
    __host__ __device__ static Bits from_bit_ordered(order, Bits number) { return number; }
    __host__ __device__ static Bits inverse(order, Bits number) { return ~number; }
};

/// Extracts digits of the keys of numbers.
template <class Bits, cub_numbers Which>
class cub_digits {
public:
    __host__ __device__ cub_digits(int begin_bit, int num_bits, kernel::sort_order<Bits> order)
        : order_(order), begin_bit_(static_cast<std::uint32_t>(begin_bit)),
          mask_((1u << num_bits) - 1),
          flipped_digit_(static_cast<std::uint32_t>(order.flipped >> begin_bit)) {}

    __device__ std::uint32_t Digit(Bits number) const {
        if constexpr (Which == cub_numbers::integers)
            return (static_cast<std::uint32_t>(number >> begin_bit_) ^ flipped_digit_) & mask_;
        else return static_cast<std::uint32_t>(order_.key(number) >> begin_bit_) & mask_;
    }

private:
    kernel::sort_order<Bits> order_;
    std::uint32_t begin_bit_;
    std::uint32_t mask_;
    std::uint32_t flipped_digit_; ///< the bits of a digit that are inverted in integers
};

} // namespace gpu::inline v0::detail

CUB_NAMESPACE_BEGIN
namespace detail::radix {

/// The traits of a type of keys in CUB's kernels: those of a class, but with our map.
template <class Bits, gpu::detail::cub_numbers Which>
struct traits_t<gpu::detail::cub_number<Bits, Which>, false> {
    using bit_ordered_type = Bits;
    using bit_ordered_conversion_policy = gpu::detail::cub_identity<Bits, Which>;
    using bit_ordered_inversion_policy = gpu::detail::cub_identity<Bits, Which>;
    using order = gpu::detail::cub_order<Bits, Which>;
    using digits = gpu::detail::cub_digits<Bits, Which>;

    template <class, class>
    using digit_extractor_t = digits;

    __host__ __device__ static Bits min_raw_binary_key(order by) { return by.order.number(0); }
    __host__ __device__ static Bits max_raw_binary_key(order by) {
        return by.order.number(static_cast<Bits>(~Bits{}));
    }
    __host__ __device__ static int default_end_bit(order) { return 8 * sizeof(Bits); }
    template <class>
    __host__ __device__ static digits digit_extractor(int begin_bit, int num_bits, order by) {
        return {begin_bit, num_bits, by.order};
    }
};

} // namespace detail::radix
CUB_NAMESPACE_END

namespace gpu::inline v0::detail {

/// Threads of a block, and elements of 4 bytes per thread.
struct cub_tile {
    int threads, items;
};

/// @return a tile that is at least as fast as CUB's on an H200. CUB takes fewer elements if keys or
/// values are larger than 4 bytes. Larger tiles may need more than 48 KiB of shared memory, which
/// only GPUs of compute capability 9.0 compile.
template <cub_numbers Which, class Bits, class Value>
consteval cub_tile tile_of() {
    constexpr bool has_values = !std::is_same_v<Value, cub::NullType>;
    if (sizeof(Value) == 8) return {384, 30};
    if (sizeof(Bits) == 4) return has_values ? cub_tile{384, 23} : cub_tile{512, 23};
    return {256, !has_values && Which == cub_numbers::integers ? 42 : 38};
}

/// CUB's policies with these tiles, for keys of 4 and 8 bytes.
template <cub_numbers Which, class Bits, class Value>
struct cub_sort_policies {
    using Number = cub_number<Bits, Which>;
    static constexpr cub_tile tile = tile_of<Which, Bits, Value>();
    using of_cub = cub::detail::radix::policy_hub<Number, Value, std::uint32_t>;
    using small_keys = cub::detail::radix::sm90_small_key_tuning<1, 0, 4>; // not used

    struct for_90 : cub::ChainedPolicy<900, for_90, typename of_cub::Policy800>,
                    of_cub::template OnesweepSmallKeyTunedPolicy<small_keys> {
        using HistogramPolicy = cub::AgentRadixSortHistogramPolicy<256, 16, 1, Number, 8>;
        using OnesweepPolicy =
            cub::AgentRadixSortOnesweepPolicy<tile.threads, tile.items, typename of_cub::DominantT,
                                              1, cub::RADIX_RANK_MATCH_EARLY_COUNTS_ANY,
                                              cub::BLOCK_SCAN_RAKING_MEMOIZE,
                                              cub::RADIX_SORT_STORE_DIRECT, 8>;
    };
    using MaxPolicy = for_90;
};

/// The kernels that sort numbers, with one type of offsets.
template <cub_numbers Which, class Offset, class Bits, class Value>
cudaError_t cub_sort_of(cub_storage& storage, cub_sort_arrays<Bits, Value>& arrays,
                        kernel::sort_order<Bits> order, cudaStream_t stream) {
    using number = cub_number<Bits, Which>;
    using value = std::conditional_t<std::is_same_v<Value, kernel::no_value>, cub::NullType, Value>;
    constexpr bool has_own_policies = sizeof(Bits) >= 4 && sizeof(Offset) == 4;
    using policies = std::conditional_t<has_own_policies, cub_sort_policies<Which, Bits, value>,
                                        cub::detail::radix::policy_hub<number, value, Offset>>;
    using sort = cub::DispatchRadixSort<cub::SortOrder::Ascending, number, value, Offset,
                                        cub_order<Bits, Which>, policies>;
    cub::DoubleBuffer<number> keys(reinterpret_cast<number*>(arrays.keys[0]),
                                   reinterpret_cast<number*>(arrays.keys[1]));
    cub::DoubleBuffer<value> values(reinterpret_cast<value*>(arrays.values[0]),
                                    reinterpret_cast<value*>(arrays.values[1]));
    constexpr bool may_overwrite = true; // the input
    cudaError_t const status = sort::Dispatch(
        storage.memory, storage.bytes, keys, values, static_cast<Offset>(arrays.n), 0,
        int{8 * sizeof(Bits)}, may_overwrite, stream, cub_order<Bits, Which>{order});
    if (keys.selector == 1) {
        std::swap(arrays.keys[0], arrays.keys[1]);
        std::swap(arrays.values[0], arrays.values[1]);
    }
    return status;
}

template <class Bits, class Value>
cudaError_t cub_sort(cub_storage& storage, cub_sort_arrays<Bits, Value>& arrays,
                     kernel::sort_order<Bits> order, cudaStream_t stream) {
    using enum cub_numbers;
    if (arrays.n > std::numeric_limits<std::uint32_t>::max())
        return cub_sort_of<any, unsigned long long>(storage, arrays, order, stream);
    if constexpr (std::is_same_v<Value, kernel::no_value> && sizeof(Bits) > 1)
        if (order.flipped_if_negative == 0)
            return cub_sort_of<integers, std::uint32_t>(storage, arrays, order, stream);
    return cub_sort_of<any, std::uint32_t>(storage, arrays, order, stream);
}

} // namespace gpu::inline v0::detail
