// SPDX-License-Identifier: Apache-2.0
/// Expressions of fields: of tuples on the host, and of the rows of gpu::soa_vector and
/// gpu::views::zip on every device. Kernels read the fields that an expression names, and no
/// others.
#include "support/devices.hpp"

#include <gpualgo/expression.hpp>
#include <gpualgo/gpualgo.hpp>
#include <gpualgo/half.hpp>
#include <gpualgo/prepare.hpp>
#include <gpualgo/soa_vector.hpp>
#include <gpualgo/transform.hpp>
#include <gpualgo/views.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

using namespace gpu::placeholders;
using gpu::field;

/// The devices of every machine.

using row = std::tuple<float, double, std::int32_t, float>;

std::vector<row> rows(std::size_t n) {
    std::vector<row> made;
    for (std::size_t i = 0; i < n; ++i)
        made.emplace_back(1.f / static_cast<float>(i + 1), static_cast<double>(i) / 7,
                          static_cast<std::int32_t>(i % 13) - 6, static_cast<float>(i % 1001) / 3);
    return made;
}

template <std::size_t I>
auto column(std::vector<row> const& of) {
    std::vector<std::tuple_element_t<I, row>> values;
    for (auto const& r : of) values.push_back(std::get<I>(r));
    return values;
}

template <class F, class... A>
concept callable = std::invocable<F const&, A...>;
template <std::size_t I>
using field_of_first = decltype(field<I>(_1));

// The types of fields are those of numbers.
static_assert(std::same_as<std::invoke_result_t<field_of_first<0>, std::tuple<float>>, float>);
static_assert(std::same_as<std::invoke_result_t<field_of_first<1>, std::pair<int, char>>, char>);
static_assert(std::same_as<decltype((field<1>(_1) + 1)(std::pair<int, char>(1, 'a'))), int>);
static_assert(std::same_as<std::invoke_result_t<field_of_first<0>, std::tuple<gpu::half>>, float>);
// An element has the field, and it is a number; tuples are no numbers.
static_assert(!callable<field_of_first<1>, std::tuple<float>>);
static_assert(!callable<field_of_first<0>, std::tuple<std::string>>);
static_assert(callable<field_of_first<1>, std::tuple<std::string, int>>);
static_assert(!callable<field_of_first<0>, float>);
static_assert(!callable<decltype(_1 + field<0>(_1)), std::tuple<float>>);
static_assert(callable<decltype(_1 + field<0>(_2)), float, std::tuple<float>>);

constexpr int in_constant_expressions() {
    return (field<0>(_1) * 10 + field<2>(_2))(std::pair(4, 5), std::array{1, 2, 3});
}
static_assert(in_constant_expressions() == 43);

} // namespace

TEST_CASE("fields of tuples on the host, by any algorithm") {
    auto const given = rows(5000);
    std::vector<double> out(given.size());
    std::transform(given.begin(), given.end(), out.begin(), field<0>(_1) * field<1>(_1));
    for (std::size_t i = 0; i < given.size(); ++i)
        REQUIRE(out[i] == std::get<0>(given[i]) * std::get<1>(given[i]));
    auto const negative = [](row const& r) { return std::get<2>(r) < 0; };
    auto const expected = std::count_if(given.begin(), given.end(), negative);
    CHECK(std::count_if(given.begin(), given.end(), field<2>(_1) < 0) == expected);
    CHECK(gpu::count_if(given, field<2>(_1) < 0) == expected);
    CHECK(gpu::count_if(gpu::automatic, given, field<2>(_1) < 0) == expected);
    std::vector<double> again(given.size());
    gpu::transform(gpu::automatic, given, again, field<0>(_1) * field<1>(_1));
    CHECK(again == out);
    auto columns = std::pair(column<0>(given), column<2>(given));
    auto const zipped = gpu::views::zip(columns.first, columns.second); // tuples of references
    std::vector<float> products(given.size());
    gpu::transform(zipped, products, field<0>(_1) * field<1>(_1));
    CHECK(products[4999] == columns.first[4999] * static_cast<float>(columns.second[4999]));
    for (auto [a, b] : zipped) a = static_cast<float>(b);
    CHECK(gpu::count_if(zipped, field<0>(_1) == field<1>(_1)) == 5000);
}

