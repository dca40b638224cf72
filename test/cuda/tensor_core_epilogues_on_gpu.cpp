// SPDX-License-Identifier: Apache-2.0
/// Epilogues in the kernels of tensor_core give the bits of a pass over the sums of the same
/// kernel.
#include "tensor_core_on_gpu.hpp"

#include "cuda/matmul/epilogue.hpp"
#include "cuda/tensor_core/kernel_set.hpp"
#include "matmul/epilogue.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

namespace {

using namespace gpu::detail;
using gpu::bfloat16;
using gpu::half;
using test::arrangement;
using test::matrix_on_gpu;
using test::stored_matrix;
using steps = std::vector<epilogue_kind>;

/// Random elements of a matrix.
template <class T>
auto numbers(std::uint32_t seed) {
    return [engine = std::mt19937(seed),
            normal = std::normal_distribution<float>(0, std::is_integral_v<T> ? 20 : 1)](
               std::int64_t, std::int64_t) mutable { return static_cast<T>(normal(engine)); };
}

/// The parameters of a case, except the types.
struct arguments {
    int variant;
    std::int64_t m, n, k;
    arrangement a, b, c;
    int alpha, beta;
    bool in_tf32;
    steps kinds;
    int divides = -1; ///< see tuning
};

/// C by one kernel with the epilogue, and by the kernel, sums, and the pass.
template <class Value, class Result>
void check_fused(gpu::device device, arguments const& x) {
    using sum = matmul_accumulator<Value>;
    using number = gpu::kernel::epilogue_type<sum>;
    auto a = stored_matrix<Value>(x.m, x.k, x.a).fill(numbers<Value>(1));
    auto b = stored_matrix<Value>(x.k, x.n, x.b).fill(numbers<Value>(2));
    auto c = stored_matrix<Result>(x.m, x.n, x.c).fill(numbers<Result>(3));
    auto by_pass = c;
    matrix_on_gpu<Value> const on_a(a, device), on_b(b, device);
    matrix_on_gpu<Result> on_c(c, device), on_other(by_pass, device);
    std::vector<gpu::device_vector<number>> vectors;
    auto const alpha = static_cast<sum>(x.alpha), beta = static_cast<sum>(x.beta);
    matmul_request request;
    request.value = static_cast<std::uint32_t>(index_of<Value, matmul_types>);
    request.result = static_cast<std::uint32_t>(index_of<Result, matmul_types>);
    if (x.in_tf32) request.precision = static_cast<std::uint32_t>(float_precision::tf32);
    request.m = x.m, request.n = x.n, request.k = x.k;
    request.a = on_a.operand();
    request.b = on_b.operand();
    request.c = on_c.operand();
    request.alpha = &alpha;
    request.beta = &beta;
    for (auto const kind : x.kinds) {
        auto const length = static_cast<std::size_t>(kind == epilogue_kind::scale_rows ? x.m : x.n);
        std::vector<number> vector(length);
        auto next = numbers<number>(static_cast<std::uint32_t>(4 + vectors.size()));
        for (number& v : vector) v = next(0, 0);
        vectors.emplace_back(vector, device);
        request.then.step[request.then.count++] = {
            kind,
            0,
            {},
            kind < epilogue_kind::relu ? vectors.back().data() : nullptr,
            static_cast<std::int64_t>(length)};
    }

    auto const ordinal = static_cast<std::uint32_t>(device.ordinal());
    gpu::sm90::tuning const fixed{.variant = x.variant % gpu::sm90::variants_of(request),
                                  .divides = x.divides};
    call_result ran;
    cuda_queue queue(ordinal, ran);
    gpu::sm90::multiply(queue, ordinal, request, fixed);
    auto other = request;
    other.c = on_other.operand();
    auto const sums = sums_of(other, queue.allocate<std::byte>(bytes_of_sums(other)), {});
    gpu::sm90::multiply(queue, ordinal, sums, fixed);
    apply_epilogue(queue, other, sums.c);
    queue.wait();
    on_c.fetch();
    on_other.fetch();
    CAPTURE(ran.kernel, sizeof(Value), sizeof(Result), x.m, x.n, x.k, x.alpha, x.beta,
            x.kinds.size(), x.c.column_major, x.c.offset);
    std::size_t wrong = 0;
    for (std::int64_t i = 0; i < x.m; ++i)
        for (std::int64_t j = 0; j < x.n; ++j) wrong += !test::same_bits(c(i, j), by_pass(i, j));
    CHECK(wrong == 0);
    CHECK(c.surroundings_intact());
}

using check_function = void (*)(gpu::device, arguments const&);
constexpr auto checks = std::to_array<check_function>(
    {&check_fused<bfloat16, bfloat16>, &check_fused<half, float>, &check_fused<half, half>,
     &check_fused<float, float>, &check_fused<double, double>, &check_fused<std::int8_t, float>,
     &check_fused<std::int8_t, half>});
constexpr std::size_t of_float = 3;

} // namespace

