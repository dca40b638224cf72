// SPDX-License-Identifier: Apache-2.0
/// @file
/// Atomic accesses to numbers of 4 or 8 bytes. Needs nvcc. They are relaxed and of device scope,
/// except `arrive`, which acquires and releases, and `notify_host`, which releases to the system.
///
/// They are nvcc's own functions: with <cuda/atomic>, which does the same, most source files of
/// kernels would have twice as many lines.
#pragma once

#include <type_traits>

namespace gpu::inline v0::kernel {

/// @return the number
template <class T>
__device__ __forceinline__ std::remove_const_t<T> atomic_load(T* at) {
    std::remove_const_t<T> value;
    __nv_atomic_load(const_cast<std::remove_const_t<T>*>(at), &value, __NV_ATOMIC_RELAXED,
                     __NV_THREAD_SCOPE_DEVICE);
    return value;
}

/// Writes the number.
template <class T>
__device__ __forceinline__ void atomic_store(T* at, T value) {
    __nv_atomic_store(at, &value, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
}

/// Writes the number.
/// @return the number from before
template <class T>
__device__ __forceinline__ T atomic_exchange(T* at, T value) {
    T before;
    __nv_atomic_exchange(at, &value, &before, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    return before;
}

/// Writes the number if it equals `expected`.
/// @return the number from before
template <class T>
__device__ __forceinline__ T atomic_compare_exchange(T* at, T expected, T value) {
    __nv_atomic_compare_exchange(at, &expected, &value, false, __NV_ATOMIC_RELAXED,
                                 __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    return expected; // the number, if it was another
}

/// Writes `f(number)`, which may be computed more than once.
/// @return the number from before
template <class T, class F>
__device__ __forceinline__ T atomic_update(T* at, F f) {
    for (T before = atomic_load(at);;) {
        T const found = atomic_compare_exchange(at, before, f(before));
        if (__builtin_memcmp(&found, &before, sizeof(T)) == 0) return found;
        before = found;
    }
}

/// Writes the smaller one of the number and `value`.
/// @return the number from before
template <class T>
__device__ __forceinline__ T atomic_fetch_min(T* at, T value) {
    if constexpr (std::is_integral_v<T>)
        return __nv_atomic_fetch_min(at, value, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    else return atomic_update(at, [value](T number) { return value < number ? value : number; });
}

/// Writes the larger one of the number and `value`.
/// @return the number from before
template <class T>
__device__ __forceinline__ T atomic_fetch_max(T* at, T value) {
    if constexpr (std::is_integral_v<T>)
        return __nv_atomic_fetch_max(at, value, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    else return atomic_update(at, [value](T number) { return number < value ? value : number; });
}

/// Clears the bits of the number that are not in `value`.
/// @return the number from before
template <class T>
__device__ __forceinline__ T atomic_fetch_and(T* at, T value) {
    return __nv_atomic_fetch_and(at, value, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
}

/// Sets the bits of `value` in the number.
/// @return the number from before
template <class T>
__device__ __forceinline__ T atomic_fetch_or(T* at, T value) {
    return __nv_atomic_fetch_or(at, value, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
}

/// Counts an arrival of a thread. Threads that arrive later see all writes from before it.
/// @return arrivals from before
__device__ __forceinline__ unsigned arrive(unsigned* arrivals) {
    return __nv_atomic_fetch_add(arrivals, 1u, __NV_ATOMIC_ACQ_REL, __NV_THREAD_SCOPE_DEVICE);
}

/// Writes a word that the host waits for: once it sees the word, it sees what the thread wrote
/// before.
__device__ __forceinline__ void notify_host(unsigned* word, unsigned value) {
    __nv_atomic_store_n(word, value, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_SYSTEM);
}

} // namespace gpu::inline v0::kernel
