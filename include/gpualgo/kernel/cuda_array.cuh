// SPDX-License-Identifier: Apache-2.0
/// @file
/// Arrays of kernel bodies on a GPU, and vectors of their elements. Needs nvcc.
#pragma once

#include <gpualgo/kernel/cuda_atomics.cuh>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace gpu::inline v0::kernel {

/// Neighbouring elements, loaded at once. Several narrow elements share a register.
/// @tparam T the elements' type
/// @tparam V how many
template <class T, std::size_t V>
class cuda_vector {
public:
    cuda_vector() = default; ///< elements without a value

    /// @param first V elements
    /// @return whether one instruction loads them: 8 or 16 bytes at a multiple of that
    __device__ __forceinline__ static bool is_aligned(T const* first) {
        return std::is_same_v<bits, elements> ||
               reinterpret_cast<std::uintptr_t>(first) % sizeof(bits) == 0;
    }

    /// @param first the first of V elements in memory, aligned
    /// @return the elements
    __device__ __forceinline__ static cuda_vector load_aligned(T const* first) {
        if constexpr (std::is_same_v<bits, elements>) return cuda_vector(first);
        else return cuda_vector(*reinterpret_cast<bits const*>(first));
    }

    /// @param first the first of V elements in memory, and V more that may be read
    /// @return the elements: by aligned loads, which may begin a little before the first
    __device__ __forceinline__ static cuda_vector load_shifted(T const* first) {
        if constexpr (!std::is_same_v<bits, uint4>) {
            return cuda_vector(first);
        } else {
            unsigned const offset = reinterpret_cast<std::uintptr_t>(first) % sizeof(uint4);
            // Computed from the pointer, not from an integer: otherwise the compiler could not
            // infer that it points to global memory.
            auto const* const piece =
                reinterpret_cast<uint4 const*>(reinterpret_cast<char const*>(first) - offset);
            uint4 const low = piece[0];
            uint4 const high = piece[offset != 0];
            // Words move down by two, then by one; then bits move by the rest, less than a word.
            bool const by_two = offset >= 8;
            bool const by_one = offset % 8 >= 4;
            unsigned const a[6] = {by_two ? low.z : low.x,   by_two ? low.w : low.y,
                                   by_two ? high.x : low.z,  by_two ? high.y : low.w,
                                   by_two ? high.z : high.x, by_two ? high.w : high.y};
            unsigned const b[5] = {by_one ? a[1] : a[0], by_one ? a[2] : a[1], by_one ? a[3] : a[2],
                                   by_one ? a[4] : a[3], by_one ? a[5] : a[4]};
            unsigned const shift = offset % 4 * 8;
            return cuda_vector(
                uint4{__funnelshift_r(b[0], b[1], shift), __funnelshift_r(b[1], b[2], shift),
                      __funnelshift_r(b[2], b[3], shift), __funnelshift_r(b[3], b[4], shift)});
        }
    }

    /// @param first the first of V elements in memory
    /// @return how many elements come before the first one at a multiple of 16 bytes, fewer than V,
    /// if elements are aligned to their size
    __device__ __forceinline__ static unsigned before_boundary(T const* first) {
        if constexpr (std::is_same_v<bits, elements>) return 0;
        else return -reinterpret_cast<std::uintptr_t>(first) % sizeof(bits) / sizeof(T);
    }

    /// @param first the first of V elements in memory
    __device__ __forceinline__ explicit cuda_vector(T const* first) {
        if constexpr (!std::is_same_v<bits, elements>)
            if (is_aligned(first)) {
                bits_ = *reinterpret_cast<bits const*>(first);
                return;
            }
        elements loaded;
        for (std::size_t k = 0; k < V; ++k) loaded.element[k] = first[k];
        bits_ = __builtin_bit_cast(bits, loaded);
    }

    /// @return `sum` plus all bytes: four of them per instruction
    __device__ __forceinline__ friend std::int32_t
    add(cuda_vector const& vector,
        std::int32_t sum) requires(std::is_integral_v<T> && sizeof(T) == 1 && V == 16) {
        auto const add_word = [&sum](unsigned bits) {
            if constexpr (std::is_signed_v<T>)
                sum = __dp4a(static_cast<int>(bits), 0x01010101, sum);
            else sum = static_cast<int>(__dp4a(bits, 0x01010101u, static_cast<unsigned>(sum)));
        };
        add_word(vector.bits_.x);
        add_word(vector.bits_.y);
        add_word(vector.bits_.z);
        add_word(vector.bits_.w);
        return sum;
    }

    /// @return element k
    __device__ __forceinline__ T operator[](std::size_t k) const {
        return __builtin_bit_cast(elements, bits_).element[k];
    }

private:
    struct elements {
        T element[V];
    };
    // The compiler would keep each byte of an array in a register: uint4 packs them.
    using bits =
        std::conditional_t<sizeof(elements) == sizeof(uint4), uint4,
                           std::conditional_t<sizeof(elements) == sizeof(uint2), uint2, elements>>;
    __device__ __forceinline__ explicit cuda_vector(bits const& loaded) : bits_(loaded) {}
    bits bits_;
};