TEST_CASE("tensor_core: epilogues in kernels give the bits of a pass") {
    auto const device = test::the_hopper();
    if (!device) return;
    using enum epilogue_kind;
    std::vector<steps> const all{{bias},
                                 {scale_rows},
                                 {scale_columns, bias, relu},
                                 {bias, gelu},
                                 {silu, scale_rows, bias, scale_columns}};
    constexpr auto variants = static_cast<int>(gpu::sm90::variants.size());
    std::size_t next = 0;
    for (int variant = 0; variant < variants; ++variant)
        for (std::size_t type = 0; type < checks.size(); ++type)
            for (std::size_t layout = 0; layout < 8; ++layout) {
                arrangement const a{layout % 2 == 1}, b{layout / 2 % 2 == 1},
                    c{layout / 4 == 1, layout % 3 == 0 ? 3 : 0, layout % 3 == 1 ? 1u : 0u};
                checks[type](*device, {variant, 136, 264, 200, a, b, c, 1 + variant % 2,
                                       layout % 2 == 0 ? 0 : 3, type == of_float && layout > 3,
                                       all[next++ % all.size()]});
            }
    // several tiles per block, and divided tiles
    for (std::size_t type = 0; type < checks.size(); ++type)
        for (int variant = 0; variant < variants; ++variant)
            if (gpu::sm90::variants[static_cast<std::size_t>(variant)].is_persistent_product())
                for (int const odd : {0, 1}) // the copy engine stores C if it is 0
                    checks[type](
                        *device,
                        {variant, 1800 - odd, 3080 - odd, 72, {}, {}, {}, 1, odd, false, all[4]});
}

TEST_CASE("tensor_core: epilogues after the addition of parts, and of many rows of few columns") {
    auto const device = test::the_hopper();
    if (!device) return;
    using enum epilogue_kind;
    std::vector<steps> const all{{bias, gelu}, {scale_rows, bias, scale_columns, relu}};
    std::size_t next = 0;
    for (int variant = 0; variant < static_cast<int>(gpu::sm90::variants.size()); ++variant)
        for (std::size_t type = 0; type < checks.size(); ++type)
            for (bool const is_column_major : {false, true})
                checks[type](*device, {variant,
                                       137,
                                       71,
                                       1111,
                                       {},
                                       {},
                                       {is_column_major},
                                       2,
                                       3,
                                       type == of_float,
                                       all[next++ % 2],
                                       1});
    for (std::size_t type = 0; type < checks.size(); ++type)
        for (bool const is_column_major : {false, true})
            for (auto const& then : all) {
                bool const in_tf32 = type == of_float;
                checks[type](*device,
                             {-1, 4200, 13, 40, {}, {is_column_major}, {}, 2, 3, in_tf32, then});
                // the product of the transposed matrices
                checks[type](
                    *device,
                    {-1, 13, 4200, 40, {is_column_major}, {true}, {true}, 2, 3, in_tf32, then});
            }
}

TEST_CASE("tensor_core: an epilogue is applied if magnitudes need fused multiply-add") {
    auto const device = test::the_hopper();
    if (!device) return;
    auto const tiny = 0x1p-110F;
    std::vector<float> bias(200);
    for (std::size_t i = 0; i < bias.size(); ++i) bias[i] = static_cast<float>(i) - 100;
    auto const a = test::constant_matrix(150, 90, tiny, *device);
    auto const b = test::constant_matrix(90, 200, 1.F, *device);
    gpu::matrix<float> c(150, 200, *device);
    gpu::device_vector<float> const on_gpu(bias, *device);
    gpu::matmul(gpu::tensor_core, a, b, c, gpu::then(gpu::bias(on_gpu)).then(gpu::relu));
    auto const all = c.to_host();
    for (std::size_t i = 0; i < 150; ++i)
        for (std::size_t j = 0; j < 200; ++j) {
            float const sum = 90 * tiny + bias[j];
            REQUIRE(all[i * 200 + j] == std::max(sum, 0.F));
        }
}

TEST_CASE("tensor_core: one kernel multiplies and applies the epilogue, also in batches") {
    auto const device = test::the_hopper();
    if (!device) return;
    std::vector<float> const bias(256, -3);
    gpu::device_vector<float> const on_gpu(bias, *device);
    gpu::device_vector<half> const a(3 * 256 * 256, half(1), *device), b = a;
    gpu::device_vector<half> c(3 * 256 * 256, *device);
    gpu::report ran;
    for (bool const is_automatic : {false, true}) {
        auto const multiply = [&](auto policy) {
            gpu::matmul(policy.report_to(ran), gpu::matrix_batch<half const>(a.data(), 3, 256, 256),
                        gpu::matrix_batch<half const>(b.data(), 3, 256, 256),
                        gpu::matrix_batch<half>(c.data(), 3, 256, 256),
                        gpu::then(gpu::bias(on_gpu)));
        };
        if (is_automatic) multiply(gpu::automatic.on(*device));
        else multiply(gpu::tensor_core);
        CHECK_THAT(ran.kernel, Catch::Matchers::StartsWith("matmul_tensor_core"));
        CHECK_THAT(ran.kernel, !Catch::Contains("epilogue"));
        for (half const x : c.to_host()) REQUIRE(x == half(253));
    }
}
