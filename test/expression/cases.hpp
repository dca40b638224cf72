// SPDX-License-Identifier: Apache-2.0
/// @file
/// Expressions beside the same functions as C++ compiles them.
#pragma once

#include <gpualgo/expression.hpp>
#include <gpualgo/functional.hpp>

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <type_traits>

namespace test {

/// Calls `visit(expression, callable)` for operators and functions of operands of types A and B
/// that are defined for all values.
template <class A, class B, class Visit>
void visit_total_functions(Visit visit) {
    using namespace gpu::placeholders;
    visit(_1 + _2, [](A a, B b) { return a + b; });
    visit(_1 - _2, [](A a, B b) { return a - b; });
    visit(_1 * _2, [](A a, B b) { return a * b; });
    visit(-_1, [](A a, B) { return -a; });
    visit(_1 == _2, [](A a, B b) { return a == b; });
    visit(_1 != _2, [](A a, B b) { return a != b; });
    visit(_1 < _2, [](A a, B b) { return a < b; });
    visit(_1 <= _2, [](A a, B b) { return a <= b; });
    visit(_1 > _2, [](A a, B b) { return a > b; });
    visit(_1 >= _2, [](A a, B b) { return a >= b; });
    visit(_1 && _2, [](A a, B b) { return a && b; });
    visit(_1 || !_2, [](A a, B b) { return a || !b; });
    visit(gpu::select(_1 < _2, _2, _1), [](A a, B b) { return a < b ? b : a; });
    visit(gpu::cast<std::int8_t>(_1 < _2) - 2u,
          [](A a, B b) { return static_cast<std::int8_t>(a < b) - 2u; });
    visit(gpu::cast<bool>(_2), [](A, B b) { return static_cast<bool>(b); });
    visit(gpu::cast<double>(_1) + 0.5f, [](A a, B) { return static_cast<double>(a) + 0.5f; });
    visit(_1, [](A a, B) { return a; });
    visit(_2 * 3 + 2.5f * _1, [](A a, B b) { return b * 3 + 2.5f * a; });
}

/// The same, for integers.
template <std::integral A, std::integral B, class Visit>
void visit_integer_functions(Visit visit) {
    using namespace gpu::placeholders;
    visit(_1 & _2, [](A a, B b) { return a & b; });
    visit(_1 | _2, [](A a, B b) { return a | b; });
    visit(_1 ^ _2, [](A a, B b) { return a ^ b; });
    visit(~_1, [](A a, B) { return ~static_cast<decltype(+a)>(a); });
    visit(_1 << (_2 & 7), [](A a, B b) { return a << (b & 7); });
    visit(_1 >> (_2 & 7), [](A a, B b) { return a >> (b & 7); });
    // without the smallest integer by -1
    visit((_1 & 127) / ((_2 & 15) + 1), [](A a, B b) { return (a & 127) / ((b & 15) + 1); });
    visit((_1 & 127) % ((_2 & 15) + 1), [](A a, B b) { return (a & 127) % ((b & 15) + 1); });
    visit(gpu::cast<std::int16_t>(_1), [](A a, B) { return static_cast<std::int16_t>(a); });
    visit(gpu::cast<std::uint64_t>(_1) * 0x9e3779b97f4a7c15u,
          [](A a, B) { return static_cast<std::uint64_t>(a) * 0x9e3779b97f4a7c15u; });
    if constexpr (std::same_as<A, B> && !std::same_as<A, bool>) {
        visit(gpu::min(_1, _2), [](A a, B b) { return std::min(a, b); });
        visit(gpu::max(_1, _2), [](A a, B b) { return std::max(a, b); });
    }
    visit(gpu::abs(_1), [](A a, B) { return a < 0 ? -a : +a; });
}

/// The same, for floating-point numbers: functions with equal bits on all devices.
template <std::floating_point A, std::floating_point B, class Visit>
void visit_exact_functions(Visit visit) {
    using namespace gpu::placeholders;
    visit(_1 / _2, [](A a, B b) { return a / b; });
    visit((_1 - _2) / (_1 + 1), [](A a, B b) { return (a - b) / (a + 1); });
    visit(gpu::sqrt(_1), [](A a, B) { return std::sqrt(a); });
    visit(gpu::abs(_1), [](A a, B) { return std::abs(a); });
    visit(gpu::floor(_1), [](A a, B) { return std::floor(a); });
    visit(gpu::ceil(_1), [](A a, B) { return std::ceil(a); });
    visit(gpu::trunc(_1), [](A a, B) { return std::trunc(a); });
    visit(gpu::round(_1), [](A a, B) { return std::round(a); });
    visit(gpu::fma(_1, _2, _1), [](A a, B b) { return std::fma(a, b, a); });
    visit(gpu::is_nan(_1), [](A a, B) { return std::isnan(a); });
    visit(gpu::cast<float>(_1) - _2, [](A a, B b) { return static_cast<float>(a) - b; });
    visit(gpu::min(_1, _2), [](A a, B b) {
        using common = std::common_type_t<A, B>;
        return gpu::minimum<>()(static_cast<common>(a), static_cast<common>(b));
    });
    visit(gpu::max(_1, _2), [](A a, B b) {
        using common = std::common_type_t<A, B>;
        return gpu::maximum<>()(static_cast<common>(a), static_cast<common>(b));
    });
    visit(gpu::select(gpu::is_nan(_1) || _2 > 1, gpu::abs(_2) * 2, -_1),
          [](A a, B b) { return std::isnan(a) || b > 1 ? std::abs(b) * 2 : -a; });
}

/// The same: functions that differ by some ulp between devices.
template <std::floating_point A, class Visit>
void visit_transcendental_functions(Visit visit) {
    using namespace gpu::placeholders;
    visit(gpu::exp(_1), [](A a, A) { return std::exp(a); });
    visit(gpu::log(_1), [](A a, A) { return std::log(a); });
    visit(gpu::sin(_1), [](A a, A) { return std::sin(a); });
    visit(gpu::cos(_1), [](A a, A) { return std::cos(a); });
    visit(gpu::tanh(_1), [](A a, A) { return std::tanh(a); });
    visit(gpu::pow(_1, _2), [](A a, A b) { return std::pow(a, b); });
    visit(gpu::cbrt(_1), [](A a, A) { return std::cbrt(a); });
    visit(gpu::exp2(_1), [](A a, A) { return std::exp2(a); });
    visit(gpu::expm1(_1), [](A a, A) { return std::expm1(a); });
    visit(gpu::log2(_1), [](A a, A) { return std::log2(a); });
    visit(gpu::log10(_1), [](A a, A) { return std::log10(a); });
    visit(gpu::log1p(_1), [](A a, A) { return std::log1p(a); });
    visit(gpu::tan(_1), [](A a, A) { return std::tan(a); });
    visit(gpu::asin(_1), [](A a, A) { return std::asin(a); });
    visit(gpu::acos(_1), [](A a, A) { return std::acos(a); });
    visit(gpu::atan(_1), [](A a, A) { return std::atan(a); });
    visit(gpu::sinh(_1), [](A a, A) { return std::sinh(a); });
    visit(gpu::cosh(_1), [](A a, A) { return std::cosh(a); });
    visit(gpu::erf(_1), [](A a, A) { return std::erf(a); });
    visit(gpu::hypot(_1, _2), [](A a, A b) { return std::hypot(a, b); });
    visit(gpu::atan2(_1, _2), [](A a, A b) { return std::atan2(a, b); });
}

/// All functions that give the same bits on all devices.
template <class A, class B, class Visit>
void visit_functions(Visit visit) {
    visit_total_functions<A, B>(visit);
    if constexpr (std::integral<A> && std::integral<B>) visit_integer_functions<A, B>(visit);
    if constexpr (std::floating_point<A> && std::floating_point<B>)
        visit_exact_functions<A, B>(visit);
}

} // namespace test
