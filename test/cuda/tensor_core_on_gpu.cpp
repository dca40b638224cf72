// SPDX-License-Identifier: Apache-2.0
/// Each kernel of tensor_core: matrices in each layout, ragged shapes, odd addresses, gaps, alpha
/// and beta. Without a GPU of compute capability 9.0, tests only what calls report.
#include "tensor_core_on_gpu.hpp"

#include "support/pairwise.hpp"

#include "cuda/tensor_core/double_kernels.hpp"
#include "cuda/tensor_core/kernel_set.hpp"
#include "cuda/tensor_core/register_kernels.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

namespace {

using gpu::bfloat16;
using gpu::half;
using test::arrangement;
using test::constant_matrix;
using test::stored_matrix;

constexpr int double_kernels = static_cast<int>(gpu::sm90::double_kernel_set::size);

/// Numbers of kernels, see multiply_on_gpu.
struct kernel_range {
    int first, count;
    kernel_range(int one, int several = 1) : first(one), count(several) {}
};

/// Parameters of one case, except the types.
struct arguments {
    kernel_range kernels;
    std::int64_t m, n, k;
    arrangement a, b, c;
    int alpha, beta;
    std::uint32_t seed;
};

/// Compares the product by each kernel with the host's.
template <class Value, class Result, bool InTf32 = false>
void check_exact(gpu::device device, arguments const& x) {
    using scalar = gpu::detail::matmul_accumulator<Value>;
    auto a = stored_matrix<Value>(x.m, x.k, x.a).fill(test::small_integers(x.seed));
    auto b = stored_matrix<Value>(x.k, x.n, x.b).fill(test::small_integers(x.seed + 1));
    stored_matrix<Result> before(x.m, x.n, x.c); // filled with canaries: NaN
    if (x.beta != 0) before.fill(test::small_integers(x.seed + 2));
    auto expected = before;
    auto const alpha = static_cast<scalar>(x.alpha), beta = static_cast<scalar>(x.beta);
    gpu::matmul(gpu::automatic.on(gpu::device::host()), alpha, a, b, beta, expected);
    for (int i = 0; i < x.kernels.count; ++i) {
        auto c = before;
        auto const kernel =
            test::multiply_on_gpu(device, alpha, a, b, beta, c, x.kernels.first + i, InTf32);
        CAPTURE(kernel, sizeof(Value), sizeof(Result), x.m, x.n, x.k, x.alpha, x.beta,
                x.a.column_major, x.a.gap, x.a.offset, x.b.column_major, x.b.gap, x.b.offset,
                x.c.column_major, x.c.gap, x.c.offset);
        test::check_equal(c, expected);
    }
}

using check_function = void (*)(gpu::device, arguments const&);
constexpr std::array<check_function, 8> checks{
    &check_exact<bfloat16, bfloat16>, &check_exact<bfloat16, float>,
    &check_exact<half, half>,         &check_exact<half, float>,
    &check_exact<double, double>,     &check_exact<std::int8_t, std::int32_t>,
    &check_exact<float, float>,       &check_exact<float, float, true>};
constexpr auto variants = gpu::sm90::variants.size(); // the maximum over all kinds of products

/// Combinations of layout, gap and alignment.
constexpr std::size_t arrangements = 12;
arrangement arranged(std::size_t choice) {
    constexpr std::int64_t gaps[] = {0, 3, 8};
    return {choice % 2 == 1, gaps[choice / 2 % 3], choice / 6 == 1 ? std::size_t{1} : 0};
}

} // namespace

TEST_CASE("tensor_core: kernels, types, layouts, shapes, gaps, addresses and scalars, pairwise") {
    auto const device = test::the_hopper();
    if (!device) return;
    constexpr std::array<std::int64_t, 15> extents{1,   7,   8,   9,   63,  64,  65, 127,
                                                   128, 129, 192, 255, 257, 392, 520};
    constexpr std::array<int, 4> scalars{1, -2, 3, 0};
    std::uint32_t seed = 0;
    for (auto const& row : test::pairwise({variants, checks.size(), extents.size(), extents.size(),
                                           extents.size(), arrangements, arrangements, arrangements,
                                           scalars.size() - 1, scalars.size()}))
        checks[row[1]](*device, {static_cast<int>(row[0]), extents[row[2]], extents[row[3]],
                                 extents[row[4]], arranged(row[5]), arranged(row[6]),
                                 arranged(row[7]), scalars[row[8]], scalars[row[9]], seed += 3});
}

