// SPDX-License-Identifier: Apache-2.0
/// @file
/// The devices that tests of expressions run on.
#pragma once

#include "expression/values.hpp"

#include <gpualgo/expression.hpp>
#include <gpualgo/gpualgo.hpp>
#include <gpualgo/transform.hpp>

#include <catch2/catch.hpp>

#include <cstddef>
#include <vector>

namespace test {

/// The devices that run expressions: a GPU may have no run-time compiler.
inline std::vector<gpu::device> able_devices() {
    using namespace gpu::placeholders;
    std::vector<gpu::device> able;
    for (gpu::device const d : gpu::devices()) {
        try {
            gpu::device_vector<float> x(2048, 1.f, d);
            gpu::transform(x, x, _1 + 1);
            CHECK(gpu::reduce(x, 0.f, gpu::max(_1, _2)) == 2);
            able.push_back(d);
        } catch (gpu::unsupported_operator const& e) {
            CHECK(d.kind() == gpu::device_kind::cuda);
            WARN(e.what());
        }
    }
    return able;
}

/// Numbers of a type, special ones among them.
template <class T>
std::vector<T> numbers(std::size_t n, unsigned seed) {
    auto x = values_of<T>(n + 32, seed);
    x.resize(n);
    return x;
}

/// Whether all results are equal, see same_result.
template <class T>
bool same(std::vector<T> const& a, std::vector<T> const& b) {
    if (a.size() != b.size()) return false;
    for (std::size_t i = 0; i < a.size(); ++i)
        if (!same_result(a[i], b[i])) return false;
    return true;
}

} // namespace test
