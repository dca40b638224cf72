// SPDX-License-Identifier: Apache-2.0
/// copy_if and remove_copy_if with a stencil: every kind of range and predicate, refused calls,
/// options and reports. Compared with a loop.
#include "support/counting_resource.hpp"
#include "support/devices.hpp"

#include <gpualgo/expression.hpp>
#include <gpualgo/gpualgo.hpp>
#include <gpualgo/std_execution.hpp>
#include <gpualgo/stencil.hpp>
#include <gpualgo/views.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <execution>
#include <forward_list>
#include <iterator>
#include <list>
#include <new>
#include <random>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

using namespace gpu::placeholders;

namespace {

using test::simulated;
using vector = std::vector<int>;
using on_device = gpu::device_vector<int>;
using policy = gpu::policy::automatic;

template <class... Arguments>
using copied = decltype(gpu::copy_if(std::declval<Arguments>()...));
using test_of_int = bool (*)(int);
static_assert(
    std::same_as<copied<int*, int*, char*, vector::iterator, test_of_int>, vector::iterator>);
static_assert(std::same_as<copied<policy, vector&, std::list<int>&, int*, test_of_int>, int*>);
static_assert(std::same_as<copied<policy, on_device const&, on_device&, on_device&, test_of_int>,
                           on_device::iterator>);

constexpr int constant() {
    std::array const x{1, 2, 3, 4}, stencil{0, 1, 0, 1};
    std::array<int, 4> out{};
    auto const end = gpu::copy_if(gpu::automatic, x, stencil, out, gpu::equals(1));
    auto const last = gpu::remove_copy_if(x.begin(), x.end(), stencil.begin(), end, gpu::is_odd);
    return last == out.end() ? out[0] * 1000 + out[1] * 100 + out[2] * 10 + out[3] : 0;
}
static_assert(constant() == 2413);

template <class T>
std::vector<T> small_numbers(std::size_t n, unsigned seed) {
    std::mt19937 engine(seed);
    std::vector<T> x(n);
    for (auto&& one : x) one = static_cast<T>(static_cast<float>(engine() % 100));
    return x;
}

/// The elements whose stencil a predicate selects, or those of all others.
template <class T, class Stencil, class Predicate>
std::vector<T> chosen(std::vector<T> const& x, Stencil const& stencil, Predicate predicate,
                      bool wanted = true) {
    std::vector<T> out;
    for (std::size_t i = 0; i < x.size(); ++i)
        if (static_cast<bool>(predicate(stencil[i])) == wanted) out.push_back(x[i]);
    return out;
}

/// Selects on a device, in order and in any order.
template <class T, class U, class Predicate>
void check_on(gpu::device device, std::vector<T> const& x, std::vector<U> const& stencil,
              Predicate predicate) {
    gpu::device_vector<T> const on_x(x, device);
    gpu::device_vector<U> const on_stencil(stencil, device);
    auto const check = [&](auto const& p, auto const& expected, auto const& select) {
        gpu::device_vector<T> out(x.size(), device);
        out.erase(select(p, out), out.end());
        auto got = out.to_host();
        auto sorted = expected;
        if (std::same_as<decltype(p), gpu::policy::warp_shuffle const&>) { // any order
            auto const before = [](T const& a, T const& b) { return a < b; };
            std::sort(got.begin(), got.end(), before);
            std::sort(sorted.begin(), sorted.end(), before);
        }
        REQUIRE(got == sorted);
    };
    auto const check_all = [&](auto const& p) {
        check(p, chosen(x, stencil, predicate), [&](auto const& by, auto& out) {
            return gpu::copy_if(by, on_x, on_stencil, out, predicate);
        });
        check(p, chosen(x, stencil, predicate, false), [&](auto const& by, auto& out) {
            return gpu::remove_copy_if(by, on_x.begin(), on_x.end(), on_stencil.begin(),
                                       out.begin(), predicate);
        });
    };
    check_all(gpu::automatic);
    check_all(gpu::warp_shuffle);
}

template <class T, class U, class Predicate>
void check_on_devices(std::vector<T> const& x, std::vector<U> const& stencil, Predicate predicate) {
    for (auto const& device : test::host_and_simulated) check_on(device, x, stencil, predicate);
}

} // namespace

TEMPLATE_TEST_CASE("elements are selected by a stencil of every type", "", bool, std::int8_t,
                   std::uint16_t, std::int32_t, std::uint64_t, float, double, gpu::half,
                   gpu::bfloat16) {
    for (std::size_t const n : {0u, 1u, 33u, 5000u}) {
        auto const x = small_numbers<float>(n, 1);
        auto const stencil = small_numbers<TestType>(n, 2);
        check_on_devices(x, stencil, _1 > 30);
        check_on_devices(x, stencil, _1);
        if constexpr (!std::same_as<TestType, bool>)
            check_on_devices(x, stencil, gpu::less_than(7));
    }
}

