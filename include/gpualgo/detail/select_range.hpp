// SPDX-License-Identifier: Apache-2.0
/// @file
/// Selects the library or the program to count, copy and partition the elements of a range:
/// - listed predicate and type, contiguous memory of the host or of a device: the library;
/// - listed, other host ranges: the program, or the library on copies if the policy needs a device;
/// - not listed: the program, in the calling thread without a policy, on all cores with one.
#pragma once

#include <gpualgo/abi/select_request.hpp>
#include <gpualgo/detail/constant_evaluated.hpp>
#include <gpualgo/detail/host_fallback.hpp>
#include <gpualgo/detail/made_elements.hpp>
#include <gpualgo/detail/move_selected.hpp>
#include <gpualgo/detail/overlap.hpp>
#include <gpualgo/detail/reduce_into_range.hpp>
#include <gpualgo/detail/select_arguments.hpp>
#include <gpualgo/detail/select_on_cores.hpp>
#include <gpualgo/detail/short_range.hpp>
#include <gpualgo/detail/single_pass.hpp>
#include <gpualgo/error.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

namespace gpu::inline v0::detail {

inline constexpr std::array<char const*, 10> names_of_selections{
    "gpu::count",          "gpu::count_if",    "gpu::copy_if", "gpu::remove_copy_if",
    "gpu::partition_copy", "gpu::unique_copy", "gpu::unique",  "gpu::remove_copy",
    "gpu::remove_if",      "gpu::remove"};

template <select_kind Wanted>
inline constexpr char const* name_of_selection =
    names_of_selections[static_cast<std::size_t>(Wanted)];

/// The function that is called, as an argument.
template <select_kind Wanted>
struct select_tag {};

/// A target as it crosses into the library.
template <class Target>
select_output packed_target(Target const& target, std::size_t n) {
    if constexpr (std::same_as<Target, no_target>) {
        return {};
    } else {
        auto const memory = detail::elements_at(target.first, n);
        return {memory.first, memory.device, target.room};
    }
}

/// Runs a selection by the library, fills the policy's report, and moves the iterators of targets.
/// @tparam Value the elements' type
/// @param expression selects the elements instead of `test`, if it is not null
template <select_kind Wanted, class Value, class P, class Selected, class Others>
numbers_selected select_by_library(P const& policy, range_start range, std::size_t n,
                                   element_test const& test, Selected& selected, Others& others,
                                   predicate_expression const* expression = nullptr) {
    std::array<std::uint64_t, 2> totals{};
    select_request request;
    request.value = number_of<as_listed<Value>, types>;
    request.memory = range.memory;
    request.first = range.first;
    request.n = n;
    request.wanted = static_cast<std::uint32_t>(Wanted);
    request.test = test;
    request.expression = expression;
    // the elements that remove_copy_if copies are those that its predicate does not select
    request.selected = detail::packed_target(selected, n);
    request.others = detail::packed_target(others, n);
    request.totals = totals.data();
    call<strategies>(policy, request, &gpualgo_v0_select);
    detail::advance_target(selected, totals[0]);
    detail::advance_target(others, totals[1]);
    return {totals[0], totals[1]};
}

/// Whether the library can write to a target of elements of type T.
template <class Target, class T>
inline constexpr bool is_library_target = false;
template <class T>
inline constexpr bool is_library_target<no_target, T> = true;
template <addressable O, std::same_as<std::iter_value_t<O>> T>
inline constexpr bool is_library_target<target<O>, T> = true;

/// Whether a target is certainly in host memory.
template <class Target>
inline constexpr bool is_host_target = false;
template <>
inline constexpr bool is_host_target<no_target> = true;
template <std::contiguous_iterator O>
inline constexpr bool is_host_target<target<O>> = is_host_iterator<O>;

/// A test of elements as a predicate.
template <class T>
struct bits_predicate {
    test_of<as_listed<T>> test;
    constexpr bool operator()(T const& x) const {
        return test(kernel::bit_cast<key_bits<as_listed<T>>>(x));
    }
};

/// Throws if a target was too short.
template <class P>
void check_room(char const* algorithm, std::size_t n, std::size_t room, std::size_t wanted) {
    if (wanted > room)
        throw std::invalid_argument(call_text<P>(algorithm, n) + "a target has " +
                                    std::to_string(room) + " elements, fewer than the " +
                                    std::to_string(wanted) + " to be written");
}

/// Memory that certainly belongs to a target in a selection from n elements. If its room is
/// unknown, the memory after its first element may be another object.
template <class Target>
extent extent_of([[maybe_unused]] Target const& target, std::size_t n) {
    if constexpr (std::same_as<Target, no_target>) return {};
    else if (target.room == unknown_room) return detail::extent_at(target.first, n > 0 ? 1 : 0);
    else return detail::extent_at(target.first, target.room < n ? target.room : n);
}

/// Whether targets certainly overlap n elements or each other.
template <class I, class Selected, class Others>
bool targets_overlap(I const& first, std::size_t n, Selected const& selected,
                     Others const& others) {
    extent const in = detail::extent_at(first, n);
    extent const to_selected = detail::extent_of(selected, n),
                 to_others = detail::extent_of(others, n);
    return overlap(to_selected, in) || overlap(to_others, in) || overlap(to_selected, to_others);
}

/// Selects in the program.
template <select_kind Wanted, class P, class I, class S, class Predicate, class Selected,
          class Others>
numbers_selected select_by_program(P const& policy, I first, S last, Predicate& predicate,
                                   Selected& selected, Others& others) {
    numbers_selected done;
    if constexpr (std::same_as<P, no_policy> || !forward_iterator<I>) {
        done = detail::select_in_order_here<Wanted>(std::move(first), std::move(last), predicate,
                                                    selected, others);
    } else {
        std::size_t const n = detail::count(first, last);
        done = detail::select_among_cores<Wanted>(std::move(first), n, predicate, selected, others);
    }
    std::size_t const n = done.selected + done.others;
    check_room<P>(name_of_selection<Wanted>, n, selected.room, done.selected);
    check_room<P>(name_of_selection<Wanted>, n, others.room, done.others);
    if (report* const sink = policy.sink()) {
        call_result ran;
        ran.device = device::host().id();
        ran.bytes = n * sizeof(std::iter_value_t<I>);
        fill_report(*sink, ran, P::name);
        sink->kernel = "a loop in the program";
        detail::note_fallback(policy, "the host works in order");
    }
    return done;
}

/// A target in memory of the program, from which elements are copied to the target given.
template <class T>
kernel::growing_array<T> memory_for(std::size_t n) {
    kernel::growing_array<T> memory(n);
    for (std::size_t i = 0; i < n; ++i) memory.emplace_back(T{});
    return memory;
}

/// Runs the library on copies, because elements or targets do not lie side by side.
template <select_kind Wanted, class P, class I, class S, class Predicate, class Selected,
          class Others>
numbers_selected select_on_copies(P const& policy, I first, S last, Predicate& predicate,
                                  Selected& selected, Others& others) {
    using value = std::iter_value_t<I>;
    buffered_elements<I> copy(std::move(first), std::move(last));
    std::size_t const n = copy.size();
    auto const run = [&](auto& to_selected, auto& to_others) {
        return detail::select_by_library<Wanted, value>(policy, {copy.template begin<true>()}, n,
                                                        detail::packed_test<value>(predicate),
                                                        to_selected, to_others);
    };
    auto const put = [](auto const* x, std::size_t count, auto& target) {
        target_writer writer(target);
        for (std::size_t i = 0; i < count; ++i) writer.put(x[i]);
    };
    no_target none;
    if constexpr (std::same_as<Selected, no_target>) {
        return run(none, none);
    } else {
        auto memory = memory_for<value>(2 * n);
        // with room for all: a target that is too short still receives what fits
        detail::target<value*> first_target{memory.begin(), n};
        detail::target<value*> second_target{memory.begin() + n, n};
        constexpr bool is_partition = !std::same_as<Others, no_target>;
        numbers_selected done;
        if constexpr (is_partition) done = run(first_target, second_target);
        else done = run(first_target, none);
        put(memory.begin(), done.selected, selected);
        if constexpr (is_partition) put(memory.begin() + n, done.others, others);
        check_room<P>(name_of_selection<Wanted>, n, selected.room, done.selected);
        if constexpr (is_partition)
            check_room<P>(name_of_selection<Wanted>, n, others.room, done.others);
        return done;
    }
}

/// See reduce_by_program.
template <select_kind Wanted, class P, class Value, class Predicate, class Selected, class Others>
constexpr numbers_selected select_device_by_program(no_kernels, select_tag<Wanted>, P const&,
                                                    memory_range<Value>, Predicate&, Selected&,
                                                    Others&) {
    require_precompiled_predicate<Predicate, as_listed<std::remove_const_t<Value>>>();
    return {};
}

/// Selects elements of a range of a device.
template <select_kind Wanted, class P, class Value, class Predicate, class Selected, class Others>
numbers_selected select_device(P const& policy, memory_range<Value> in, Predicate& predicate,
                               Selected& selected, Others& others) {
    using value = std::remove_const_t<Value>;
    if constexpr (!listed_predicate<Predicate, value>)
        return select_device_by_program(program_kernels(), select_tag<Wanted>(), policy, in,
                                        predicate, selected, others);
    else
        return detail::select_by_library<Wanted, value>(policy, {in.first, in.device}, in.n,
                                                        detail::packed_test<value>(predicate),
                                                        selected, others);
}

/// Selects elements of contiguous memory of the host, or of a pointer to memory of a GPU.
template <select_kind Wanted, class P, class I, class Predicate, class Selected, class Others>
numbers_selected select_contiguous(P const& policy, I first, std::size_t n, Predicate& predicate,
                                   Selected& selected, Others& others) {
    using value = std::iter_value_t<I>;
    constexpr std::size_t few = 64; // a call takes longer than a loop
    constexpr bool is_certain =
        is_host_iterator<I> && is_host_target<Selected> && is_host_target<Others>;
    if (is_certain && n <= few && !policy.has_options() && is_automatic<P> &&
        (is_in_place<Wanted> || !detail::targets_overlap(first, n, selected, others))) {
        bits_predicate<value> here{detail::test_for<as_listed<value>>(predicate)};
        return detail::select_by_program<Wanted>(no_policy(), first,
                                                 first + static_cast<std::iter_difference_t<I>>(n),
                                                 here, selected, others);
    }
    bool const is_hosts = is_certain && !policy.has_options();
    return detail::select_by_library<Wanted, value>(
        policy, {detail::address_of(first), is_hosts ? device::host().id() : device_id()}, n,
        detail::packed_test<value>(predicate), selected, others);
}

/// Selects elements of the host on the device that the policy names. See reduce_by_program.
template <select_kind Wanted, class P, class I, class S, class Predicate, class Selected,
          class Others>
numbers_selected select_elsewhere_by_program(no_kernels, select_tag<Wanted>, P const& policy, I, S,
                                             Predicate&, Selected&, Others&) {
    throw unsupported_operator(call_text<P>(name_of_selection<Wanted>, unknown_size) +
                               "the predicate " + std::string(type_name<Predicate>()) +
                               " is not precompiled for elements of type " +
                               std::string(type_name<std::iter_value_t<I>>()) + "; without on(" +
                               to_string(*policy.target()) + ") it runs on the host");
}

/// Selects elements of any other range of the host.
template <select_kind Wanted, class P, class I, class S, class Predicate, class Selected,
          class Others>
numbers_selected select_host(P const& policy, I first, S last, Predicate& predicate,
                             Selected& selected, Others& others) {
    if constexpr (!std::same_as<P, no_policy>) {
        check_options<strategies>(policy, name_of_selection<Wanted>);
        auto const target = policy.target();
        bool const is_elsewhere = target && *target != device::host();
        if constexpr (listed_predicate<Predicate, std::iter_value_t<I>> && keepable<I>) {
            if (is_elsewhere || (!is_automatic<P> && !target))
                return detail::select_on_copies<Wanted>(policy, std::move(first), std::move(last),
                                                        predicate, selected, others);
        } else if (is_elsewhere) {
            if constexpr (is_for_program_kernels<std::iter_value_t<I>>)
                return select_elsewhere_by_program(program_kernels(), select_tag<Wanted>(), policy,
                                                   std::move(first), std::move(last), predicate,
                                                   selected, others);
            else
                return detail::select_elsewhere_by_program(
                    no_kernels(), select_tag<Wanted>(), policy, std::move(first), std::move(last),
                    predicate, selected, others);
        } else {
            detail::require_fallback_allowed(policy, unknown_size, name_of_selection<Wanted>, [] {
                return "the predicate " + std::string(type_name<Predicate>()) +
                       " is not precompiled for elements of type " +
                       std::string(type_name<std::iter_value_t<I>>());
            });
        }
    }
    if constexpr (random_access_iterator<I> && !std::same_as<Selected, no_target> &&
                  !is_in_place<Wanted>) {
        std::size_t const n = detail::count(first, last);
        if (detail::targets_overlap(first, n, selected, others))
            throw std::invalid_argument(call_text<P>(name_of_selection<Wanted>, n) +
                                        "a target overlaps the range or the other target");
    }
    return detail::select_by_program<Wanted>(policy, std::move(first), std::move(last), predicate,
                                             selected, others);
}

/// Selects elements that lie in memory, or are read by the host.
/// @param selected a `target` or `no_target`; its iterator moves to the end of what is written
/// @param others likewise
template <select_kind Wanted, class P, class I, sentinel_for<I> S, class Predicate, class Selected,
          class Others>
constexpr numbers_selected select_among(P const& policy, I first, S last, Predicate& predicate,
                                        Selected& selected, Others& others) {
    using value = std::iter_value_t<I>;
    constexpr bool fits = is_library_target<Selected, value> && is_library_target<Others, value>;
    if constexpr (is_device_iterator<I> || foreign_iterator<I>) {
        if constexpr (fits) {
            auto const n = detail::count_elements(first, last);
            return detail::select_device<Wanted>(policy, detail::elements_at(first, n), predicate,
                                                 selected, others);
        } else {
            require_targets<value, decltype(selected.first)>();
            return {};
        }
    } else {
        detail::check_order(first, last);
        if (is_constant_evaluated())
            return detail::select_in_order_here<Wanted>(std::move(first), std::move(last),
                                                        predicate, selected, others);
        if constexpr (listed_predicate<Predicate, value> && contiguous_memory<I> && fits)
            return detail::select_contiguous<Wanted>(policy, first, detail::count(first, last),
                                                     predicate, selected, others);
        else
            return detail::select_host<Wanted>(policy, std::move(first), std::move(last), predicate,
                                               selected, others);
    }
}

/// The iterator of a target; otherwise anything that is none.
template <class Target>
constexpr auto iterator_of_target(Target const& to) {
    if constexpr (std::same_as<Target, no_target>) return to;
    else return to.first;
}

/// Every overload ends here. The arguments are those of select_among.
template <select_kind Wanted, class P, class I, sentinel_for<I> S, class Predicate, class Selected,
          class Others>
constexpr numbers_selected select_range(P const& policy, I first, S last, Predicate& predicate,
                                        Selected& selected, Others& others) {
    constexpr auto name = name_of_selection<Wanted>;
    auto const select = [&](auto begin, auto end) {
        return detail::select_among<Wanted>(policy, std::move(begin), std::move(end), predicate,
                                            selected, others);
    };
    if constexpr (!makes_elements<I>) return select(std::move(first), std::move(last));
    else if constexpr (std::same_as<Selected, no_target>)
        return detail::with_stored(policy, name, first, last, select);
    else
        return detail::with_stored(policy, name, first, last, select, selected.first,
                                   detail::iterator_of_target(others));
}

/// Counts.
template <select_kind Wanted, class P, class I, class S, class Predicate>
constexpr std::iter_difference_t<I> count_range(P const& policy, I first, S last,
                                                Predicate predicate) {
    no_target none;
    auto const done = detail::select_range<Wanted>(own_policy(policy), std::move(first),
                                                   std::move(last), predicate, none, none);
    return static_cast<std::iter_difference_t<I>>(done.selected);
}

/// Copies the elements that a predicate selects.
template <select_kind Wanted, class P, class I, class S, class Target, class Predicate>
constexpr auto copy_selected(P const& policy, I first, S last, Target out, Predicate predicate) {
    no_target none;
    (void)detail::select_range<Wanted>(own_policy(policy), std::move(first), std::move(last),
                                       predicate, out, none);
    return std::move(out.first);
}

/// Copies each element to one of two targets.
template <class P, class I, class S, class Target, class Other, class Predicate>
constexpr auto partition_range(P const& policy, I first, S last, Target selected, Other others,
                               Predicate predicate) {
    (void)detail::select_range<select_kind::partition_copy>(
        own_policy(policy), std::move(first), std::move(last), predicate, selected, others);
    return std::pair(std::move(selected.first), std::move(others.first));
}

} // namespace gpu::inline v0::detail
