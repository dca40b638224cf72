// SPDX-License-Identifier: Apache-2.0
/// @file
/// Matrices surrounded by canaries, and products of them on the host.
#pragma once

#include <host/matmul/matmul.hpp>

#include <gpualgo/abi/matmul_lists.hpp>
#include <gpualgo/abi/matmul_request.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <type_traits>
#include <vector>

namespace test {

using gpu::detail::instruction_set;

/// Memory layout of a matrix.
struct layout {
    bool row_major = true;
    std::int64_t padding = 0; ///< leading dimension minus length of a row or column
    std::size_t offset = 0;   ///< elements between an aligned address and the first element
};

/// A matrix of T. The memory around it and its gaps hold a canary: a NaN, or the largest integer.
template <class T>
class guarded_matrix {
public:
    guarded_matrix(std::int64_t rows, std::int64_t columns, layout where)
        : rows_(rows), columns_(columns),
          leading_((where.row_major ? columns : rows) + where.padding), row_major_(where.row_major),
          first_(64 + where.offset),
          elements_(first_ + static_cast<std::size_t>(leading_ * (row_major_ ? rows : columns)) +
                        64,
                    canary()) {}

    [[nodiscard]] std::int64_t rows() const { return rows_; }
    [[nodiscard]] std::int64_t columns() const { return columns_; }
    T& operator()(std::int64_t i, std::int64_t j) { return elements_[index(i, j)]; }
    T const& operator()(std::int64_t i, std::int64_t j) const { return elements_[index(i, j)]; }

    /// Sets every element to `value(i, j)`.
    template <class F>
    guarded_matrix& fill(F value) {
        for (std::int64_t i = 0; i < rows_; ++i)
            for (std::int64_t j = 0; j < columns_; ++j) (*this)(i, j) = static_cast<T>(value(i, j));
        return *this;
    }

    [[nodiscard]] gpu::detail::matmul_operand operand() {
        return {{elements_.data() + first_, row_major_ ? leading_ : 1, row_major_ ? 1 : leading_},
                {}};
    }

    /// Whether all canaries are unchanged.
    [[nodiscard]] bool is_intact() const {
        std::vector<T> copy = elements_;
        for (std::int64_t i = 0; i < rows_; ++i)
            for (std::int64_t j = 0; j < columns_; ++j) copy[index(i, j)] = canary();
        std::vector<T> const untouched(copy.size(), canary());
        return std::memcmp(copy.data(), untouched.data(), copy.size() * sizeof(T)) == 0;
    }

    /// Whether all bits are equal, including canaries.
    friend bool operator==(guarded_matrix const& a, guarded_matrix const& b) {
        return a.elements_.size() == b.elements_.size() &&
               std::memcmp(a.elements_.data(), b.elements_.data(),
                           a.elements_.size() * sizeof(T)) == 0;
    }

    [[nodiscard]] static T canary() {
        return std::numeric_limits<T>::has_quiet_NaN ? std::numeric_limits<T>::quiet_NaN()
                                                     : std::numeric_limits<T>::max();
    }

private:
    [[nodiscard]] std::size_t index(std::int64_t i, std::int64_t j) const {
        return first_ + static_cast<std::size_t>(row_major_ ? i * leading_ + j : i + j * leading_);
    }

    std::int64_t rows_;
    std::int64_t columns_;
    std::int64_t leading_;
    bool row_major_;
    std::size_t first_;
    std::vector<T> elements_;
};

/// Computes C = alpha * A * B + beta * C on the host. Returns what ran.
template <class Value, class Result>
gpu::detail::call_result
multiply(gpu::detail::matmul_accumulator<Value> alpha, guarded_matrix<Value>& a,
         guarded_matrix<Value>& b, gpu::detail::matmul_accumulator<Value> beta,
         guarded_matrix<Result>& c, instruction_set set, gpu::detail::blas const& library = {}) {
    using namespace gpu::detail;
    matmul_request request;
    request.value = index_of<Value, matmul_types>;
    request.result = index_of<Result, matmul_types>;
    request.m = c.rows();
    request.n = c.columns();
    request.k = a.columns();
    request.a = a.operand();
    request.b = b.operand();
    request.c = c.operand();
    request.alpha = &alpha;
    request.beta = &beta;
    call_result ran;
    host_matmul(request, ran, library, set);
    return ran;
}

/// Returns the instruction sets that this processor supports.
inline std::vector<instruction_set> usable_sets() {
    std::vector<instruction_set> sets;
    for (auto const set :
         {instruction_set::baseline, instruction_set::avx2, instruction_set::avx512})
        if (gpu::detail::is_usable(set)) sets.push_back(set);
    return sets;
}

} // namespace test
