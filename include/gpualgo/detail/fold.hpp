// SPDX-License-Identifier: Apache-2.0
/// @file
/// The canonical order, evaluated by the program itself for callables that are not listed. On
/// elements that are not contiguous, the library applies those that are. In the calling thread, or
/// on all cores.
#pragma once

#include <gpualgo/detail/library_fold.hpp>
#include <gpualgo/detail/lists.hpp>
#include <gpualgo/detail/operand.hpp>
#include <gpualgo/detail/range.hpp>
#include <gpualgo/detail/request.hpp>
#include <gpualgo/detail/rounded.hpp>
#include <gpualgo/functional.hpp>
#include <gpualgo/kernel/canonical.hpp>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <iterator>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace gpu::inline v0::detail {

/// Operator and types are precompiled. Bits do not depend on who evaluates.
template <class Op, class Value, class T>
concept listed =
    !std::is_void_v<listed_operator<Op, T>> && listed_pair<as_listed<Value>, as_listed<T>>;

/// Folds in the calling thread.
struct calling_thread {
    template <class T, std::forward_iterator I, class Op>
    static constexpr T total(I first, std::size_t n, std::size_t value_size, Op op) {
        return group_total<T>(first, n, kernel::segmentation(value_size), op);
    }
};

/// Folds groups of segments on all cores.
class all_cores {
    /// More than there are cores, so that they end together; few, so that the fold of their totals
    /// does not matter.
    static constexpr std::size_t max_groups = 256;

    /// A group of segments, and what becomes of it.
    template <class T, class I>
    struct group {
        I first;
        std::size_t n;
        std::optional<T> total{};
        std::exception_ptr failure{};
    };

    /// @return the groups: a power of two of segments each, the last perhaps fewer
    template <class T, class I>
    static std::vector<group<T, I>> cut(I first, std::size_t n, kernel::segmentation shape) {
        std::size_t size = shape.size();
        while (n / size >= max_groups) size *= 2;
        std::vector<group<T, I>> groups;
        groups.reserve(n / size + 1);
        for (std::size_t i = 0; i < n; i += size) {
            std::size_t const m = n - i < size ? n - i : size;
            groups.push_back({first, m});
            advance_by(first, m);
        }
        return groups;
    }

public:
    /// What the operator throws passes through: of several exceptions, the one of the foremost
    /// elements.
    template <class T, std::forward_iterator I, class Op>
    static T total(I first, std::size_t n, std::size_t value_size, Op op) {
        kernel::segmentation const shape(value_size);
        auto groups = cut<T>(first, n, shape);
        auto fold = [&](std::size_t i) noexcept {
            try {
                groups[i].total.emplace(group_total<T>(groups[i].first, groups[i].n, shape, op));
            } catch (...) {
                groups[i].failure = std::current_exception();
            }
        };
        gpualgo_v0_parallel_for(
            groups.size(),
            [](void* context, std::uint64_t i) { (*static_cast<decltype(fold)*>(context))(i); },
            &fold);

        std::vector<T> totals;
        totals.reserve(groups.size());
        for (auto& group : groups) {
            if (group.failure) std::rethrow_exception(group.failure);
            totals.push_back(std::move(*group.total));
        }
        return kernel::fold_adjacent(std::move(totals), op);
    }
};

/// Whether the library folds elements that an iterator reads by a listed operator: then its order
/// goes by the size of their type.
template <class Op, class I, class T>
inline constexpr bool folds_in_library = listed<Op, std::iter_value_t<I>, T>&& element_size<I> ==
                                         sizeof(std::iter_value_t<I>);

/// The reduction of n > 0 elements of host memory by the library.
/// @tparam Where calling_thread or all_cores
/// @tparam Op the kernel's operator
/// @tparam F the kernel's transform
template <class Where, class Value, class Op, class F = kernel::identity, class I, class T>
T fold_by_library(I first, std::size_t n, T const& init) {
    using computed = computed_as<as_listed<T>>;
    library_fold<as_listed<Value>, computed, Op, F> const op;
    computed const total = Where::template total<computed>(std::move(first), n, sizeof(Value), op);
    return static_cast<T>(rounded<as_listed<T>>(op(static_cast<computed>(init), total)));
}

/// The reduction of n elements of host memory by any operator.
/// @tparam Where calling_thread or all_cores
template <class Where, std::forward_iterator I, class T, class Op>
constexpr T fold(I first, std::size_t n, T init, Op& op) {
    using value = std::iter_value_t<I>;
    using operand = detail::operand<T, std::iter_reference_t<I>>;
    if (n == 0) return init;
    if constexpr (folds_in_library<Op, I, T>)
        if (!__builtin_is_constant_evaluated())
            return fold_by_library<Where, value, listed_operator<Op, T>>(std::move(first), n, init);
    if constexpr (listed<Op, value, T>) {
        using computed = computed_as<as_listed<T>>;
        constexpr listed_operator<Op, T> known;
        computed const total = Where::template total<computed>(first, n, element_size<I>, known);
        return static_cast<T>(
            rounded<as_listed<T>>(kernel::quieted(known(static_cast<computed>(init), total))));
    } else if constexpr (reduces<Op, T, std::iter_reference_t<I>>) {
        on_operands<operand, Op> const applied{&op};
        operand total = Where::template total<operand>(first, n, element_size<I>, applied);
        operand front(std::in_place, std::move(init));
        return operand::apply(op, front, total);
    } else {
        static_assert(reduces<Op, T, std::iter_reference_t<I>>,
                      "gpu::reduce: op(a, b) must be convertible to the type of init, where a and "
                      "b are of that type or elements of the range");
        return init;
    }
}

} // namespace gpu::inline v0::detail
