// SPDX-License-Identifier: Apache-2.0
/// @file
/// Selects the library or the program to evaluate a scan:
/// - listed operator and types, contiguous host memory or device memory: the library;
/// - listed, other host ranges or outputs: the library, on a copy;
/// - not listed: the program, in the calling thread without a policy, on all cores with one;
/// - expressions, elements of a device: the library, by a kernel made at run time.
///
/// `automatic` and the program always use the canonical order.
#pragma once

#include <gpualgo/copy.hpp>
#include <gpualgo/detail/bounded_output.hpp>
#include <gpualgo/detail/constant_evaluated.hpp>
#include <gpualgo/detail/element.hpp>
#include <gpualgo/detail/host_fallback.hpp>
#include <gpualgo/detail/made_elements.hpp>
#include <gpualgo/detail/overlap.hpp>
#include <gpualgo/detail/parallel_scan.hpp>
#include <gpualgo/detail/program_kernels.hpp>
#include <gpualgo/detail/reduce_range.hpp>
#include <gpualgo/detail/report_program.hpp>
#include <gpualgo/detail/scan_call.hpp>
#include <gpualgo/detail/scan_in_program.hpp>
#include <gpualgo/detail/short_call.hpp>
#include <gpualgo/functional.hpp>
#include <gpualgo/kernel/conversion.hpp>
#include <gpualgo/kernel/scan/element.hpp>

#include <concepts>
#include <cstddef>
#include <iterator>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace gpu::inline v0::detail {

/// Whether an iterator points to memory of a device.
template <class I>
concept on_device = is_device_iterator<I> || foreign_iterator<I>;

/// The name of the function that was called.
template <class F>
constexpr char const* name_of_scan(scan_kind kind) {
    bool const is_exclusive = kind == scan_kind::exclusive;
    if (is_identity<F>) return is_exclusive ? "gpu::exclusive_scan" : "gpu::inclusive_scan";
    return is_exclusive ? "gpu::transform_exclusive_scan" : "gpu::transform_inclusive_scan";
}

/// Scans elements of the host on the device that the policy names. See reduce_by_program.
template <class T, class P, class I, class S, class O, class Op, class F>
O scan_elsewhere_by_program(no_kernels, P const& policy, scan_kind kind, I const&, S const&, O out,
                            T const*, Op&, F&) {
    throw unsupported_operator(call_text<P>(name_of_scan<F>(kind), unknown_size) +
                               why_not_scanned() + "; without on(" + to_string(*policy.target()) +
                               ") they run on the host");
    return out;
}

/// Scans with a policy in the program, logs the call, and fills the policy's report.
template <class T, class P, class I, class S, class O, class Op, class F>
O scan_by_program(P const& policy, scan_kind kind, I first, S last, O out, T const* init, Op& op,
                  F& f) {
    if constexpr (is_automatic<P>) check_options<strategies>(policy, name_of_scan<F>(kind));
    if (policy.target().value_or(device::host()) != device::host()) {
        if constexpr (is_for_program_kernels<std::iter_value_t<I>>)
            return scan_elsewhere_by_program(program_kernels(), policy, kind, first, last, out,
                                             init, op, f);
        else
            return detail::scan_elsewhere_by_program(no_kernels(), policy, kind, first, last, out,
                                                     init, op, f);
    }
    detail::require_fallback_allowed(policy, unknown_size, name_of_scan<F>(kind), why_not_scanned);
    auto const report = [&](std::size_t n) {
        report_program(policy, {name_of_scan<F>(kind), "canonical scan in the program", n, 1,
                                n * sizeof(std::iter_value_t<I>)});
        detail::note_fallback(policy,
                              why_not_scanned() + ": the host computed the canonical order");
    };
    if constexpr (scanned_on_cores<T, I, O, Op>) {
        std::size_t const n = detail::count(first, last);
        if (n >= least_scanned_on_cores) {
            detail::scan_on_cores(kind, first, n, out, init, op, f);
            report(n);
            return out + static_cast<std::iter_difference_t<O>>(n);
        }
    }
    std::size_t n = 0; // an input range has its size only after it is read
    auto const counted = [&](auto&& x) -> decltype(auto) {
        ++n;
        return detail::invoke(f, static_cast<decltype(x)>(x));
    };
    auto end = detail::scan_in_program<T>(kind, std::move(first), std::move(last), std::move(out),
                                          init, op, counted);
    report(n);
    return end;
}