TEST_CASE("stencils on devices: elements of any bytes, views and targets of the host") {
    std::size_t const n = 1000;
    auto const x = small_numbers<int>(n, 1), stencil = small_numbers<int>(n, 2);
    check_on_devices(small_numbers<std::int8_t>(n, 3), stencil, gpu::is_even);
    on_device const on_x(x, simulated), on_stencil(stencil, simulated);
    auto const expected = chosen(x, stencil, gpu::is_odd);

    struct pair_of_words {
        double a, b;
    };
    std::vector<pair_of_words> pairs(n);
    for (std::size_t i = 0; i < n; ++i) pairs[i] = {double(i), -double(i)};
    gpu::device_vector<pair_of_words> const on_pairs(pairs, simulated);
    gpu::device_vector<pair_of_words> some(expected.size(), simulated);
    REQUIRE(gpu::copy_if(on_pairs, on_stencil, some, gpu::is_odd) == some.end());
    auto const expected_pairs = chosen(pairs, stencil, gpu::is_odd);
    for (std::size_t i = 0; i < expected.size(); ++i)
        REQUIRE(some.to_host()[i].b == expected_pairs[i].b);

    // a view as the stencil, and as the range
    on_device out(expected.size(), simulated);
    auto const parity = gpu::views::transformed(on_stencil, _1 % 2);
    REQUIRE(gpu::copy_if(on_x, parity, out, gpu::equals(1)) == out.end());
    REQUIRE(out.to_host() == expected);
    auto const positions_alone = gpu::views::transformed(gpu::views::iota(0, 6), on_stencil, _1);
    REQUIRE(gpu::copy_if(on_x.begin(), on_x.begin() + 6, positions_alone.begin(), out.begin(),
                         gpu::is_odd) == out.begin() + 3);
    REQUIRE((out[0] == x[1] && out[1] == x[3] && out[2] == x[5]));
    auto const negated = gpu::views::transformed(on_x, -_1);
    REQUIRE(gpu::copy_if(negated, on_stencil, out, gpu::is_odd) == out.end());
    REQUIRE(out[0] == -expected[0]);
    auto const second = gpu::views::strided(on_stencil, 2);
    gpu::device_vector<std::uint32_t> positions(n / 2, simulated);
    auto const end = gpu::copy_if(gpu::views::iota(0u, unsigned(n / 2)), second, positions, _1 > 9);
    vector every_second;
    for (std::size_t i = 0; i < n; i += 2) every_second.push_back(stencil[i]);
    REQUIRE(end - positions.begin() ==
            std::count_if(every_second.begin(), every_second.end(), [](int i) { return i > 9; }));
    REQUIRE(every_second[positions[3]] > 9);

    vector here(expected.size());
    REQUIRE(gpu::copy_if(on_x, on_stencil, here, gpu::is_odd) == here.end());
    REQUIRE(here == expected);
    gpu::copy_if(x, on_stencil, out, gpu::is_odd); // the elements lie on the host
    REQUIRE(out.to_host() == expected);
}

