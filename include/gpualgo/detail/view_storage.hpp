// SPDX-License-Identifier: Apache-2.0
/// @file
/// Temporary memory for the elements of views, for algorithms whose kernels cannot make them.
/// made_elements.hpp finds this header's overload by its first argument.
#pragma once

#include <gpualgo/detail/call_memory.hpp>
#include <gpualgo/detail/element_bytes.hpp>
#include <gpualgo/detail/view_call.hpp>
#include <gpualgo/error.hpp>
#include <gpualgo/report.hpp>

#include <concepts>
#include <cstddef>
#include <functional>
#include <iterator>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

namespace gpu::inline v0::detail {

/// The device on which a call makes the elements of a view.
template <class P, class View, class... Others>
device device_of_view(P const& policy, View const& view, Others const&... others) {
    using source = view_source<accessor_of<View>>;
    if constexpr (source::ranges > 0) {
        return std::get<0>(source::sources(view.accessor())).device();
    } else {
        auto place = device_of_nothing(policy);
        [[maybe_unused]] auto const take = [&]<class I>(I const& other) {
            if constexpr (reads_device<I>)
                place = detail::device_of_view(policy, detail::view_between(other, other));
            else if constexpr (belongs_to_device<I>) place = detail::own_iterator(other).device();
        };
        if (!policy.target()) (take(others), ...);
        return place;
    }
}

/// A policy's device, stream and memory resource, for a kernel of `automatic`.
template <class P>
policy::automatic automatic_like(P const& policy) {
    policy::automatic same;
    if (auto const target = policy.target()) same = same.on(stream_view(*target, policy.stream()));
    return policy.resource() != nullptr ? same.with(*policy.resource()) : same;
}

/// Writes the elements of a view by a kernel like a policy's.
/// @return how many are written: all, but none in gpu::prepare, which only makes the kernel
template <class P, class View, class O>
std::size_t write_elements(P const& policy, char const* function, View const& view, O out) {
    report written;
    detail::write_view(detail::automatic_like(policy).report_to(written), function, view, out);
    return written.kernel.empty() ? 0 : view.size();
}

/// The elements of a view in memory of a device, written by one kernel. In gpu::prepare there are
/// none, as nothing may read what is not written.
template <class T>
class stored_view {
public:
    /// Throws gpu::out_of_memory, saying what the memory is for.
    template <class P, class View>
    stored_view(P const& policy, char const* function, View const& view, gpu::device where)
        : memory_(allocated(policy, function, view.size(), where)),
          n_(detail::write_elements(policy, function, view, memory_.begin())) {}

    [[nodiscard]] device_iterator<T const> begin() const { return memory_.begin(); }
    [[nodiscard]] device_iterator<T const> end() const {
        return begin() + static_cast<std::ptrdiff_t>(n_);
    }

private:
    template <class P>
    static call_memory<T> allocated(P const& policy, char const* function, std::size_t n,
                                    gpu::device where) {
        try {
            return call_memory<T>(policy, n, where);
        } catch (out_of_memory const& e) {
            throw out_of_memory(call_text<P>(function, n) +
                                    "the elements of a view are written to temporary memory "
                                    "first, which needs " +
                                    std::to_string(call_memory<T>::bytes_of(n)) +
                                    " bytes: " + e.what(),
                                e.requested(), e.available(), e.code());
        }
    }

