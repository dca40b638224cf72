// SPDX-License-Identifier: Apache-2.0
#include "cublas.hpp"

#include "cublas_lease.hpp"
#include "matmul/batch.hpp"
#include "matmul/product_facts.hpp"
#include "matmul/shape.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace gpu::inline v0::detail {
namespace {

template <class T>
constexpr cudaDataType cuda_type = CUDA_R_32F;
template <>
constexpr cudaDataType cuda_type<double> = CUDA_R_64F;
template <>
constexpr cudaDataType cuda_type<half> = CUDA_R_16F;
template <>
constexpr cudaDataType cuda_type<bfloat16> = CUDA_R_16BF;
template <>
constexpr cudaDataType cuda_type<std::int8_t> = CUDA_R_8I;
template <>
constexpr cudaDataType cuda_type<std::int32_t> = CUDA_R_32I;

template <class... Ts>
constexpr std::array<cudaDataType, sizeof...(Ts)> cuda_types_of(type_list<Ts...>) {
    return {cuda_type<Ts>...};
}
constexpr auto cuda_types = cuda_types_of(matmul_types{});

/// A matrix in cuBLAS's terms: column-major, possibly transposed.
struct column_major_matrix {
    cublas_operation op;
    std::int64_t leading_dimension;
    bool has_gaps; ///< between its columns
    bool is_aligned;

    column_major_matrix(matmul_operand const& matrix, std::int64_t rows, std::int64_t columns)
        : op(matrix.row_stride == 1 ? cublas_operation::none : cublas_operation::transposed),
          leading_dimension(matrix.row_stride == 1 ? matrix.column_stride : matrix.row_stride),
          has_gaps(leading_dimension != (matrix.row_stride == 1 ? rows : columns)),
          is_aligned(reinterpret_cast<std::uintptr_t>(matrix.data) % 16 == 0) {}
};

/// A product in cuBLAS's terms: C is column-major.
struct cublas_product {
    matmul_request request;
    column_major_matrix a;
    column_major_matrix b;
    column_major_matrix c;

