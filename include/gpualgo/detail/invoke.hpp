// SPDX-License-Identifier: Apache-2.0
/// @file
/// `std::invoke` without the rest of <functional>, which costs clients 100 ms of compilation.
#pragma once

#include <type_traits>
// libstdc++
#if __has_include(<bits/invoke.h>)
#include <bits/invoke.h>
#else
#include <functional>
#endif

namespace gpu::inline v0::detail {

/// Calls f, which may be a pointer to a member of the first argument.
template <class F, class... Arguments>
constexpr std::invoke_result_t<F, Arguments...> invoke(F&& f, Arguments&&... arguments) {
    if constexpr (!std::is_member_pointer_v<std::remove_cvref_t<F>>)
        return static_cast<F&&>(f)(static_cast<Arguments&&>(arguments)...);
    else
#if __has_include(<bits/invoke.h>)
        return std::__invoke(static_cast<F&&>(f), static_cast<Arguments&&>(arguments)...);
#else
        return std::invoke(static_cast<F&&>(f), static_cast<Arguments&&>(arguments)...);
#endif
}

} // namespace gpu::inline v0::detail
