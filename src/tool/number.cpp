// SPDX-License-Identifier: Apache-2.0
#include "number.hpp"

#include "by_number.hpp"

#include <fmt/format.h>

namespace tool {

std::string to_text(number const& value) {
    return with_type(value.type(), [&]<class T>(std::type_identity<T>) {
        gpu::detail::computed_as<T> const wide = value.as<T>(); // a half has no digits of its own
        return wide != wide ? std::string("nan") : fmt::format("{}", wide);
    });
}

bool is_same(number const& a, number const& b) {
    if (a.type() != b.type()) return false;
    auto const is_nan = [](number const& value) {
        return with_type(value.type(), [&]<class T>(std::type_identity<T>) { return value.as<T>() != value.as<T>(); });
    };
    return a == b || (is_nan(a) && is_nan(b));
}

} // namespace tool
