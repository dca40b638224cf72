// SPDX-License-Identifier: Apache-2.0
/// @file
/// source: functions in CUDA C++ as text, for GPUs.
#pragma once

#include <gpualgo/detail/expression_source.hpp>
#include <gpualgo/expression.hpp>

#include <utility>

namespace gpu::inline v0 {

/// Makes a function of text in CUDA C++, for what expressions cannot say. It is a function object,
/// and a function in expressions: `f(_1, 2 * _2)`. The text is the program's own code and must not
/// come from input, because it is compiled and run as it is.
/// @par Example
/// `gpu::source<float(float)>("[](float x) { return __sinf(x); }")`
/// @tparam Signature the types: `float(float, int)`. One to three parameters, of types of numbers
/// @param text a lambda expression, or another expression that can be called. It must live as long
/// as the function object
/// @return a function object. On the host and on simulated devices calls throw
/// gpu::unsupported_operator. A text that does not compile gives a gpu::error with the compiler's
/// log
/// @ingroup expressions
template <class Signature>
constexpr auto source(char const* text) {
    return expressions::source_function<Signature, expressions::no_host_function>(text, {});
}

/// @copydoc source(char const*)
/// @param host a function that does the same on the host and on simulated devices
/// @ingroup expressions
template <class Signature, class Host>
constexpr auto source(char const* text, Host host) {
    return expressions::source_function<Signature, Host>(text, std::move(host));
}

} // namespace gpu::inline v0
