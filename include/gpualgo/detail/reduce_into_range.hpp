// SPDX-License-Identifier: Apache-2.0
/// @file
/// Selects the library or the program's kernels for a reduction whose total stays on the device.
#pragma once

#include <gpualgo/abi/reduce_request.hpp>
#include <gpualgo/copy.hpp>
#include <gpualgo/detail/diagnostics.hpp>
#include <gpualgo/detail/fold.hpp>
#include <gpualgo/detail/reduce_call.hpp>
#include <gpualgo/detail/reduce_range.hpp>

#include <cstddef>
#include <type_traits>

namespace gpu::inline v0::detail {

/// Contiguous elements.
template <class T>
struct memory_range {
    device_id device; ///< unspecified for plain pointers
    T* first;
    std::size_t n;
};

template <addressable I>
auto elements_at(I first, std::size_t n) {
    using element = std::remove_pointer_t<decltype(detail::pointer_of(first))>;
    bool const is_nowhere = foreign_iterator<I> && n == 0;
    return memory_range<element>{is_nowhere ? device_id() : detail::memory_of(first),
                                 detail::pointer_of(first), n};
}

/// See reduce_by_program.
template <class P, class Value, class T, class Op>
constexpr void reduce_into_by_program(no_kernels, P const&, memory_range<Value>, memory_range<T>,
                                      T const&, Op&) {
    using value = std::remove_const_t<Value>;
    if constexpr (!listed_pair<as_listed<value>, as_listed<T>>)
        require_precompiled_types<value, T>();
    else require_precompiled_operator<Op, T>();
}

/// Reduces a range and writes the total to `out`, a range of one element.
template <class P, class Value, class T, class Op>
void reduce_range_into(P const& policy, memory_range<Value> in, memory_range<T> out, T init,
                       Op& op) {
    using value = std::remove_const_t<Value>;
    if constexpr (!listed<Op, value, T>) {
        reduce_into_by_program(program_kernels(), policy, in, out, init, op);
    } else if constexpr (!is_supported<P, T, listed_operator<Op, T>>) {
        (void)detail::refuse_vendor<T, Op>(init);
    } else {
        auto request =
            detail::request_of<value, listed_operator<Op, T>>({in.first, in.device}, in.n, init);
        request.into = out.first;
        request.into_memory = out.device;
        call<strategies>(policy, request, &gpualgo_v0_reduce);
    }
}

} // namespace gpu::inline v0::detail
