// SPDX-License-Identifier: Apache-2.0
/// @file
/// The canonical order, evaluated by the program in the calling thread or on all cores. The program
/// applies callables that are not listed. Listed ones on elements that are not contiguous are
/// applied by the library.
#pragma once

#include <gpualgo/abi/host_services.hpp>
#include <gpualgo/abi/reduce_lists.hpp>
#include <gpualgo/detail/constant_evaluated.hpp>
#include <gpualgo/detail/library_fold.hpp>
#include <gpualgo/detail/operand.hpp>
#include <gpualgo/detail/range.hpp>
#include <gpualgo/detail/rounded.hpp>
#include <gpualgo/detail/transformed_iterator.hpp>
#include <gpualgo/functional.hpp>
#include <gpualgo/kernel/conversion.hpp>
#include <gpualgo/kernel/growing_array.hpp>
#include <gpualgo/kernel/reduce/canonical.hpp>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <iterator>
#include <optional>
#include <type_traits>
#include <utility>

namespace gpu::inline v0::detail {

/// Whether operator and types are precompiled. Program and library compute the same bits.
template <class Op, class Value, class T>
concept listed =
    !std::is_void_v<listed_operator<Op, T>> && listed_pair<as_listed<Value>, as_listed<T>>;

/// Folds in the calling thread.
struct calling_thread {
    template <class T, forward_iterator I, class Op>
    static constexpr T total(I first, std::size_t n, std::size_t value_size, Op op) {
        return detail::group_total<T>(std::move(first), n, kernel::segmentation(value_size), op);
    }
};

/// Folds in a constant expression. This takes fewer templates, for calls that the library runs
/// otherwise.
struct constant_expression {
    template <class T, forward_iterator I, class Op>
    static constexpr T total(I first, std::size_t n, std::size_t value_size, Op op) {
        return kernel::canonical<T>(std::move(first), n, value_size, op);
    }
};

/// Folds groups of segments on all cores.
class all_cores {
    /// More than there are cores, so that these finish together; few, so that the fold of their
    /// totals takes little time.
    static constexpr std::size_t max_groups = 128;

    /// A group of segments, with its total or its failure.
    template <class T, class I>
    struct group {
        I first;
        std::size_t n;
        std::optional<T> total{};
        std::exception_ptr failure{};
    };

    /// The elements of a group: a power of two of segments.
    static std::size_t group_size(std::size_t n, kernel::segmentation shape) {
        std::size_t size = shape.size();
        while (n / size >= max_groups) size *= 2;
        return size;
    }

    /// @return the groups, the last perhaps smaller
    template <class T, class I>
    static kernel::growing_array<group<T, I>> cut(I first, std::size_t n,
                                                  kernel::segmentation shape) {
        std::size_t const size = group_size(n, shape);
        kernel::growing_array<group<T, I>> groups(n / size + 1);
        for (std::size_t i = 0; i < n; i += size) {
            std::size_t const m = n - i < size ? n - i : size;
            groups.emplace_back(group<T, I>{first, m});
            detail::advance_by(first, m);
        }
        return groups;
    }

