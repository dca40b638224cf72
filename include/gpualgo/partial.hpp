// SPDX-License-Identifier: Apache-2.0
/// @file
/// partial_reduction: a part of a reduction, which merges with its neighbours to the same bits.
#pragma once

#include <gpualgo/copy.hpp>
#include <gpualgo/detail/iterator.hpp>
#include <gpualgo/detail/mean_range.hpp>
#include <gpualgo/detail/partial_bytes.hpp>
#include <gpualgo/detail/partial_call.hpp>
#include <gpualgo/detail/partial_copies.hpp>
#include <gpualgo/functional.hpp>
#include <gpualgo/policy.hpp>

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace gpu::inline v0 {

namespace detail {

/// The precompiled kernels that a partial reduction uses.
template <class T, class Value, class Op, class F>
struct partial_kernels {
    using value = as_listed<Value>;
    using total = computed_as<as_listed<T>>;
    using operation = listed_operator<Op, T>;
    using transform = transform_for<F, T>;
    /// Means of 64-bit integers convert as a transform: they lose digits.
    static constexpr bool is_plain =
        std::same_as<F, std::identity> && !is_lossy_pair<value, total, kernel::identity>;
    static constexpr bool are_there = [] {
        if constexpr (std::is_void_v<operation> || std::is_void_v<transform>) return false;
        else if constexpr (is_plain) return listed_pair<value, as_listed<T>>;
        else return listed_transform<value, as_listed<T>, operation, transform>;
    }();

    static constexpr partial_operation numbers{number_of<operation, operators>,
                                               number_of<transform, transforms>};
    using state = partial_state<value, total, is_unary<transform> ? 1 : 2>;
};

template <class T, class Value, class Op, class F>
concept partially_reducible = partial_kernels<T, Value, Op, F>::are_there;

/// Gives the library's other templates the state of a partial reduction.
struct partial_access {
    template <class Partial>
    static auto& state(Partial& partial) {
        return partial.state_;
    }
};

/// An iterator to elements of a type that kernels read where they are.
template <class I, class Value>
concept partial_input = byte_iterator<I> && std::same_as<std::iter_value_t<I>, Value>;

/// An iterator to elements of a type that the program can read.
template <class I, class Value>
concept readable_part = input_iterator<I> && !is_device_iterator<I> && !foreign_iterator<I> &&
                        std::same_as<std::iter_value_t<I>, Value>;

} // namespace detail

/// The reduction of the elements [begin, end) of a larger range. Its other elements may lie on
/// other devices, in other processes or in other parts of a file. Neighbours merge, in any
/// bracketing, and the merged total has the bits of `gpu::reduce` of the whole range.
///
/// It holds the totals of complete subtrees of the canonical order, and the elements of the two
/// segments that the interval cuts. Its size depends on the type alone: see `max_serialized_size`.
///
/// @par Requires
/// Precompiled types, operator and transform: see @ref reduce and @ref transform_reduce. Ranges are
/// contiguous, on the host or on a device; or of the host with any iterators, such as those of
/// lists, streams and views.
/// @par Thread safety
/// As an `int`: different objects may be used at once; one object may be read at once.
/// @par Determinism
/// The same bits for any cut, any bracketing and any mix of devices.
/// @par Memory
/// Up to `max_serialized_size` bytes on the host. Elements that are not contiguous are copied in
/// chunks of 4 MiB.
/// @tparam T the type of init and total
/// @tparam Value the elements' type
/// @tparam Op a precompiled operator
/// @tparam F a precompiled transform of one element, or of an element of each of two ranges
template <class T, class Value = T, class Op = std::plus<>, class F = std::identity>
    requires detail::partially_reducible<T, Value, Op, F>
class partial_reduction {
    using kernels = detail::partial_kernels<T, Value, Op, F>;
    using state = typename kernels::state;
    using bytes = detail::partial_bytes<state>;
    static constexpr bool takes_pairs = state::ranges == 2;

public:
    /// @cond internal
    static constexpr std::uint64_t type_code =
        std::uint64_t{detail::number_of<typename kernels::value, detail::types>} |
        std::uint64_t{detail::number_of<detail::as_listed<T>, detail::types>} << 16 |
        std::uint64_t{kernels::numbers.operation} << 32 |
        std::uint64_t{kernels::numbers.transform} << 48;
    /// @endcond

    /// The largest number of bytes that `serialize` returns.
    static constexpr std::size_t max_serialized_size = bytes::max_size;

    /// The reduction of no elements.
    /// @param position the index that it begins and ends at
    explicit partial_reduction(std::uint64_t position = 0) : state_(kernels::numbers, position) {}

    /// Reduces a range by the kernels of the device that it lies on, as `gpu::reduce` does.
    ///
    /// Throws what `gpu::reduce` throws; `std::invalid_argument` if indices do not fit 64 bits.
    /// @param policy `gpu::automatic` with its options, also on a `gpu::device_group`
    /// @param begin the index of the first element in the larger range
    /// @param first the first element
    /// @param last the end
    template <detail::partial_policy P, detail::partial_input<Value> I>
        requires(!takes_pairs)
    partial_reduction(P const& policy, std::uint64_t begin, I first, I last)
        : state_(kernels::numbers, begin) {
        detail::read_part(state_, policy, {detail::start_at(first)},
                          detail::count_elements(first, last));
    }

    /// Reduces copies of elements that do not lie side by side, chunk after chunk. A report is of
    /// the last chunk.
    ///
    /// Throws what `gpu::reduce` throws, and what the iterators throw.
    /// @param policy `gpu::automatic` with its options, also on a `gpu::device_group`
    /// @param begin the index of the first element in the larger range
    /// @param first the first element; iterators of any category
    /// @param last the end, or a sentinel
    template <detail::partial_policy P, detail::readable_part<Value> I, detail::sentinel_for<I> S>
        requires(!takes_pairs && !detail::partial_input<I, Value>)
    partial_reduction(P const& policy, std::uint64_t begin, I first, S last)
        : state_(kernels::numbers, begin) {
        detail::read_copies(state_, policy, std::move(first), last);
    }

    /// The same without options.
    /// @param begin the index of the first element in the larger range
    /// @param first the first element
    /// @param last the end
    template <class I, class S>
        requires(!takes_pairs && ((detail::partial_input<I, Value> && std::same_as<I, S>) ||
                                  (detail::readable_part<I, Value> && detail::sentinel_for<S, I>)))
    partial_reduction(std::uint64_t begin, I first, S last)
        : partial_reduction(automatic, begin, std::move(first), last) {}

    /// Reduces what F makes of the pairs of elements of two ranges, which lie on one device.
    /// @param policy `gpu::automatic` with its options, also on a `gpu::device_group`
    /// @param begin the index of the first element in the larger range
    /// @param first the first element
    /// @param last the end
    /// @param first2 the first element of the second range
    template <detail::partial_policy P, detail::partial_input<Value> I,
              detail::partial_input<Value> J>
        requires(takes_pairs)
    partial_reduction(P const& policy, std::uint64_t begin, I first, I last, J first2)
        : state_(kernels::numbers, begin) {
        detail::read_part(state_, policy, {detail::start_at(first), detail::start_at(first2)},
                          detail::count_elements(first, last));
    }

    /// Reduces copies of the pairs of elements of two ranges of the host, chunk after chunk. The
    /// elements of one do not lie side by side. A report is of the last chunk.
    /// @param policy `gpu::automatic` with its options, also on a `gpu::device_group`
    /// @param begin the index of the first element in the larger range
    /// @param first the first element; iterators of any category
    /// @param last the end, or a sentinel
    /// @param first2 the first element of the second range
    template <detail::partial_policy P, detail::readable_part<Value> I, detail::sentinel_for<I> S,
              detail::readable_part<Value> J>
        requires(takes_pairs &&
                 !(detail::partial_input<I, Value> && detail::partial_input<J, Value>))
    partial_reduction(P const& policy, std::uint64_t begin, I first, S last, J first2)
        : state_(kernels::numbers, begin) {
        detail::read_copies(state_, policy, std::move(first), last, std::move(first2));
    }

    /// The same without options.
    /// @param begin the index of the first element in the larger range
    /// @param first the first element
    /// @param last the end
    /// @param first2 the first element of the second range
    template <class I, class S, class J>
        requires(takes_pairs && ((detail::partial_input<I, Value> && std::same_as<I, S> &&
                                  detail::partial_input<J, Value>) ||
                                 (detail::readable_part<I, Value> && detail::sentinel_for<S, I> &&
                                  detail::readable_part<J, Value>)))
    partial_reduction(std::uint64_t begin, I first, S last, J first2)
        : partial_reduction(automatic, begin, std::move(first), last, std::move(first2)) {}

    /// Appends a partial reduction that begins where this one ends.
    ///
    /// Throws `std::invalid_argument` if there is a gap or an overlap between them. Strong
    /// guarantee.
    /// @return this object
    /// @param next begins where this one ends
    partial_reduction& merge(partial_reduction const& next) {
        state_.merge(next.state_);
        return *this;
    }

    /// The total of init and all elements, with the bits of `gpu::reduce`.
    ///
    /// Throws `std::invalid_argument` if the interval does not begin at 0.
    /// @return the total
    /// @param init precedes the elements
    [[nodiscard]] T total(T init = T()) const {
        return std::bit_cast<T>(state_.total(std::bit_cast<detail::as_listed<T>>(init)));
    }

    /// @return the index of the first element
    [[nodiscard]] std::uint64_t begin() const noexcept { return state_.begin; }
    /// @return the index after the last element
    [[nodiscard]] std::uint64_t end() const noexcept { return state_.end; }

    /// @return bytes for another process or a file, in a versioned layout: see
    /// doc/distributed.md
    [[nodiscard]] std::vector<std::byte> serialize() const { return bytes::write(state_); }

    /// The reduction that `serialize` has written.
    ///
    /// Throws `std::invalid_argument` if bytes are missing or changed, or are of a partial
    /// reduction of another type or version.
    /// @return the reduction
    /// @param written bytes that `serialize` has returned
    [[nodiscard]] static partial_reduction deserialize(std::span<std::byte const> written) {
        partial_reduction read;
        read.state_ = bytes::read(kernels::numbers, written);
        return read;
    }

private:
    /// @cond internal
    friend struct detail::partial_access;
    /// @endcond

    state state_;
};

namespace detail {

/// The mean of the elements of an interval that begins at 0, from their sum: NaN if there are none.
template <class Sum, class Value>
mean_type<Value> mean_of(partial_reduction<Sum, Value> const& whole) {
    // the identity of addition, also for sums of zeros
    return detail::divided<Value>(whole.total(Sum(-0.0)), static_cast<std::size_t>(whole.end()));
}

} // namespace detail

} // namespace gpu::inline v0
