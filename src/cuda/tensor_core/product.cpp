// SPDX-License-Identifier: Apache-2.0
#include "product.hpp"

#include "call/text.hpp"
#include "cuda/devices.hpp"
#include "double_kernels.hpp"
#include "faster_shapes.hpp"
#include "float_kernels.hpp"
#include "matmul/product_facts.hpp"
#include "narrow_product.hpp"
#include "product_kinds.hpp"
#include "register_kernels.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace gpu::inline v0::sm90 {
namespace {

using namespace detail;

/// Whether the elements of A and B have type T.
template <class T>
bool is(matmul_request const& request) {
    return request.value == index_of<T, matmul_types>;
}

/// Whether the numbers are split into planes of 16-bit numbers.
bool is_split(matmul_request const& request) {
    constexpr auto tf32 = static_cast<std::uint32_t>(float_precision::tf32);
    return is<float>(request) && request.precision != tf32;
}

/// Whether wgmma cannot read both operands from shared memory.
bool needs_registers(matmul_request const& request) {
    return (is<std::int8_t>(request) || is<float>(request)) && has_mn_major_operand(request);
}

/// Whether the kernels read both operands as they are.
bool is_read_in_place(matmul_request const& r, operand const& a, operand const& b) {
    bool const are_aligned = a.is_aligned() && b.is_aligned();
    return are_aligned && (!needs_registers(r) || a.order != b.order);
}

/// Corrects the name of the kernel that also has products of half.
void name_bfloat16(call_result& ran) {
    std::string_view const launched = float_variants[half_variant].name;
    std::string name(ran.kernel);
    auto const at = name.find(launched);
    if (at != std::string::npos)
        write_text(ran.kernel, name.replace(at, launched.size(), float_variants[0].name));
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

/// The same for batches in one launch.
constexpr std::array<std::int64_t, matmul_types::size> least_sizes_in_batches = [] {
    std::array<std::int64_t, matmul_types::size> sizes{};
    sizes[index_of<half, matmul_types>] = sizes[index_of<bfloat16, matmul_types>] = 32;
    sizes[index_of<std::int8_t, matmul_types>] = 32;
    sizes[index_of<double, matmul_types>] = least_sizes[index_of<double, matmul_types>];
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
    constexpr std::int64_t most_elements = std::int64_t{1} << 40;
    bool const is_short = std::max({r.m, r.n, r.k}) <= longest && r.m <= most_elements / r.n;
    bool const is_dense =
        std::max({r.a.row_stride, r.a.column_stride, r.b.row_stride, r.b.column_stride,
                  r.c.row_stride, r.c.column_stride}) <= longest_stride;
    return is_short && is_dense
               ? ""
               : "tensor_core takes at most 2^30 rows and columns, 2^36 elements apart";
}

bool is_one_launch(matmul_request const& given) {
    if (given.a.pointers != nullptr || given.b.pointers != nullptr || given.c.pointers != nullptr)
        return false;
    matmul_request const r = with_row_major_c(given);
    std::size_t const bytes = known_matmul_types[r.value].size;
    constexpr std::int64_t most_tiles = 1 << 29;
    std::int64_t const tiles = tiles_along(r.m, 64) * tiles_along(r.n, 64);
    return r.count > 1 && r.count <= most_tiles / tiles && !is_split(r) &&
           is_read_in_place(r, a_of(r, bytes), b_of(r, bytes));
}

bool is_batch_faster_than_cublas(matmul_request const& given) {
    matmul_request const r = with_row_major_c(given);
    return is_batch_faster_than_cublas(r.value, {r.m, r.n, r.k}, r.count, !has_mn_major_operand(r));
}

bool fills_gpu(std::uint32_t ordinal, matmul_request const& r) {
    return has_tile_for_each(
        static_cast<std::int64_t>(cuda_devices::get().multiprocessors(ordinal)), {r.m, r.n, r.k});
}

bool is_faster_than_cublas(matmul_request const& given) {
    matmul_request const r = with_row_major_c(given);
    std::size_t const bytes = known_matmul_types[r.value].size;
    operand const a = a_of(r, bytes), b = b_of(r, bytes);
    bool const are_in_place = is_read_in_place(r, a, b);
    bool const are_whole = std::max(a.begin(), b.begin()) != line_begin::between;
    return is_faster_than_cublas(
        r.value, {r.m, r.n, r.k},
        {a.order == major::k, b.order == major::k, are_in_place, are_in_place && !are_whole});
}

bool is_faster_than_register_tile(matmul_request const& request) {
    std::int64_t const least = least_sizes[request.value];
    return least > 0 && shortest(request) >= least;
}

bool is_batch_faster_than_register_tile(matmul_request const& request) {
    std::int64_t const least = least_sizes_in_batches[request.value];
    return least > 0 && shortest(request) >= least;
}

bool is_faster_than_a_pass(matmul_request const& request) {
    if (is_one_launch(request))
        return is_batch_faster_than_cublas(request) || is_batch_faster_than_register_tile(request);
    // products of float are also more accurate than cuBLAS's if the shape is in its table
    return is_faster_than_cublas(request) ||
           (!is<float>(request) && is_faster_than_register_tile(request));
}

void multiply(cuda_queue& queue, std::uint32_t ordinal, matmul_request const& given,
              tuning const& fixed, unsupported_magnitudes if_unsupported) {
    matmul_request const request = with_row_major_c(given);
    product_call const call{queue, cuda_devices::get().multiprocessors(ordinal),
                            !has_row_major_c(given)};
    if (is_split(request)) multiply_float(call, request, fixed, if_unsupported);
    else if (fixed.variant < 0 && has_narrow_kernel(request)) multiply_narrow(call, request);
    else if (is<double>(request)) multiply_double(call, request, fixed);
    else if (needs_registers(request)) multiply_in_registers(call, request, fixed);
    else multiply_shared(call, request, fixed);
}

bool has_multiplied(cuda_queue& queue, matmul_request const& request, call_result& ran,
                    unsupported_magnitudes if_unsupported) {
    if (!is_split(request)) return true;
    auto const planes = *queue.result<float_planes>();
    if (planes != float_planes::none) {
        if (planes == float_planes::three_of_bfloat16) name_bfloat16(ran);
        return true;
    }
    append_text(ran.message, "tensor_core takes finite float of at least 2^-102, and products of "
                             "magnitudes from 2^-126 to 2^120");
    bool const is_computed = if_unsupported == unsupported_magnitudes::by_fused_multiply_add;
    write_text(ran.kernel, is_computed ? "split + matmul_register_tile<128, 256>" : "split");
    return is_computed;
}

int variants_of(matmul_request const& given) {
    matmul_request const request = with_row_major_c(given);
    bool const fits_grid = request.count <= most_products_of_few_tiles;
    return static_cast<int>(is<double>(request) && fits_grid ? double_kernel_set::size
                            : is<double>(request)            ? double_variants.size()
                            : is_split(request)              ? float_variants.size()
                            : needs_registers(request)       ? register_variants.size()
                            : has_transposing_kernels(request)
                                ? variants.size()
                                : variants.size() - transposing_variants);
}

} // namespace gpu::inline v0::sm90