    call_memory<T> memory_;
    std::size_t n_;
};

/// See with_stored.
template <class P, class A, class Use, class... Others>
auto use_stored(program_kernels, P const& policy, char const* function,
                view_iterator<A> const& first, view_iterator<A> const& last, Use& use,
                Others const&... others) {
    using view = indexed_view<A>;
    require_kernel_view<view>();
    if constexpr (kernel_view<view>) {
        auto const range = detail::view_between(first, last);
        stored_view<typename A::value_type> const stored(
            policy, function, range, detail::device_of_view(policy, range, others...));
        return use(stored.begin(), stored.end());
    } else {
        return any_result();
    }
}

/// Writes f(x) of the elements x of a view to memory of a device by one kernel.
/// @return the end of what is written, see write_elements
template <class P, class A, class O, class F>
O write_made(program_kernels, P const& policy, char const* function, view_iterator<A> const& first,
             view_iterator<A> const& last, O out, F const& f) {
    auto const whole = detail::view_between(first, last);
    auto const to = detail::own_iterator(out);
    auto const write = [&](auto const& view) {
        std::size_t written = 0;
        require_kernel_view<std::remove_cvref_t<decltype(view)>>();
        if constexpr (kernel_view<decltype(view)>)
            written = detail::write_elements(policy, function, view, to);
        return out + static_cast<std::iter_difference_t<O>>(written);
    };
    if constexpr (std::same_as<F, std::identity>) return write(whole);
    else return write(detail::transformed_view(whole, f));
}

/// Makes the elements at an iterator.
template <class I>
constexpr auto accessor_at(I const& first) {
    if constexpr (makes_elements<I>)
        return detail::accessor_from(first.accessor(), first.position());
    else return range_element<I>{assignable<I>(first)};
}
template <class I>
using accessor_at_iterator = decltype(detail::accessor_at(std::declval<I const&>()));

/// f of n elements of ranges of which some are views, as a view.
template <class F, class... Is>
constexpr auto view_of_transform(std::size_t n, F const& f, Is const&... firsts) {
    using accessor = transformed_at<F, accessor_at_iterator<Is>...>;
    return indexed_view<accessor>(accessor{assignable<F>(f), {detail::accessor_at(firsts)...}}, n);
}

/// Writes f of the elements of ranges on a device, of which some are views.
template <class P, class O, class F, class... Is>
void write_transformed(program_kernels, P const& policy, std::size_t n, O out, F const& f,
                       Is const&... firsts) {
    (void)detail::copy_view(policy, "gpu::transform",
                            detail::view_of_transform(n, f, detail::own_iterator(firsts)...),
                            detail::own_iterator(out));
}

/// The elements that a reduction of f with an init of type T folds, as a view.
template <class T, class Op, class F, class... Is>
constexpr auto folded_view(std::size_t n, F const& f, Is const&... firsts) {
    if constexpr (std::same_as<F, std::identity>)
        return indexed_view<accessor_at_iterator<Is>...>(detail::accessor_at(firsts)..., n);
    else return detail::view_of_transform(n, detail::reduced_transform<T, Op, Is...>(f), firsts...);
}

/// Reduces f of the elements of ranges on a device, of which some are views.
template <class P, class T, class Op, class F, class... Is>
T fold_made(program_kernels, P const& policy, char const* function, std::size_t n, T init, Op& op,
            F const& f, Is const&... firsts) {
    return detail::reduce_view(policy, function,
                               detail::folded_view<T, Op>(n, f, detail::own_iterator(firsts)...),
                               std::move(init), op);
}

/// Calls use(first, last) of a view's elements in memory.
template <class A, class Use>
void use_made(program_kernels, view_iterator<A> const& first, view_iterator<A> const& last,
              Use& use) {
    use_stored(program_kernels(), no_policy(), "gpu::device_vector", first, last, use);
}

template <class A>
inline constexpr bool is_made_anywhere<view_iterator<A>> = kernel_view<indexed_view<A>>;

/// Whether the library reduces copies of elements.
template <class T, class Op, class F, class... Is>
inline constexpr bool folds_copies = is_precompiled_call<T, Op, F, Is...>;
template <class T, class Op, class I>
inline constexpr bool folds_copies<T, Op, std::identity, I> =
    listed<Op, std::iter_value_t<I>, T> || is_precompiled_call<T, Op, std::identity, I>;

/// Views of the host in a reduction by expressions; or views whose elements cannot be copied to a
/// device first. Numbers of another size than what is read would be folded in another order.
template <class P, class T, class Op, class F, class... Is>
    requires((makes_elements<Is> || ...) && (!belongs_to_device<Is> && ...) && is_automatic<P> &&
             number<T> && kernel_callable<Op> &&
             staged_view<decltype(detail::folded_view<T, Op>(0, std::declval<F const&>(),
                                                             std::declval<Is const&>()...))>)
struct folded_elsewhere<P, T, Op, F, Is...>
    : std::bool_constant<!folds_copies<T, Op, F, Is...> ||
                         bytes_for_order<F, Is...>.widest !=
                             greatest(sizeof(std::iter_value_t<Is>)...)> {};

template <class P, class T, class Op, class F, class... Is>
    requires(makes_elements<Is> || ...)
T fold_elsewhere(program_kernels, P const& policy, char const* function, std::size_t n, T init,
                 Op& op, F const& f, Is const&... firsts) {
    return detail::fold_view(policy, function, detail::folded_view<T, Op>(n, f, firsts...), init,
                             op);
}

} // namespace gpu::inline v0::detail
