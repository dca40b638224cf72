// SPDX-License-Identifier: Apache-2.0
/// Calls that matmul refuses: before anything runs, with a message that names the shapes, and with
/// C unchanged.
#include "support/matmul_reference.hpp"

#include <gpualgo/gpualgo.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using Catch::Matchers::Contains;
using gpu::device;
using gpu::matrix_view;
using test::stored_matrix;

/// A matrix that is only used for its shape.
struct claimed_matrix {
    float* data;
    std::int64_t extents[2];
    std::int64_t strides[2];
    [[nodiscard]] std::int64_t extent(std::size_t r) const { return extents[r]; }
    [[nodiscard]] std::int64_t stride(std::size_t r) const { return strides[r]; }
    [[nodiscard]] float* data_handle() const { return data; }
};

/// Memory for the matrices of refused calls.
struct memory {
    std::vector<float> a = std::vector<float>(100, 1), b = a, c = a;
    [[nodiscard]] bool c_is_intact() const { return c == std::vector<float>(100, 1); }
};

/// Requires that a call is refused with a message that contains all of these words.
template <class Call>
void require_refusal(Call call, std::initializer_list<char const*> words) {
    std::string said;
    try {
        call();
        FAIL("should be refused");
    } catch (std::invalid_argument const& refused) {
        said = refused.what();
    }
    for (char const* const word : words) CHECK_THAT(said, Contains(word));
}

} // namespace

TEST_CASE("matmul refuses shapes that do not conform, and names them") {
    memory x;
    auto const shaped = [](float* p, std::int64_t rows, std::int64_t columns) {
        return matrix_view(p, rows, columns);
    };
    require_refusal(
        [&] {
            gpu::matmul(shaped(x.a.data(), 3, 4), shaped(x.b.data(), 5, 2),
                        shaped(x.c.data(), 3, 2));
        },
        {"A 3x4", "B 5x2", "C 3x2", "as many columns as B has rows"});
    require_refusal(
        [&] {
            gpu::matmul(shaped(x.a.data(), 3, 4), shaped(x.b.data(), 4, 2),
                        shaped(x.c.data(), 2, 2));
        },
        {"A 3x4", "B 4x2", "C 2x2"});
    require_refusal(
        [&] {
            gpu::matmul(shaped(x.a.data(), 3, 4), shaped(x.b.data(), 4, 2),
                        shaped(x.c.data(), 3, 3));
        },
        {"C 3x3"});
    require_refusal([&] { (void)gpu::matmul(shaped(x.a.data(), 3, 4), shaped(x.b.data(), 3, 4)); },
                    {"A 3x4", "B 3x4"});
    // there is no memory for a product of this shape
    constexpr std::int64_t many = std::int64_t{1} << 24;
    require_refusal(
        [&] { (void)gpu::matmul(shaped(x.a.data(), many, 4), shaped(x.b.data(), 5, many)); },
        {"A 16777216x4", "B 5x16777216", "as many columns as B has rows"});
    CHECK(x.c_is_intact());
}

TEST_CASE("matmul refuses strides that do not describe rows or columns") {
    memory x;
    matrix_view const b(x.b.data(), 4, 2);
    matrix_view const c(x.c.data(), 3, 2);
    auto const a_with = [&](std::int64_t row_stride, std::int64_t column_stride) {
        return claimed_matrix{x.a.data(), {3, 4}, {row_stride, column_stride}};
    };
    for (auto const& a : {a_with(8, 2), a_with(2, 3), a_with(3, 1), a_with(1, 2), a_with(1, 1),
                          a_with(0, 1), a_with(-4, 1), a_with(1, -3)})
        require_refusal([&] { gpu::matmul(a, b, c); },
                        {"A 3x4 * B 4x2 = C 3x2", "A has the strides", "one must be 1"});
    require_refusal(
        [&] {
            gpu::matmul(matrix_view(x.a.data(), 3, 4), b,
                        claimed_matrix{x.c.data(), {3, 2}, {1, 1}});
        },
        {"C has the strides 1 (of rows) and 1 (of columns)"});
    CHECK(x.c_is_intact());
}

TEST_CASE("matmul accepts any stride of a single row or column") {
    memory x;
    for (std::int64_t const stride :
         {std::int64_t{7}, std::int64_t{1}, std::int64_t{0}, std::int64_t{-5}}) {
        claimed_matrix const row{x.a.data(), {1, 4}, {stride, 1}};
        claimed_matrix const column{x.b.data(), {4, 1}, {1, stride}};
        claimed_matrix const one{x.c.data(), {1, 1}, {stride, stride}};
        for (auto const where : gpu::devices()) {
            x.c[0] = 0;
            gpu::matmul(gpu::automatic.on(where), row, column, one);
            CHECK(x.c[0] == 4);
        }
    }
    // A row of a column-major matrix and a column of a row-major one.
    x.a = {1, 9, 2, 9, 3, 9};
    gpu::matmul(claimed_matrix{x.a.data(), {1, 3}, {1, 2}},
                claimed_matrix{x.a.data(), {3, 1}, {2, 1}}, matrix_view(x.c.data(), 1, 1));
    CHECK(x.c[0] == 14);
}

