// SPDX-License-Identifier: Apache-2.0
/// @file
/// The reductions of one command: every strategy that is asked for, and what it is compared with.
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
    std::string name;                               ///< the strategy, or what it is compared with
    gpu::device device;                             ///< where it runs
    std::size_t n;                                  ///< elements
    bool is_canonical;                              ///< evaluates the canonical order
    std::function<number(gpu::report& report)> run; ///< fills the report where it is ours

    /// @return whether times mean something: not those of the simulated device
    [[nodiscard]] bool is_timed() const { return device.kind() != gpu::device_kind::simulated; }
};

/// What is reduced, and how.
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

    /// Adds the strategies asked for, with all of their memory spaces, over the numbers or a copy
    /// of them on the device. On the host they all compute the canonical order: there, one is
    /// enough.
    /// @throws std::invalid_argument for options that the strategy does not have; before anything
    /// is read
    void add_strategies(gpu::device device, reduction const& what);

    /// Adds what strategies on the host are compared with.
    void add_comparisons(reduction const& what);

    /// @return what was added
    [[nodiscard]] std::vector<experiment> const& all() const { return all_; }

    /// @return why the vendor's library is not among all strategies, where it is not
    [[nodiscard]] std::set<std::string> const& skipped() const { return skipped_; }

private:
    reduce_arguments const& arguments_;
    std::vector<experiment> all_;
    std::set<std::string> skipped_;
};

/// @return the host's result by the canonical order
[[nodiscard]] number canonical(reduction const& what);

} // namespace tool
