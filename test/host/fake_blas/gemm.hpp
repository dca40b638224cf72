// SPDX-License-Identifier: Apache-2.0
/// @file
/// A matrix product with CBLAS arguments, for fake libraries. It is strict: invalid arguments leave
/// C unchanged.
#pragma once

#include <algorithm>
#include <cstddef>

namespace test {

/// A matrix as CBLAS arguments describe it.
template <class T>
struct fake_operand {
    T* data;
    int leading_dimension;
    bool row_major;

    T& operator()(int i, int j) const {
        auto const line = static_cast<std::ptrdiff_t>(leading_dimension);
        return row_major ? data[i * line + j] : data[i + j * line];
    }
    [[nodiscard]] bool holds(int rows, int columns) const {
        return leading_dimension >= std::max(1, row_major ? columns : rows);
    }
};

template <class T>
void fake_gemm(int order, int transpose_a, int transpose_b, int m, int n, int k, T alpha,
               T const* a, int lda, T const* b, int ldb, T beta, T* c, int ldc) {
    auto const is_one_of = [](int x, int first, int second) { return x == first || x == second; };
    if (!is_one_of(order, 101, 102) || !is_one_of(transpose_a, 111, 112) ||
        !is_one_of(transpose_b, 111, 112))
        return;
    bool const rows = order == 101;
    fake_operand<T const> const left{a, lda, (transpose_a == 111) == rows},
        right{b, ldb, (transpose_b == 111) == rows};
    fake_operand<T> const out{c, ldc, rows};
    if (!left.holds(m, k) || !right.holds(k, n) || !out.holds(m, n)) return;
    for (int i = 0; i < m; ++i)
        for (int j = 0; j < n; ++j) {
            T sum = 0;
            for (int d = 0; d < k; ++d) sum += left(i, d) * right(d, j);
            out(i, j) = beta == 0 ? alpha * sum : alpha * sum + beta * out(i, j);
        }
}

} // namespace test
