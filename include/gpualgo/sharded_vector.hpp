// SPDX-License-Identifier: Apache-2.0
/// @file
/// sharded_vector: elements in memory of several devices, which algorithms use all at once.
#pragma once

#include <gpualgo/copy.hpp>
#include <gpualgo/detail/at_once.hpp>
#include <gpualgo/detail/shard_offsets.hpp>
#include <gpualgo/detail/sharded_call.hpp>
#include <gpualgo/device_group.hpp>
#include <gpualgo/device_vector.hpp>
#include <gpualgo/partial.hpp>
#include <gpualgo/partial_extrema.hpp>
#include <gpualgo/uninitialized.hpp>

#include <concepts>
#include <cstddef>
#include <functional>
#include <span>
#include <utility>
#include <vector>

namespace gpu::inline v0 {

/// A vector in blocks, one on each device of a group, in the order of the group. Blocks begin at
/// boundaries of the canonical order, and have equal sizes, up to 32 segments of 8 KiB.
///
/// @par Throws
/// `gpu::out_of_memory`; `gpu::error` if a device fails. Constructors leave nothing behind (strong
/// guarantee); after a failed `fill`, elements are unspecified (basic guarantee).
/// @par Thread safety
/// As `std::vector`: const members may be called from several threads at once.
/// @par Stream behaviour
/// Devices work at once. All members have finished on the devices when they return.
/// @par Memory
/// One allocation per device.
/// @tparam T the element's type, as of `device_vector`
template <class T>
class sharded_vector {
public:
    using value_type = T;          ///< elements
    using size_type = std::size_t; ///< their number

    /// Elements without a value: reading one before it is written has no meaning.
    /// @param n how many
    /// @param group the devices
    sharded_vector(size_type n, uninitialized_t, device_group group)
        : group_(std::move(group)),
          offsets_(detail::shard_offsets(n, group_.ids().size(), sizeof(T))) {
        shards_.reserve(group_.size());
        for (std::size_t i = 0; i < group_.size(); ++i) shards_.emplace_back(group_[i]);
        detail::at_once(group_.size(), [&](std::size_t i) {
            shards_[i] = device_vector<T>(size_of(i), uninitialized, group_[i]);
        });
    }

    /// Copies of a value.
    /// @param n how many
    /// @param value what they are
    /// @param group the devices
    sharded_vector(size_type n, T const& value, device_group group)
        : sharded_vector(n, uninitialized, std::move(group)) {
        fill(value);
    }

    /// Copies of the elements between two iterators, of the host or of any device.
    /// @param first the first element
    /// @param last the end
    /// @param group the devices
    template <detail::byte_iterator I>
        requires std::same_as<std::iter_value_t<I>, T> sharded_vector(I first, I last,
                                                                      device_group group)
            : sharded_vector(detail::count_elements(first, last), uninitialized, std::move(group)) {
            detail::at_once(group_.size(), [&](std::size_t i) {
                auto const from = first + static_cast<std::iter_difference_t<I>>(offsets_[i]);
                gpu::copy(from, from + static_cast<std::iter_difference_t<I>>(size_of(i)),
                          shards_[i].begin());
            });
        }

        /// Copies of the elements of a range, of the host or of any device.
        /// @param range its elements
        /// @param group the devices
        template <detail::input_range R>
            requires detail::byte_iterator<detail::iterator_t<R const>>
            sharded_vector(R const& range, device_group group)
                : sharded_vector(detail::begin_of(range), detail::end_of(range), std::move(group)) {
            }

            sharded_vector(sharded_vector const&) = default; ///< a copy on the same devices
            /// Takes the elements.
            /// @param other left empty, without blocks
            sharded_vector(sharded_vector&& other) noexcept = default;
            /// Becomes a copy, on the same devices as what it copies (strong guarantee).
            /// @param other what to copy
            /// @return this
            sharded_vector& operator=(sharded_vector const& other) {
                return *this = sharded_vector(other);
            }
            /// Takes the elements, and the devices.
            /// @param other left empty, without blocks
            /// @return this
            sharded_vector& operator=(sharded_vector&& other) noexcept {
                sharded_vector taken(std::move(other));
                std::swap(group_, taken.group_);
                offsets_.swap(taken.offsets_);
                shards_.swap(taken.shards_);
                return *this;
            }
            ~sharded_vector() = default; ///< never throws, also when the driver has shut down

