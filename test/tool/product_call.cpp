// SPDX-License-Identifier: Apache-2.0
#include "tool/product_call.hpp"

#include <gpualgo/abi/matmul_lists.hpp>
#include <gpualgo/detail/call.hpp>

#include <catch2/catch.hpp>

#include <cmath>
#include <cstdint>
#include <memory>
#include <vector>

namespace {

/// 4 by 4: element (i, j) is 10 i + j.
tool::matrix_data table() {
    auto const owner = std::make_shared<std::vector<float>>();
    for (int i = 0; i < 16; ++i) owner->push_back(static_cast<float>(10 * (i / 4) + i % 4));
    return {gpu::detail::number_of<float, gpu::detail::matmul_types>,
            {owner, owner->data()},
            4,
            4,
            4,
            1};
}

float const* floats(void const* memory) { return static_cast<float const*>(memory); }

} // namespace

TEST_CASE("product_call: corners of matrices, multiplied where they lie") {
    auto const device = GENERATE(gpu::device::host(), gpu::device::simulated());
    tool::product_call call(tool::factors{table(), table()}.corner(2), device);
    CHECK(call.shape() == tool::product_shape{2, 2, 2});
    CHECK(call.bytes() == 48);
    CHECK(call.product_type() == tool::element_type::float32);
    gpu::report ran;
    call.run({}, ran);
    CHECK(ran.device == device);
    CHECK(ran.strategy == "automatic");
    auto const* const product = floats(call.fetch());
    // of 0 1, 10 11
    CHECK(std::vector<float>(product, product + 4) == std::vector<float>{10, 11, 110, 131});
}

TEST_CASE("product_call: a product that is forgotten is none that a strategy could have left") {
    tool::product_call call({table(), table()}, gpu::device::host());
    gpu::report ran;
    call.run({}, ran);
    call.forget();
    auto const* const product = floats(call.fetch());
    for (int i = 0; i < 16; ++i) CHECK(std::isnan(product[i]));
}
