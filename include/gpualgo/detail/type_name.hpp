// SPDX-License-Identifier: Apache-2.0
/// @file
/// The name of a type, for messages.
#pragma once

#include <cstddef>
#include <string_view>

namespace gpu::inline v0::detail {

/// @return the compiler's name of T
template <class T>
constexpr auto type_name() { // `auto`: the compiler would print an explicit return type, too
    std::string_view const function = __PRETTY_FUNCTION__;
    std::size_t const begin = function.find("T = ") + 4;
    return function.substr(begin, function.rfind(']') - begin);
}

} // namespace gpu::inline v0::detail
