// SPDX-License-Identifier: Apache-2.0
#include "batch.hpp"

#include "shape.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

namespace gpu::inline v0::detail {
namespace {

/// The matrices of an operand.
struct matrices {
    char const* name;
    matmul_operand& of;
    std::int64_t rows, columns;
    std::size_t element_bytes;

    [[nodiscard]] bool is_empty() const { return rows == 0 || columns == 0; }
    [[nodiscard]] matrix_lines lines(std::int64_t i) const {
        return lines_of(matrix_of_batch(of, i, element_bytes), rows, columns, element_bytes);
    }
    /// Whether all are the same matrix.
    [[nodiscard]] bool is_one() const { return of.pointers == nullptr && of.matrix_stride == 0; }
};

void check_pointers(matrices const& x, std::int64_t count) {
    if (x.of.pointers == nullptr || x.is_empty()) return;
    auto const* const found = std::find(x.of.pointers, x.of.pointers + count, nullptr);
    if (found != x.of.pointers + count)
        throw std::invalid_argument("matrix " + std::to_string(found - x.of.pointers) + " of " +
                                    std::to_string(count) + " of " + x.name + " is a null pointer");
}

void check_extent(matrices const& x, std::int64_t count) {
    auto const most = std::numeric_limits<std::int64_t>::max() / 4;
    auto const stride = x.of.matrix_stride;
    if (x.of.pointers != nullptr || x.is_empty() ||
        (stride >= -most && stride <= most &&
         std::abs(stride) <= most / count / static_cast<std::int64_t>(x.element_bytes)))
        return;
    throw std::invalid_argument(std::string(x.name) + " is larger than the address space");
}

/// Replaces pointers at equal distances.
void find_stride(matrices const& x, std::int64_t count) {
    auto const* const p = x.of.pointers;
    if (p == nullptr) return;
    auto const at = [p](std::int64_t i) { return reinterpret_cast<std::intptr_t>(p[i]); };
    std::intptr_t const step = count > 1 ? at(1) - at(0) : 0;
    auto const bytes = static_cast<std::intptr_t>(x.element_bytes);
    if (step % bytes != 0) return;
    for (std::int64_t i = 2; i < count; ++i)
        if (at(i) - at(i - 1) != step) return;
    x.of.data = p[0];
    x.of.pointers = nullptr;
    x.of.matrix_stride = step / bytes;
}

/// Begins with the last product if all matrices lie in front of their predecessors.
void begin_with_lowest(std::array<matrices, 3> const& operands, std::int64_t count) {
    bool const is_backward = std::ranges::all_of(operands, [](matrices const& x) {
        return x.of.pointers == nullptr && x.of.matrix_stride <= 0;
    });
    if (!is_backward) return;
    for (auto const& x : operands) {
        if (x.of.matrix_stride == 0 || x.is_empty()) continue;
        x.of.data = matrix_of_batch(x.of, count - 1, x.element_bytes).data;
        x.of.matrix_stride = -x.of.matrix_stride;
    }
}

/// Whether some of equal matrices at equal distances overlap.
/// @param distance from one to the next
bool overlap_each_other(matrix_lines const& first, std::size_t distance, std::int64_t count) {
    if (distance >= first.span()) return false;
    for (std::size_t i = 1; i < static_cast<std::size_t>(count); ++i) {
        std::size_t const offset = i * distance;
        if (offset >= first.span()) return false;
        // the two lines of the first matrix around the beginning of matrix i
        std::size_t const line = offset / first.step, within = offset % first.step;
        if (within < first.bytes) return true;
        if (line + 1 < first.count && first.step - within < first.bytes) return true;
    }
    return false;
}

bool begins_before(matrix_lines const& x, matrix_lines const& y) { return x.first < y.first; }

std::vector<matrix_lines> sorted(matrices const& x, std::int64_t count) {
    std::vector<matrix_lines> all;
    all.reserve(static_cast<std::size_t>(count));
    for (std::int64_t i = 0; i < count; ++i) all.push_back(x.lines(i));
    std::sort(all.begin(), all.end(), begins_before);
    return all;
}

/// Whether a matrix overlaps any of some equal matrices, which are sorted.
bool overlaps_any(matrix_lines const& x, std::vector<matrix_lines> const& all) {
    auto candidate = std::partition_point(all.begin(), all.end(), [&](matrix_lines const& y) {
        return y.first + y.span() <= x.first;
    });
    for (; candidate != all.end() && candidate->first < x.first + x.span(); ++candidate)
        if (overlap(x, *candidate)) return true;
    return false;
}

void check_result(matrices const& c, std::int64_t count) {
    bool found = false;
    if (c.of.pointers == nullptr) {
        auto const stride = static_cast<std::size_t>(std::abs(c.of.matrix_stride));
        found = overlap_each_other(c.lines(0), stride * c.element_bytes, count);
    } else {
        auto const all = sorted(c, count);
        for (auto x = all.begin(); x != all.end() && !found; ++x)
            for (auto y = x + 1; y != all.end() && y->first < x->first + x->span(); ++y)
                found |= overlap(*x, *y);
    }
    if (found)
        throw std::invalid_argument("matrices of C overlap each other: elements would be written "
                                    "twice");
}

/// The addresses between which the matrices of an operand lie.
struct hull {
    std::byte *begin, *end;

    hull(matrices const& x, std::int64_t count) {
        auto const first = x.lines(0);
        begin = first.first;
        end = begin + first.span();
        for (std::int64_t i = x.of.pointers != nullptr ? 1 : count - 1; i < count; ++i) {
            auto const lines = x.lines(i);
            begin = std::min(begin, lines.first);
            end = std::max(end, lines.first + lines.span());
        }
    }
};

void check_overlap(matrices const& c, matrices const& x, std::int64_t count) {
    if (x.is_empty()) return;
    hull const all_c(c, count), all_x(x, count);
    if (all_c.end <= all_x.begin || all_x.end <= all_c.begin) return;
    auto const of_c = sorted(c, count);
    for (std::int64_t i = 0; i < (x.is_one() ? 1 : count); ++i)
        if (overlaps_any(x.lines(i), of_c))
            throw std::invalid_argument(std::string("C overlaps ") + x.name +
                                        ": elements would be written before they are read");
}

} // namespace

void check_batch(matmul_request& r) {
    bool const has_pointers =
        r.a.pointers != nullptr || r.b.pointers != nullptr || r.c.pointers != nullptr;
    if (r.count == 1 && !has_pointers) return;
    std::size_t const value = known_matmul_types[r.value].size;
    std::array<matrices, 3> const operands{
        matrices{"A", r.a, r.m, r.k, value}, matrices{"B", r.b, r.k, r.n, value},
        matrices{"C", r.c, r.m, r.n, known_matmul_types[r.result].size}};
    for (auto const& x : operands) {
        check_pointers(x, r.count);
        check_extent(x, r.count);
        find_stride(x, r.count);
    }
    begin_with_lowest(operands, r.count);
    auto const& [a, b, c] = operands;
    if (r.count == 1 || c.is_empty()) return;
    check_result(c, r.count);
    check_overlap(c, a, r.count);
    check_overlap(c, b, r.count);
}

} // namespace gpu::inline v0::detail
