// SPDX-License-Identifier: Apache-2.0
#include "sort_check.hpp"

#include "by_number.hpp"
#include "call/splitmix64.hpp"

#include <gpualgo/abi/host_services.hpp>
#include <gpualgo/detail/sort_order.hpp>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <concepts>
#include <cstring>
#include <execution>
#include <type_traits>

namespace tool {

namespace {

constexpr std::size_t chunk = std::size_t{1} << 16; // elements that one core checks at a time

/// @return whether x may not come after y; compares values, not the library's keys
template <class T>
bool are_in_order(T x, T y, bool is_descending) {
    if constexpr (std::integral<T>) {
        return is_descending ? x >= y : x <= y;
    } else {
        using wide = gpu::detail::computed_as<T>;
        auto const a = static_cast<wide>(x), b = static_cast<wide>(y);
        if (std::isnan(b)) return true;
        if (std::isnan(a)) return false;
        if (a == b) return std::signbit(a) == std::signbit(b) || std::signbit(a) != is_descending;
        return (a < b) != is_descending;
    }
}

template <class T>
class sort_check {
public:
    sort_check(numbers const& elements, numbers const& result, bool is_descending)
        : elements_(elements.elements<T>()), result_(result.elements<T>()),
          is_descending_(is_descending) {}

    bool run() {
        gpualgo_v0_parallel_for(
            (elements_.size() + chunk - 1) / chunk,
            [](void* context, std::uint64_t i) { static_cast<sort_check*>(context)->check(i); },
            this);
        return is_right_ && difference_ == 0;
    }

private:
    static std::uint64_t hash(T x) {
        std::uint64_t bits = 0;
        std::memcpy(&bits, &x, sizeof x);
        return gpu::detail::splitmix64(bits)();
    }

    void check(std::size_t i) {
        std::uint64_t difference = 0;
        std::size_t const begin = i * chunk, end = std::min(begin + chunk, elements_.size());
        for (std::size_t k = begin; k < end; ++k) {
            difference += hash(elements_[k]) - hash(result_[k]);
            if (k > 0 && !are_in_order(result_[k - 1], result_[k], is_descending_))
                is_right_ = false;
        }
        difference_ += difference;
    }

    std::span<T const> elements_, result_;
    bool is_descending_;
    std::atomic<bool> is_right_{true};
    std::atomic<std::uint64_t> difference_{0}; ///< of the sums of hashes
};

/// The types that are compared; others would only lengthen the compilation.
template <class T>
inline constexpr bool is_compared_sort = std::same_as<T, float> || std::same_as<T, double> ||
                                         (std::integral<T> && sizeof(T) >= 4);

} // namespace

bool is_right_sort(numbers const& elements, numbers const& result, bool is_descending) {
    return with_type(elements.type, [&]<class T>(std::type_identity<T>) {
        if constexpr (gpu::detail::in_list<T, gpu::detail::real_types>)
            return sort_check<T>(elements, result, is_descending).run();
        else return false; // the library has refused them
    });
}

std::vector<array_comparison> sort_comparisons(numbers const& elements, bool is_descending,
                                               void* out) {
    return with_type(
        elements.type, [&]<class T>(std::type_identity<T>) -> std::vector<array_comparison> {
            if constexpr (!is_compared_sort<T>) return {};
            else {
                // also of NaNs, which `<` does not order
                gpu::detail::key_comparator<T> const before{
                    gpu::detail::sort_order_for<T>(is_descending)};
                auto* const first = static_cast<T*>(out);
                auto const copy = [=] {
                    return std::ranges::copy(elements.elements<T>(), first).out;
                };
                return {{"std::sort(par)",
                         [=] { std::sort(std::execution::par, first, copy(), before); }},
                        {"std::sort", [=] { std::sort(first, copy(), before); }}};
            }
        });
}

} // namespace tool
