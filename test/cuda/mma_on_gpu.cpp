// SPDX-License-Identifier: Apache-2.0
/// Products by mma.sync on any GPU of compute capability 8.0 or later, also on one of 9.0, for
/// which policies take other kernels. Covers each layout, ragged shapes, odd addresses, gaps,
/// alpha, beta, parts of k, and epilogues.
#include "tensor_core_on_gpu.hpp"

#include "support/pairwise.hpp"

#include "cuda/devices.hpp"
#include "cuda/matmul/epilogue.hpp"
#include "cuda/matmul/mma.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
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

std::uint32_t ordinal_of(gpu::device device) {
    return static_cast<std::uint32_t>(device.ordinal());
}

/// Returns the GPU, if the kernels run on it.
std::optional<gpu::device> the_gpu_with_mma() {
    auto const device = test::the_gpu();
    if (!device) return {};
    matmul_request request;
    request.value = static_cast<std::uint32_t>(index_of<half, matmul_types>);
    std::string const why_not = why_not_by_mma(ordinal_of(*device), request);
    if (why_not.empty()) return device;
    WARN(why_not);
    return {};
}

/// C = alpha * A * B + beta * C by the kernels, and the steps of an epilogue.
/// @return the report
template <class Value, class Result, class Scalar>
call_result multiply(gpu::device device, Scalar alpha, stored_matrix<Value>& a,
                     stored_matrix<Value>& b, Scalar beta, stored_matrix<Result>& c,
                     epilogue_steps const& then = {}) {
    matrix_on_gpu<Value> const on_a(a, device), on_b(b, device);
    matrix_on_gpu<Result> on_c(c, device);
    auto request = test::request_of(alpha, on_a, on_b, beta, on_c, std::is_same_v<Value, float>);
    request.then = then;
    call_result ran;
    cuda_queue queue(ordinal_of(device), ran);
    multiply_by_mma(queue, request);
    queue.wait();
    on_c.fetch();
    return ran;
}

/// Parameters of one case, except the types.
struct arguments {
    std::int64_t m, n, k;
    arrangement a, b, c;
    int alpha, beta;
    std::uint32_t seed;
};

/// Compares products of small integers, which are exact, with the host's.
template <class Value, class Result>
void check_exact(gpu::device device, arguments const& x) {
    using scalar = matmul_accumulator<Value>;
    auto a = stored_matrix<Value>(x.m, x.k, x.a).fill(test::small_integers(x.seed));
    auto b = stored_matrix<Value>(x.k, x.n, x.b).fill(test::small_integers(x.seed + 1));
    stored_matrix<Result> c(x.m, x.n, x.c); // filled with canaries: NaN
    if (x.beta != 0) c.fill(test::small_integers(x.seed + 2));
    auto expected = c;
    auto const alpha = static_cast<scalar>(x.alpha), beta = static_cast<scalar>(x.beta);
    gpu::matmul(gpu::automatic.on(gpu::device::host()), alpha, a, b, beta, expected);
    auto const ran = multiply(device, alpha, a, b, beta, c);
    CAPTURE(ran.kernel, sizeof(Value), sizeof(Result), x.m, x.n, x.k, x.alpha, x.beta,
            x.a.column_major, x.a.gap, x.a.offset, x.b.column_major, x.b.gap, x.b.offset,
            x.c.column_major, x.c.gap, x.c.offset);
    CHECK_THAT(ran.kernel, Catch::StartsWith("matmul_tensor_core<128, 128, mma>"));
    test::check_equal(c, expected);
}

using check_function = void (*)(gpu::device, arguments const&);
constexpr std::array<check_function, 6> checks{&check_exact<half, half>,
                                               &check_exact<half, float>,
                                               &check_exact<bfloat16, bfloat16>,
                                               &check_exact<bfloat16, float>,
                                               &check_exact<std::int8_t, std::int32_t>,
                                               &check_exact<float, float>};

/// Combinations of layout, gap and alignment.
constexpr std::size_t arrangements = 16;
arrangement arranged(std::size_t choice) {
    constexpr std::int64_t gaps[] = {0, 3, 8, 16};
    return {choice % 2 == 1, gaps[choice / 2 % 4], choice / 8 == 1 ? std::size_t{1} : 0};
}

} // namespace

TEST_CASE("mma: types, layouts, shapes, gaps, addresses and scalars, pairwise") {
    auto const device = the_gpu_with_mma();
    if (!device) return;
    constexpr std::array<std::int64_t, 15> extents{1,   7,   8,   9,   63,  64,  65, 127,
                                                   128, 129, 192, 255, 257, 392, 520};
    constexpr std::array<int, 4> scalars{1, -2, 3, 0};
    std::uint32_t seed = 0;
    for (auto const& row : test::pairwise({checks.size(), extents.size(), extents.size(),
                                           extents.size(), arrangements, arrangements, arrangements,
                                           scalars.size() - 1, scalars.size()}))
        checks[row[0]](*device, {extents[row[1]], extents[row[2]], extents[row[3]],
                                 arranged(row[4]), arranged(row[5]), arranged(row[6]),
                                 scalars[row[7]], scalars[row[8]], seed += 3});
}

TEST_CASE("mma: small products of each type and layout") {
    auto const device = the_gpu_with_mma();
    if (!device) return;
    std::uint32_t seed = 0;
    for (auto const check : checks)
        for (std::size_t layout = 0; layout < 8; ++layout)
            check(*device, {136,
                            272,
                            208,
                            {layout % 2 == 1},
                            {layout / 2 % 2 == 1},
                            {layout / 4 == 1},
                            1,
                            layout % 3 == 0 ? 1 : 0,
                            seed += 3});
}

