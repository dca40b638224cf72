// SPDX-License-Identifier: Apache-2.0
/// @file
/// The comparisons for equality that are precompiled.
#pragma once

#include <gpualgo/functional.hpp>

#include <concepts>

namespace gpu::inline v0::detail {

/// Whether a predicate compares two numbers of type T as `==` does.
template <class Predicate, class T>
inline constexpr bool is_equality =
    std::same_as<Predicate, std::equal_to<>> || std::same_as<Predicate, std::equal_to<T>> ||
    std::same_as<Predicate, std::ranges::equal_to>;

} // namespace gpu::inline v0::detail
