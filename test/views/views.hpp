// SPDX-License-Identifier: Apache-2.0
/// @file
/// Views of ranges on a device, and what their elements are.
#pragma once

#include <gpualgo/device_vector.hpp>
#include <gpualgo/expression.hpp>
#include <gpualgo/views.hpp>

#include <catch2/catch.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace views_test {

using namespace gpu::placeholders;
namespace views = gpu::views;

using ints = std::vector<std::int32_t>;

/// The devices that the program tests. Each program has a definition.
std::vector<gpu::device> devices();

/// Sizes around those of warps, of blocks and of what programs do themselves.
inline std::vector<std::size_t> sizes() { return {0, 1, 2, 31, 32, 33, 65, 255, 256, 257, 5001}; }

inline ints numbers(std::size_t n, std::int32_t period = 37) {
    ints x(n);
    for (std::size_t i = 0; i < n; ++i)
        x[i] = static_cast<std::int32_t>(i * 7 % static_cast<std::size_t>(period)) - period / 2;
    return x;
}

/// Calls element(i) for i < n.
/// @return the results
template <class Element>
ints made(std::size_t n, Element element) {
    ints elements;
    for (std::size_t i = 0; i < n; ++i) elements.push_back(element(i));
    return elements;
}

/// Calls check(view, elements) with the views of n numbers on a device that differ most. They are
/// of two ranges, of spread elements, and of the position and types that differ.
/// @param x the n numbers
template <class Check>
void for_main_views(gpu::device const& device, ints const& x, Check check) {
    std::size_t const n = x.size();
    ints const y = numbers(n, 11);
    gpu::device_vector<std::int32_t> const a(x, device), b(y, device);
    {
        INFO("transformed twice, and of two ranges");
        check(views::transformed(views::transformed(a, -_1), b, _1 * 5 + _2),
              made(n, [&](std::size_t i) { return -x[i] * 5 + y[i]; }));
    }
    {
        INFO("strided");
        ints wide(3 * n + 1);
        for (std::size_t i = 0; i < n; ++i) wide[3 * i] = x[i];
        wide.resize(n == 0 ? 0 : 3 * n - 2);
        gpu::device_vector<std::int32_t> const all(wide, device);
        check(views::strided(all, 3), x);
    }
    {
        INFO("of the position and ranges that differ in size, strided");
        std::vector<std::int8_t> bytes(2 * n + 1);
        for (std::size_t i = 0; i < n; ++i) bytes[2 * i] = static_cast<std::int8_t>(i % 101);
        ints wide(2 * n + 1);
        for (std::size_t i = 0; i < n; ++i) wide[2 * i] = x[i];
        bytes.resize(n == 0 ? 0 : 2 * n - 1);
        wide.resize(bytes.size());
        gpu::device_vector<std::int8_t> const c(bytes, device);
        gpu::device_vector<std::int32_t> const d(wide, device);
        auto const rows = views::zip(views::iota(std::size_t{0}, wide.size()), c, d);
        using gpu::field;
        auto const weighted = gpu::cast<std::int32_t>(field<0>(_1)) + field<1>(_1) * field<2>(_1);
        check(views::strided(views::transformed(rows, weighted), 2), made(n, [&](std::size_t i) {
                  return 2 * static_cast<std::int32_t>(i) + static_cast<int>(i % 101) * x[i];
              }));
    }
}

/// Calls check(view, elements) with each kind of view of n numbers on a device.
/// @param x the n numbers
template <class Check>
void for_each_view(gpu::device const& device, ints const& x, Check check) {
    for_main_views(device, x, check);
    std::size_t const n = x.size();
    ints const y = numbers(n, 11);
    gpu::device_vector<std::int32_t> const a(x, device), b(y, device);
    {
        INFO("transformed");
        check(views::transformed(a, 3 - 2 * _1),
              made(n, [&](std::size_t i) { return 3 - 2 * x[i]; }));
    }
    {
        INFO("a field of zip");
        check(views::transformed(views::zip(a, b), gpu::field<1>(_1) + 1),
              made(n, [&](std::size_t i) { return y[i] + 1; }));
    }
    {
        INFO("of the position and a range");
        check(
            views::transformed(views::iota(5, 5 + static_cast<std::int32_t>(n)), a, _1 * 3 - _2),
            made(n, [&](std::size_t i) { return (5 + static_cast<std::int32_t>(i)) * 3 - x[i]; }));
    }
    {
        INFO("four of five fields, and the position twice");
        auto const c = views::strided(a, 1);
        auto const rows = views::zip(a, b, views::transformed(c, _1 + 1), b, c);
        using gpu::field;
        auto const mixed = field<0>(_1) - 2 * field<1>(_1) + 3 * field<2>(_1) - field<4>(_1) * 5;
        auto const places = views::iota(0, static_cast<std::int32_t>(n));
        check(
            views::transformed(views::transformed(views::transformed(rows, mixed), places, _1 + _2),
                               places, _1 * 2 + _2),
            made(n, [&](std::size_t i) {
                std::int32_t const sum = x[i] - 2 * y[i] + 3 * (x[i] + 1) - 5 * x[i];
                auto const place = static_cast<std::int32_t>(i);
                return (sum + place) * 2 + place;
            }));
    }
    {
        INFO("a subrange");
        ints longer = x;
        longer.insert(longer.begin(), {-99, 98});
        longer.push_back(97);
        gpu::device_vector<std::int32_t> const all(longer, device);
        auto const whole = views::transformed(all, _1 + 0);
        auto const part = gpu::detail::view_between(whole.begin() + 2, whole.end() - 1);
        check(part, x);
        auto const places = views::iota(-2, static_cast<std::int32_t>(n) + 1);
        auto const placed = views::transformed(all, places, _1 - _2);
        check(gpu::detail::view_between(placed.begin() + 2, placed.end() - 1),
              made(n, [&](std::size_t i) { return x[i] - static_cast<std::int32_t>(i); }));
    }
}

} // namespace views_test