TEST_CASE("transforms of the rows of a soa_vector") {
    auto const given = rows(3001);
    for (auto const& device : test::host_and_simulated) {
        gpu::soa_vector<float, double, std::int32_t, float> v(given, device);
        gpu::device_vector<double> out(given.size(), -1.0, device);
        gpu::report ran;
        auto const end = gpu::transform(gpu::automatic.report_to(ran), v, out,
                                        field<1>(_1) * 2 + field<2>(_1)); // of two sizes
        CHECK(end == out.end());
        CHECK(ran.device == device);
        CHECK(ran.bytes == given.size() * (sizeof(double) + sizeof(std::int32_t)));
        auto const written = out.to_host();
        for (std::size_t i = 0; i < given.size(); ++i)
            REQUIRE(written[i] == std::get<1>(given[i]) * 2 + std::get<2>(given[i]));
        // into one of the fields
        auto const third = gpu::transform(v, v.field<3>().begin(), field<3>(_1) - field<2>(_1));
        CHECK(third == v.field<3>().end());
        auto const changed = v.to_host();
        for (std::size_t i = 0; i < given.size(); ++i)
            REQUIRE(std::get<3>(changed[i]) ==
                    std::get<3>(given[i]) - static_cast<float>(std::get<2>(given[i])));
        gpu::device_vector<double> few(10, device);
        CHECK_THROWS_AS(gpu::transform(v, few, field<1>(_1) + 0), std::invalid_argument);
        gpu::transform(gpu::views::transformed(v, field<0>(_1) * 2), out, _1 + 1);
        CHECK(out.to_host()[7] == std::get<0>(given[7]) * 2 + 1);
    }
}

TEST_CASE("reductions of the rows of a soa_vector have the bits of reductions of its fields") {
    for (std::size_t const n : {0u, 1u, 100u, 5000u, 40001u}) {
        auto const given = rows(n);
        auto const a = column<0>(given), d = column<3>(given);
        auto const b = column<1>(given);
        float const products = gpu::transform_reduce(a, d, 1.f, gpu::plus<>(), _1 * _2 + 1);
        double const roots = gpu::transform_reduce(b, 0.0, gpu::plus<>(), gpu::sqrt(_1));
        for (auto const& device : test::host_and_simulated) {
            gpu::soa_vector<float, double, std::int32_t, float> const v(given, device);
            CHECK(gpu::transform_reduce(v, 1.f, gpu::plus<>(), field<0>(_1) * field<3>(_1) + 1) ==
                  products);
            gpu::report ran;
            CHECK(gpu::transform_reduce(gpu::automatic.report_to(ran), v, 0.0, _1 + _2,
                                        gpu::sqrt(field<1>(_1))) == roots);
            CHECK(ran.device == device);
            CHECK(ran.bytes == n * sizeof(double));
            auto const view = gpu::views::transformed(v, field<0>(_1) * field<3>(_1) + 1);
            CHECK(gpu::reduce(view, 1.f) == products);
            CHECK(gpu::transform_reduce(view, 1.f, gpu::plus<>(), _1 * 2) ==
                  gpu::transform_reduce(a, d, 1.f, gpu::plus<>(), (_1 * _2 + 1) * 2));
            CHECK(gpu::count_if(v, field<0>(_1) * 1000 < field<3>(_1)) ==
                  std::count_if(given.begin(), given.end(), [](row const& r) {
                      return std::get<0>(r) * 1000 < std::get<3>(r);
                  }));
            CHECK(gpu::count_if(gpu::automatic, v, field<2>(_1) == 3) ==
                  std::count_if(given.begin(), given.end(),
                                [](row const& r) { return std::get<2>(r) == 3; }));
        }
        // tuples of the host, in the same order
        std::vector<float> x = a, y = d;
        CHECK(gpu::transform_reduce(gpu::automatic, gpu::views::zip(x, b, y), 1.f, gpu::plus<>(),
                                    field<0>(_1) * field<2>(_1) + 1) == products);
        CHECK(gpu::transform_reduce(given, 1.f, gpu::plus<>(), field<0>(_1) * field<3>(_1) + 1) ==
              products);
    }
}