TEST_CASE("tensor_core: small products of each kernel and layout") {
    auto const device = test::the_hopper();
    if (!device) return;
    std::uint32_t seed = 0;
    for (int variant = 0; variant < static_cast<int>(variants); ++variant)
        for (std::size_t layout = 0; layout < 8; ++layout) {
            arrangement const a{layout % 2 == 1}, b{layout / 2 % 2 == 1}, c{layout / 4 == 1};
            for (auto const check :
                 {checks[static_cast<std::size_t>(variant) % 4], checks[5], checks[7]})
                check(*device,
                      {variant, 136, 264, 200, a, b, c, 1, layout % 3 == 0 ? 1 : 0, seed += 3});
            for (auto const check : {checks[4], checks[6]})
                check(*device, {variant, 136, 264, 200, a, b, c, 1, 1, seed += 3});
        }
}

TEST_CASE("tensor_core: few tiles by each kernel, with k divided between blocks") {
    auto const device = test::the_hopper();
    if (!device) return;
    std::uint32_t seed = 0;
    // numbers from here on are of the same kernels, see multiply_on_gpu
    for (int variant = static_cast<int>(variants); variant < 2 * static_cast<int>(variants);
         ++variant)
        for (std::size_t layout = 0; layout < 4; ++layout) {
            arrangement const a{layout % 2 == 1}, b{layout / 2 == 1};
            for (auto const check : {checks[1], checks[2], checks[4], checks[5], checks[7]}) {
                check(*device, {variant, 137, 71, 1111, a, b, {}, 1, 0, seed += 3});
                check(*device, {variant, 8, 200, 776, a, b, {true, 3, 1}, -2, 3, seed += 3});
            }
        }
}

TEST_CASE("tensor_core: many parts of k, and parts of a C with many elements") {
    auto const device = test::the_hopper();
    if (!device) return;
    std::uint32_t seed = 0;
    for (std::size_t i = 0; i < variants; ++i) {
        auto const variant = static_cast<int>(variants + i);       // divided, see multiply_on_gpu
        for (auto const check : {checks[1], checks[5], checks[7]}) // one warp adds five parts
            check(*device, {variant, 520, 520, 640, {}, {}, {}, 1, 1, seed += 3});
        if (gpu::sm90::variants[i].rows == 64) // several warps add more than four parts each
            checks[3](*device, {variant, 64, 64, 65536, {}, {true}, {}, 1, 0, seed += 3});
    }
    // parts of 128 steps, which are taken in turn: of tiles of 64 by 64, and through registers
    for (int const variant : {16, 17})
        checks[1](
            *device,
            {static_cast<int>(variants) + variant, 200, 200, 65536, {}, {}, {}, 1, 1, seed += 3});
    checks[7](*device, {static_cast<int>(gpu::sm90::register_variants.size()) + 3,
                        200,
                        200,
                        65536,
                        {},
                        {},
                        {},
                        1,
                        1,
                        seed += 3});
    gpu::report ran;
    auto const check_report = [&](auto const& options, auto one) {
        auto const policy = options.report_to(ran);
        constexpr std::int64_t k = 1 << 15;
        auto const a = constant_matrix(64, k, one, *device),
                   b = constant_matrix(k, 64, one, *device);
        gpu::matrix<gpu::detail::matmul_accumulator<decltype(one)>> c(64, 64, *device);
        gpu::matmul(policy, a, b, c);
        CHECK(c.to_host().front() == k);
        CHECK_THAT(ran.kernel, Catch::Matchers::EndsWith(" + add_parts"));
        gpu::matmul(policy, a, gpu::transposed(a), c);
        CHECK(c.to_host().back() == k);
        CHECK_THAT(ran.kernel, Catch::Matchers::EndsWith(" + add_parts"));
    };
    check_report(gpu::tensor_core, 1.0);
    check_report(gpu::tensor_core, half(1));
    check_report(gpu::tensor_core, bfloat16(1));
    check_report(gpu::tensor_core, std::int8_t{1});
    check_report(gpu::tensor_core.fast(), 1.0F);
}

