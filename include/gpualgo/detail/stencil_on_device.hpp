// SPDX-License-Identifier: Apache-2.0
/// @file
/// Selections by a stencil on devices, in three steps. A kernel writes the position of each element
/// that is selected, and the largest number for others. Then these positions are selected, and
/// elements are gathered by them.
#pragma once

#include <gpualgo/detail/call_memory.hpp>
#include <gpualgo/detail/expression_composition.hpp>
#include <gpualgo/detail/expression_interval.hpp>
#include <gpualgo/detail/gather_range.hpp>
#include <gpualgo/detail/select_range.hpp>
#include <gpualgo/detail/view_storage.hpp>
#include <gpualgo/predicates.hpp>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <type_traits>

namespace gpu::inline v0::detail {

/// A stencil that kernels read: numbers side by side on a device, or a view of such.
template <class Stencil>
concept kernel_stencil = belongs_to_device<Stencil> && stored_number<std::iter_value_t<Stencil>> &&
    view_source<accessor_at_iterator<decltype(detail::own_iterator(
        std::declval<Stencil const&>()))>>::is_supported;

/// Whether kernels test numbers of type T. Listed predicates test 16-bit floats as floats.
template <class Predicate, class T>
inline constexpr bool is_tested_by_kernels = false;
template <class Predicate, stored_number T>
inline constexpr bool is_tested_by_kernels<Predicate, T> =
    kernel_callable<Predicate> || listed_predicate<Predicate, computed_number<T>>;

template <class Stencil>
constexpr void require_kernel_stencil() {
    static_assert(kernel_stencil<Stencil>,
                  "gpu::copy_if, remove_copy_if: if one range lies on a device, this Stencil has "
                  "numbers there, such as those of a gpu::device_vector, or is a view of such");
}
template <class Predicate, class T>
constexpr void require_kernel_predicate() {
    static_assert(is_tested_by_kernels<Predicate, T>,
                  "gpu::copy_if, remove_copy_if: kernels do not test numbers of a stencil by this "
                  "Predicate. Use a predicate of gpualgo/predicates.hpp such as gpu::equals(x), or "
                  "an expression of gpualgo/expression.hpp such as gpu::placeholders::_1 > 2");
}

/// The positions of elements of a stencil that a predicate selects, and the largest number for
/// others, as a view.
template <class Index, class Stencil, class Predicate>
auto marked_positions(std::size_t n, Stencil const& stencil, Predicate const& predicate) {
    using tested = computed_number<std::iter_value_t<Stencil>>;
    auto const test = detail::compose(detail::predicate_as_expression<tested>(predicate),
                                      expressions::placeholder<1>());
    auto const mark = gpu::select(gpu::cast<bool>(test), expressions::placeholder<0>(),
                                  std::numeric_limits<Index>::max());
    using accessor = transformed_at<std::remove_const_t<decltype(mark)>, iota_at<Index>,
                                    accessor_at_iterator<Stencil>>;
    return indexed_view<accessor>(
        accessor{assignable(mark), {iota_at<Index>{0}, detail::accessor_at(stencil)}}, n);
}

/// Copies the elements of a range whose positions are selected.
/// @tparam Index an unsigned type that has numbers for all positions, and one more
/// @return the number of elements selected
template <select_kind Wanted, class Index, class P, class I, class Stencil, class O,
          class Predicate>
std::size_t gather_selected(P const& policy, I first, std::size_t n, Stencil const& stencil,
                            target<O> const& out, Predicate const& predicate) {
    auto const view = detail::marked_positions<Index>(n, stencil, predicate);
    call_memory<Index> const memory(policy, 2 * n, detail::device_of_view(policy, view));
    auto const marks = memory.begin(), places = marks + static_cast<std::ptrdiff_t>(n);
    if (detail::write_elements(policy, name_of_selection<Wanted>, view, marks) == 0) return 0;
    auto const last = detail::copy_selected<Wanted>(
        policy, marks, places, target<device_iterator<Index>>{places, n},
        gpu::differs_from(std::numeric_limits<Index>::max()));
    auto const selected = static_cast<std::size_t>(last - places);
    std::size_t const written = selected < out.room ? selected : out.room;
    (void)detail::gather_range(detail::automatic_like(policy), places,
                               places + static_cast<std::ptrdiff_t>(written), target<I>{first, n},
                               out.first);
    return selected;
}

/// The same, with positions that are as short as possible.
template <select_kind Wanted, class P, class I, class Stencil, class O, class Predicate>
std::size_t select_on_device(P const& policy, I first, std::size_t n, Stencil const& stencil,
                             target<O> const& out, Predicate const& predicate) {
    require_kernel_stencil<Stencil>();
    if constexpr (kernel_stencil<Stencil>) {
        require_kernel_predicate<Predicate, std::iter_value_t<Stencil>>();
        if constexpr (is_tested_by_kernels<Predicate, std::iter_value_t<Stencil>>) {
            auto const own = detail::own_iterator(stencil);
            return n < std::numeric_limits<std::uint32_t>::max()
                       ? detail::gather_selected<Wanted, std::uint32_t>(policy, first, n, own, out,
                                                                        predicate)
                       : detail::gather_selected<Wanted, std::uint64_t>(policy, first, n, own, out,
                                                                        predicate);
        }
    }
    return 0;
}

} // namespace gpu::inline v0::detail
