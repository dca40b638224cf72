// SPDX-License-Identifier: Apache-2.0
/// @file
/// A listed transform, chosen at run time by its number.
#pragma once

#include <gpualgo/abi/transform_lists.hpp>
#include <gpualgo/kernel/function.hpp>

#include <cstdint>

namespace gpu::inline v0::detail {

/// Evaluates the transform with a given number, so that one kernel can serve all transforms.
struct any_transform {
    std::uint32_t number; ///< index in `transforms`

    /// @return the transform of a and b; of a only, if it is unary
    template <class T>
    [[nodiscard]] GPUALGO_FUNCTION constexpr T operator()(T a, T b) const {
        return chosen(a, b, transforms{});
    }
    /// @return the unary transform of x
    template <class T>
    [[nodiscard]] GPUALGO_FUNCTION constexpr T operator()(T x) const {
        return chosen(x, x, transforms{});
    }

private:
    template <class T, class... Fs>
    [[nodiscard]] GPUALGO_FUNCTION constexpr T chosen(T a, T b, type_list<Fs...>) const {
        T result = a;
        std::uint32_t place = 0;
        ((place++ == number ? void(result = applied<Fs>(a, b)) : void()), ...);
        return result;
    }
    template <class F, class T>
    [[nodiscard]] GPUALGO_FUNCTION static constexpr T applied(T a, [[maybe_unused]] T b) {
        if constexpr (is_unary<F>) return F{}(a);
        else return F{}(a, b);
    }
};

} // namespace gpu::inline v0::detail
