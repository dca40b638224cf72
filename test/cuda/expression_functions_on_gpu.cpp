// SPDX-License-Identifier: Apache-2.0
/// Expressions on a GPU: the host's bits for all functions of the exact set, and for random trees
/// of them. Skipped if there is no run-time compiler.
#include "able_gpu.hpp"

#include "expression/cases.hpp"
#include "expression/random_trees.hpp"
#include "expression/values.hpp"

#include <gpualgo/expression.hpp>
#include <gpualgo/gpualgo.hpp>
#include <gpualgo/transform.hpp>

#include <catch2/catch.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

using test::able_gpu;

namespace {

constexpr std::size_t many = 10007; // values per function

/// Calls `visit` with all functions of two types, or with random ones.
template <class A, class B, bool IsRandom, class Visit>
void visit_either(Visit visit) {
    if constexpr (IsRandom) test::visit_random_trees<2, 2, 60>([&](auto const& f) { visit(f, 0); });
    else test::visit_functions<A, B>(visit);
}

/// Numbers of two types, on the host and on a GPU.
template <class A, class B>
struct operands {
    explicit operands(gpu::device device)
        : a(test::values_of<A>(many, 1)), b(test::values_of<B>(many, 2)), on_a(a, device),
          on_b(b, device) {}
    std::vector<A> a;
    std::vector<B> b;
    gpu::device_vector<A> on_a;
    gpu::device_vector<B> on_b;
};

/// Compares a transform on the GPU with the function's results on the host. Takes the function as
/// the library does: gpu::transform would have hundreds of instances.
template <class Result, class A, class B>
void compare_function(operands<A, B> const& x, gpu::detail::expression_view f, int number) {
    std::vector<Result> expected(many);
    for (std::size_t i = 0; i < many; ++i) {
        void const* const elements[] = {&x.a[i], &x.b[i]};
        f.evaluate(f.object, &expected[i], elements);
    }
    gpu::device_vector<Result> out(many, x.on_a.device());
    gpu::detail::transform_request request;
    request.function = "gpu::transform";
    request.n = many;
    request.ranges = 2;
    request.in[0] = gpu::detail::numbers_at(x.on_a.begin());
    request.in[1] = gpu::detail::numbers_at(x.on_b.begin());
    request.out = gpu::detail::numbers_at(out.begin());
    request.f = f;
    gpu::detail::call<gpu::detail::strategies>(gpu::detail::no_policy(), request,
                                               &gpualgo_v0_transform);
    auto const got = out.to_host();
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < many; ++i) wrong += !test::same_result(got[i], expected[i]);
    CAPTURE(number, sizeof(A), sizeof(B));
    CHECK(wrong == 0);
}

/// Compares transforms by functions of two types.
template <class A, class B, bool IsRandom = false>
void compare_functions(gpu::device device) {
    operands<A, B> const x(device);
    int number = 0;
    visit_either<A, B, IsRandom>([&](auto const& f, auto const&) {
        using value = decltype(f(A(), B()));
        // vectors have no bools: the kernel converts
        using result = std::conditional_t<std::is_same_v<value, bool>, std::uint8_t, value>;
        gpu::detail::scalar_bytes scalars;
        compare_function<result>(x, gpu::detail::view_of<result, A, B>(f, scalars), number++);
    });
}

} // namespace

TEST_CASE("expressions on a GPU give the host's bits") {
    auto const device = able_gpu();
    if (!device) return;
    compare_functions<float, float>(*device);
    compare_functions<double, double>(*device);
    compare_functions<float, double>(*device);
    compare_functions<std::int32_t, std::int32_t>(*device);
    compare_functions<std::uint64_t, std::uint64_t>(*device);
    compare_functions<std::int8_t, std::uint16_t>(*device);
    compare_functions<std::uint32_t, float>(*device);
    compare_functions<gpu::half, gpu::bfloat16>(*device);
}

TEST_CASE("random expressions on a GPU give the host's bits") {
    auto const device = able_gpu();
    if (!device) return;
    compare_functions<float, float, true>(*device);
    compare_functions<std::int32_t, double, true>(*device);
    compare_functions<std::uint8_t, std::int64_t, true>(*device);
}