TEST_CASE("matmul refuses sizes that are negative or larger than the address space") {
    memory x;
    constexpr std::int64_t huge = std::numeric_limits<std::int64_t>::max();
    auto const shaped = [&](std::int64_t rows, std::int64_t columns) {
        return claimed_matrix{x.a.data(), {rows, columns}, {std::max<std::int64_t>(columns, 1), 1}};
    };
    require_refusal([&] { gpu::matmul(shaped(-1, 4), shaped(4, 2), shaped(-1, 2)); },
                    {"negative", "A -1x4"});
    require_refusal([&] { gpu::matmul(shaped(huge, 4), shaped(4, 2), shaped(huge, 2)); },
                    {"A is larger than the address space"});
    require_refusal([&] { gpu::matmul(shaped(1, 1), shaped(1, huge / 2), shaped(1, huge / 2)); },
                    {"B is larger than the address space"});
    claimed_matrix const wide{x.a.data(), {2, 2}, {huge, 1}};
    require_refusal(
        [&] { gpu::matmul(wide, matrix_view(x.b.data(), 2, 2), matrix_view(x.c.data(), 2, 2)); },
        {"A is larger than the address space"});
    CHECK(x.c_is_intact());
}

TEST_CASE("matmul refuses null pointers, except of matrices without elements") {
    memory x;
    float* const null = nullptr;
    require_refusal(
        [&] {
            gpu::matmul(matrix_view(null, 2, 2), matrix_view(x.b.data(), 2, 2),
                        matrix_view(x.c.data(), 2, 2));
        },
        {"A is a null pointer"});
    require_refusal(
        [&] {
            gpu::matmul(matrix_view(x.a.data(), 2, 2), matrix_view(x.b.data(), 2, 2),
                        matrix_view(null, 2, 2));
        },
        {"C is a null pointer"});
    gpu::matmul(matrix_view(null, 0, 2), matrix_view(x.b.data(), 2, 2), matrix_view(null, 0, 2));
    gpu::matmul(matrix_view(null, 2, 0), matrix_view(null, 0, 2), matrix_view(x.c.data(), 2, 2));
    CHECK(x.c[3] == 0);
}

TEST_CASE("matmul refuses C that overlaps A or B; A and B may be the same, and rows of C may "
          "interleave with theirs") {
    memory x;
    float* const p = x.a.data();
    require_refusal(
        [&] {
            gpu::matmul(matrix_view(p, 3, 3), matrix_view(x.b.data(), 3, 3),
                        matrix_view(p + 8, 3, 3));
        },
        {"C overlaps A"});
    require_refusal(
        [&] {
            gpu::matmul(matrix_view(x.b.data(), 3, 3), matrix_view(p, 3, 3), matrix_view(p, 3, 3));
        },
        {"C overlaps B"});
    require_refusal(
        [&] {
            gpu::matmul(matrix_view(p, 3, 3, 9), matrix_view(x.b.data(), 3, 3),
                        matrix_view(p + 2, 3, 3, 9));
        },
        {"C overlaps A"});
    for (auto const where : gpu::devices()) {
        std::vector<float> all(3 * 9, 1); // three adjacent matrices of 3x3
        matrix_view const left(all.data(), 3, 3, 9), middle(all.data() + 3, 3, 3, 9),
            right(all.data() + 6, 3, 3, 9);
        gpu::matmul(gpu::automatic.on(where), left, left, middle);
        gpu::matmul(gpu::shared_tile.on(where), left, right, middle);
        CHECK(all == std::vector<float>{1, 1, 1, 3, 3, 3, 1, 1, 1, 1, 1, 1, 3, 3,
                                        3, 1, 1, 1, 1, 1, 1, 3, 3, 3, 1, 1, 1});
    }
}

TEST_CASE("matmul refuses matrices on different devices") {
    gpu::matrix<float> const on_host(2, 2, {1, 2, 3, 4}, device::host());
    gpu::matrix<float> const simulated(2, 2, {1, 2, 3, 4}, device::simulated());
    gpu::matrix<float> c(2, 2, device::simulated());
    memory x;
    require_refusal([&] { gpu::matmul(on_host, simulated, c); },
                    {"A lies on host, but B on simulated", "A 2x2 * B 2x2"});
    require_refusal([&] { gpu::matmul(simulated, simulated, matrix_view(x.c.data(), 2, 2)); },
                    {"B lies on simulated, but C on host"});
    require_refusal(
        [&] { (void)gpu::matmul(gpu::automatic.on(device::host()), simulated, simulated); },
        {"the matrices lie on simulated, but the policy says on host"});
    CHECK(x.c_is_intact());
    // views of host memory and matrices on the host device mix
    gpu::matmul(on_host, on_host, matrix_view(x.c.data(), 2, 2));
    CHECK(x.c[3] == 22);
}

