// SPDX-License-Identifier: Apache-2.0
/// @file
/// Selections by kernels that nvcc compiles in the program: any predicate, of elements of 1 to 64
/// bytes.
#pragma once

#include <gpualgo/detail/select_range.hpp>
#include <gpualgo/kernel/select/launches.hpp>
#include <gpualgo/nvcc/reduce.cuh>

#include <concepts>
#include <cstddef>
#include <stdexcept>
#include <type_traits>

namespace gpu::inline v0::detail::inline nvcc {

/// Applies a predicate to stored elements.
/// @tparam Kept Value or storage<Value>
template <class Kept, class Value, class Predicate>
struct predicate_on_storage {
    static constexpr bool is_any_test = true; ///< see kernel/select/launches.hpp
    Predicate predicate;                      ///< takes a Value

    /// @return whether x is selected
    GPUALGO_FUNCTION bool operator()(Kept const& x) {
        return static_cast<bool>(predicate(static_cast<Value>(x)));
    }
};

/// A target as kernels take it. Throws if it is not on the GPU.
template <class Kept, class P, class Target>
kernel::select_target<Kept> kernel_target(char const* algorithm, std::size_t n, device_id gpu,
                                          Target const& target) {
    if constexpr (std::same_as<Target, no_target>) {
        return {nullptr, 0};
    } else {
        auto const memory = elements_at(target.first, n);
        device_id where = memory.device;
        if (where.kind == unspecified) gpualgo_v0_locate(memory.first, &where);
        if (target.room > 0 && where != gpu)
            throw std::invalid_argument(call_text<P>(algorithm, n) + "the range lies on " +
                                        to_string(device(gpu)) + ", and a target on " +
                                        to_string(device(where)) + "; copy one of them first");
        return {reinterpret_cast<Kept*>(memory.first), target.room};
    }
}

/// Runs the program's kernels for a selection.
template <select_kind Wanted, class P, class Kept, class Test>
kernel::select_totals select_in_program(program_queue& queue,
                                        kernel::select_arguments<Kept> arguments, unsigned threads,
                                        Test test) {
    constexpr bool is_partition = Wanted == select_kind::partition_copy;
    if constexpr (Wanted == select_kind::count || Wanted == select_kind::count_if) {
        if constexpr (is_automatic<P>) return count_selected(queue, arguments, test);
        else return count_selected<true>(queue, arguments, threads, test);
    } else if constexpr (is_automatic<P>) {
        return select_in_order<is_partition>(queue, arguments, test);
    } else {
        return select_by_warps<is_partition>(queue, arguments, threads, test);
    }
}

/// Selects elements of a device whose type or predicate is not precompiled. select_range.hpp finds
/// this overload by its first argument.
template <select_kind Wanted, class P, class Value, class Predicate, class Selected, class Others>
numbers_selected select_device_by_program(program_kernels, select_tag<Wanted>, P const& policy,
                                          memory_range<Value> in, Predicate& predicate,
                                          Selected& selected, Others& others) {
    using value = std::remove_const_t<Value>;
    using kept = std::conditional_t<is_stored_as_is<value>, value, storage<value>>;
    if constexpr (!fit_kernels<P, value>()) {
        return {};
    } else {
        char const* const algorithm = name_of_selection<Wanted>;
        auto const on_host = [&](numbers_selected none) {
            return call_on_host<P, Predicate>(algorithm, in.n, none, [&](numbers_selected) {
                return select_by_program<Wanted>(policy, in.first, in.first + in.n, predicate,
                                                 selected, others);
            });
        };
        auto const on_gpu = [&](program_queue& queue, numbers_selected, named_launch how) {
            auto const gpu = queue.device();
            auto const target = kernel_target<kept, P>(algorithm, in.n, gpu, selected);
            // threads would overwrite elements that others have not read yet
            auto const to_selected =
                is_in_place<Wanted>
                    ? kernel::select_target<kept>{queue.template allocate<kept>(in.n), in.n}
                    : target;
            kernel::select_arguments<kept> const arguments{
                .in = reinterpret_cast<kept const*>(in.first),
                .n = in.n,
                .selected = to_selected,
                .others = kernel_target<kept, P>(algorithm, in.n, gpu, others),
                .words = nullptr,
                .out = nullptr};
            auto const totals = select_in_program<Wanted, P>(
                queue, arguments, how.threads,
                predicate_on_storage<kept, value, Predicate>{predicate});
            if constexpr (is_in_place<Wanted>)
                copy_bytes(device(gpu), target.first, device(gpu), to_selected.first,
                           totals.selected * sizeof(kept));
            advance_target(selected, totals.selected);
            advance_target(others, totals.others);
            return numbers_selected{static_cast<std::size_t>(totals.selected),
                                    static_cast<std::size_t>(totals.others)};
        };
        program_call const call{algorithm, in.device, in.first, in.n, in.n * sizeof(value)};
        auto const done = run_by_program(policy, call, numbers_selected{}, on_host, on_gpu);
        check_room<P>(algorithm, in.n, selected.room, done.selected);
        check_room<P>(algorithm, in.n, others.room, done.others);
        return done;
    }
}

} // namespace gpu::inline v0::detail::inline nvcc