    /// The same for numbers at random access, with fewer templates: these take clients less time to
    /// compile.
    template <class T, class I, class Op>
    static T total_of_numbers(I first, std::size_t n, kernel::segmentation shape, Op op) {
        std::size_t const size = group_size(n, shape), groups = (n + size - 1) / size;
        T total[max_groups];
        std::exception_ptr failure[max_groups];
        auto fold = [&](std::size_t i) noexcept {
            try {
                I x = first;
                x += static_cast<std::iter_difference_t<I>>(i * size);
                total[i] = detail::group_total<T>(std::move(x),
                                                  i + 1 < groups ? size : n - i * size, shape, op);
            } catch (...) {
                failure[i] = std::current_exception();
            }
        };
        gpualgo_v0_parallel_for(
            groups,
            [](void* context, std::uint64_t i) { (*static_cast<decltype(fold)*>(context))(i); },
            &fold);
        kernel::growing_array<T> totals(groups);
        for (std::size_t i = 0; i < groups; ++i) {
            if (failure[i]) std::rethrow_exception(failure[i]);
            totals.emplace_back(total[i]);
        }
        return kernel::fold_adjacent(std::move(totals), op);
    }

public:
    /// Rethrows exceptions of the operator. If there are several, it is that of the first group.
    template <class T, forward_iterator I, class Op>
    static T total(I first, std::size_t n, std::size_t value_size, Op op) {
        kernel::segmentation const shape(value_size);
        if (n <= shape.size()) return detail::group_total<T>(std::move(first), n, shape, op);
        if constexpr (std::is_arithmetic_v<T> && random_access_iterator<I>)
            return all_cores::total_of_numbers<T>(std::move(first), n, shape, op);
        else return total_of_groups<T>(std::move(first), n, shape, op);
    }

private:
    template <class T, class I, class Op>
    static T total_of_groups(I first, std::size_t n, kernel::segmentation shape, Op op) {
        auto groups = all_cores::cut<T>(std::move(first), n, shape);
        auto fold = [&](std::size_t i) noexcept {
            try {
                groups[i].total.emplace(
                    detail::group_total<T>(groups[i].first, groups[i].n, shape, op));
            } catch (...) {
                groups[i].failure = std::current_exception();
            }
        };
        gpualgo_v0_parallel_for(
            groups.size(),
            [](void* context, std::uint64_t i) { (*static_cast<decltype(fold)*>(context))(i); },
            &fold);

        kernel::growing_array<T> totals(groups.size());
        for (auto& group : groups) {
            if (group.failure) std::rethrow_exception(group.failure);
            totals.emplace_back(std::move(group.total).value());
        }
        return kernel::fold_adjacent(std::move(totals), op);
    }
};

/// Whether the library folds an iterator's elements by a listed operator. The size of their type
/// must then be the one that determines the canonical order.
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
    return static_cast<T>(detail::rounded<as_listed<T>>(op(static_cast<computed>(init), total)));
}

/// Converts an iterator's references, perhaps proxies, to its value type.
template <class Value>
struct read_value {
    template <class Element>
    constexpr Value operator()(Element&& element) const {
        return kernel::implicitly<Value>(static_cast<Element&&>(element));
    }
};

/// The reduction of n elements of host memory by any operator.
/// @tparam Where calling_thread, constant_expression or all_cores
template <class Where, forward_iterator I, class T, class Op>
constexpr T fold(I first, std::size_t n, T init, Op& op) {
    using value = std::iter_value_t<I>;
    using reference = std::iter_reference_t<I>;
    using operand = detail::operand<T, reference>;
    if (n == 0) return init;
    if constexpr (folds_in_library<Op, I, T> && !std::same_as<Where, constant_expression>)
        if (!is_constant_evaluated())
            return detail::fold_by_library<Where, value, listed_operator<Op, T>>(std::move(first),
                                                                                 n, init);
    if constexpr (listed<Op, value, T> && !std::same_as<std::remove_cvref_t<reference>, value>) {
        read_value<value> read;
        transformed_iterator<read_value<value>, I> elements(read, std::move(first));
        return detail::fold<Where>(std::move(elements), n, std::move(init), op);
    } else if constexpr (listed<Op, value, T>) {
        using computed = computed_as<as_listed<T>>;
        constexpr listed_operator<Op, T> known;
        computed const total =
            Where::template total<computed>(std::move(first), n, element_size<I>, known);
        return static_cast<T>(detail::rounded<as_listed<T>>(
            kernel::quieted(known(static_cast<computed>(init), total))));
    } else if constexpr (reduces<Op, T, reference> && std::is_arithmetic_v<T> &&
                         std::is_arithmetic_v<std::remove_cvref_t<reference>>) {
        on_numbers<T, Op> const applied{__builtin_addressof(op)};
        T const total = Where::template total<T>(std::move(first), n, element_size<I>, applied);
        return applied(std::move(init), total);
    } else if constexpr (reduces<Op, T, reference>) {
        on_operands<operand, Op> const applied{__builtin_addressof(op)};
        operand total =
            Where::template total<operand>(std::move(first), n, element_size<I>, applied);
        operand front(std::in_place, std::move(init));
        return operand::apply(op, front, total);
    } else {
        static_assert(reduces<Op, T, reference>,
                      "gpu::reduce: op(a, b) must be convertible to the type of init, where a and "
                      "b are of that type or elements of the range");
        return init;
    }
}

} // namespace gpu::inline v0::detail