TEST_CASE("tensor_core: many rows of few columns and short k, of each layout and address") {
    auto const device = test::the_hopper();
    if (!device) return;
    auto const check_report = [&](auto const& options, auto one) {
        for (int const k : {16, 64}) {
            gpu::report ran;
            auto const a = constant_matrix(5000, k, one, *device),
                       b = constant_matrix(k, 9, one, *device);
            using result = std::conditional_t<sizeof one == 1, std::int32_t, decltype(one)>;
            gpu::matrix<result> c(5000, 9, *device);
            gpu::matmul(options.report_to(ran), a, b, c);
            CHECK(ran.kernel == "matmul_tensor_core<narrow>");
            CHECK(std::ranges::count(c.to_host(), result(static_cast<float>(k))) == 5000 * 9);
        }
    };
    check_report(gpu::tensor_core, half(1));
    check_report(gpu::tensor_core, bfloat16(1));
    check_report(gpu::tensor_core, std::int8_t{1});
    check_report(gpu::tensor_core, 1.0);
    check_report(gpu::tensor_core.fast(), 1.0F);
    std::uint32_t seed = 0;
    for (auto const& [n, k] : {std::array{16, 16}, std::array{1, 1}, std::array{7, 33},
                               std::array{16, 64}, std::array{13, 50}, std::array{4, 17}})
        for (std::size_t choice = 0; choice < arrangements; ++choice)
            for (std::size_t type = 0; type < checks.size(); ++type)
                checks[type](*device,
                             {-1, 4096 + 5 * k, n, k, arranged(choice / 2 * 2), arranged(choice),
                              arranged((choice + 7) % arrangements / 2 * 2), 1 + n % 2, k % 3,
                              seed += 3});
    // more rows than run at the same time
    for (auto const check : {checks[0], checks[3], checks[4], checks[5], checks[7]}) {
        check(*device, {-1, 210'001, 3, 5, {}, {}, {}, 1, 1, seed += 3});
        check(*device, {-1, 110'003, 16, 20, {}, {true}, {}, 1, 0, seed += 3});
        check(*device, {-1, 110'003, 16, 40, {false, 8}, {}, {}, 2, 0, seed += 3});
    }
}

TEST_CASE("tensor_core: few tiles of double by each kernel, of ragged shapes") {
    auto const device = test::the_hopper();
    if (!device) return;
    std::uint32_t seed = 0;
    for (int variant = 0; variant < 2 * double_kernels; ++variant) // the second half divides
        for (auto const& [m, n, k] :
             {std::array{1, 1, 1}, std::array{7, 131, 33}, std::array{65, 66, 17},
              std::array{257, 321, 1001}, std::array{512, 512, 512}})
            for (bool const a : {false, true})
                for (bool const b : {false, true})
                    checks[4](*device, {variant, m, n, k, {a}, {b}, {a}, 2, k % 2, seed += 3});
}

TEST_CASE("tensor_core: tiles of double of which half is outside C come last") {
    auto const device = test::the_hopper();
    if (!device) return;
    std::uint32_t seed = 0;
    for (int variant : {0, 1, double_kernels, double_kernels + 1}) // the latter divide tiles
        for (auto const& [m, n, k] :
             {std::array{1344, 1600, 96}, std::array{2592, 40, 65}, std::array{33, 2600, 200},
              std::array{1153, 2560, 33}, std::array{1600, 1217, 130}, std::array{2700, 2900, 49}})
            for (bool const turned : {false, true})
                checks[4](*device,
                          {variant, m, n, k, {turned}, {!turned}, {}, 2, k % 2, seed += 3});
}

TEST_CASE("tensor_core: products of double are one launch in any order") {
    auto const device = test::the_hopper();
    if (!device) return;
    gpu::report ran;
    auto const check = [&](auto const& options, std::int64_t n) {
        auto const a = constant_matrix(n, n, 1.0, *device), b = constant_matrix(n, n, 2.0, *device);
        auto const multiply = [&](auto const& x, auto const& y) {
            auto const c = gpu::matmul(options.report_to(ran), x, y).to_host();
            CHECK_THAT(ran.kernel, Catch::StartsWith("matmul_tensor_core<"));
            CHECK_THAT(ran.kernel, Catch::EndsWith(">"));
            CHECK(std::ranges::count(c, 2.0 * static_cast<double>(n)) == n * n);
        };
        multiply(a, b);
        multiply(gpu::transposed(a), b);
        multiply(a, gpu::transposed(b));
        multiply(gpu::transposed(a), gpu::transposed(b));
    };
    // few tiles, for which automatic takes the kernels, too
    for (std::int64_t const n : {320, 384, 512, 576, 640, 768}) check(gpu::automatic, n);
    for (std::int64_t const n : {64, 512, 1408}) check(gpu::tensor_core, n);
}

TEST_CASE("tensor_core: automatic takes it for products of half and bfloat16 that it transposes") {
    auto const device = test::the_hopper();
    if (!device) return;
    auto const multiply = [&]<class T>(std::int64_t n, std::string const& kernel, T two) {
        gpu::report ran;
        auto const a = constant_matrix(n, n, T(1), *device),
                   b = constant_matrix(n, n, two, *device);
        auto const c = gpu::matmul(gpu::automatic.report_to(ran), a, b).to_host();
        CHECK(ran.kernel == kernel);
        CHECK(std::ranges::count(c, T(static_cast<float>(2 * n))) == n * n);
    };
    multiply(768, "matmul_tensor_core<80, 64>", half(2));
    multiply(1280, "matmul_tensor_core<112, 128, shared>", half(2));
    multiply(1536, "matmul_tensor_core<144, 128>", half(2));
    multiply(1536, "matmul_tensor_core<144, 128>", bfloat16(2));
}

TEST_CASE("tensor_core: more tiles than multiprocessors, and large k") {
    auto const device = test::the_hopper();
    if (!device) return;
    kernel_range const all(0, static_cast<int>(variants));
    for (auto const check : {checks[1], checks[2], checks[4], checks[5], checks[6], checks[7]}) {
        check(*device, {all, 2760, 1800, 200, {}, {}, {}, 1, 0, 1});
        check(*device, {all, 1797, 2503, 71, {}, {true}, {}, 2, 1, 4});
        check(*device, {all, 1800, 2504, 200, {true}, {}, {}, 1, 1, 7});
    }
    for (auto const check : {checks[0], checks[2]}) // one step of k
        check(*device, {all, 2760, 1800, 8, {}, {}, {}, 1, 0, 1});
    for (auto const check : {checks[1], checks[4], checks[5], checks[6], checks[7]})
        check(*device, {all, 136, 72, 65536, {}, {}, {}, 1, 0, 10});
}

TEST_CASE("tensor_core: calls report the kernel that ran") {
    auto const device = test::the_hopper();
    if (!device) return;
    gpu::report ran;
    auto const policy = gpu::tensor_core.report_to(ran);
    auto const a = constant_matrix(256, 272, half(1), *device);
    auto const b = constant_matrix(272, 256, half(2), *device);
    auto c = constant_matrix(256, 256, half(3), *device);
    gpu::matmul(policy, a, b, c);
    CHECK(ran.strategy == "tensor_core");
    CHECK(ran.kernel == "matmul_tensor_core<80, 64>");
    CHECK(ran.grid == 16);
    CHECK(ran.block == 160);
    CHECK(ran.fallback.empty());
    CHECK(c.to_host()[0] == half(544));

    // odd row length: A is copied first
    gpu::matmul(policy, constant_matrix(256, 263, half(1), *device),
                constant_matrix(263, 256, half(2), *device), c);
    CHECK(ran.kernel == "aligned_copy + matmul_tensor_core<80, 64>");
    CHECK(c.to_host().back() == half(526));

    // no product is needed
    gpu::matmul(policy, 0, a, b, 2, c);
    CHECK(ran.kernel == "matmul_scale");
    CHECK(c.to_host()[0] == half(1052));

    // for row-major int8, automatic chooses the same kernel
    auto const bytes = constant_matrix(256, 256, std::int8_t{2}, *device);
    auto const product = gpu::matmul(gpu::automatic.report_to(ran), bytes, bytes);
    CHECK(ran.kernel == "matmul_tensor_core<128, 64, in_registers>");
    CHECK(product.to_host()[0] == 1024);

    // in TF32, 1 + 2^-12 is 1
    auto const rounded = constant_matrix(256, 256, 0x1.001p0F, *device);
    CHECK(gpu::matmul(policy.fast(), rounded, rounded).to_host()[0] == 256);
    CHECK(ran.kernel == "matmul_tensor_core<128, 64, in_registers, tf32>");
    CHECK(gpu::matmul(policy.fast(), rounded, gpu::transposed(rounded)).to_host()[0] == 256);
    CHECK(ran.kernel == "matmul_tensor_core<64, 64, split_k, tf32>");

    auto const integers = constant_matrix(8, 8, std::int32_t{1}, *device);
    CHECK_THROWS_WITH(gpu::matmul(policy, integers, integers),
                      Catch::Contains("tensor_core has no kernels for matrices of int32"));
}
