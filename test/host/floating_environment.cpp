// SPDX-License-Identifier: Apache-2.0
/// The caller's rounding mode and flushing of subnormal numbers do not affect results, and are
/// preserved.
#include "host/reduce/reductions.hpp"
#include "values.hpp"

#include <gpualgo/abi/reduce_lists.hpp>
#include <gpualgo/kernel/reduce/canonical.hpp>

#include <catch2/catch.hpp>
#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <bit>
#include <cfenv>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <thread>
#include <vector>
#ifdef __x86_64__
#include <xmmintrin.h>
#endif

using namespace gpu::detail;
namespace kernel = gpu::kernel;

namespace {

template <class Op>
float on_host(std::vector<float> const& x, float init) {
    float result;
    reduce_request request;
    request.value = request.accumulator = index_of<float, types>;
    request.operation = index_of<Op, operators>;
    request.first = x.data();
    request.n = x.size();
    request.init = &init;
    request.result = &result;
    reduce_on_host(request, best_instruction_set());
    return result;
}

template <class Op>
float by_definition(std::vector<float> const& x, float init) {
    return kernel::quieted(
        Op()(init, kernel::canonical<float>(x.data(), x.size(), sizeof(float), Op())));
}

/// Calls `f` in a thread whose floating-point environment `change` has modified. Tasks of its arena
/// inherit this environment.
template <class Change, class F>
void in_changed_environment(Change change, F f) {
    std::thread([&] {
        tbb::global_control const allowed(tbb::global_control::max_allowed_parallelism, 3);
        change();
        tbb::task_arena arena(3);
        arena.initialize();
        arena.execute(f);
    }).join();
}

/// Sums of each size: less than a row, one segment, several segments, and enough for all cores.
template <class Change>
void compare(Change change, test::values kind, float init) {
    for (std::size_t const n : {3u, 100u, 2000u, 50'000u, 1'000'000u}) {
        auto const x = test::some_values<float>(kind, n);
        float const sum = by_definition<kernel::plus>(x, init),
                    smallest = by_definition<kernel::minimum>(x, init);
        float host_sum = 0, host_smallest = 0;
        in_changed_environment(change, [&] {
            host_sum = on_host<kernel::plus>(x, init);
            host_smallest = on_host<kernel::minimum>(x, init);
        });
        INFO("n = " << n);
        CHECK(std::bit_cast<std::uint32_t>(host_sum) == std::bit_cast<std::uint32_t>(sum));
        CHECK(std::bit_cast<std::uint32_t>(host_smallest) ==
              std::bit_cast<std::uint32_t>(smallest));
    }
}

} // namespace

TEST_CASE("the caller's rounding mode does not affect results") {
    int const mode = GENERATE(FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO);
    compare([&] { std::fesetround(mode); }, test::values::ordinary, 0.1f);
}

TEST_CASE("the caller's rounding mode is preserved") {
    std::vector<float> const x(GENERATE(3u, 100u, 50'000u, 1'000'000u), 1.0f);
    in_changed_environment([] { std::fesetround(FE_UPWARD); },
                           [&] {
                               on_host<kernel::plus>(x, 0);
                               CHECK(std::fegetround() == FE_UPWARD);
                           });
}

#ifdef __x86_64__
namespace {
constexpr unsigned flush_to_zero = 0x8000, subnormals_are_zero = 0x0040;
}

TEST_CASE("the caller's flushing of subnormal numbers does not affect results") {
    unsigned const flags = GENERATE(as<unsigned>{}, flush_to_zero, subnormals_are_zero,
                                    flush_to_zero | subnormals_are_zero);
    compare([&] { _mm_setcsr(_mm_getcsr() | flags); }, test::values::tiny, -1e-45f);
}

TEST_CASE("the caller's flushing of subnormal numbers is preserved") {
    std::vector<float> const x(GENERATE(3u, 100u, 50'000u, 1'000'000u), 1.0f);
    in_changed_environment([] { _mm_setcsr(_mm_getcsr() | flush_to_zero | subnormals_are_zero); },
                           [&] {
                               unsigned const before = _mm_getcsr();
                               on_host<kernel::plus>(x, 0);
                               CHECK(_mm_getcsr() == before);
                           });
}

TEST_CASE("floating-point exceptions that the caller traps are not raised") {
    std::vector<float> x(300, std::numeric_limits<float>::max());
    in_changed_environment(
        [] { _mm_setcsr(_mm_getcsr() & ~unsigned{_MM_MASK_OVERFLOW}); },
        [&] { CHECK(on_host<kernel::plus>(x, 0) == std::numeric_limits<float>::infinity()); });
}
#endif
