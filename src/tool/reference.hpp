// SPDX-License-Identifier: Apache-2.0
/// @file
/// The right result of a reduction, computed apart from the library's kernels, and the bound of
/// rounding.
#pragma once

#include "number.hpp"
#include "numbers.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>

namespace tool {

/// The right results for some numbers. Integers, extrema, bits and truth values have one. Sums and
/// products of floating-point numbers have those that rounding can give, in some order of the
/// elements.
class reference {
public:
    /// Read all elements once, on all cores.
    /// @param elements to reduce
    /// @param op the operator's number
    /// @param accumulator the number of the type that elements become, and totals have
    reference(numbers const& elements, std::uint32_t op, std::uint32_t accumulator);

    /// @param result of a reduction of these numbers
    /// @param chain a bound of the operations between an element and the result
    /// @return whether it is right
    [[nodiscard]] bool agrees(number const& result, std::size_t chain) const {
        return judge_(result, chain);
    }

private:
    std::function<bool(number const& result, std::size_t chain)> judge_;
};

} // namespace tool
