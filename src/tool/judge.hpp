// SPDX-License-Identifier: Apache-2.0
/// @file
/// The check of the reductions of one command.
#pragma once

#include "experiment.hpp"
#include "number.hpp"
#include "reference.hpp"

#include <gpualgo/report.hpp>

#include <cstddef>
#include <map>

namespace tool {

/// The references of results: for all elements, and for the part that the simulated device gets.
class judge {
public:
    /// @param what the reduction; outlives this
    explicit judge(reduction const& what) : what_(what) {}

    /// Read the first n elements. Files are read from the disk here, not in the calls that are
    /// timed.
    void prepare(std::size_t n);

    /// @param e the experiment that ran, for whose n this is prepared
    /// @param result its result
    /// @param ran its report
    /// @return whether the result is right; a result in the canonical order must have the bits that
    /// every device gives
    [[nodiscard]] bool agrees(experiment const& e, number const& result, gpu::report const& ran);

private:
    bool has_canonical_bits(experiment const& e, number const& result);

    reduction const& what_;
    std::map<std::size_t, reference> known_;
    std::map<std::size_t, number> bits_;
};

} // namespace tool
