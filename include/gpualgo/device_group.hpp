// SPDX-License-Identifier: Apache-2.0
/// @file
/// device_group: several devices that work at once. Algorithms on a group share a range of the host
/// among its devices, chunk after chunk.
#pragma once

#include <gpualgo/detail/group_search.hpp>
#include <gpualgo/device.hpp>
#include <gpualgo/mean.hpp>
#include <gpualgo/partial.hpp>
#include <gpualgo/policy.hpp>

#include <concepts>
#include <cstddef>
#include <functional>
#include <initializer_list>
#include <iterator>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace gpu::inline v0 {

/// Devices that work at once: several GPUs, or for tests the host and the simulated device. These
/// two may be named several times; each GPU once.
///
/// @par Thread safety
/// As an `int`.
class device_group {
public:
    /// @param devices at least one
    /// @throws std::invalid_argument if there is none, or if a GPU is named twice
    device_group(std::initializer_list<device> devices)
        : device_group(std::vector<device>(devices)) {}

    /// @param devices at least one
    /// @throws std::invalid_argument if there is none, or if a GPU is named twice
    explicit device_group(std::vector<device> const& devices) {
        if (devices.empty())
            throw std::invalid_argument("gpu::device_group: it needs at least one device");
        for (device const d : devices) {
            if (d.kind() == device_kind::cuda)
                for (detail::device_id const other : ids_)
                    if (other == d.id())
                        throw std::invalid_argument("gpu::device_group: " + to_string(d) +
                                                    " is named twice; a group has each GPU once");
            ids_.push_back(d.id());
        }
    }

    /// All GPUs that can be used.
    /// @return the group
    /// @throws gpu::no_device if there is none, saying why
    [[nodiscard]] static device_group all_gpus() {
        std::vector<device> gpus;
        for (device const d : gpu::devices())
            if (d.kind() == device_kind::cuda) gpus.push_back(device::cuda(d.ordinal()));
        if (gpus.empty()) gpus.push_back(device::cuda()); // throws
        return device_group(gpus);
    }

    /// @return the number of devices
    [[nodiscard]] std::size_t size() const noexcept { return ids_.size(); }
    /// @param i less than `size()`
    /// @return a device
    [[nodiscard]] device operator[](std::size_t i) const { return device(ids_[i]); }

    /// @return whether both name the same devices in the same order
    friend bool operator==(device_group const&, device_group const&) = default;

    /// @cond internal
    [[nodiscard]] std::span<detail::device_id const> ids() const {
        if (ids_.empty())
            throw std::invalid_argument("gpu::device_group: it has no devices; it was moved from");
        return ids_;
    }
    /// @endcond

private:
    std::vector<detail::device_id> ids_;
};

namespace policy {

/// `automatic` on all devices of a group: see `automatic::on`.
/// @tparam Group `gpu::device_group`
template <class Group>
class grouped {
public:
    /// @param local its options; a device, stream or memory resource has no effect
    /// @param group the devices
    explicit grouped(automatic const& local, Group group) : group_(std::move(group)) {
        if (local.sink() != nullptr) local_ = local_.report_to(*local.sink());
    }

    /// @param sink filled with what ran: the first device, and the kernel of the first chunk
    /// @return the changed policy
    [[nodiscard]] grouped report_to(report& sink) const {
        return grouped(local_.report_to(sink), group_);
    }

    /// @cond internal
    [[nodiscard]] automatic const& local() const { return local_; }
    [[nodiscard]] std::span<detail::device_id const> devices() const { return group_.ids(); }
    /// @endcond

private:
    automatic local_;
    Group group_;
};

} // namespace policy

/// `gpu::automatic.on(group)`.
using group_policy = policy::grouped<device_group>;

namespace detail {

/// Throws if two ranges have different lengths.
inline void check_lengths(std::size_t n, std::size_t other) {
    if (n != other)
        throw std::invalid_argument("gpu::transform_reduce: the ranges have " + std::to_string(n) +
                                    " and " + std::to_string(other) + " elements");
}

/// The total of ranges that the devices of a group share.
template <class T, class Value, class Op, class F, class... Ranges>
T reduce_by_group(group_policy const& policy, T const& init, Ranges... ranges) {
    constexpr bool is_precompiled = partially_reducible<T, Value, Op, F>;
    static_assert(is_precompiled,
                  "gpu::reduce, transform_reduce: the devices of a group have kernels of "
                  "precompiled types, operators and transforms only, as gpu::partial_reduction "
                  "does. Nothing is precompiled for elements of type Value, an init of type T, the "
                  "operator Op and the transform F. Reduce on one device, or on the host");
    if constexpr (is_precompiled)
        return partial_reduction<T, Value, Op, F>(policy, 0, ranges...).total(init);
    else return init;
}

} // namespace detail

