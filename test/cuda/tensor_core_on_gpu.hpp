// SPDX-License-Identifier: Apache-2.0
/// @file
/// Products by tensor_core's kernels for tests, of matrices that are copied to a GPU with the
/// memory around them.
#pragma once

#include "on_gpu.hpp"
#include "support/matmul_reference.hpp"

#include "cuda/queue.hpp"
#include "cuda/tensor_core/product.hpp"

#include <gpualgo/gpualgo.hpp>

#include <catch2/catch.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

namespace test {

/// A matrix of equal elements.
template <class T>
gpu::matrix<T> constant_matrix(std::int64_t rows, std::int64_t columns, T value,
                               gpu::device device) {
    return {rows, columns, std::vector<T>(static_cast<std::size_t>(rows * columns), value), device};
}

/// Returns the GPU, if it has the architecture that the kernels need.
inline std::optional<gpu::device> the_hopper() {
    auto const device = the_gpu();
    if (!device) return {};
    gpu::detail::matmul_request request;
    request.value =
        static_cast<std::uint32_t>(gpu::detail::index_of<gpu::half, gpu::detail::matmul_types>);
    auto const ordinal = static_cast<std::uint32_t>(device->ordinal());
    std::string const why_not = gpu::sm90::why_not(ordinal, request);
    if (why_not.empty()) return device;
    WARN(why_not);
    return {};
}

/// Copy of a matrix on a GPU, with the memory around it. Its address has the same misalignment as
/// the original.
template <class T>
class matrix_on_gpu {
public:
    matrix_on_gpu(stored_matrix<T>& source, gpu::device device)
        : source_(source), memory_(source.memory(), device) {}

    [[nodiscard]] std::int64_t extent(std::size_t r) const { return source_.extent(r); }
    [[nodiscard]] std::int64_t stride(std::size_t r) const { return source_.stride(r); }
    [[nodiscard]] T* data_handle() const {
        return const_cast<T*>(memory_.data()) + (source_.data_handle() - source_.memory().data());
    }
    [[nodiscard]] gpu::detail::matmul_operand operand() const {
        return {data_handle(), stride(0), stride(1), {}};
    }
    /// Copies back to the host.
    void fetch() { source_.memory() = memory_.to_host(); }

private:
    stored_matrix<T>& source_;
    gpu::device_vector<T> memory_;
};

/// The request of C = alpha * A * B + beta * C.
template <class Value, class Result, class Scalar>
gpu::detail::matmul_request request_of(Scalar const& alpha, matrix_on_gpu<Value> const& a,
                                       matrix_on_gpu<Value> const& b, Scalar const& beta,
                                       matrix_on_gpu<Result> const& c, bool in_tf32 = false) {
    using namespace gpu::detail;
    matmul_request request;
    request.value = static_cast<std::uint32_t>(index_of<Value, matmul_types>);
    request.result = static_cast<std::uint32_t>(index_of<Result, matmul_types>);
    request.m = a.extent(0);
    request.n = b.extent(1);
    request.k = a.extent(1);
    request.a = a.operand();
    request.b = b.operand();
    request.c = c.operand();
    request.alpha = &alpha;
    request.beta = &beta;
    if (in_tf32) request.precision = static_cast<std::uint32_t>(float_precision::tf32);
    return request;
}

/// C = alpha * A * B + beta * C by a kernel of tensor_core.
/// @param variant number of the kernel, modulo their number; or -1 for the best one. Numbers beyond
/// it also say whether tiles are divided.
/// @return the kernel's name
template <class Value, class Result, class Scalar>
std::string multiply_on_gpu(gpu::device device, Scalar alpha, stored_matrix<Value>& a,
                            stored_matrix<Value>& b, Scalar beta, stored_matrix<Result>& c,
                            int variant = -1, bool in_tf32 = false) {
    using namespace gpu::detail;
    matrix_on_gpu<Value> const on_a(a, device), on_b(b, device);
    matrix_on_gpu<Result> on_c(c, device);
    auto const request = request_of(alpha, on_a, on_b, beta, on_c, in_tf32);
    call_result ran;
    auto const ordinal = static_cast<std::uint32_t>(device.ordinal());
    cuda_queue queue(ordinal, ran);
    int const variants = gpu::sm90::variants_of(request);
    gpu::sm90::tuning fixed{.variant = variant};
    if (variant >= variants)
        fixed = {.variant = variant % variants, .divides = variant / variants % 2};
    gpu::sm90::multiply(queue, ordinal, request, fixed);
    queue.wait();
    on_c.fetch();
    return ran.kernel;
}

/// Compares a product of small integers, which is exact, with the host's.
template <class Result>
void check_equal(stored_matrix<Result> const& c, stored_matrix<Result> const& expected) {
    // the comparison of elements would take seconds
    bool const is_same = std::memcmp(c.memory().data(), expected.memory().data(),
                                     c.memory().size() * sizeof(Result)) == 0;
    if (is_same) {
        SUCCEED();
        return;
    }
    std::size_t wrong = 0;
    std::int64_t first_row = -1, first_column = -1;
    for (std::int64_t i = 0; i < c.extent(0); ++i)
        for (std::int64_t j = 0; j < c.extent(1); ++j)
            // == instead of bits: the sign of zero is unspecified
            if (!(c(i, j) == expected(i, j)) && wrong++ == 0) first_row = i, first_column = j;
    CAPTURE(first_row, first_column);
    CHECK(wrong == 0);
    CHECK(c.surroundings_intact());
}

} // namespace test
