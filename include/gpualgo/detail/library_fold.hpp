// SPDX-License-Identifier: Apache-2.0
/// @file
/// Listed operators on host elements that are not contiguous. Full segments of numbers are folded
/// by loops of the program. Otherwise, the program copies one segment at a time, and the library
/// folds it.
#pragma once

#include <gpualgo/abi/host_services.hpp>
#include <gpualgo/abi/reduce_lists.hpp>
#include <gpualgo/abi/transform_lists.hpp>
#include <gpualgo/detail/call.hpp>
#include <gpualgo/detail/constant_evaluated.hpp>
#include <gpualgo/detail/floating_environment.hpp>
#include <gpualgo/detail/loop_fold.hpp>
#include <gpualgo/kernel/elements.hpp>
#include <gpualgo/kernel/reduce/canonical.hpp>

#include <concepts>
#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>
#include <vector>

namespace gpu::inline v0::detail {

/// A listed operator that the library applies.
/// @tparam Value the elements' type in lists
/// @tparam T the type in which totals are computed
/// @tparam Op the kernel's operator
/// @tparam F a kernel's transform of elements, or of pairs of them; identity if there is none
template <class Value, class T, class Op, class F = kernel::identity>
class library_fold {
    static constexpr bool is_transformed =
        !std::is_same_v<F, kernel::identity> || is_lossy_pair<Value, T, F>;
    static constexpr bool is_pair = !is_unary<F>;
    static constexpr kernel::segmentation shape{sizeof(Value)};
    /// Whether the program can fold full segments to the same bits, if the environment is standard.
    static constexpr bool can_fold_in_loops =
        !is_transformed && std::is_arithmetic_v<Value> &&
        (std::integral<T> || (std::floating_point<T> && is_ieee_program));

public:
    /// @return op(a, b), quieted
    T operator()(T a, T b) const {
        T total;
        reduce_request const request = request_of<T>(&b, 1, &a, total);
        gpualgo_v0_fold(&request);
        return total;
    }

    /// @param first the first of n > 0 elements, or of n `kernel::element_pair`s
    /// @return their total in the canonical order
    template <class I>
    T total(I first, std::size_t n) const {
        if constexpr (can_fold_in_loops && number_iterator<I>)
            if (std::integral<T> || is_standard_environment())
                return detail::total_of_group<T, shape.lanes>(
                    std::move(first), n, loop_operator<Op>(),
                    [](I& rest, std::size_t m) { return segment(rest, m); });
        if (n <= shape.size()) return segment(first, n);
        std::vector<T> totals;
        totals.reserve(shape.count(n));
        for (std::size_t i = 0; i < n; i += shape.size())
            totals.push_back(segment(first, n - i < shape.size() ? n - i : shape.size()));
        return kernel::fold_adjacent(std::move(totals), *this);
    }

private:
    template <class Element>
    static reduce_request request_of(Element const* first, std::size_t n, T const* init, T& total) {
        reduce_request request;
        request.value = number_of<Element, types>;
        request.accumulator = number_of<T, types>;
        request.operation = number_of<Op, operators>;
        request.first = first;
        request.n = n;
        request.init = init;
        request.result = &total;
        return request;
    }

    /// Not inlined, or g++ 12 warns of the loop if it knows n.
    /// @param first advanced by n elements, which are at most a segment
    template <class I>
    [[gnu::noinline]] static T segment(I& first, std::size_t n) {
        Value copies[shape.size()];
        Value second_copies[is_pair ? shape.size() : 1];
        for (std::size_t i = 0; i < n; ++i, (void)++first) {
            if constexpr (is_pair) {
                kernel::element_pair<Value> const both = *first;
                copies[i] = both.first;
                second_copies[i] = both.second;
            } else {
                std::iter_value_t<I> const element = *first;
                copies[i] = static_cast<Value>(element);
            }
        }
        T total;
        reduce_request request = request_of(copies, n, nullptr, total);
        if constexpr (is_transformed) {
            request.transform = number_of<F, transforms>;
            request.second = is_pair ? second_copies : nullptr;
        }
        gpualgo_v0_fold(&request);
        return total;
    }
};

/// The total of n > 0 elements, of one or more segments, in the canonical order, by the program.
template <class T, class I, class Op>
constexpr T group_total(I first, std::size_t n, kernel::segmentation shape, Op op) {
    if constexpr (std::is_arithmetic_v<T> && number_iterator<I>) {
        constexpr std::size_t lanes = kernel::segmentation(element_size<I>).lanes;
        if (!is_constant_evaluated() && shape.lanes == lanes) // views may be folded as stored
            return detail::total_of_group<T, lanes>(
                std::move(first), n, op, [op](I& rest, std::size_t m) {
                    return detail::total_of_rest<T, lanes>(rest, m, op);
                });
    }
    if (n <= shape.size()) return kernel::canonical_segment<T>(first, n, shape.lanes, op);
    return kernel::canonical_group<T>(std::move(first), n, shape, op);
}

/// The same, by the library.
template <class T, class I, class Value, class Op, class F>
T group_total(I first, std::size_t n, kernel::segmentation, library_fold<Value, T, Op, F> op) {
    return op.total(std::move(first), n);
}

} // namespace gpu::inline v0::detail
