// SPDX-License-Identifier: Apache-2.0
#include "product_reference.hpp"

#include "by_number.hpp"
#include "totals.hpp"

#include <gpualgo/abi/host_services.hpp>
#include <gpualgo/abi/matmul_lists.hpp>

#include <algorithm>
#include <cmath>
#include <concepts>
#include <limits>
#include <type_traits>
#include <vector>

namespace tool {

namespace {

constexpr std::size_t most_products = std::size_t{1} << 28; // multiplications
constexpr std::size_t most_elements = std::size_t{1} << 20;

/// The i-th element to compare: one of the i-th part of all, in a column that varies with i.
std::size_t place(std::size_t i, std::size_t checked, std::size_t count) {
    std::size_t const begin = i * count / checked;
    std::size_t const end = (i + 1) * count / checked;
    return begin + (i * 0x9e3779b97f4a7c15 >> 32) % (end - begin);
}

/// An element of a product of floating-point numbers.
template <std::floating_point Accumulator>
struct rounded_element {
    sum_total total;

    void add(long double a, long double b) { total.add(a * b); }
    [[nodiscard]] long double value() const { return total.value; }

    /// The products round too, and may underflow.
    template <class Result>
    [[nodiscard]] bool allows(Result result, std::size_t k) const {
        auto allowed = total.bounds<Accumulator>(k + 2, k);
        auto const underflow = static_cast<long double>(k) *
                               static_cast<long double>(std::numeric_limits<Accumulator>::min());
        return lies_in(interval{allowed.low - underflow, allowed.high + underflow, allowed.open},
                       result);
    }
};

/// An element of a product of integers, which wraps.
struct exact_element {
    std::uint32_t total = 0;

    void add(std::int32_t a, std::int32_t b) {
        total += static_cast<std::uint32_t>(a) * static_cast<std::uint32_t>(b);
    }
    [[nodiscard]] long double value() const { return static_cast<std::int32_t>(total); }
    [[nodiscard]] bool allows(std::int32_t result, std::size_t) const {
        return result == static_cast<std::int32_t>(total);
    }
};

template <class T>
struct expectation {
    using accumulator = gpu::detail::matmul_accumulator<T>;
    using result = gpu::detail::matmul_result<T>;
    using element = std::conditional_t<
        std::integral<accumulator>, exact_element,
        rounded_element<std::conditional_t<std::integral<accumulator>, float, accumulator>>>;
    using factor = std::conditional_t<std::integral<accumulator>, std::int32_t, long double>;

    factors input;
    std::vector<element> elements;
    std::size_t count; ///< of the product

    /// Computes all elements, on all cores.
    void compute() {
        auto const task = [](void* context, std::uint64_t i) {
            auto& self = *static_cast<expectation*>(context);
            auto const columns = static_cast<std::size_t>(self.input.b.columns);
            auto const index = place(i, self.elements.size(), self.count);
            auto const row = static_cast<std::int64_t>(index / columns);
            auto const column = static_cast<std::int64_t>(index % columns);
            for (std::int64_t l = 0; l < self.input.a.columns; ++l)
                self.elements[i].add(static_cast<factor>(self.input.a.template at<T>(row, l)),
                                     static_cast<factor>(self.input.b.template at<T>(l, column)));
        };
        gpualgo_v0_parallel_for(elements.size(), task, this);
    }

    [[nodiscard]] product_error compare(void const* product) const {
        product_error found{true, std::nullopt};
        long double distance = 0;
        long double norm = 0;
        for (std::size_t i = 0; i < elements.size(); ++i) {
            result const value =
                static_cast<result const*>(product)[place(i, elements.size(), count)];
            long double const right = elements[i].value();
            found.agrees &= elements[i].allows(value, static_cast<std::size_t>(input.a.columns));
            norm += right * right;
            distance += (static_cast<long double>(value) - right) *
                        (static_cast<long double>(value) - right);
        }
        if (norm > 0 && std::isfinite(norm) && std::isfinite(distance))
            found.relative = static_cast<double>(std::sqrt(distance / norm));
        return found;
    }
};

} // namespace

product_reference::product_reference(factors const& input) {
    auto const [m, n, k] = input.shape();
    auto const count = static_cast<std::size_t>(m) * static_cast<std::size_t>(n);
    checked_ =
        std::min({count, most_elements,
                  std::max<std::size_t>(
                      1, most_products / static_cast<std::size_t>(std::max<std::int64_t>(k, 1)))});
    compare_ =
        with_matmul_type(input.a.type, [&]<class T>(std::type_identity<T>) -> decltype(compare_) {
            auto const right = std::make_shared<expectation<T>>(expectation<T>{
                input, std::vector<typename expectation<T>::element>(checked_), count});
            right->compute();
            return [right](void const* product) { return right->compare(product); };
        });
}

} // namespace tool
