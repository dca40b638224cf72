// SPDX-License-Identifier: Apache-2.0
/// @file
/// Algorithms on views by kernels: of ranges on a device, and of numbers alone if the policy names
/// a device. The host evaluates the view in the program.
#pragma once

#include <gpualgo/abi/expression_request.hpp>
#include <gpualgo/detail/call.hpp>
#include <gpualgo/detail/elementwise_range.hpp>
#include <gpualgo/detail/expression_reduce.hpp>
#include <gpualgo/detail/view_expression.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <tuple>
#include <type_traits>
#include <utility>

namespace gpu::inline v0::detail {

template <class View>
constexpr void require_kernel_view() {
    static_assert(kernel_view<View>,
                  "gpu::views: kernels cannot be made of this View. They take transforms by "
                  "expressions, such as 2 * gpu::placeholders::_1, of iota, constant and at most "
                  "four ranges of numbers on a device, which may be strided. Of zip and "
                  "gpu::soa_vector they take expressions of fields, such as gpu::field<0>(_1)");
}

/// The ranges of a request, and the types of an expression's operands.
template <class View>
class view_operands {
    using accessor = accessor_of<View>;

public:
    using source = view_source<accessor>;
    using sources = sources_of<accessor>;
    using expression = decltype(detail::whole_expression(std::declval<accessor const&>()));
    using read = ranges_read<expression, sources>;

