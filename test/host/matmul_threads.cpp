// SPDX-License-Identifier: Apache-2.0
/// A product has the same bits for any number of threads, and in every run.
#include "matmul_experiment.hpp"

#include <host/matmul/kernels.hpp>

#include <catch2/catch.hpp>

#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <random>

using namespace gpu::detail;
using namespace test;

namespace {

template <class Value, class Result>
void check_threads(std::int64_t m, std::int64_t n, std::int64_t k, instruction_set set) {
    guarded_matrix<Value> a(m, k, {true}), b(k, n, {false});
    guarded_matrix<Result> c(m, n, {true});
    std::minstd_rand engine(1);
    auto const draw = [&](std::int64_t, std::int64_t) {
        return static_cast<float>(engine() % 255) / (std::is_integral_v<Value> ? 2 : 77);
    };
    a.fill(draw);
    b.fill(draw);
    c.fill(draw);
    tbb::global_control const allowed(tbb::global_control::max_allowed_parallelism, 7);
    auto const product = [&](int threads) {
        auto result = c;
        tbb::task_arena(threads).execute([&] { multiply<Value, Result>(3, a, b, 2, result, set); });
        return result;
    };
    auto const wanted = product(1);
    INFO(name_of(set) << ", " << m << " x " << n << " x " << k);
    for (int const threads : {2, 3, 7, 7, 7}) CHECK(product(threads) == wanted);
}

} // namespace

TEMPLATE_LIST_TEST_CASE("bits of products do not depend on the number of threads",
                        "[matmul][threads]", products) {
    auto const check = []<class Value, class Result>(product<Value, Result>, instruction_set set) {
        check_threads<Value, Result>(150, 170, 190, set);
        check_threads<Value, Result>(40, 61, 600, set);  // several blocks of k
        check_threads<Value, Result>(5, 2300, 100, set); // several blocks of n
    };
    for (auto const set : usable_sets()) check(TestType{}, set);
}