TEST_CASE("mma: more tiles than multiprocessors, and large k") {
    auto const device = the_gpu_with_mma();
    if (!device) return;
    std::uint32_t seed = 0;
    for (auto const check : checks) {
        check(*device, {2504, 1800, 200, {}, {}, {}, 1, 0, seed += 3});
        check(*device, {1797, 2503, 71, {}, {true}, {}, 2, 1, seed += 3});
        check(*device, {136, 72, 65536, {}, {}, {}, 1, 0, seed += 3});
        check(*device, {135, 71, 10007, {true}, {true}, {true}, 1, 1, seed += 3});
    }
}

namespace {

/// Compares products of random numbers with sums in double, and with those of other runs.
template <class Value, class Result>
void check_random(gpu::device device, double bound) {
    for (std::int64_t const k : {1000, 9000}) { // one block per tile, and several
        auto a = stored_matrix<Value>(136, k).fill(test::normal_numbers(1));
        auto b = stored_matrix<Value>(k, 72).fill(test::normal_numbers(2));
        stored_matrix<Result> c(136, 72);
        (void)multiply(device, 1.F, a, b, 0.F, c);
        double difference = 0, norm = 0;
        for (std::int64_t i = 0; i < 136; ++i)
            for (std::int64_t j = 0; j < 72; ++j) {
                auto const expected = test::dot<double>(a, b, i, j);
                difference += std::pow(static_cast<double>(c(i, j)) - expected, 2);
                norm += expected * expected;
            }
        CAPTURE(sizeof(Value), sizeof(Result), k);
        CHECK(std::sqrt(difference / norm) < bound);
        for (int run = 0; run < 5; ++run) {
            stored_matrix<Result> again(136, 72);
            (void)multiply(device, 1.F, a, b, 0.F, again);
            CHECK(std::equal(c.memory().begin(), c.memory().end(), again.memory().begin(),
                             test::same_bits<Result>));
        }
    }
}

} // namespace

TEST_CASE("mma: errors are within bounds, and repeated products have equal bits") {
    auto const device = the_gpu_with_mma();
    if (!device) return;
    check_random<half, half>(*device, 4e-4);
    check_random<half, float>(*device, 1e-8 * 9000 + 1e-6);
    check_random<bfloat16, bfloat16>(*device, 2.5e-3);
    check_random<bfloat16, float>(*device, 1e-8 * 9000 + 1e-6);
    check_random<float, float>(*device, 4.5e-4);
}

TEST_CASE("mma: epilogues in kernels give the bits of a pass") {
    auto const device = the_gpu_with_mma();
    if (!device) return;
    using enum epilogue_kind;
    for (std::int64_t const k : {200, 9000})
        for (bool const by_columns : {false, true}) {
            auto a = stored_matrix<half>(150, k).fill(test::normal_numbers(1));
            auto b = stored_matrix<half>(k, 141).fill(test::normal_numbers(2));
            auto c = stored_matrix<half>(150, 141, {by_columns}).fill(test::normal_numbers(3));
            stored_matrix<float> sums(150, 141, {by_columns});
            stored_matrix<half> by_pass = c;
            std::vector<float> numbers(150);
            for (std::size_t i = 0; i < numbers.size(); ++i)
                numbers[i] = static_cast<float>(i) / 64 - 1;
            gpu::device_vector<float> const vector(numbers, *device);
            epilogue_steps then;
            then.count = 4;
            then.step[0] = {scale_rows, 0, {}, vector.data(), 150};
            then.step[1] = {bias, 0, {}, vector.data(), 141};
            then.step[2].kind = gelu;
            then.step[3] = {scale_columns, 0, {}, vector.data(), 141};
            (void)multiply(*device, 2.F, a, b, 3.F, c, then);
            (void)multiply(*device, 1.F, a, b, 0.F, sums);

            matrix_on_gpu<half> const on_a(a, *device), on_b(b, *device);
            matrix_on_gpu<half> on_c(by_pass, *device);
            matrix_on_gpu<float> const on_sums(sums, *device);
            float const alpha = 2, beta = 3;
            auto request = test::request_of(alpha, on_a, on_b, beta, on_c);
            request.then = then;
            call_result ran;
            cuda_queue queue(ordinal_of(*device), ran);
            apply_epilogue(queue, request, on_sums.operand());
            queue.wait();
            on_c.fetch();
            std::size_t wrong = 0;
            for (std::int64_t i = 0; i < 150; ++i)
                for (std::int64_t j = 0; j < 141; ++j)
                    wrong += !test::same_bits(c(i, j), by_pass(i, j));
            CAPTURE(k, by_columns);
            CHECK(wrong == 0);
            CHECK(c.surroundings_intact());
        }
}

TEST_CASE("tensor_core: takes mma.sync on GPUs that have no kernels of their own") {
    auto const device = the_gpu_with_mma();
    if (!device || gpu::detail::cuda_devices::get().capability(ordinal_of(*device)) == 90) return;
    auto const a = test::constant_matrix(256, 264, half(1), *device);
    auto const b = test::constant_matrix(264, 256, half(2), *device);
    gpu::report ran;
    CHECK(gpu::matmul(gpu::tensor_core.report_to(ran), a, b).to_host()[0] == half(528));
    CHECK_THAT(ran.kernel, Catch::StartsWith("matmul_tensor_core<128, 128, mma>"));
    CHECK(ran.fallback.empty());
}