TEST_CASE("rows of zipped ranges on a device") {
    auto const given = rows(2000);
    auto const a = column<0>(given), d = column<3>(given);
    for (auto const& device : test::host_and_simulated) {
        gpu::device_vector<float> const x(a, device), y(d, device);
        gpu::device_vector<std::int64_t> const unread(given.size(), 7, device);
        auto const zipped = gpu::views::zip(x, unread, y);
        CHECK(gpu::transform_reduce(zipped, 0.f, gpu::plus<>(), field<2>(_1) - field<0>(_1)) ==
              gpu::transform_reduce(d, a, 0.f, gpu::plus<>(), _1 - _2));
        CHECK(gpu::count_if(zipped, field<1>(_1) == 7) == 2000);
        gpu::device_vector<std::int64_t> out(given.size(), device);
        gpu::transform(zipped, out, field<1>(_1) + gpu::cast<int>(field<2>(_1)));
        CHECK(out.to_host()[1999] == 7 + static_cast<int>(d[1999]));
        // a row of transformed ranges, with numbers of the program
        float const factor = 3;
        auto const of_views = gpu::views::zip(gpu::views::transformed(x, factor * _1),
                                              gpu::views::constant(2.f, 2000));
        CHECK(
            gpu::transform_reduce(of_views, 0.f, gpu::plus<>(), field<0>(_1) + field<1>(_1) * 5) ==
            gpu::transform_reduce(a, 0.f, gpu::plus<>(), factor * _1 + 2.f * 5));
        CHECK(gpu::transform_reduce(of_views, 0.f, gpu::plus<>(), field<0>(_1) + 1) ==
              gpu::transform_reduce(a, 0.f, gpu::plus<>(), factor * _1 + 1));
    }
}

TEST_CASE("fields of views of tuples") {
    auto const given = rows(3000);
    float const squares =
        gpu::transform_reduce(column<0>(given), 0.f, gpu::plus<>(), _1 * _1 * 2.f);
    auto const of_tuples = gpu::views::transformed(given, field<0>(_1) * field<0>(_1));
    CHECK(gpu::transform_reduce(of_tuples, 0.f, gpu::plus<>(), _1 * 2.f) == squares);
    auto const pairs = gpu::views::constant(std::pair(1, 2.f), 100);
    CHECK(gpu::reduce(gpu::views::transformed(pairs, field<0>(_1) + field<1>(_1))) == 300);
}

TEST_CASE("16-bit fields are computed in float") {
    std::vector<std::tuple<gpu::half, gpu::half>> given;
    for (int i = 0; i < 3000; ++i)
        given.emplace_back(static_cast<gpu::half>(static_cast<float>(i) / 3),
                           static_cast<gpu::half>(static_cast<float>(i % 7)));
    for (auto const& device : test::host_and_simulated) {
        gpu::soa_vector<gpu::half, gpu::half> const v(given, device);
        gpu::device_vector<gpu::half> out(given.size(), device);
        gpu::transform(v, out, field<0>(_1) * field<1>(_1));
        auto const [a, b] = given[2999];
        CHECK(static_cast<float>(static_cast<gpu::half>(out[2999])) ==
              static_cast<float>(
                  static_cast<gpu::half>(static_cast<float>(a) * static_cast<float>(b))));
    }
}