/// Scans a range of the host of listed elements that cannot be read or written in place.
template <class T, class P, class I, class S, class O, class Op, class F>
O scan_copy(P const& policy, scan_kind kind, I first, S last, O out, T const* init, Op&, F&) {
    std::vector<element<T>> copy;
    for (; first != last; ++first)
        copy.push_back({static_cast<T>(kernel::implicitly<std::iter_value_t<I>>(*first))});
    void* const elements = copy.data();
    detail::call_scan<Op, F>(policy, kind, {elements}, {elements}, copy.size(), init);
    for (auto const& result : copy) {
        *out = result.value;
        ++out;
    }
    return out;
}

/// @return the beginning of contiguous elements of a device or of the host
template <class P, addressable I>
range_start place_of(P const& policy, I i, std::size_t n) {
    if constexpr (foreign_iterator<I>) {
        auto const own = detail::own_first(i, n, device_of_nothing(policy));
        return {own.get(), own.device().id()};
    } else if constexpr (is_device_iterator<I>) {
        return {i.get(), i.device().id()};
    } else {
        bool const is_certain = is_on_host<I> && is_automatic<P> && !policy.has_options();
        return {detail::address_of(i), is_certain ? device::host().id() : device_id()};
    }
}

/// The largest number of integers of type T that a program scans itself: a call takes as long.
template <class T>
inline constexpr std::size_t most_scanned_in_program = sizeof(T) == 8 ? 256 : 192;

/// Scans contiguous elements to contiguous elements by the library, or few integers here.
template <class T, class P, class I, class O, class Op, class F>
O scan_in_place(P const& policy, scan_kind kind, I first, I last, O out, T const* init, Op&,
                [[maybe_unused]] F& f) {
    std::size_t const n = detail::count_elements(first, last);
    if constexpr (std::integral<T> && is_identity<F> && is_automatic<P> && is_on_host<I> &&
                  is_on_host<O>)
        if (is_short_call<I, O>(policy, n, most_scanned_in_program<T>) &&
            (static_cast<void const*>(detail::address_of(out)) == detail::address_of(first) ||
             detail::are_apart(out, n, first, n)))
            return detail::scan_integers<Op>(kind, first, last, out, init, f);
    detail::call_scan<Op, F>(policy, kind, detail::place_of(policy, first, n),
                             detail::place_of(policy, out, n), n, init);
    return out + static_cast<std::iter_difference_t<O>>(n);
}

/// Refuses an operator that is not precompiled. The header of expressions has an overload.
template <class T, class P, class I, class O, class Op>
void scan_into_by_program(no_kernels, P const&, scan_kind, I, I, O, T const*, Op&) {
    require_operator_of_device_scan<Op, T>();
}

/// An iterator of a range that is scanned without waiting.
template <class I>
concept scanned_in_stream_order = addressable<I> || makes_elements<I>;

constexpr char const* name_of_scan_into(scan_kind kind) {
    return kind == scan_kind::exclusive ? "gpu::exclusive_scan_into" : "gpu::inclusive_scan_into";
}

