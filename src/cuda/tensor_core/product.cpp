// SPDX-License-Identifier: Apache-2.0
#include "product.hpp"

#include "call/text.hpp"
#include "cuda/devices.hpp"
#include "double_kernels.hpp"
#include "float_kernels.hpp"
#include "int8_kernels.hpp"
#include "matmul/names.hpp"
#include "product_kinds.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace gpu::inline v0::sm90 {
namespace {

using namespace detail;

/// Whether the elements of A and B have type T.
template <class T>
bool is(matmul_request const& request) {
    return request.value == index_of<T, matmul_types>;
}

std::int64_t shortest(matmul_request const& r) { return std::min({r.m, r.n, r.k}); }

/// The minimum size, in each dimension, from which register_tile is slower, by element type; 0 if
/// there are no kernels.
constexpr std::array<std::int64_t, matmul_types::size> least_sizes = [] {
    std::array<std::int64_t, matmul_types::size> sizes{};
    sizes[index_of<half, matmul_types>] = sizes[index_of<bfloat16, matmul_types>] = 256;
    sizes[index_of<std::int8_t, matmul_types>] = 256;
    sizes[index_of<float, matmul_types>] = sizes[index_of<double, matmul_types>] = 1024;
    return sizes;
}();

} // namespace

std::string why_not(std::uint32_t ordinal, matmul_request const& request) {
    int const capability = cuda_devices::get().capability(ordinal);
    if (capability != 90)
        return "tensor_core has kernels for GPUs of compute capability 9.0; this one has " +
               std::to_string(capability / 10) + "." + std::to_string(capability % 10);
    if (is<std::int32_t>(request))
        return "tensor_core has no kernels for matrices of " +
               std::string(known_matmul_types[request.value].name);
    return {};
}

std::string why_not_shape(matmul_request const& r) {
    constexpr std::int64_t longest = std::int64_t{1} << 30;
    constexpr std::int64_t longest_stride = std::int64_t{1} << 36;
    constexpr std::int64_t most_elements = std::int64_t{1} << 42;
    bool const is_short = std::max({r.m, r.n, r.k}) <= longest && r.m <= most_elements / r.n;
    bool const is_dense =
        std::max({r.a.row_stride, r.a.column_stride, r.b.row_stride, r.b.column_stride,
                  r.c.row_stride, r.c.column_stride}) <= longest_stride;
    return is_short && is_dense
               ? ""
               : "tensor_core takes at most 2^30 rows and columns, 2^36 elements apart";
}

bool is_faster_than_cublas(matmul_request const& request) {
    // For int8, cuBLAS has fast kernels for K-major operands only.
    return has_mn_major_operand(with_row_major_c(request)) && shortest(request) >= 256;
}

bool is_faster_than_register_tile(matmul_request const& request) {
    std::int64_t const least = least_sizes[request.value];
    return least > 0 && shortest(request) >= least;
}

void multiply(cuda_queue& queue, std::uint32_t ordinal, matmul_request const& given,
              tuning const& fixed) {
    matmul_request const request = with_row_major_c(given);
    product_call const call{queue, cuda_devices::get().multiprocessors(ordinal)};
    if (is<float>(request)) multiply_float(call, request, fixed);
    else if (is<double>(request)) multiply_double(call, request, fixed);
    else if (has_mn_major_operand(request)) multiply_in_registers(call, request, fixed);
    else multiply_shared(call, request, fixed);
}

void correct_report(cuda_queue& queue, call_result& ran) {
    bool const split_first = std::string_view(ran.kernel).starts_with("split + ");
    if (!split_first || *queue.result<unsigned>() == 0) return;
    write_text(ran.kernel, "split + matmul_register_tile<128, 128>");
    append_text(ran.message, "register_tile multiplied: tensor_core takes float of magnitudes from "
                             "2^-63 to 2^60, and zero");
}

int variants_of(matmul_request const& given) {
    matmul_request const request = with_row_major_c(given);
    return static_cast<int>(is<float>(request)              ? float_variants.size()
                            : is<double>(request)           ? double_variants.size()
                            : has_mn_major_operand(request) ? int8_variants.size()
                                                            : variants.size());
}

} // namespace gpu::inline v0::sm90
