// SPDX-License-Identifier: Apache-2.0
#include "transform_facts.hpp"

#include "call/names.hpp"

#include <gpualgo/abi/transform_lists.hpp>

namespace gpu::inline v0::detail {
namespace {

template <class Value, class T, class F, class... Ops>
constexpr unsigned operators_with(type_list<Ops...>) {
    unsigned bits = 0, bit = 1;
    ((bits |= listed_transform<Value, T, Ops, F> ? bit : 0, bit <<= 1), ...);
    return bits;
}

/// The precompiled operators, one bit each, by transform, element and accumulator type. With
/// operators as a fourth list this file would take twice as long to compile.
constexpr auto known_transforms =
    tabulate([]<class F, class Value, class T>(
                 type_list<F, Value, T>) { return operators_with<Value, T, F>(operators()); },
             transforms(), types(), types());

constexpr auto names_of_transforms = tabulate(name_of_operator, transforms());

constexpr auto take_pairs =
    tabulate([]<class F>(type_list<F>) { return !is_unary<F>; }, transforms());

} // namespace

bool is_known_transform(reduce_request const& r) noexcept {
    return r.transform < transforms::size && r.operation < operators::size &&
           r.value < types::size && r.accumulator < types::size &&
           (known_transforms[r.transform][r.value][r.accumulator] >> r.operation & 1) != 0;
}

bool takes_two_ranges(std::uint32_t transform) noexcept { return take_pairs[transform]; }

std::string_view name_of_transform(std::uint32_t transform) noexcept {
    return transform < names_of_transforms.size() ? names_of_transforms[transform] : "?";
}

} // namespace gpu::inline v0::detail