            /// @return the number of elements
            [[nodiscard]] size_type size() const noexcept {
                return offsets_.empty() ? 0 : offsets_.back();
            }
            /// @return whether there are none
            [[nodiscard]] bool empty() const noexcept { return size() == 0; }
            /// @return the devices
            [[nodiscard]] device_group const& group() const noexcept { return group_; }
            /// @return the blocks, one per device; the last ones may be empty
            [[nodiscard]] std::span<device_vector<T> const> shards() const noexcept {
                return shards_;
            }
            /// @param i the number of a block
            /// @return the index of its first element in the vector
            [[nodiscard]] size_type offset(std::size_t i) const { return offsets_[i]; }

            /// @return a copy of all elements
            [[nodiscard]] std::vector<T> to_host() const {
                std::vector<T> elements(size());
                if constexpr (std::same_as<T, bool>) { // packed: not for several threads
                    auto to = elements.begin();
                    for (auto const& shard : shards_)
                        for (bool const x : shard.to_host()) *to++ = x;
                } else {
                    detail::at_once(shards_.size(), [&](std::size_t i) {
                        gpu::copy(shards_[i].begin(), shards_[i].end(),
                                  elements.data() + offsets_[i]);
                    });
                }
                return elements;
            }

            /// Makes all elements copies of a value.
            /// @param value what they become
            void fill(T const& value) {
                detail::at_once(shards_.size(),
                                [&](std::size_t i) { shards_[i].assign(size_of(i), value); });
            }

        private:
            [[nodiscard]] size_type size_of(std::size_t i) const {
                return offsets_[i + 1] - offsets_[i];
            }

