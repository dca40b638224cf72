// SPDX-License-Identifier: Apache-2.0
/// The tool's judgement of products.
#include "tool/product_reference.hpp"

#include <gpualgo/abi/matmul_lists.hpp>
#include <gpualgo/detail/call.hpp>

#include <catch2/catch.hpp>

#include <cstdint>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

namespace {

template <class T>
tool::matrix_data matrix_of(std::vector<T> values, std::int64_t rows, std::int64_t columns) {
    auto const owner = std::make_shared<std::vector<T> const>(std::move(values));
    return {gpu::detail::number_of<T, gpu::detail::matmul_types>,
            {owner, owner->data()},
            rows,
            columns,
            columns,
            1};
}

constexpr float quiet_nan = std::numeric_limits<float>::quiet_NaN();
constexpr float infinity = std::numeric_limits<float>::infinity();

} // namespace

TEST_CASE("product_reference: integers are right exactly, and wrap") {
    tool::product_reference const right({matrix_of<std::int32_t>({1, 2, 1 << 30, 4}, 2, 2),
                                         matrix_of<std::int32_t>({5, 6, 7, 8}, 2, 2)});
    std::vector<std::int32_t> product{19, 22, static_cast<std::int32_t>(5 * (1LL << 30) + 28),
                                      static_cast<std::int32_t>(6 * (1LL << 30) + 32)};
    CHECK(right.checked() == 4);
    CHECK(right.compare(product.data()).agrees);
    CHECK(right.compare(product.data()).relative == 0);
    ++product[2];
    CHECK_FALSE(right.compare(product.data()).agrees);
}

TEST_CASE("product_reference: columns by columns, and bytes make integers of 32 bits") {
    auto b = matrix_of<std::int8_t>({5, 7, 6, 8}, 2, 2);
    std::swap(b.row_stride, b.column_stride);
    tool::product_reference const right({matrix_of<std::int8_t>({100, 100, 3, 4}, 2, 2), b});
    std::vector<std::int32_t> const product{1200, 1400, 43, 50};
    CHECK(right.compare(product.data()).agrees);
}

TEST_CASE("product_reference: floating-point numbers within the bound of rounding") {
    constexpr std::int64_t k = 100;
    tool::product_reference const right({matrix_of(std::vector<float>(k, 0.1F), 1, k),
                                         matrix_of(std::vector<float>(k, 0.1F), k, 1)});
    auto const exact =
        static_cast<float>(100 * static_cast<double>(0.1F) * static_cast<double>(0.1F));
    auto const compare = [&](float value) { return right.compare(&value); };
    CHECK(compare(exact).agrees);
    CHECK(compare(exact * (1 + 1e-6F)).agrees);
    CHECK(compare(exact * (1 + 1e-6F)).relative == Approx(1e-6).epsilon(0.1));
    CHECK_FALSE(compare(exact * (1 + 1e-4F)).agrees);
    CHECK_FALSE(compare(quiet_nan).agrees);
    CHECK_FALSE(compare(quiet_nan).relative);
}

TEST_CASE("product_reference: NaN and infinities") {
    tool::product_reference const right(
        {matrix_of<float>({quiet_nan, 1, infinity, 1}, 2, 2), matrix_of<float>({1, 2}, 2, 1)});
    std::vector<float> product{quiet_nan, infinity};
    CHECK(right.compare(product.data()).agrees);
    product[1] = 5;
    CHECK_FALSE(right.compare(product.data()).agrees);
}

TEST_CASE("product_reference: of a large product, elements of all its parts are compared") {
    constexpr std::int64_t width = 1500;
    tool::product_reference const right({matrix_of(std::vector<float>(width, 1.F), width, 1),
                                         matrix_of(std::vector<float>(width, 2.F), 1, width)});
    CHECK(right.checked() < width * width);
    std::vector<float> product(width * width, 2.F);
    CHECK(right.compare(product.data()).agrees);
    std::fill(product.begin() + 700 * width, product.begin() + 701 * width, 3.F); // a row
    CHECK_FALSE(right.compare(product.data()).agrees);
    std::fill(product.begin(), product.end(), 2.F);
    for (std::size_t i = 0; i < width; ++i) product[i * width + 3] = 3.F; // a column
    CHECK_FALSE(right.compare(product.data()).agrees);
}

TEST_CASE("product_reference: no elements") {
    CHECK(tool::product_reference({matrix_of<float>({}, 0, 3), matrix_of<float>({1, 2, 3}, 3, 1)})
              .compare(nullptr)
              .agrees);
    tool::product_reference const zeros({matrix_of<float>({}, 1, 0), matrix_of<float>({}, 0, 1)});
    float value = 0;
    CHECK(zeros.compare(&value).agrees);
    value = 1;
    CHECK_FALSE(zeros.compare(&value).agrees);
}
