// SPDX-License-Identifier: Apache-2.0
/// @file
/// Selects devices or the host for selections by a stencil.
#pragma once

#include <gpualgo/detail/report_program.hpp>
#include <gpualgo/detail/select_on_cores.hpp>
#include <gpualgo/detail/sorted_arguments.hpp>
#include <gpualgo/detail/stencil_on_device.hpp>

#include <concepts>
#include <cstddef>
#include <iterator>
#include <stdexcept>
#include <string>
#include <utility>

namespace gpu::inline v0::detail {

/// Selects in the calling thread.
template <class I, class S, class Stencil, class O, class Predicate>
constexpr numbers_selected select_by_stencil_here(I first, S last, Stencil stencil, target<O>& out,
                                                  Predicate& predicate) {
    target_writer to(out);
    std::size_t n = 0;
    for (; first != last; ++first, (void)++stencil, ++n)
        if (static_cast<bool>(detail::invoke(predicate, *stencil))) to.put(*first);
    return {to.written(), n - to.written()};
}

/// Selects elements of the host, by a policy on all cores.
template <select_kind Wanted, class P, class I, class S, class Stencil, class O, class Predicate>
numbers_selected select_by_stencil_on_host(P const& policy, I first, S last, Stencil stencil,
                                           target<O>& out, Predicate& predicate) {
    constexpr auto name = name_of_selection<Wanted>;
    no_target none;
    if constexpr (random_access_iterator<I> && random_access_iterator<Stencil>) {
        std::size_t const n = detail::count(first, last);
        if (detail::targets_overlap(first, n, out, none) ||
            detail::targets_overlap(stencil, n, out, none))
            throw std::invalid_argument(call_text<P>(name, n) + "the target overlaps a range");
    }
    if constexpr (std::same_as<P, no_policy>) {
        return detail::select_by_stencil_here(std::move(first), std::move(last), std::move(stencil),
                                              out, predicate);
    } else {
        check_options<strategies>(policy, name);
        if (is_for_device(policy))
            throw unsupported_operator(call_text<P>(name, unknown_size) +
                                       "with a stencil, ranges of the host are not copied to " +
                                       to_string(*policy.target()) +
                                       "; without on(device) the host selects");
        numbers_selected done;
        if constexpr (random_access_iterator<I> && random_access_iterator<Stencil> &&
                      is_divisible<O>) {
            done = detail::select_by_tests(first, detail::count(first, last), stencil, predicate,
                                           out, none);
        } else {
            done = detail::select_by_stencil_here(std::move(first), std::move(last),
                                                  std::move(stencil), out, predicate);
        }
        std::size_t const n = done.selected + done.others;
        std::size_t const bytes = sizeof(std::iter_value_t<I>) + sizeof(std::iter_value_t<Stencil>);
        report_program(policy, {name, "a loop in the program", n, 0, n * bytes});
        detail::note_fallback(policy, "the host works in order");
        return done;
    }
}

/// Copies the elements of a range for which a predicate selects those of a stencil. Every overload
/// ends here.
/// @return the end of what is written
template <select_kind Wanted, class Given, class I, class S, class Stencil, class O,
          class Predicate>
constexpr O select_by_stencil(Given const& given, I first, S last, Stencil stencil, target<O> out,
                              Predicate predicate) {
    auto const policy = own_policy(given);
    if constexpr (belongs_to_device<I> || belongs_to_device<Stencil> || belongs_to_device<O>) {
        std::size_t const n = detail::size_of_range(first, last);
        std::size_t const selected =
            detail::select_on_device<Wanted>(policy, first, n, stencil, out, predicate);
        check_room<decltype(policy)>(name_of_selection<Wanted>, n, out.room, selected);
        detail::advance_target(out, selected);
    } else if (is_constant_evaluated()) {
        (void)detail::select_by_stencil_here(std::move(first), std::move(last), std::move(stencil),
                                             out, predicate);
    } else {
        auto const done = detail::select_by_stencil_on_host<Wanted>(
            policy, std::move(first), std::move(last), std::move(stencil), out, predicate);
        check_room<decltype(policy)>(name_of_selection<Wanted>, done.selected + done.others,
                                     out.room, done.selected);
    }
    return std::move(out.first);
}

/// The same of a range. Its stencil has at least as many elements.
template <select_kind Wanted, class P, class R, class Stencil, class O, class Predicate>
constexpr O select_by_stencil_range(P const& policy, R& range, Stencil& stencil, target<O> out,
                                    Predicate predicate) {
    std::size_t const n = detail::size_of_range(range), m = detail::size_of_range(stencil);
    if (m < n) require_elements_of(name_of_selection<Wanted>, "the stencil", m, n);
    return detail::select_by_stencil<Wanted>(policy, detail::begin_of(range), detail::end_of(range),
                                             detail::begin_of(stencil), std::move(out),
                                             std::move(predicate));
}

} // namespace gpu::inline v0::detail