/// Elements in global or shared memory: the compiler sees which.
/// @tparam T the elements' type; const if they are only read
template <class T>
struct cuda_array {
    using value_type = std::remove_const_t<T>; ///< the type that `get` returns

    T* pointer; ///< the first element

    /// @return element i
    __device__ __forceinline__ value_type get(std::size_t i) const { return pointer[i]; }

    /// Writes element i.
    __device__ __forceinline__ void put(std::size_t i, value_type value) const {
        pointer[i] = value;
    }

    /// @name Atomic updates of element i
    /// They order no other accesses. Each returns the element from before the update.
    /// @{
    __device__ __forceinline__ value_type fetch_add(std::size_t i, value_type value) const {
        // Not by __nv_atomic_fetch_add: its assembly hides from the compiler whether the memory is
        // shared, and makes it fetch elements that nobody needs.
        static_assert(std::is_integral_v<value_type> && sizeof(value_type) >= 4);
        using word = std::conditional_t<sizeof(value_type) == 4, unsigned, unsigned long long>;
        return static_cast<value_type>(
            atomicAdd(reinterpret_cast<word*>(pointer + i), static_cast<word>(value)));
    }
    __device__ __forceinline__ value_type fetch_min(std::size_t i, value_type value) const {
        return atomic_fetch_min(pointer + i, value);
    }
    __device__ __forceinline__ value_type fetch_max(std::size_t i, value_type value) const {
        return atomic_fetch_max(pointer + i, value);
    }
    __device__ __forceinline__ value_type fetch_and(std::size_t i, value_type value) const {
        return atomic_fetch_and(pointer + i, value);
    }
    __device__ __forceinline__ value_type fetch_or(std::size_t i, value_type value) const {
        return atomic_fetch_or(pointer + i, value);
    }
    __device__ __forceinline__ value_type exchange(std::size_t i, value_type value) const {
        return atomic_exchange(pointer + i, value);
    }
    /// Writes `value` if the element equals `expected`.
    __device__ __forceinline__ value_type compare_exchange(std::size_t i, value_type expected,
                                                           value_type value) const {
        return atomic_compare_exchange(pointer + i, expected, value);
    }
    /// @}

    /// Writes element i atomically. Orders no other memory.
    __device__ __forceinline__ void publish(std::size_t i, value_type value) const {
        atomic_store(pointer + i, value);
    }
    /// Reads element i atomically until `is_ready(value)`. Another block publishes it; that block
    /// must already run, or must have ended.
    /// @return the value
    template <class Ready>
    __device__ __forceinline__ value_type await(std::size_t i, Ready is_ready) const {
        for (;;) {
            value_type const value = atomic_load(pointer + i);
            if (is_ready(value)) return value;
        }
    }

    /// Writes elements i ... i + V - 1, which are aligned: by one instruction if they have 16
    /// bytes.
    template <std::size_t V>
    __device__ __forceinline__ void put_vector(std::size_t i, value_type const (&values)[V]) const {
        struct elements {
            value_type element[V];
        } packed;
        for (std::size_t k = 0; k < V; ++k) packed.element[k] = values[k];
        if constexpr (sizeof packed == sizeof(uint4))
            *reinterpret_cast<uint4*>(pointer + i) = __builtin_bit_cast(uint4, packed);
        else
            for (std::size_t k = 0; k < V; ++k) pointer[i + k] = values[k];
    }

    /// @return the array that starts at element i
    __device__ __forceinline__ cuda_array from(std::size_t i) const { return {pointer + i}; }

    /// @return a place in the array, for `from`, `copy_element` and `copy_vector`. It may go beyond
    /// the array, if it comes back before an access.
    __device__ __forceinline__ cuda_array cursor(std::size_t i) const { return from(i); }

    /// @tparam V how many elements
    /// @return whether V elements from the first one on, or from one that is a multiple of V after
    /// it, are aligned
    template <std::size_t V>
    __device__ __forceinline__ bool is_aligned() const {
        return cuda_vector<value_type, V>::is_aligned(pointer);
    }

    /// @tparam V how many elements
    /// @return elements before the first one from which V are aligned, fewer than V
    template <std::size_t V>
    __device__ __forceinline__ unsigned before_boundary() const {
        return cuda_vector<value_type, V>::before_boundary(pointer);
    }

    /// @tparam V how many elements
    /// @return elements i ... i + V - 1, which are aligned
    template <std::size_t V>
    __device__ __forceinline__ cuda_vector<value_type, V> aligned_vector(std::size_t i) const {
        return cuda_vector<value_type, V>::load_aligned(pointer + i);
    }

    /// @tparam V how many elements
    /// @return elements i ... i + V - 1 at any address. It may also read V elements after them, and
    /// bytes before them down to a multiple of 16
    template <std::size_t V>
    __device__ __forceinline__ cuda_vector<value_type, V> shifted_vector(std::size_t i) const {
        return cuda_vector<value_type, V>::load_shifted(pointer + i);
    }

    /// @tparam V how many elements
    /// @return elements i ... i + V - 1
    template <std::size_t V>
    __device__ __forceinline__ cuda_vector<value_type, V> vector(std::size_t i) const {
        return cuda_vector<value_type, V>(pointer + i);
    }
};

} // namespace gpu::inline v0::kernel
