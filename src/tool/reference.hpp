// SPDX-License-Identifier: Apache-2.0
/// @file
/// What a reduction has to give, computed apart from the library's kernels, and how far rounding
/// may lead from it.
#pragma once

#include "number.hpp"
#include "numbers.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>

namespace tool {

/// The right result for some numbers. Of integers, extrema, bits and truth values there is one; of
/// sums and products of floating-point numbers those are right that some order of the elements
/// explains.
class reference {
public:
    /// Reads all elements once, on all cores.
    /// @param elements what is reduced
    /// @param op the operator's number
    /// @param accumulator the number of the type that elements become, and totals have
    reference(numbers const& elements, std::uint32_t op, std::uint32_t accumulator);

    /// @param result of a reduction of these numbers
    /// @param chain the most operations that an element passes through on its way into the result
    /// @return whether it is right
    [[nodiscard]] bool agrees(number const& result, std::size_t chain) const {
        return judge_(result, chain);
    }

private:
    std::function<bool(number const& result, std::size_t chain)> judge_;
};

} // namespace tool
