// SPDX-License-Identifier: Apache-2.0
/// @file
/// Whether the reductions of one command are right.
#pragma once

#include "experiment.hpp"
#include "number.hpp"
#include "reference.hpp"

#include <gpualgo/report.hpp>

#include <cstddef>
#include <map>

namespace tool {

/// What results are judged by: for all elements, and for fewer where the simulated device gets no
/// more.
class judge {
public:
    /// @param what is reduced; outlives this
    explicit judge(reduction const& what) : what_(what) {}

    /// Reads the first n elements, which a file may have to be read from the disk for: the calls
    /// that are timed then need not.
    void prepare(std::size_t n);

    /// @param e what ran, for whose n this is prepared
    /// @param result of it
    /// @param ran its report
    /// @return whether the result is right; of the canonical order, whether it has the bits that
    /// every device gives
    [[nodiscard]] bool agrees(experiment const& e, number const& result, gpu::report const& ran);

private:
    bool has_canonical_bits(experiment const& e, number const& result);

    reduction const& what_;
    std::map<std::size_t, reference> known_;
    std::map<std::size_t, number> bits_;
};

} // namespace tool
