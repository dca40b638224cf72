// SPDX-License-Identifier: Apache-2.0
#include "scan_comparisons.hpp"

#include "by_number.hpp"

#include <gpualgo/abi/scan_lists.hpp>

#include <concepts>
#include <execution>
#include <numeric>
#include <type_traits>

namespace tool {

namespace {

/// Sums of the types that named strategies scan; others would only lengthen the compilation.
template <class T, class Op>
inline constexpr bool is_compared_scan =
    gpu::detail::in_list<T, gpu::detail::named_scan_types>&& std::same_as<Op, gpu::kernel::plus>;

template <class T, class Op>
std::vector<array_comparison> comparisons_of(numbers const& input, bool is_exclusive, T* out) {
    // in a lambda: signed integers wrap
    auto const op = [](T a, T b) { return Op{}(a, b); };
    auto const identity = Op::template identity_element<T>();
    constexpr auto parallel = std::execution::par_unseq;
    if (is_exclusive)
        return {{"std::exclusive_scan(par_unseq)",
                 [=] {
                     auto const all = input.elements<T>();
                     std::exclusive_scan(parallel, all.begin(), all.end(), out, identity, op);
                 }},
                {"std::exclusive_scan", [=] {
                     auto const all = input.elements<T>();
                     std::exclusive_scan(all.begin(), all.end(), out, identity, op);
                 }}};
    return {{"std::inclusive_scan(par_unseq)",
             [=] {
                 auto const all = input.elements<T>();
                 std::inclusive_scan(parallel, all.begin(), all.end(), out, op);
             }},
            {"std::inclusive_scan", [=] {
                 auto const all = input.elements<T>();
                 std::inclusive_scan(all.begin(), all.end(), out, op);
             }}};
}

} // namespace

std::vector<array_comparison> scan_comparisons(numbers const& elements, std::uint32_t op,
                                               bool is_exclusive, void* out) {
    return with_type(elements.type, [&]<class T>(std::type_identity<T>) {
        return with_operator(
            op, [&]<class Op>(std::type_identity<Op>) -> std::vector<array_comparison> {
                if constexpr (is_compared_scan<T, Op>)
                    return comparisons_of<T, Op>(elements, is_exclusive, static_cast<T*>(out));
                else return {};
            });
    });
}

} // namespace tool
