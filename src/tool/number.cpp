// SPDX-License-Identifier: Apache-2.0
#include "number.hpp"

#include "by_number.hpp"

#include <fmt/format.h>

namespace tool {

namespace {

template <class T>
std::string text_of(T value) {
    gpu::detail::computed_as<T> const wide = value; // a half has no digits of its own
    return wide != wide ? std::string("nan") : fmt::format("{}", wide);
}
template <class T>
std::string text_of(gpu::kernel::complex<T> value) {
    return fmt::format("({}, {})", text_of(value.re), text_of(value.im));
}

} // namespace

std::string to_text(number const& value) {
    return with_type(value.type(),
                     [&]<class T>(std::type_identity<T>) { return text_of(value.as<T>()); });
}

number identity_element(std::uint32_t op, std::uint32_t type) {
    return with_type(type, [&]<class T>(std::type_identity<T>) {
        return with_operator(op, []<class Op>(std::type_identity<Op>) {
            if constexpr (gpu::detail::accepts<Op, T>)
                return number(Op::template identity_element<T>());
            else return number(T{});
        });
    });
}

bool is_same(number const& a, number const& b) {
    return a.type() == b.type() && to_text(a) == to_text(b);
}

} // namespace tool