TEST_CASE("matmul refuses block sizes and options that a strategy does not support") {
    memory x;
    matrix_view const a(x.a.data(), 2, 2), b(x.b.data(), 2, 2), c(x.c.data(), 2, 2);
    auto const refuses = [&](auto const& policy, std::initializer_list<char const*> words) {
        for (auto const where : gpu::devices())
            require_refusal([&] { gpu::matmul(policy.on(where), a, b, c); }, words);
    };
    refuses(gpu::row_on_x.block_size(48),
            {"row_on_x", "A 2x2 * B 2x2 = C 2x2", "block_size(48) was given", "a multiple of 32"});
    refuses(gpu::row_on_y.block_size(1056),
            {"block_size(1056) was given; a block has 1 to 1024 threads"});
    refuses(gpu::warp_shuffle.block_size(31), {"a multiple of 32"});
    refuses(gpu::shared_tile.block_size(512), {"shared_tile takes 64, 256 or 1024"});
    refuses(gpu::bank_conflict_free.block_size(100), {"bank_conflict_free takes 64, 256 or 1024"});
    refuses(gpu::register_tile.block_size(128), {"register_tile takes 64 or 256"});
    refuses(gpu::neighbored.block_size(0),
            {"block_size(0) was given; a block has 1 to 1024 threads"});
    refuses(gpu::automatic.block_size(64), {"automatic chooses its own"});
    refuses(gpu::vendor.block_size(64), {"vendor chooses its own"});
    refuses(gpu::tensor_core.block_size(384), {"tensor_core chooses its own"});
    refuses(gpu::row_on_x.in(gpu::memory_space::shared),
            {"in(shared) was given; row_on_x exchanges values through registers"});
    refuses(gpu::neighbored.in(gpu::memory_space::registers), {"shared or global"});
    CHECK(x.c_is_intact());
}

TEST_CASE("matmul: the simulated device has no vendor") {
    memory x;
    matrix_view const a(x.a.data(), 2, 2), b(x.b.data(), 2, 2), c(x.c.data(), 2, 2);
    CHECK_THROWS_WITH(gpu::matmul(gpu::vendor.on(device::simulated()), a, b, c),
                      Contains("A 2x2 * B 2x2 = C 2x2, float") && Contains("no vendor library"));
    CHECK(x.c_is_intact());
}

TEST_CASE("matmul: the simulated device has no tensor cores") {
    memory x;
    matrix_view const a(x.a.data(), 2, 2), b(x.b.data(), 2, 2), c(x.c.data(), 2, 2);
    for (auto const policy :
         {gpu::tensor_core, gpu::tensor_core.precise(), gpu::tensor_core.fast()}) {
        CHECK_THROWS_WITH(gpu::matmul(policy.on(device::simulated()), a, b, c),
                          Contains("A 2x2 * B 2x2 = C 2x2, float") &&
                              Contains("the simulated device has no tensor cores"));
        CHECK(x.c_is_intact());
    }
}

TEST_CASE("matmul: tensor_core has one precision of float, the last one given") {
    using gpu::detail::float_precision;
    STATIC_REQUIRE(gpu::tensor_core.precision() == float_precision::standard);
    STATIC_REQUIRE(gpu::tensor_core.precise().precision() == float_precision::precise);
    STATIC_REQUIRE(gpu::tensor_core.precise().fast().precision() == float_precision::tf32);
    STATIC_REQUIRE(gpu::tensor_core.fast().precise().precision() == float_precision::precise);
    // on the host every policy computes in float
    std::vector<float> const ones(4, 0x1.001p0F);
    matrix_view const a(ones.data(), 2, 2);
    CHECK(gpu::matmul(gpu::tensor_core.fast().on(device::host()), a, a).to_host()[0] ==
          gpu::matmul(gpu::automatic.on(device::host()), a, a).to_host()[0]);
}

TEST_CASE("matmul refuses requests of programs newer than the library") {
    gpu::detail::matmul_request request;
    auto const status_of = [&] {
        gpu::detail::call_result ran;
        gpualgo_v0_matmul(&request, &ran);
        return ran.status;
    };
    using gpu::detail::status_code;
    request.version = 1000;
    CHECK(status_of() == status_code::error);
    request.version = gpu::detail::request_version;
    request.strategy = 1000;
    CHECK(status_of() == status_code::unsupported_operator);
    request.strategy = 0;
    request.value = 1000;
    CHECK(status_of() == status_code::unsupported_operator);
    request.value = 0;  // float
    request.result = 4; // int8
    CHECK(status_of() == status_code::unsupported_operator);
    request.result = 0;
    request.precision = 3;
    CHECK(status_of() == status_code::unsupported_operator);
}