/// @defgroup groups Algorithms on several devices
/// A range of the host goes to the devices of a group in chunks of 16 MiB, in turn. Each GPU has
/// two chunks at a time: one on the bus while the other is reduced. Totals have the bits of
/// `gpu::reduce` on one device.
///
/// @par Requires
/// Types and operators of @ref gpu::partial_reduction; for searches, a precompiled type with an
/// order. Ranges are contiguous, of the host or of one device of the group.
/// @par Throws
/// `gpu::error` if a device fails; `gpu::out_of_memory`; `gpu::no_device`; `std::invalid_argument`
/// if a range lies on a device that is not in the group.
/// @par Thread safety
/// Calls may run at once.
/// @par Stream behaviour
/// Starts after work submitted to the default streams of the GPUs. Has finished when it returns.
/// @par Determinism
/// The same bits for any group.
/// @par Memory
/// 32 MiB per GPU and range, and as much page-locked memory of the host, which later calls reuse.
/// Page-locked ranges are read in place.
/// @{

/// The total of init and of the elements of a range.
/// @return the total
/// @param policy `gpu::automatic.on(group)`
/// @param first the first element
/// @param last the end
/// @param init precedes the elements
/// @param op the operator
template <detail::byte_iterator I, class T, class Op = std::plus<>>
[[nodiscard]] T reduce(group_policy const& policy, I first, I last, T init,
                       [[maybe_unused]] Op op = {}) {
    return detail::reduce_by_group<T, std::iter_value_t<I>, Op, std::identity>(policy, init, first,
                                                                               last);
}

/// The sum of the elements of a range.
/// @return the sum
/// @param policy `gpu::automatic.on(group)`
/// @param first the first element
/// @param last the end
template <detail::byte_iterator I>
[[nodiscard]] std::iter_value_t<I> reduce(group_policy const& policy, I first, I last) {
    return gpu::reduce(policy, first, last, std::iter_value_t<I>());
}

/// The total of init and of the elements of a range.
/// @return the total
/// @param policy `gpu::automatic.on(group)`
/// @param range its elements
/// @param init precedes the elements
/// @param op the operator
template <detail::input_range R, class T, class Op = std::plus<>>
    requires(detail::byte_iterator<detail::iterator_t<R const>>&& detail::not_a_sentinel_of<T, R>)
[[nodiscard]] T reduce(group_policy const& policy, R const& range, T init, Op op = {}) {
    return gpu::reduce(policy, detail::begin_of(range), detail::end_of(range), init, op);
}

/// The sum of the elements of a range.
/// @return the sum
/// @param policy `gpu::automatic.on(group)`
/// @param range its elements
template <detail::input_range R>
    requires(detail::byte_iterator<detail::iterator_t<R const>>)
[[nodiscard]] auto reduce(group_policy const& policy, R const& range) {
    return gpu::reduce(policy, detail::begin_of(range), detail::end_of(range));
}

/// The total of init and of what f makes of the elements of a range.
/// @return the total
/// @param policy `gpu::automatic.on(group)`
/// @param first the first element
/// @param last the end
/// @param init precedes the elements
/// @param op the operator
/// @param f the transform
template <detail::byte_iterator I, class T, class Op, class F>
    requires(!detail::byte_iterator<T>)
[[nodiscard]] T transform_reduce(group_policy const& policy, I first, I last, T init,
                                 [[maybe_unused]] Op op, [[maybe_unused]] F f) {
    return detail::reduce_by_group<T, std::iter_value_t<I>, Op, F>(policy, init, first, last);
}

/// The total of init and of what f makes of the pairs of elements of two ranges: the sum of
/// products by default.
/// @return the total
/// @param policy `gpu::automatic.on(group)`
/// @param first the first element
/// @param last the end
/// @param first2 the first element of the second range
/// @param init precedes the elements
/// @param op the operator
/// @param f the transform
template <detail::byte_iterator I, detail::byte_iterator J, class T, class Op = std::plus<>,
          class F = std::multiplies<>>
[[nodiscard]] T transform_reduce(group_policy const& policy, I first, I last, J first2, T init,
                                 [[maybe_unused]] Op op = {}, [[maybe_unused]] F f = {}) {
    return detail::reduce_by_group<T, std::iter_value_t<I>, Op, F>(policy, init, first, last,
                                                                   first2);
}

/// The total of init and of what f makes of the elements of a range.
/// @return the total
/// @param policy `gpu::automatic.on(group)`
/// @param range its elements
/// @param init precedes the elements
/// @param op the operator
/// @param f the transform
template <detail::input_range R, class T, class Op, class F>
    requires(detail::byte_iterator<detail::iterator_t<R const>> && !detail::input_range<T const>)
[[nodiscard]] T transform_reduce(group_policy const& policy, R const& range, T init, Op op, F f) {
    return gpu::transform_reduce(policy, detail::begin_of(range), detail::end_of(range), init, op,
                                 f);
}

/// The total of init and of what f makes of the pairs of elements of two ranges: the sum of
/// products by default.
/// @return the total
/// @param policy `gpu::automatic.on(group)`
/// @param range the elements of the first range
/// @param second those of the second range, as many
/// @param init precedes the elements
/// @param op the operator
/// @param f the transform
/// @throws std::invalid_argument if the ranges have different lengths, too
template <detail::input_range R, detail::input_range Second, class T, class Op = std::plus<>,
          class F = std::multiplies<>>
    requires(detail::byte_iterator<detail::iterator_t<R const>>&&
                 detail::byte_iterator<detail::iterator_t<Second const>>)
