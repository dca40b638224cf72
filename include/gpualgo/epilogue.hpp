// SPDX-License-Identifier: Apache-2.0
/// @file
/// Functions that a product of matrices applies to its elements before it rounds them to C.
#pragma once

#include <gpualgo/abi/epilogue_step.hpp>
#include <gpualgo/abi/matmul_lists.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <type_traits>

namespace gpu::inline v0 {

namespace detail {

/// A vector in contiguous memory: `gpu::device_vector`, `std::vector`, `std::span`.
template <class V>
concept vector_like = requires(V const& v) {
    requires std::is_pointer_v<decltype(v.data())>;
    { v.size() } -> std::convertible_to<std::size_t>;
};

template <vector_like V>
epilogue_step step_with(epilogue_kind kind, V const& v) {
    using element = std::remove_cv_t<std::remove_pointer_t<decltype(v.data())>>;
    static_assert(std::same_as<element, float> || std::same_as<element, double>,
                  "gpu::matmul: vectors of an epilogue have elements of float, or of double for "
                  "matrices of double");
    epilogue_step step{
        kind, number_of<element, matmul_types>, {}, v.data(), static_cast<std::int64_t>(v.size())};
    if constexpr (requires { v.device().id(); }) step.memory = v.device().id();
    return step;
}

} // namespace detail

/// A step of an epilogue: `gpu::relu`, `gpu::bias(vector)` ...
struct epilogue_step {
    /// @cond internal
    detail::epilogue_step packed;
    /// @endcond
};

/// Up to four steps that `matmul` applies in order. `gpu::then` makes one.
///
/// An element of C is computed as x = alpha * A * B + beta * C, in the type of sums. For `int8`,
/// alpha * A * B is converted to float before beta * C is added. Each step replaces x by a function
/// of x. The last x is rounded to C.
class epilogue {
public:
    /// No steps.
    constexpr epilogue() noexcept = default;

    /// One step: `gpu::matmul(a, b, c, gpu::relu)`.
    /// @param step `gpu::relu`, `gpu::bias(vector)` ...
    constexpr epilogue(epilogue_step const& step) noexcept { // NOLINT(google-explicit-constructor)
        steps_.step[steps_.count++] = step.packed;
    }

    /// Appends a step.
    /// @param step `gpu::relu`, `gpu::bias(vector)` ...
    /// @return the longer epilogue
    /// @throws std::invalid_argument if there are four steps already
    [[nodiscard]] constexpr epilogue then(epilogue_step const& step) const {
        if (steps_.count == detail::epilogue_steps::most)
            throw std::invalid_argument("gpu::epilogue: at most " +
                                        std::to_string(detail::epilogue_steps::most) + " steps");
        epilogue longer = *this;
        longer.steps_.step[longer.steps_.count++] = step.packed;
        return longer;
    }

    /// @cond internal
    [[nodiscard]] constexpr detail::epilogue_steps const& steps() const noexcept { return steps_; }
    /// @endcond

private:
    detail::epilogue_steps steps_;
};

/// The first step of an epilogue: `gpu::then(gpu::bias(v)).then(gpu::relu)`.
/// @param step `gpu::relu`, `gpu::bias(vector)` ...
/// @return an epilogue of one step
[[nodiscard]] constexpr epilogue then(epilogue_step const& step) { return epilogue().then(step); }

/// Adds an element of a vector to each column: x + v[j].
/// @param v as many elements as C has columns, of float, or of double for matrices of double; on
/// the device of the matrices. It lives until the call, or the stream, has passed the product
/// @return the step
template <detail::vector_like V>
[[nodiscard]] epilogue_step bias(V const& v) {
    return {detail::step_with(detail::epilogue_kind::bias, v)};
}

/// Multiplies each row by an element of a vector: x * v[i].
/// @param v as many elements as C has rows, otherwise as for `bias`
/// @return the step
template <detail::vector_like V>
[[nodiscard]] epilogue_step scale_rows(V const& v) {
    return {detail::step_with(detail::epilogue_kind::scale_rows, v)};
}

/// Multiplies each column by an element of a vector: x * v[j].
/// @param v as for `bias`
/// @return the step
template <detail::vector_like V>
[[nodiscard]] epilogue_step scale_columns(V const& v) {
    return {detail::step_with(detail::epilogue_kind::scale_columns, v)};
}

/// A step: 0 for x < 0, otherwise x. NaN stays NaN.
inline constexpr epilogue_step relu{
    {detail::epilogue_kind::relu, detail::unspecified, {}, nullptr, 0}};
/// A step: x / (1 + exp(-2 * sqrt(2 / pi) * (x + 0.044715 * x^3))), the form of gelu with tanh.
inline constexpr epilogue_step gelu{
    {detail::epilogue_kind::gelu, detail::unspecified, {}, nullptr, 0}};
/// A step: x / (1 + exp(-x)).
inline constexpr epilogue_step silu{
    {detail::epilogue_kind::silu, detail::unspecified, {}, nullptr, 0}};

} // namespace gpu::inline v0
