// SPDX-License-Identifier: Apache-2.0
/// @file
/// The functions that the run-time linker adds to a kernel, and inlines. Operands are given by
/// addresses, which vanish then. So one kernel serves all types of a size.
#pragma once

#include <gpualgo/kernel/elements.hpp>

// Each writes its result to `out`. That of gpualgo_test is a bool.
extern "C" __device__ void gpualgo_load(void* out, void const* a, void const* b,
                                        unsigned char const* scalars);
extern "C" __device__ void gpualgo_fold(void* out, void const* a, void const* b,
                                        unsigned char const* scalars);
extern "C" __device__ void gpualgo_test(void* out, void const* a, void const* b,
                                        unsigned char const* scalars);

namespace {

/// Makes a T of an element or of a pair.
template <class T>
struct load_by_function {
    unsigned char const* scalars;
    template <class Value>
    __device__ __forceinline__ T operator()(Value x) const {
        T out{};
        gpualgo_load(&out, &x, nullptr, scalars);
        return out;
    }
    template <class Value>
    __device__ __forceinline__ T operator()(gpu::kernel::element_pair<Value> x) const {
        T out{};
        gpualgo_load(&out, &x.first, &x.second, scalars);
        return out;
    }
};

/// Folds two T.
template <class T>
struct fold_by_function {
    unsigned char const* scalars;
    __device__ __forceinline__ T operator()(T a, T b) const {
        T out{};
        gpualgo_fold(&out, &a, &b, scalars);
        return out;
    }
};

/// Tests an element.
struct test_by_function {
    unsigned char const* scalars;
    template <class Value>
    __device__ __forceinline__ bool operator()(Value x) const {
        bool out = false;
        gpualgo_test(&out, &x, nullptr, scalars);
        return out;
    }
};

} // namespace
