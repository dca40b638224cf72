// SPDX-License-Identifier: Apache-2.0
/// @file
/// Views: ranges whose elements are made when they are read, so that nothing is stored.
#pragma once

#include <gpualgo/copy.hpp>
#include <gpualgo/count.hpp>
#include <gpualgo/detail/view_accessors.hpp>
#include <gpualgo/detail/view_call.hpp>
#include <gpualgo/detail/view_search.hpp>
#include <gpualgo/detail/view_storage.hpp>
#include <gpualgo/detail/written_view.hpp>
#include <gpualgo/reduce.hpp>
#include <gpualgo/transform.hpp>
#include <gpualgo/transform_reduce.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <stdexcept>
#include <type_traits>
#include <utility>

namespace gpu::inline v0 {

/// @defgroup views Views
/// Ranges that store no elements: they are made when they are read.
///
/// @par Requires
/// The ranges of a view outlive it. f, op and predicates change nothing. An output has at least as
/// many elements as the view.
/// @par On the host
/// Views are random-access ranges of C++20, and every algorithm of this library takes them. So do
/// those of the standard library, but it does not sort a `zip` in C++20. Views refer to the
/// elements of ranges, which must outlive them. Elements of a const range are const.
/// @par On devices
/// All algorithms that read a range take views of ranges on a device, and run there. Transforms are
/// expressions, see @ref expressions, and the run-time compiler makes one kernel of all. Listed
/// transforms in a reduction need no compiler if init has the type of the elements, unless ranges
/// are strided. Numbers alone, of `iota` and `constant`, are made on the device of the call's other
/// ranges, or of the policy. One kernel reads up to four ranges, and any numbers beside them.
///
/// Reductions, `transform`, `copy`, `find` and its relatives, and searches for extrema read the
/// view in one kernel. Scans write its elements to their output, and scan that. All others read
/// temporary memory, which one kernel fills on the same stream. Elements of such a view cannot be
/// written.
///
/// `transform_reduce`, `transform`, `count_if` and `find_if` take `zip` of ranges on a device with
/// an expression of up to four fields: `gpu::field<0>(_1) * gpu::field<2>(_1)`. Other fields are
/// not read. All of these but `find_if` take a soa_vector, too.
/// @par Throws
/// `std::invalid_argument` if a view of integers ends before it begins, or if a step is 0. The
/// same if a view has more than 2^63 - 1 numbers, which iterators could not count. Algorithms throw
/// as those of ranges do. `gpu::unsupported_operator` if there is no run-time compiler.
/// @par Thread safety
/// Views may be read from several threads at once, if that is true of their ranges and functions.
/// @par Stream behaviour
/// As that of the algorithm: reductions and counts wait. `transform` and `copy` do not, if the
/// output lies on a GPU. Algorithms that use temporary memory wait.
/// @par Determinism
/// A reduction of a view has the bits of transform_reduce: the same on every device.
/// @par Memory
/// None if one kernel reads the view: a GPU reduces 2^33 numbers that it could not hold. Temporary
/// memory is of the policy's resource, or of the device. If there is not enough, out_of_memory says
/// how much the view needed.
/// @{

/// Ranges that store no elements.
namespace views {
/// @addtogroup views
/// @{

/// The integers from `first` up to `last`, exclusively.
/// @tparam T an integer
/// @param first the first number
/// @param last the end; not less than `first`
/// @return the view
template <class T>
    requires std::is_integral_v<T>
[[nodiscard]] constexpr auto iota(T first, std::type_identity_t<T> last) {
    if (last < first)
        throw std::invalid_argument("gpu::views::iota: the end is less than the first number");
    auto const n = static_cast<std::size_t>(last) - static_cast<std::size_t>(first);
    return detail::indexed_view<detail::iota_at<T>>(
        {first}, detail::checked_view_size("gpu::views::iota", n));
}

/// n times the same value.
/// @param value every element
/// @param n how many there are
/// @return the view
template <std::copy_constructible T>
[[nodiscard]] constexpr auto constant(T value, std::size_t n) {
    using element = detail::value_given<T>;
    return detail::indexed_view<detail::constant_at<element>>(
        detail::constant_at<element>{detail::assignable<element>(std::move(value))},
        detail::checked_view_size("gpu::views::constant", n));
}

/// Every step-th element of a range, from the first one on.
/// @param range the elements
/// @param step how many elements further the next one is; at least 1
/// @return the view
template <detail::viewable_range R>
[[nodiscard]] constexpr auto strided(R&& range, std::size_t step) {
    if (step == 0) throw std::invalid_argument("gpu::views::strided: the step is 0");
    auto at =
        detail::strided_accessor(detail::accessor_for(range), static_cast<std::ptrdiff_t>(step));
    std::size_t const n = detail::size_of_range(range);
    return detail::indexed_view<decltype(at)>(std::move(at), n / step + (n % step != 0 ? 1 : 0));
}

/// f(x) of the elements x of a range.
/// @param range the elements
/// @param f takes an element; is called each time that an element of the view is read
/// @return the view
template <detail::viewable_range R, std::copy_constructible F>
[[nodiscard]] constexpr auto transformed(R&& range, F f) {
    using accessor = detail::transformed_at<F, detail::accessor_of<std::remove_reference_t<R>>>;
    return detail::indexed_view<accessor>(
        accessor{detail::assignable<F>(std::move(f)), {detail::accessor_for(range)}},
        detail::size_of_range(range));
}

/// f(x, y) of the elements x and y of two ranges, as many as the shorter one has.
/// @param range1 the elements x
/// @param range2 the elements y
/// @param f takes an element of each
/// @return the view
template <detail::viewable_range R1, detail::viewable_range R2, std::copy_constructible F>
[[nodiscard]] constexpr auto transformed(R1&& range1, R2&& range2, F f) {
    using accessor = detail::transformed_at<F, detail::accessor_of<std::remove_reference_t<R1>>,
                                            detail::accessor_of<std::remove_reference_t<R2>>>;
    return detail::indexed_view<accessor>(
        accessor{detail::assignable<F>(std::move(f)),
                 {detail::accessor_for(range1), detail::accessor_for(range2)}},
        std::min(detail::size_of_range(range1), detail::size_of_range(range2)));
}

/// The elements of several ranges as a tuple, as many as the shortest one has.
/// @param ranges the elements
/// @return the view; its elements are tuples of references
template <detail::viewable_range... Rs>
    requires(sizeof...(Rs) > 0)
[[nodiscard]] constexpr auto zip(Rs&&... ranges) {
    using accessor = detail::zip_at<detail::accessor_of<std::remove_reference_t<Rs>>...>;
    return detail::indexed_view<accessor>(accessor{{detail::accessor_for(ranges)...}},
                                          std::min({detail::size_of_range(ranges)...}));
}

/// @}
} // namespace views

/// Reduces a view of ranges on a device, see reduce.
/// @return the total
/// @param view the elements
/// @param init the initial value
/// @param op the operator
template <detail::input_range R, detail::not_a_sentinel_of<R> T = detail::range_value_t<R>,
          class Op = std::plus<>>
    requires detail::device_view<R>
[[nodiscard]] detail::value_given<T> reduce(R&& view, T init = T(), Op op = Op()) {
    return detail::reduce_view(detail::no_policy(), "gpu::reduce", view, std::move(init),
                               std::move(op));
}

/// Reduces a view of ranges on a device, or of numbers alone on the policy's device.
/// @return the total
/// @param view the elements
/// @param init the initial value
/// @param op the operator
/// @param policy gpu::automatic with its options
template <detail::reduce_policy P, detail::input_range R,
          detail::not_a_sentinel_of<R> T = detail::range_value_t<R>, class Op = std::plus<>>
    requires(detail::device_view<R> || detail::kernel_view<R>)
[[nodiscard]] detail::value_given<T> reduce(P const& policy, R&& view, T init = T(), Op op = Op()) {
    return detail::reduce_view(policy, "gpu::reduce", view, std::move(init), std::move(op));
}

/// Reduces f(x) of the elements x of a view, see transform_reduce.
/// @return the total
/// @param view the elements
/// @param init the initial value
/// @param op the operator
/// @param f the transform
template <detail::input_range R, detail::not_a_sentinel_of<R> T, class Op, class F>
    requires(detail::transforms_elements<F, detail::iterator_t<R>>&& detail::device_rows<R, F>)
[[nodiscard]] detail::value_given<T> transform_reduce(R&& view, T init, Op op, F f) {
    return detail::transform_reduce_view(detail::no_policy(), view, std::move(init), std::move(op),
                                         std::move(f));
}

/// Reduces f(x) of the elements x of a view, see transform_reduce.
/// @return the total
/// @param view the elements
/// @param init the initial value
/// @param op the operator
/// @param f the transform
/// @param policy gpu::automatic with its options
template <detail::reduce_policy P, detail::input_range R, detail::not_a_sentinel_of<R> T, class Op,
          class F>
    requires(detail::transforms_elements<F, detail::iterator_t<R>> &&
             (detail::device_rows<R, F> || detail::kernel_view<R>))
[[nodiscard]] detail::value_given<T> transform_reduce(P const& policy, R&& view, T init, Op op,
                                                      F f) {
    return detail::transform_reduce_view(policy, view, std::move(init), std::move(op),
                                         std::move(f));
}

/// Counts the elements of a view of ranges on a device that a predicate selects.
/// @return their number
/// @param view the elements
/// @param predicate an expression
template <detail::input_range R, detail::predicate_of<detail::iterator_t<R>> Predicate>
    requires(detail::device_rows<R, Predicate>&& expressions::is_expression<Predicate>)
[[nodiscard]] auto count_if(R&& view, Predicate predicate) {
    return detail::count_view(detail::no_policy(), detail::as_view(view), std::move(predicate));
}

/// Counts the elements of a view that a predicate selects.
/// @return their number
/// @param view the elements
/// @param predicate an expression
/// @param policy gpu::automatic with its options
template <detail::select_policy P, detail::input_range R,
          detail::predicate_of<detail::iterator_t<R>> Predicate>
    requires((detail::device_rows<R, Predicate> ||
              detail::kernel_view<R>)&&expressions::is_expression<Predicate>)
[[nodiscard]] auto count_if(P const& policy, R&& view, Predicate predicate) {
    return detail::count_view(detail::own_policy(policy), detail::as_view(view),
                              std::move(predicate));
}

/// Writes f(x) of the elements x of a view, see transform.
/// @return the end of what is written
/// @param view the elements
/// @param out the output: an iterator, or a range of at least as many numbers
/// @param f the function
template <detail::counted_range R, detail::elementwise_output Out, class F>
    requires(detail::device_rows<R, F> || (detail::kernel_view<R> && detail::device_range<Out>))
auto transform(R&& view, Out&& out, F f) {
    return detail::copy_view(detail::no_policy(), "gpu::transform",
                             detail::transformed_view(detail::as_view(view), std::move(f)),
                             detail::checked_output("gpu::transform", out, view.size()));
}

/// Writes f(x) of the elements x of a view, see transform.
/// @return the end of what is written
/// @param view the elements
/// @param out the output: an iterator, or a range of at least as many numbers
/// @param f the function
/// @param policy gpu::automatic with its options
template <detail::extrema_policy P, detail::counted_range R, detail::elementwise_output Out,
          class F>
    requires(detail::device_rows<R, F> || detail::kernel_view<R>)
auto transform(P const& policy, R&& view, Out&& out, F f) {
    return detail::copy_view(detail::own_policy(policy), "gpu::transform",
                             detail::transformed_view(detail::as_view(view), std::move(f)),
                             detail::checked_output("gpu::transform", out, view.size()));
}

/// Writes the elements of a view, which are numbers.
/// @return the end of what is written
/// @param view the elements
/// @param out the output: an iterator, or a range of at least as many numbers, of the host or of a
/// device
template <detail::any_view View, detail::elementwise_output Out>
auto copy(View&& view, Out&& out) {
    return detail::copy_view(detail::no_policy(), "gpu::copy", view,
                             detail::checked_output("gpu::copy", out, view.size()));
}

/// @}

} // namespace gpu::inline v0
