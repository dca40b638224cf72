// SPDX-License-Identifier: Apache-2.0
#include "product_call.hpp"

#include "by_number.hpp"
#include "host_memory.hpp"
#include "matmul/names.hpp"

#include <gpualgo/detail/call.hpp>
#include <gpualgo/detail/fill_report.hpp>
#include <gpualgo/detail/raise.hpp>

#include <cstdint>
#include <cstring>
#include <type_traits>

namespace tool {

namespace {

namespace detail = gpu::detail;

/// The type of the product's elements, as a place in the list of types.
std::uint32_t result_of(std::uint32_t type) {
    return with_matmul_type(type, []<class T>(std::type_identity<T>) {
        return detail::number_of<detail::matmul_result<T>, detail::matmul_types>;
    });
}

std::size_t size_of(std::uint32_t type) { return detail::known_matmul_types[type].size; }

/// The matrix in memory that the device reads.
matrix_data placed(matrix_data matrix, gpu::device device) {
    if (device.kind() != gpu::device_kind::cuda) return matrix;
    std::size_t const bytes = matrix.count() * size_of(matrix.type);
    auto const copy = std::make_shared<detail::device_memory const>(device, bytes);
    detail::copy_bytes(device, copy->data(), gpu::device::host(), matrix.first.get(), bytes);
    matrix.first = {copy, copy->data()};
    return matrix;
}

/// Room for the product.
std::unique_ptr<std::byte[]> room_for(product_shape const& shape, std::size_t size) {
    auto const count = static_cast<std::size_t>(shape.m) * static_cast<std::size_t>(shape.n);
    require_memory(count, size);
    return std::make_unique_for_overwrite<std::byte[]>(count * size);
}

detail::matmul_operand operand_of(void const* first, std::int64_t row_stride,
                                  std::int64_t column_stride, detail::device_id memory) {
    return {const_cast<void*>(first), row_stride, column_stride, memory}; // only C is written to
}

} // namespace

product_call::product_call(factors const& input, gpu::device device)
    : device_(device), input_{placed(input.a, device), placed(input.b, device)},
      product_type_(*element_type_named(detail::known_matmul_types[result_of(input.a.type)].name)),
      product_bytes_(static_cast<std::size_t>(input.a.rows) *
                     static_cast<std::size_t>(input.b.columns) * facts_of(product_type_).size),
      product_(room_for(input.shape(), facts_of(product_type_).size)),
      product_on_gpu_(device, is_on_gpu() ? product_bytes_ : 0) {}

void product_call::run(detail::matmul_request const& options, gpu::report& report) const {
    // alpha and beta are of the accumulator's type, whichever it is.
    with_matmul_type(input_.a.type, [&]<class T>(std::type_identity<T>) {
        using scalar = detail::matmul_accumulator<T>;
        scalar const alpha{1};
        scalar const beta{0};
        detail::device_id const memory = is_on_gpu() ? device_.id() : detail::device_id();
        auto const [m, n, k] = input_.shape();
        auto request = options;
        request.value = input_.a.type;
        request.result = result_of(input_.a.type);
        request.m = m;
        request.n = n;
        request.k = k;
        request.a =
            operand_of(input_.a.first.get(), input_.a.row_stride, input_.a.column_stride, memory);
        request.b =
            operand_of(input_.b.first.get(), input_.b.row_stride, input_.b.column_stride, memory);
        request.c = operand_of(is_on_gpu() ? product_on_gpu_.data() : product_.get(), n, 1, memory);
        request.alpha = &alpha;
        request.beta = &beta;
        request.target = device_.id();
        detail::call_result ran;
        gpualgo_v0_matmul(&request, &ran);
        detail::raise(ran);
        detail::fill_report(report, ran, detail::known_matmul_strategies[options.strategy].name);
    });
}

void product_call::forget() {
    std::memset(product_.get(), 0xff, product_bytes_); // NaN, or -1
    if (is_on_gpu())
        detail::copy_bytes(device_, product_on_gpu_.data(), gpu::device::host(), product_.get(),
                           product_bytes_);
}

void const* product_call::fetch() {
    if (is_on_gpu())
        detail::copy_bytes(gpu::device::host(), product_.get(), device_, product_on_gpu_.data(),
                           product_bytes_);
    return product_.get();
}

std::size_t product_call::bytes() const {
    return (input_.a.count() + input_.b.count()) * size_of(input_.a.type) + product_bytes_;
}

} // namespace tool
