// SPDX-License-Identifier: Apache-2.0
/// sort, stable_sort, sort_by_key, argsort and is_sorted: all listed types in both directions on
/// every device, compared with std::stable_sort. Covers sizes around warps, tiles and tasks, values
/// of many sizes, NaNs of any bits and signed zeros.
#include "reference.hpp"

#include <gpualgo/gpualgo.hpp>
#include <gpualgo/is_sorted.hpp>
#include <gpualgo/sort.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <type_traits>
#include <vector>

namespace {

using gpu::detail::real_types;
using gpu::detail::type_list;

template <class... Ts, class F>
void for_each_type(type_list<Ts...>, F f) {
    (f(std::type_identity<Ts>{}), ...);
}

/// The indices that sort by the definition, and stably.
template <class T>
std::vector<std::uint32_t> expected_indices(std::vector<T> const& x, bool is_descending) {
    std::vector<std::uint32_t> indices(x.size());
    std::iota(indices.begin(), indices.end(), 0u);
    std::ranges::stable_sort(indices, [&](std::uint32_t a, std::uint32_t b) {
        return test::comes_before(x[a], x[b], is_descending);
    });
    return indices;
}

template <class T>
std::vector<T> gathered(std::vector<T> const& x, std::vector<std::uint32_t> const& indices) {
    std::vector<T> out;
    for (auto const i : indices) out.push_back(x[i]);
    return out;
}

/// A value of some bytes, all of which depend on its number.
template <std::size_t Size>
struct value_of {
    std::array<std::uint8_t, Size> bytes;
    static value_of numbered(std::uint32_t i) {
        value_of v{};
        for (std::size_t k = 0; k < Size; ++k)
            v.bytes[k] = static_cast<std::uint8_t>((i * 2654435761u + k * 97) >> (k % 4 * 8));
        return v;
    }
};
template <class T>
T numbered(std::uint32_t i) {
    if constexpr (std::is_integral_v<T>) return static_cast<T>(i);
    else return T::numbered(i);
}

template <class Value, class T, class Policy, class C>
void check_values(Policy const& policy, std::vector<T> const& x, C comp,
                  std::vector<std::uint32_t> const& expected) {
    std::vector<Value> values;
    for (std::uint32_t i = 0; i < x.size(); ++i) values.push_back(numbered<Value>(i));
    auto const wanted = gathered(values, expected);
    auto keys = x;
    gpu::sort_by_key(policy, keys, values, comp);
    REQUIRE(test::same_bytes(keys, gathered(x, expected)));
    REQUIRE(test::same_bytes(values, wanted));
}

template <class T, class Policy, class C>
void check(Policy const& policy, std::vector<T> const& x, C comp) {
    bool const is_descending = std::same_as<C, std::greater<>>;
    auto const expected = expected_indices(x, is_descending);
    auto const sorted = gathered(x, expected);

    auto keys = x;
    gpu::sort(policy, keys, comp);
    REQUIRE(test::same_bytes(keys, sorted));
    REQUIRE(gpu::is_sorted(policy, keys, comp));
    keys = x;
    gpu::stable_sort(policy, keys.begin(), keys.end(), comp);
    REQUIRE(test::same_bytes(keys, sorted));

    std::vector<std::uint32_t> indices(x.size());
    gpu::argsort(policy, x, indices, comp);
    REQUIRE(indices == expected);
    std::vector<std::int64_t> wide(x.size());
    REQUIRE(gpu::argsort(policy, x.begin(), x.end(), wide.begin(), comp) == wide.end());
    REQUIRE(std::ranges::equal(wide, expected));

    check_values<std::uint32_t>(policy, x, comp, expected);
    auto const before = [&](T a, T b) { return test::comes_before(a, b, is_descending); };
    auto const until = std::is_sorted_until(x.begin(), x.end(), before);
    REQUIRE(gpu::is_sorted_until(policy, x, comp) == until);
    REQUIRE(gpu::is_sorted(policy, x, comp) == (until == x.end()));
}

auto const host = gpu::automatic.on(gpu::device::host());
auto const on_simulated = gpu::automatic.on(gpu::device::simulated());

} // namespace

TEST_CASE("all types in both directions on every device") {
    for_each_type(real_types(), []<class T>(std::type_identity<T>) {
        for (std::size_t const n : {1u, 33u, 511u, 513u, 1300u}) {
            auto const x = n % 3 == 0 ? test::random_bits<T>(n, n) : test::few_values<T>(n, n);
            check(on_simulated, x, std::less<>());
            check(on_simulated, x, std::greater<>());
        }
        check(on_simulated, test::random_bits<T>(1301, 1), std::less<>());
        // one run, several launches that merge with a last tile of a few elements, and digits
        check(on_simulated, test::few_values<T>(4608, 1), std::greater<>());
        check(on_simulated, test::few_values<T>(4609, 1), std::less<>());
        check(on_simulated, test::random_bits<T>(4608 * 3 + 5, 1), std::less<>());
        check(on_simulated, test::few_values<T>(17000, 1), std::less<>());
        for (std::size_t const n : {1u, 2u, 31u, 257u, 1300u, 70000u})
            for (auto const& x :
                 {test::random_bits<T>(n, n), test::few_values<T>(n, n), std::vector<T>(n, T(1))}) {
                check(host, x, std::less<>());
                check(host, x, std::greater<>());
                check(gpu::automatic, x, std::greater<>());
            }
    });
}

TEST_CASE("values of any size") {
    auto const x = test::few_values<float>(777, 1);
    auto const expected = expected_indices(x, false);
    for (auto const& policy : {host, on_simulated}) {
        auto const check = [&]<class... Values>(type_list<Values...>) {
            (check_values<Values>(policy, x, std::less<>(), expected), ...);
        };
        check(type_list<std::uint8_t, std::uint16_t, std::uint64_t, value_of<3>, value_of<4>,
                        value_of<8>, value_of<12>, value_of<16>, value_of<24>, value_of<33>>());
    }
}

TEST_CASE("a descent anywhere is found") {
    for (auto const& policy : {host, on_simulated, gpu::automatic})
        for (std::size_t const n : {40u, 300u, 5000u}) {
            std::vector<std::uint16_t> x(n);
            std::iota(x.begin(), x.end(), std::uint16_t{});
            for (std::size_t i = 1; i < n; i += n / 37) {
                auto y = x;
                y[i] = static_cast<std::uint16_t>(y[i - 1] - 1);
                REQUIRE(gpu::is_sorted_until(policy, y) ==
                        std::is_sorted_until(y.begin(), y.end()));
                y[n - 1] = 0; // another one
                REQUIRE(gpu::is_sorted_until(policy, y) ==
                        std::is_sorted_until(y.begin(), y.end()));
            }
        }
    std::vector<std::uint8_t> large(3 << 20, 7);
    REQUIRE(gpu::is_sorted(large));
    for (std::size_t const i : {std::size_t{1}, large.size() / 2, large.size() - 1}) {
        large[i] = 6;
        REQUIRE(gpu::is_sorted_until(large) == large.begin() + static_cast<std::ptrdiff_t>(i));
        REQUIRE(gpu::is_sorted_until(large, std::greater<>()) - large.begin() ==
                static_cast<std::ptrdiff_t>(i + 1));
        large[i] = 7;
    }
}
