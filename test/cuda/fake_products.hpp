// SPDX-License-Identifier: Apache-2.0
/// @file
/// Products on the fake runtime, computed by the fake cuBLAS.
#pragma once

#include "fake_cublas.hpp"
#include "fake_runtime.hpp"
#include "support/matmul_reference.hpp"

#include "call/backend.hpp"
#include "matmul/shape.hpp"

#include <catch2/catch.hpp>

#include <dlfcn.h>

#include <cstdint>
#include <mutex>

namespace test {

/// Loads the fake before the library looks for the real cuBLAS, so that the library finds the fake.
inline fake_cublas::library& cublas() {
    static auto& library = []() -> fake_cublas::library& {
        void* const loaded = dlopen(FAKE_CUBLAS, RTLD_NOW | RTLD_LOCAL);
        INFO((loaded == nullptr ? dlerror() : ""));
        REQUIRE(loaded != nullptr);
        auto* const get =
            reinterpret_cast<decltype(&fake_cublas_library)>(dlsym(loaded, "fake_cublas_library"));
        auto& found = *get();
        fake_cuda::here().synchronised = [&found](cudaStream_t stream) { found.wait(stream); };
        return found;
    }();
    return library;
}

inline fake_cublas::product last_product() {
    std::lock_guard const lock(cublas().mutex);
    REQUIRE(!cublas().products.empty());
    return cublas().products.back();
}

template <class Matrix>
gpu::detail::matmul_operand operand_of(Matrix& matrix) {
    return {const_cast<void*>(static_cast<void const*>(matrix.data_handle())),
            matrix.stride(0),
            matrix.stride(1),
            {}};
}

/// C = alpha * A * B + beta * C on a fake GPU, which reads host memory.
template <class Value, class Result>
struct call {
    using accumulator = gpu::detail::matmul_accumulator<Value>;

    stored_matrix<Value> a;
    stored_matrix<Value> b;
    stored_matrix<Result> c;
    accumulator alpha = 1;
    accumulator beta = 0;
    gpu::detail::call_result ran;

    call(std::int64_t m, std::int64_t n, std::int64_t k, test::arrangement how_a = {},
         test::arrangement how_b = {}, test::arrangement how_c = {})
        : a(m, k, how_a), b(k, n, how_b), c(m, n, how_c) {
        a.fill(test::small_integers(1));
        b.fill(test::small_integers(2));
        c.fill(test::small_integers(3));
    }

    void run(std::uint32_t ordinal, void* stream = nullptr, bool is_vendor = false,
             bool waits = true) {
        using namespace gpu::detail;
        matmul_request request;
        request.strategy = is_vendor ? number_of<gpu::policy::vendor, matmul_strategies>
                                     : number_of<gpu::policy::automatic, matmul_strategies>;
        request.value = index_of<Value, matmul_types>;
        request.result = index_of<Result, matmul_types>;
        request.m = a.extent(0);
        request.n = b.extent(1);
        request.k = a.extent(1);
        request.a = operand_of(a);
        request.b = operand_of(b);
        request.c = operand_of(c);
        request.alpha = &alpha;
        request.beta = &beta;
        request.stream = stream;
        request.waits = waits;
        check_shapes(request, sizeof(Value), sizeof(Result));
        cuda_backend().matmul(ordinal, request, ran);
    }

    /// Only submits the product.
    void submit(std::uint32_t ordinal, void* stream) { run(ordinal, stream, false, false); }

    /// Whether C is correct, given its values `before`, and the memory around it is unchanged.
    [[nodiscard]] bool is_right(stored_matrix<Result> const& before) const {
        for (std::int64_t i = 0; i < c.extent(0); ++i)
            for (std::int64_t j = 0; j < c.extent(1); ++j) {
                auto const old =
                    beta == 0 ? accumulator{} : beta * static_cast<accumulator>(before(i, j));
                auto const sum = alpha * test::dot<accumulator>(a, b, i, j) + old;
                if (!test::same_bits(c(i, j), static_cast<Result>(sum))) return false;
            }
        return c.surroundings_intact();
    }
};

using float_call = call<float, float>;

} // namespace test