    /// Writes the ranges that the expression reads into a request.
    static void pack(expression_request& request, View const& view) {
        request.n = view.size();
        request.ranges = read::count;
        request.uses_position = read::uses_position;
        std::apply(
            [&](auto... first) {
                [[maybe_unused]] auto const steps = source::steps(view.accessor());
                [[maybe_unused]] std::size_t k = 0;
                ((pack_range(request, k, detail::numbers_at(first, steps[k])), ++k), ...);
            },
            source::sources(view.accessor()));
    }
    /// @return an expression, for a request
    template <class R>
    static expression_view pack(expression const& e, scalar_bytes& scalars) {
        return [&]<class... I>(std::type_identity<std::tuple<I...>>) {
            return detail::view_of_read_operands<R, std::iter_value_t<I>..., std::uint64_t>(
                e, scalars);
        }(std::type_identity<sources>());
    }

private:
    static void pack_range(expression_request& request, std::size_t k, number_range range) {
        if (read::is_read[k]) request.in[read::before(k)] = range;
    }
};

/// The elements of a view, also of a range on the host device.
template <class View>
auto elements_of_view(View const& view) {
    return view_iterator<accessor_of<View>, true>(view.accessor(), 0);
}

template <class T, class Op>
constexpr void require_operator_of_view() {
    static_assert(number<T> && kernel_callable<Op>,
                  "gpu::reduce, transform_reduce: views of ranges on devices need an init of type "
                  "T that is an integer of up to 64 bits, float or double, and an operator Op that "
                  "is listed, or an expression");
}

/// Reduces the elements of a view by a kernel.
template <class P, class T, class Op, class View>
T fold_view(P const& policy, char const* function, View const& view, T init, Op& op) {
    using operands = view_operands<View>;
    T result = init;
    auto fold = [&] {
        result = detail::fold<all_cores>(detail::elements_of_view(view), view.size(), init, op);
    };
    auto const load = detail::whole_expression(view.accessor());
    auto const& operation = detail::expression_for(op);
    scalar_bytes load_scalars, fold_scalars;
    fold_request request;
    request.function = function;
    operands::pack(request, view);
    request.element_bytes = static_cast<std::uint32_t>(view_element_size<accessor_of<View>>);
    request.load = operands::template pack<T>(load, load_scalars);
    request.fold = detail::view_of<T, T, T>(operation, fold_scalars);
    request.init = &init;
    request.result = &result;
    request.on_host = [](void* context) { (*static_cast<decltype(fold)*>(context))(); };
    request.context = &fold;
    call<strategies>(policy, request, &gpualgo_v0_fold_expression);
    if constexpr (std::floating_point<T>) return view.empty() ? result : kernel::quieted(result);
    else return result;
}

/// Writes the elements of a view to a range of numbers by a kernel.
/// @return the end of what is written
template <class P, class View, class O>
O write_view(P const& policy, char const* function, View const& view, O out) {
    using operands = view_operands<View>;
    std::size_t const n = view.size();
    auto unchanged = operand_1; // an expression, whose results are converted as kernels do
    auto write = [&] {
        detail::transform_on_cores(n, detail::first_number(out), unchanged,
                                   detail::elements_of_view(view));
    };
    auto const expression = detail::whole_expression(view.accessor());
    scalar_bytes scalars;
    transform_request request;
    request.function = function;
    operands::pack(request, view);
    request.out = detail::numbers_at(out);
    request.f = operands::template pack<std::iter_value_t<O>>(expression, scalars);
    request.on_host = [](void* context) { (*static_cast<decltype(write)*>(context))(); };
    request.context = &write;
    call<strategies>(policy, request, &gpualgo_v0_transform);
    return out + static_cast<std::iter_difference_t<O>>(n);
}

/// f as transform_reduce with an init of type T applies it to elements at Is: a listed transform
/// converts them to T first.
template <class T, class Op, class... Is, class F>
constexpr auto reduced_transform([[maybe_unused]] F f) {
    if constexpr (number<T> && is_precompiled_call<T, Op, F, Is...>)
        return [&]<std::size_t... K>(std::index_sequence<K...>) {
            return detail::compose(expression_for(f),
                                   expressions::conversion<T, expressions::placeholder<K>>(
                                       expressions::placeholder<K>())...);
        }
    (std::index_sequence_for<Is...>());
    else return f; }

/// f(x) of the elements x of a view, as a view.
template <class View, class F>
constexpr auto transformed_view(View const& view, F f) {
    using accessor = transformed_at<F, accessor_of<View>>;
    return indexed_view<accessor>(accessor{assignable<F>(std::move(f)), {view.accessor()}},
                                  view.size());
}

/// Whether the library has a kernel for a reduction of a view, which is a listed transform. That
/// kernel computes in type T, as the view does if its elements are of this type.
template <class T, class Op, class Accessor>
inline constexpr bool is_precompiled_view = false;
template <class T, class Op, class F, class... Is>
    requires std::same_as<T, typename transformed_at<F, range_element<Is>...>::value_type>
inline constexpr bool is_precompiled_view<T, Op, transformed_at<F, range_element<Is>...>> =
    (is_device_iterator<Is> && ...) && is_precompiled_call<T, Op, F, Is...>;

/// Reduces a view by the library's own kernels.
template <class P, class View, class T, class Op>
T reduce_precompiled_view(P const& policy, View const& view, T init, Op& op) {
    auto const& at = view.accessor();
    auto f = at.f.get();
    return std::apply(
        [&](auto const&... base) {
            return detail::transform_elements(policy, view.size(), std::move(init), op, f,
                                              base.first.get()...);
        },
        at.bases);
}

/// Every overload of reduce on views that kernels make ends here.
template <class P, class View, class T, class Op>
value_given<T> reduce_view(P const& policy, char const* function, View const& view, T init, Op op) {
    using accessor = accessor_of<View>;
    constexpr bool can_fold = kernel_view<View> && number<T> && kernel_callable<Op>;
    if constexpr (stands_for_element<T>) {
        return detail::reduce_view(policy, function, view, static_cast<value_given<T>>(init),
                                   std::move(op));
    } else if constexpr (is_precompiled_view<T, Op, accessor>) {
        return detail::reduce_precompiled_view(policy, view, std::move(init), op);
    } else if constexpr (accessor::is_on_device) {
        require_kernel_view<View>();
        if constexpr (kernel_view<View>) require_operator_of_view<T, Op>();
        if constexpr (can_fold) return detail::fold_view(policy, function, view, init, op);
        else return init;
    } else {
        if constexpr (can_fold)
            if (is_for_device(policy)) return detail::fold_view(policy, function, view, init, op);
        return detail::reduce_range(policy, view.begin(), view.end(), std::move(init),
                                    std::move(op));
    }
}

/// Every overload of transform_reduce on views that kernels make ends here.
template <class P, class R, class T, class Op, class F>
value_given<T> transform_reduce_view(P const& policy, R const& range, T init, Op op, F f) {
    using value = value_given<T>;
    return detail::reduce_view(
        policy, "gpu::transform_reduce",
        detail::transformed_view(
            detail::as_view(range),
            detail::reduced_transform<value, Op, iterator_t<R const>>(std::move(f))),
        static_cast<value>(init), std::move(op));
}

/// Every overload of transform and copy on views that kernels make ends here.
template <class P, class View, class O>
O copy_view(P const& policy, char const* function, View const& view, O out) {
    constexpr bool on_device = accessor_of<View>::is_on_device || is_device_iterator<O>;
    require_written_elements<O>();
    if constexpr (on_device) require_kernel_view<View>();
    if constexpr (on_device && !reads_device<O>)
        require_elements<numbers_in_memory<O>, std::iter_value_t<O>>();
    constexpr bool can_write = kernel_view<View> && numbers_in_memory<O>;
    if constexpr (on_device) {
        if constexpr (can_write) return detail::write_view(policy, function, view, out);
        else return out;
    } else {
        if constexpr (can_write)
            if (is_for_device(policy)) return detail::write_view(policy, function, view, out);
        return detail::transform_all(policy, view.begin(), view.end(), out, std::identity());
    }
}

/// The number of elements of a view that a predicate selects.
template <class P, class View, expressions::is_expression F>
std::ptrdiff_t count_view(P const& policy, View const& view, F predicate) {
    auto const selected =
        detail::transformed_view(view, gpu::cast<std::int64_t>(gpu::cast<bool>(predicate)));
    return static_cast<std::ptrdiff_t>(
        detail::reduce_view(policy, "gpu::count_if", selected, std::int64_t{}, std::plus<>()));
}

} // namespace gpu::inline v0::detail