            device_group group_;
            std::vector<size_type> offsets_; ///< of all blocks, and the size
            std::vector<device_vector<T>> shards_;
};

/// @cond internal
template <detail::input_range R>
sharded_vector(R const&, device_group) -> sharded_vector<detail::range_value_t<R const>>;
template <detail::byte_iterator I>
sharded_vector(I, I, device_group) -> sharded_vector<std::iter_value_t<I>>;
/// @endcond

/// @defgroup sharded Algorithms on sharded vectors
/// Each device works on its block, all at once. Results have the bits of `gpu::reduce` on one
/// device.
///
/// @par Requires
/// Types and operators of @ref gpu::partial_reduction; for searches, a precompiled type with an
/// order, and `std::less<>` or `std::greater<>`.
/// @par Throws
/// `gpu::error` if a device fails. `std::invalid_argument` if two vectors have different sizes or
/// groups, or if a policy names a device, a stream or a memory resource.
/// @par Thread safety
/// Calls may run at once.
/// @par Stream behaviour
/// Uses the default stream of each GPU. Has finished when it returns.
/// @par Determinism
/// The same bits for any group.
/// @{

/// The total of init and all elements.
/// @return the total
/// @param policy `gpu::automatic` with its report
/// @param v the elements
/// @param init precedes the elements
/// @param op the operator
template <class T, class Init, class Op = std::plus<>>
[[nodiscard]] Init reduce(policy::automatic const& policy, sharded_vector<T> const& v, Init init,
                          [[maybe_unused]] Op op = {}) {
    return detail::reduce_shards<partial_reduction<Init, T, Op>>(policy, v).total(init);
}

/// The total of init and all elements.
/// @return the total
/// @param v the elements
/// @param init precedes the elements
/// @param op the operator
template <class T, class Init, class Op = std::plus<>>
[[nodiscard]] Init reduce(sharded_vector<T> const& v, Init init, Op op = {}) {
    return gpu::reduce(automatic, v, init, op);
}

/// The sum of all elements.
/// @return the sum
/// @param policy `gpu::automatic` with its report
/// @param v the elements
template <class T>
[[nodiscard]] T reduce(policy::automatic const& policy, sharded_vector<T> const& v) {
    return gpu::reduce(policy, v, T());
}

/// The sum of all elements.
/// @return the sum
/// @param v the elements
template <class T>
[[nodiscard]] T reduce(sharded_vector<T> const& v) {
    return gpu::reduce(automatic, v);
}

/// The total of init and of what f makes of all elements.
/// @return the total
/// @param policy `gpu::automatic` with its report
/// @param v the elements
/// @param init precedes the elements
/// @param op the operator
/// @param f the transform
template <class T, class Init, class Op, class F>
[[nodiscard]] Init transform_reduce(policy::automatic const& policy, sharded_vector<T> const& v,
                                    Init init, [[maybe_unused]] Op op, [[maybe_unused]] F f) {
    return detail::reduce_shards<partial_reduction<Init, T, Op, F>>(policy, v).total(init);
}

/// The total of init and of what f makes of all elements.
/// @return the total
/// @param v the elements
/// @param init precedes the elements
/// @param op the operator
/// @param f the transform
template <class T, class Init, class Op, class F>
[[nodiscard]] Init transform_reduce(sharded_vector<T> const& v, Init init, Op op, F f) {
    return gpu::transform_reduce(automatic, v, init, op, f);
}

/// The total of init and of what f makes of the pairs of elements of two vectors: the sum of
/// products by default.
/// @return the total
/// @param policy `gpu::automatic` with its report
/// @param v the first elements
/// @param w the second elements, on the same group
/// @param init precedes the elements
/// @param op the operator
/// @param f the transform
template <class T, class Init, class Op = std::plus<>, class F = std::multiplies<>>
[[nodiscard]] Init transform_reduce(policy::automatic const& policy, sharded_vector<T> const& v,
                                    sharded_vector<T> const& w, Init init,
                                    [[maybe_unused]] Op op = {}, [[maybe_unused]] F f = {}) {
    detail::check_same_shards(v, w);
    return detail::reduce_shards<partial_reduction<Init, T, Op, F>>(policy, v, w).total(init);
}

/// The total of init and of what f makes of the pairs of elements of two vectors: the sum of
/// products by default.
/// @return the total
/// @param v the first elements
/// @param w the second elements, on the same group
/// @param init precedes the elements
/// @param op the operator
/// @param f the transform
template <class T, class Init, class Op = std::plus<>, class F = std::multiplies<>>
[[nodiscard]] Init transform_reduce(sharded_vector<T> const& v, sharded_vector<T> const& w,
                                    Init init, Op op = {}, F f = {}) {
    return gpu::transform_reduce(automatic, v, w, init, op, f);
}

/// The mean of all elements: NaN if there are none.
/// @return the mean
/// @param policy `gpu::automatic` with its report
/// @param v the elements
template <class T>
[[nodiscard]] auto mean(policy::automatic const& policy, sharded_vector<T> const& v) {
    return detail::mean_of(
        detail::reduce_shards<partial_reduction<detail::sum_type<T>, T>>(policy, v));
}

/// The mean of all elements: NaN if there are none.
/// @return the mean
/// @param v the elements
template <class T>
[[nodiscard]] auto mean(sharded_vector<T> const& v) {
    return gpu::mean(automatic, v);
}

/// Finds the first of the smallest elements.
/// @return its index; the size if there are none
/// @param policy `gpu::automatic` with its report
/// @param v the elements
/// @param compare `std::less<>` or `std::greater<>`
template <class T, class Compare = std::less<>>
[[nodiscard]] std::size_t min_element(policy::automatic const& policy, sharded_vector<T> const& v,
                                      Compare compare = {}) {
    return detail::search_shards<found_element::first_smallest>(policy, v, compare);
}

/// Finds the first of the smallest elements.
/// @return its index; the size if there are none
/// @param v the elements
/// @param compare `std::less<>` or `std::greater<>`
template <class T, class Compare = std::less<>>
[[nodiscard]] std::size_t min_element(sharded_vector<T> const& v, Compare compare = {}) {
    return gpu::min_element(automatic, v, compare);
}

/// Finds the first of the largest elements.
/// @return its index; the size if there are none
/// @param policy `gpu::automatic` with its report
/// @param v the elements
/// @param compare `std::less<>` or `std::greater<>`
template <class T, class Compare = std::less<>>
[[nodiscard]] std::size_t max_element(policy::automatic const& policy, sharded_vector<T> const& v,
                                      Compare compare = {}) {
    return detail::search_shards<found_element::first_largest>(policy, v, compare);
}

/// Finds the first of the largest elements.
/// @return its index; the size if there are none
/// @param v the elements
/// @param compare `std::less<>` or `std::greater<>`
template <class T, class Compare = std::less<>>
[[nodiscard]] std::size_t max_element(sharded_vector<T> const& v, Compare compare = {}) {
    return gpu::max_element(automatic, v, compare);
}

/// Finds the first of the smallest and the last of the largest elements.
/// @return their indices; the size if there are none
/// @param policy `gpu::automatic` with its report
/// @param v the elements
/// @param compare `std::less<>` or `std::greater<>`
template <class T, class Compare = std::less<>>
[[nodiscard]] std::pair<std::size_t, std::size_t>
minmax_element(policy::automatic const& policy, sharded_vector<T> const& v, Compare compare = {}) {
    return {detail::search_shards<found_element::first_smallest>(policy, v, compare),
            detail::search_shards<found_element::last_largest>(policy, v, compare)};
}

/// Finds the first of the smallest and the last of the largest elements.
/// @return their indices; the size if there are none
/// @param v the elements
/// @param compare `std::less<>` or `std::greater<>`
template <class T, class Compare = std::less<>>
[[nodiscard]] std::pair<std::size_t, std::size_t> minmax_element(sharded_vector<T> const& v,
                                                                 Compare compare = {}) {
    return gpu::minmax_element(automatic, v, compare);
}

/// @}

} // namespace gpu::inline v0