TEST_CASE("stencils on the host: any ranges, predicates and elements") {
    auto const x = small_numbers<int>(100'000, 1), stencil = small_numbers<int>(x.size(), 2);
    auto const test = [](int i) { return i % 3 == 1; };
    auto const expected = chosen(x, stencil, test), others = chosen(x, stencil, test, false);
    auto const check = [&](auto const&... p) {
        vector out(x.size());
        out.erase(gpu::copy_if(p..., x, stencil, out, test), out.end());
        REQUIRE(out == expected);
        out.clear();
        gpu::remove_copy_if(p..., x.begin(), x.end(), stencil.begin(), std::back_inserter(out),
                            test);
        REQUIRE(out == others);
    };
    check();
    check(gpu::automatic);
    check(gpu::warp_shuffle);
    check(gpu::automatic.on(gpu::device::host()));
    check(std::execution::par);

    std::forward_list<std::string> const words{"a", "b", "c"};
    std::vector<bool> const flags{true, false, true, true};
    std::vector<std::string> out(2);
    auto const is_set = [](bool flag) { return flag; };
    REQUIRE(gpu::copy_if(gpu::automatic, words, flags, out, is_set) == out.end());
    REQUIRE(out == std::vector<std::string>{"a", "c"});
    std::istringstream numbers("5 6 7");
    vector read;
    using stream = std::istream_iterator<int>;
    gpu::copy_if(gpu::automatic, stream(numbers), stream(), flags.begin(), std::back_inserter(read),
                 is_set);
    REQUIRE(read == vector{5, 7});
    auto const fails = [](int) -> bool { throw std::runtime_error("tested"); };
    vector to(x.size());
    REQUIRE_THROWS_WITH(gpu::copy_if(x, stencil, to, fails), "tested");
    REQUIRE_THROWS_WITH(gpu::copy_if(gpu::automatic, x, stencil, to, fails), "tested");
}

TEST_CASE("stencils: reports, memory, short ranges and other devices") {
    auto const x = small_numbers<int>(1000, 1), stencil = small_numbers<int>(1000, 2);
    auto const expected = chosen(x, stencil, gpu::is_odd);
    on_device const on_x(x, simulated), on_stencil(stencil, simulated);
    on_device out(x.size(), simulated);
    gpu::report report;
    test::counting_resource memory(simulated);
    auto const p = gpu::automatic.with(memory).report_to(report);
    auto const end = gpu::copy_if(p, on_x, on_stencil, out, gpu::is_odd);
    REQUIRE(end - out.begin() == static_cast<std::ptrdiff_t>(expected.size()));
    REQUIRE(memory.blocks() == 0);
    REQUIRE(report.device == simulated);
    REQUIRE(report.kernel == "select");
    for (unsigned const call : {1u, 2u}) {
        memory.fail(call);
        REQUIRE_THROWS_AS(gpu::copy_if(p, on_x, on_stencil, out, gpu::is_odd), std::bad_alloc);
        REQUIRE(memory.blocks() == 0);
    }
    vector here(x.size());
    gpu::copy_if(gpu::automatic.report_to(report), x, stencil, here, gpu::is_odd);
    REQUIRE(report.device == gpu::device::host());
    REQUIRE(report.bytes == 2 * x.size() * sizeof(int));
    REQUIRE_THROWS_WITH(gpu::copy_if(gpu::automatic.on(simulated), x, stencil, here, gpu::is_odd),
                        Catch::StartsWith("gpu::copy_if(automatic") &&
                            Catch::Contains("ranges of the host are not copied to simulated"));

    std::span<int const> const few(stencil.data(), 999);
    REQUIRE_THROWS_WITH(gpu::copy_if(x, few, here, gpu::is_odd),
                        "gpu::copy_if: the stencil has 999 elements, fewer than the 1000 needed");
    on_device short_one(5, simulated);
    REQUIRE_THROWS_WITH(gpu::copy_if(on_x, on_stencil, short_one, gpu::is_odd),
                        Catch::Contains("a target has 5 elements, fewer than the"));
    REQUIRE(short_one.to_host() == vector(expected.begin(), expected.begin() + 5));
    vector short_here(5);
    REQUIRE_THROWS_WITH(gpu::copy_if(gpu::automatic, x, stencil, short_here, gpu::is_odd),
                        Catch::Contains("a target has 5 elements, fewer than the"));
    REQUIRE(short_here == short_one.to_host());
    REQUIRE_THROWS_WITH(gpu::copy_if(here, x, here, gpu::is_odd), Catch::Contains("overlap"));
    REQUIRE_THROWS_WITH(gpu::copy_if(gpu::automatic, x, here, here, gpu::is_odd),
                        Catch::Contains("overlap"));
    on_device both(x, simulated);
    REQUIRE_THROWS_WITH(gpu::copy_if(both, on_stencil, both, gpu::is_odd),
                        Catch::Contains("overlap"));
}

TEST_CASE("two arrays are a range and its stencil, not a begin and an end") {
    int const numbers[]{1, 2, 3, 4}, keep[]{0, 1, 0, 1};
    auto const is_one = [](int x) { return x == 1; };
    for (bool const has_policy : {false, true}) {
        int out[4]{}, rest[4]{};
        int* const end = has_policy ? gpu::copy_if(gpu::automatic, numbers, keep, out, is_one)
                                    : gpu::copy_if(numbers, keep, out, is_one);
        CHECK(end == out + 2);
        CHECK(out[1] == 4);
        int* const rest_end = has_policy
                                  ? gpu::remove_copy_if(gpu::automatic, numbers, keep, rest, is_one)
                                  : gpu::remove_copy_if(numbers, keep, rest, is_one);
        CHECK(rest_end == rest + 2);
        CHECK(rest[1] == 3);
    }
}

TEST_CASE("elements that the stencil does not select are not made") {
    int const number = 7;
    std::vector<int const*> pointers(100'000, nullptr);
    std::vector<int> keep(pointers.size()), out(pointers.size());
    for (std::size_t i = 0; i < pointers.size(); i += 3) {
        pointers[i] = &number;
        keep[i] = 1;
    }
    auto const values = gpu::views::transformed(pointers, [](int const* p) { return *p; });
    auto const is_kept = [](int k) { return k != 0; };
    auto const end = gpu::copy_if(gpu::automatic, values, keep, out.begin(), is_kept);
    CHECK(end - out.begin() == 33'334);
    CHECK(out[33'333] == 7);
}
