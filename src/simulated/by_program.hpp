// SPDX-License-Identifier: Apache-2.0
/// @file
/// Expressions as function objects of kernels on the simulated device.
#pragma once

#include "made_elements.hpp"

#include <gpualgo/abi/expression.hpp>
#include <gpualgo/kernel/elements.hpp>

#include <array>
#include <tuple>

namespace gpu::inline v0::simulated {

/// An expression that the program evaluates: of an element, of a pair of elements, or of two
/// values of T. T holds the result in its first bytes.
template <class T>
struct by_program {
    detail::expression_view const* e = nullptr;

    template <class Value>
    T operator()(Value x) const {
        return called(&x);
    }
    template <class Value>
    T operator()(kernel::element_pair<Value> x) const {
        return called(&x.first, &x.second);
    }
    T operator()(made_operands const& x) const {
        return std::apply([this](auto const&... word) { return called(&word...); },
                          std::to_array(x.word));
    }
    T operator()(T a, T b) const { return called(&a, &b); }

private:
    template <class... Operands>
    T called(Operands const*... operands) const {
        void const* const addresses[] = {operands...};
        T result{};
        e->evaluate(e->object, &result, addresses);
        return result;
    }
};

} // namespace gpu::inline v0::simulated
