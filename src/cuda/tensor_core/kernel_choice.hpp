// SPDX-License-Identifier: Apache-2.0
/// @file
/// The kernel for a product. Choices for recent shapes are kept: each takes the host some
/// microseconds, so that it may take longer than a launch.
#pragma once

#include "double_selection.hpp"
#include "recent.hpp"
#include "register_selection.hpp"
#include "selection.hpp"

#include <cstddef>

namespace gpu::inline v0::sm90 {

/// Chooses without looking at recent shapes.
/// @param fixed overrides the choice
constexpr kernel_choice newly_chosen(shared_facts const& p, int multiprocessors,
                                     tuning const& fixed) {
    auto const index = fixed.variant >= 0 ? static_cast<std::size_t>(fixed.variant)
                                          : choose_variant(p, multiprocessors);
    variant const& v = variants[index];
    auto const blocks = static_cast<int>(blocks_of(v, p.m, p.n));
    return {index, parts_of_k(v, p, blocks, multiprocessors, fixed.divides)};
}

constexpr kernel_choice newly_chosen(register_facts const& p, int multiprocessors,
                                     tuning const& fixed) {
    auto const index = fixed.variant >= 0 ? static_cast<std::size_t>(fixed.variant)
                                          : choose_register_variant(p, multiprocessors);
    return {index, parts_of_k(register_variants[index], p, multiprocessors, fixed.divides)};
}

/// The kernel for a product.
/// @param p shared_facts, register_facts or double_facts
/// @param fixed overrides the choice
template <class Facts>
kernel_choice choose_kernel(Facts const& p, int multiprocessors, tuning const& fixed) {
    struct question {
        Facts facts;
        int multiprocessors;
        tuning fixed;
        bool operator==(question const&) const = default;
    };
    thread_local recent<question, kernel_choice, 64> choices;
    return choices.get({p, multiprocessors, fixed}, p.hash(),
                       [&] { return newly_chosen(p, multiprocessors, fixed); });
}

} // namespace gpu::inline v0::sm90