[[nodiscard]] T transform_reduce(group_policy const& policy, R const& range, Second const& second,
                                 T init, Op op = {}, F f = {}) {
    auto const first = detail::begin_of(range), last = detail::end_of(range);
    auto const other = detail::begin_of(second);
    detail::check_lengths(detail::count_elements(first, last),
                          detail::count_elements(other, detail::end_of(second)));
    return gpu::transform_reduce(policy, first, last, other, init, op, f);
}

/// The mean of the elements of a range: NaN if there are none.
/// @return the mean
/// @param policy `gpu::automatic.on(group)`
/// @param first the first element
/// @param last the end
template <detail::byte_iterator I>
[[nodiscard]] auto mean(group_policy const& policy, I first, I last) {
    return detail::mean_of(
        partial_reduction<detail::sum_type<std::iter_value_t<I>>, std::iter_value_t<I>>(
            policy, 0, first, last));
}

/// The mean of the elements of a range: NaN if there are none.
/// @return the mean
/// @param policy `gpu::automatic.on(group)`
/// @param range its elements
template <detail::input_range R>
    requires(detail::byte_iterator<detail::iterator_t<R const>>)
[[nodiscard]] auto mean(group_policy const& policy, R const& range) {
    return gpu::mean(policy, detail::begin_of(range), detail::end_of(range));
}

/// Finds the first of the smallest elements of a range.
/// @return an iterator to it; the end if there are none
/// @param policy `gpu::automatic.on(group)`
/// @param first the first element
/// @param last the end
/// @param comp `std::less<>` or `std::greater<>`
template <detail::byte_iterator I, detail::listed_comparator<std::iter_value_t<I>> C = std::less<>>
[[nodiscard]] I min_element(group_policy const& policy, I first, I last, C comp = {}) {
    return detail::search_by_group<detail::extremum::smallest>(policy, first, last, comp);
}

/// Finds the first of the smallest elements of a range.
/// @return an iterator to it; the end if there are none
/// @param policy `gpu::automatic.on(group)`
/// @param range its elements
/// @param comp `std::less<>` or `std::greater<>`
template <detail::lasting_range R,
          detail::listed_comparator<detail::range_value_t<R>> C = std::less<>>
    requires detail::byte_iterator<detail::iterator_t<R>>
[[nodiscard]] auto min_element(group_policy const& policy, R&& range, C comp = {}) {
    return gpu::min_element(policy, detail::begin_of(range), detail::end_of(range), comp);
}

/// Finds the first of the largest elements of a range.
/// @return an iterator to it; the end if there are none
/// @param policy `gpu::automatic.on(group)`
/// @param first the first element
/// @param last the end
/// @param comp `std::less<>` or `std::greater<>`
template <detail::byte_iterator I, detail::listed_comparator<std::iter_value_t<I>> C = std::less<>>
[[nodiscard]] I max_element(group_policy const& policy, I first, I last, C comp = {}) {
    return detail::search_by_group<detail::extremum::largest>(policy, first, last, comp);
}

/// Finds the first of the largest elements of a range.
/// @return an iterator to it; the end if there are none
/// @param policy `gpu::automatic.on(group)`
/// @param range its elements
/// @param comp `std::less<>` or `std::greater<>`
template <detail::lasting_range R,
          detail::listed_comparator<detail::range_value_t<R>> C = std::less<>>
    requires detail::byte_iterator<detail::iterator_t<R>>
[[nodiscard]] auto max_element(group_policy const& policy, R&& range, C comp = {}) {
    return gpu::max_element(policy, detail::begin_of(range), detail::end_of(range), comp);
}

/// Finds the first of the smallest and the last of the largest elements of a range.
/// @return iterators to them; twice the end if there are none
/// @param policy `gpu::automatic.on(group)`
/// @param first the first element
/// @param last the end
/// @param comp `std::less<>` or `std::greater<>`
template <detail::byte_iterator I, detail::listed_comparator<std::iter_value_t<I>> C = std::less<>>
[[nodiscard]] std::pair<I, I> minmax_element(group_policy const& policy, I first, I last,
                                             C comp = {}) {
    return detail::search_by_group<detail::extremum::both>(policy, first, last, comp);
}

/// Finds the first of the smallest and the last of the largest elements of a range.
/// @return iterators to them; twice the end if there are none
/// @param policy `gpu::automatic.on(group)`
/// @param range its elements
/// @param comp `std::less<>` or `std::greater<>`
template <detail::lasting_range R,
          detail::listed_comparator<detail::range_value_t<R>> C = std::less<>>
    requires detail::byte_iterator<detail::iterator_t<R>>
[[nodiscard]] auto minmax_element(group_policy const& policy, R&& range, C comp = {}) {
    return gpu::minmax_element(policy, detail::begin_of(range), detail::end_of(range), comp);
}

/// @}

} // namespace gpu::inline v0