/// Scans elements by the library, without waiting. Those of a view are first written to the output.
/// @param init null if there is none
template <class P, class I, class O, class T, class Op>
void scan_in_stream_order(P const& policy, scan_kind kind, I first, I last, O out, T const* init,
                          Op& op) {
    using target = std::remove_pointer_t<decltype(detail::pointer_of(out))>;
    if constexpr (!std::same_as<T, target>) require_types_of_device_scan<T, T, target>();
    else if constexpr (!in_list<as_listed<T>, types>) require_types_of_device_scan<T, void, void>();
    else if constexpr (makes_elements<I>) {
        auto const end = write_made(program_kernels(), policy, name_of_scan_into(kind), first, last,
                                    out, std::identity());
        detail::scan_in_stream_order(policy, kind, out, end, out, init, op);
    } else if constexpr (!device_scan<as_listed<T>, listed_operator<Op, T>>)
        scan_into_by_program(program_kernels(), policy, kind, first, last, out, init, op);
    else if constexpr (!strategy_scan<P, as_listed<T>, listed_operator<Op, T>>)
        require_strategy_of_scan<P, Op, T>();
    else {
        std::size_t const n = detail::count_elements(first, last);
        detail::call_scan<Op, std::identity>(policy, kind, detail::place_of(policy, first, n),
                                             detail::place_of(policy, out, n), n, init, true);
    }
}

/// Whether results of type T can be written to the elements of an output directly.
template <class O, class T>
concept direct_output = addressable<O> && std::same_as<std::iter_value_t<O>, T> &&
    !std::is_const_v<std::remove_reference_t<std::iter_reference_t<O>>>;

template <class Range, class Output>
constexpr void require_memory_of_device_scan() {
    static_assert(addressable<Range> && addressable<Output>,
                  "gpu::inclusive_scan, exclusive_scan: if the Range or the Output lies on a "
                  "device, the elements of both are contiguous");
}

/// Whether devices have a kernel for a scan by a policy.
template <class P, class I, class O, class T, class Op, class F>
concept precompiled_scan = addressable<I> && addressable<O> &&
    library_scans<std::iter_value_t<I>, T, Op, F> && direct_output<O, std::iter_value_t<I>> &&
    device_scan<as_listed<T>, listed_operator<Op, T>> &&
    (is_automatic<P> || strategy_scan<P, as_listed<T>, listed_operator<Op, T>>);

/// Does not compile. See reduce_by_program.
template <class T, class P, class I, class S, class O, class Op, class F>
O scan_device_by_program(no_kernels, P const&, scan_kind, I const&, S const&, O out, T const*, Op&,
                         F&) {
    using value = std::iter_value_t<I>;
    using listed = as_listed<T>;
    if constexpr (!addressable<I> || !addressable<O>) require_memory_of_device_scan<I, O>();
    else if constexpr (!std::same_as<as_listed<value>, listed> || !direct_output<O, value>)
        require_types_of_device_scan<value, T, std::remove_reference_t<std::iter_reference_t<O>>>();
    else if constexpr (!in_list<listed, types>) require_types_of_device_scan<value, void, void>();
    else if constexpr (!is_listed_function<T, F>) require_transform_of_device_scan<F, T>();
    else if constexpr (!device_scan<listed, listed_operator<Op, T>>)
        require_operator_of_device_scan<Op, T>();
    else require_strategy_of_scan<P, Op, T>();
    return out;
}

/// Scans with memory of a device, or does not compile.
template <class T, class P, class I, class S, class O, class Op, class F>
O scan_device(P const& policy, scan_kind kind, I first, S last, O out, T const* init, Op& op,
              F& f) {
    if constexpr (precompiled_scan<P, I, O, T, Op, F>)
        return detail::scan_in_place<T>(policy, kind, first, last, out, init, op, f);
    else
        return scan_device_by_program(program_kernels(), policy, kind, first, last, out, init, op,
                                      f);
}

