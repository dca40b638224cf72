// SPDX-License-Identifier: Apache-2.0
/// @file
/// The reductions of one command: the strategies that are asked for, and their competitors.
#pragma once

#include "arguments.hpp"
#include "number.hpp"
#include "numbers.hpp"

#include <gpualgo/device.hpp>
#include <gpualgo/report.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

namespace tool {

/// One way to reduce the numbers, ready to be called any number of times.
struct experiment {
    std::string name;                               ///< the strategy, or the competitor
    gpu::device device;                             ///< that it runs on
    std::size_t n;                                  ///< elements
    bool is_canonical;                              ///< evaluates the canonical order
    std::function<number(gpu::report& report)> run; ///< fills the report if it is ours
};

/// Elements, and how they are reduced.
struct reduction {
    numbers elements;          ///< as the host sees them
    std::uint32_t op;          ///< the operator's number
    std::uint32_t accumulator; ///< the number of the type that elements become

    /// @return the same of at most n elements, from the first
    [[nodiscard]] reduction front(std::size_t n) const {
        return {elements.front(n), op, accumulator};
    }
};

/// Collects the experiments of a command.
class experiments {
public:
    /// @param arguments the command; outlives this
    explicit experiments(reduce_arguments const& arguments) : arguments_(arguments) {}

    /// Add the strategies asked for, with all of their memory spaces, over the numbers or a copy
    /// of them on the device. On the host they all compute the canonical order: one is enough.
    /// @throws std::invalid_argument for options that the strategy does not have, before any
    /// element is read
    void add_strategies(gpu::device device, reduction const& what);

    /// Add the competitors on the host.
    void add_comparisons(reduction const& what);

    /// @return all that were added
    [[nodiscard]] std::vector<experiment> const& all() const { return all_; }

    /// @return why the vendor's library is missing, if it is
    [[nodiscard]] std::set<std::string> const& skipped() const { return skipped_; }

private:
    reduce_arguments const& arguments_;
    std::vector<experiment> all_;
    std::set<std::string> skipped_;
};

/// @return the host's result by the canonical order
[[nodiscard]] number canonical(reduction const& what);

} // namespace tool