    explicit cublas_product(matmul_request const& given)
        : request(given.c.row_stride == 1 ? given : transposed(given)),
          a(request.a, request.m, request.k), b(request.b, request.k, request.n),
          c(request.c, request.m, request.n) {}
};

/// Whether cuBLAS accepts an int8 matrix: it reads four elements at a time.
bool is_in_fours(void const* data, std::int64_t leading_dimension) {
    return reinterpret_cast<std::uintptr_t>(data) % 4 == 0 && leading_dimension % 4 == 0;
}

/// A precaution. Products of 64x257 doubles and a vector, with gaps between the lines, were wrong
/// on an H200 while cuBLAS still ran on another call's stream. Called directly, it was right in
/// each of 2,304 calls (test/cuda/cublas_variants.cpp).
bool is_distrusted(cublas_product const& product) {
    auto const& [r, a, b, c] = product;
    bool const is_plain =
        !a.has_gaps && !b.has_gaps && !c.has_gaps && a.is_aligned && b.is_aligned && c.is_aligned;
    return r.value == index_of<double, matmul_types> && (r.m == 1 || r.n == 1) && !is_plain;
}

/// @return the reason not to use cuBLAS for a product; empty if it can be used
std::string why_not_cublas(cublas_product const& product) {
    matmul_request const& r = product.request;
    if (r.value == index_of<std::int32_t, matmul_types>) return "cuBLAS has no products of int32";
    if (!multiplies(r)) return "alpha or k is 0: nothing for cuBLAS to compute";
    if (r.value == index_of<std::int8_t, matmul_types> &&
        !(is_in_fours(r.a.data, product.a.leading_dimension) &&
          is_in_fours(r.b.data, product.b.leading_dimension)))
        return "cuBLAS takes int8 at addresses and leading dimensions that are multiples of 4";
    if (is_distrusted(product))
        return "cuBLAS is not used for products of a matrix and a vector of double that have gaps "
               "between their lines, or addresses that are not multiples of 16";
    return cublas_library::get().why_not;
}

cublas_compute compute_type_of(std::uint32_t value) {
    if (value == index_of<std::int8_t, matmul_types>) return cublas_compute::in_int32;
    if (value == index_of<double, matmul_types>) return cublas_compute::in_double;
    return cublas_compute::in_float;
}

/// Why cuBLAS cannot compute some product of a batch; empty if it can.
std::string why_not_cublas_batch(matmul_request const& request) {
    bool const has_pointers = request.a.pointers != nullptr || request.b.pointers != nullptr ||
                              request.c.pointers != nullptr;
    // matrices at equal distances are aligned like the first two
    std::int64_t const checked =
        has_pointers ? request.count : std::min<std::int64_t>(request.count, 2);
    for (std::int64_t i = 0; i < checked; ++i)
        if (auto why_not = why_not_cublas(cublas_product(product_of_batch(request, i)));
            !why_not.empty())
            return why_not;
    return {};
}

/// Pointers to all matrices of A, B and C on the GPU, which cuBLAS reads.
class pointer_arrays {
public:
    /// @param request its matrices; in the order in which cuBLAS takes them
    pointer_arrays(cuda_queue& queue, matmul_request const& request) : count_(request.count) {
        auto const count = static_cast<std::size_t>(count_);
        std::vector<void*> pointers(3 * count);
        for (std::size_t i = 0; i < count; ++i) {
            auto const one = product_of_batch(request, static_cast<std::int64_t>(i));
            pointers[i] = one.a.data;
            pointers[count + i] = one.b.data;
            pointers[2 * count + i] = one.c.data;
        }
        memory_ = queue.allocate<void*>(3 * count);
        // memory that is not page-locked has been read when the call returns
        check_cuda(cudaMemcpyAsync(memory_, pointers.data(), pointers.size() * sizeof(void*),
                                   cudaMemcpyHostToDevice, queue.stream()),
                   "cudaMemcpyAsync");
    }
    [[nodiscard]] void** a() const { return memory_; }
    [[nodiscard]] void** b() const { return memory_ + count_; }
    [[nodiscard]] void** c() const { return memory_ + 2 * count_; }

private:
    std::int64_t count_;
    void** memory_;
};

/// Submits a product by a function of cuBLAS.
/// @param gemm called with the library and a handle
/// @param function its name
/// @return the reason why cuBLAS refuses the product; empty if it is submitted
template <class Gemm>
std::string submit(cuda_queue& queue, char const* function, Gemm gemm) {
    auto const& cublas = cublas_library::get();
    cublas_workspace const workspace(queue);
    cublas_status status{};
    {
        cublas_lease const lease(queue, workspace);
        status = gemm(cublas, lease.get());
    }
    // The arguments are valid. On an H200, cuBLAS refused a product of float, of one row, as
    // invalid.
    if (status == cublas_status::not_supported || status == cublas_status::invalid_value)
        return "cuBLAS does not support this product";
    cublas.check(status, function);
    queue.note(function);
    return {};
}

std::string submit_at_strides(cuda_queue& queue, cublas_product const& product) {
    auto const& [r, a, b, c] = product;
    return submit(queue, "cublasGemmStridedBatchedEx",
                  [&](cublas_library const& cublas, cublas_handle handle) {
                      return cublas.gemm_at_strides(
                          handle, a.op, b.op, r.m, r.n, r.k, r.alpha, r.a.data, cuda_types[r.value],
                          a.leading_dimension, r.a.matrix_stride, r.b.data, cuda_types[r.value],
                          b.leading_dimension, r.b.matrix_stride, r.beta, r.c.data,
                          cuda_types[r.result], c.leading_dimension, r.c.matrix_stride, r.count,
                          compute_type_of(r.value), cublas_default_algorithm);
                  });
}

std::string submit_at_pointers(cuda_queue& queue, cublas_product const& product) {
    auto const& [r, a, b, c] = product;
    if (queue.is_captured()) return "a graph would copy arrays of pointers again";
    pointer_arrays const pointers(queue, r);
    return submit(
        queue, "cublasGemmBatchedEx", [&](cublas_library const& cublas, cublas_handle handle) {
            return cublas.gemm_at_pointers(
                handle, a.op, b.op, r.m, r.n, r.k, r.alpha, pointers.a(), cuda_types[r.value],
                a.leading_dimension, pointers.b(), cuda_types[r.value], b.leading_dimension, r.beta,
                pointers.c(), cuda_types[r.result], c.leading_dimension, r.count,
                compute_type_of(r.value), cublas_default_algorithm);
        });
}

} // namespace

std::string cublas_matmul(cuda_queue& queue, matmul_request const& request) {
    cublas_product const product(request);
    if (auto why_not = why_not_cublas(product); !why_not.empty()) return why_not;
    auto const& [r, a, b, c] = product;
    return submit(queue, "cublasGemmEx", [&](cublas_library const& cublas, cublas_handle handle) {
        return cublas.gemm(handle, a.op, b.op, r.m, r.n, r.k, r.alpha, r.a.data,
                           cuda_types[r.value], a.leading_dimension, r.b.data, cuda_types[r.value],
                           b.leading_dimension, r.beta, r.c.data, cuda_types[r.result],
                           c.leading_dimension, compute_type_of(r.value), cublas_default_algorithm);
    });
}

std::string cublas_matmul_batch(cuda_queue& queue, matmul_request const& request) {
    if (auto why_not = why_not_cublas_batch(request); !why_not.empty()) return why_not;
    cublas_product const product(request);
    auto const& r = product.request;
    // negative strides make its kernels for Hopper read outside the matrices
    auto const has_stride = [](matmul_operand const& x) {
        return x.pointers == nullptr && x.matrix_stride >= 0;
    };
    bool const have_strides = has_stride(r.a) && has_stride(r.b) && has_stride(r.c);
    return have_strides ? submit_at_strides(queue, product) : submit_at_pointers(queue, product);
}

} // namespace gpu::inline v0::detail