/// Scans with a policy of this library.
template <class T, class P, class I, class S, class O, class Op, class F>
constexpr O scan_by(P const& policy, scan_kind kind, I first, S last, O out, T const* init, Op& op,
                    F& f) {
    if constexpr (on_device<I> || on_device<O>) {
        return detail::scan_device<T>(policy, kind, std::move(first), std::move(last),
                                      std::move(out), init, op, f);
    } else {
        detail::check_order(first, last);
        if (is_constant_evaluated())
            return detail::scan_in_program<T>(kind, std::move(first), std::move(last),
                                              std::move(out), init, op, f);
        constexpr bool is_listed = library_scans<std::iter_value_t<I>, T, Op, F>;
        constexpr bool by_library =
            is_listed && contiguous_memory<I> && std::same_as<I, S> && direct_output<O, T>;
        if constexpr (!by_library && contiguous_memory<I> && contiguous_memory<O>)
            detail::require_apart_or_same<P>(name_of_scan<F>(kind), detail::count(first, last), out,
                                             first);
        if constexpr (by_library) {
            return detail::scan_in_place<T>(policy, kind, first, last, out, init, op, f);
        } else if constexpr (is_listed) {
            return detail::scan_copy<T>(policy, kind, std::move(first), std::move(last),
                                        std::move(out), init, op, f);
        } else if constexpr (!std::same_as<P, no_policy>) {
            return detail::scan_by_program<T>(policy, kind, std::move(first), std::move(last),
                                              std::move(out), init, op, f);
        } else {
            return detail::scan_in_program<T>(kind, std::move(first), std::move(last),
                                              std::move(out), init, op, f);
        }
    }
}

/// The type of f's results. On devices, f takes values.
template <class F, class I>
using transformed_value = std::remove_cvref_t<
    std::invoke_result_t<F&, std::conditional_t<is_device_iterator<I>, std::iter_value_t<I> const&,
                                                std::iter_reference_t<I>>>>;

/// Scans a view by a policy of this library. On a device, a kernel writes its elements to the
/// output, which is then scanned in place. If the output has another type than the totals,
/// temporary memory takes its place.
template <class T, class P, class I, class O, class Op, class F>
constexpr O scan_view(P const& policy, scan_kind kind, I first, I last, O out, T const* init,
                      Op& op, F& f) {
    if constexpr (made_on_device<I, O> && direct_output<O, T> &&
                  std::same_as<transformed_value<F, I>, T>) {
        std::identity unchanged;
        auto const end =
            write_made(program_kernels(), policy, name_of_scan<F>(kind), first, last, out, f);
        return detail::scan_by<T>(policy, kind, out, end, out, init, op, unchanged);
    } else {
        return detail::with_stored(
            policy, name_of_scan<F>(kind), first, last,
            [&](auto begin, auto end) -> O {
                return detail::scan_by<T>(policy, kind, begin, end, out, init, op, f);
            },
            out);
    }
}

/// Every overload of the scans ends here.
/// @tparam T the type of totals
/// @param init null if there is none
template <class P, class I, class S, class O, class T, class Op, class F = std::identity>
constexpr unbounded_t<O> scan_range(P const& policy, scan_kind kind, I first, S last, O out,
                                    T const* init, Op op, F f = {}) {
    auto const own = own_policy(policy);
    if constexpr (stands_for_element<T>) {
        auto value = static_cast<value_given<T>>(*init);
        return detail::scan_range(policy, kind, std::move(first), std::move(last), std::move(out),
                                  __builtin_addressof(value), std::move(op), std::move(f));
    } else if constexpr (makes_elements<I>)
        return detail::scan_view<T>(own, kind, first, last, out, init, op, f);
    else
        return detail::unbounded(detail::scan_by<T>(own, kind, std::move(first), std::move(last),
                                                    std::move(out), init, op, f));
}

/// An iterator through which results can be written.
template <class O>
concept scan_output = requires(O& out) {
    *out;
    ++out;
};

/// An output of a scan: an iterator, or a range whose iterators outlive the call. An array is no
/// end of another one.
template <class Out, class R>
concept output_for =
    (std::is_bounded_array_v<std::remove_reference_t<Out>> ||
     not_a_sentinel_of<Out, R>)&&(!input_range<Out> || std::is_lvalue_reference_v<Out> ||
                                  std::ranges::enable_borrowed_range<std::remove_cvref_t<Out>>);

} // namespace gpu::inline v0::detail
